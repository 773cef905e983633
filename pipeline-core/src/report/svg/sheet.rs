//! Writing an SVG document.

use std::collections::HashSet;
use std::fmt::Write;

/// What each class looks like, and how its colours change in the dark. Classes have a prefix, so
/// that pages which embed several pictures, or have classes of their own, are left alone.
const CLASSES: &[(&str, &str, &str)] = &[
    ("bg", "fill:#fff", "fill:#14181d"),
    ("t", "font-size:16px;font-weight:600;fill:#1f2328", "fill:#e6ebf1"),
    ("b", "font-size:13px;font-weight:600;fill:#1f2328", "fill:#e6ebf1"),
    ("c", "font-size:12px;fill:#59636e", "fill:#a0abb8"),
    ("v", "font-size:12px;fill:#1f2328", "fill:#e6ebf1"),
    ("n", "font-size:12.5px;text-anchor:middle;fill:#1f2328", "fill:#e6ebf1"),
    ("m", "font-size:10.5px;text-anchor:middle;fill:#59636e", "fill:#a0abb8"),
    ("g", "fill:#f3f6fa;stroke:#c8d1dc", "fill:#1d232a;stroke:#3b4550"),
    ("s", "fill:#fff;stroke:#59636e", "fill:#2a323b;stroke:#93a0ae"),
    ("d", "fill:none;stroke:#7d8896;stroke-dasharray:4 3", "stroke:#93a0ae"),
    ("i", "fill:#e1ebfd;stroke:#3f66b0", "fill:#1c2d4d;stroke:#7ca0e8"),
    ("f", "fill:#fcefd6;stroke:#a36a1c", "fill:#3f2f14;stroke:#d9a24f"),
    ("o", "fill:#daf0df;stroke:#2b7a49;stroke-width:2", "fill:#173822;stroke:#67c088"),
    ("e", "fill:none;stroke:#7d8896;stroke-width:1.3", "stroke:#8b97a5"),
    ("a", "fill:#7d8896", "fill:#8b97a5"),
];

/// The fonts of the viewer: names of stages are as wide as their letters are many.
const FONTS: &str = ".pl text{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,\
sans-serif}.pl .pl-n{font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace}";

/// Length of an arrow's head.
const HEAD: f64 = 7.0;

/// An SVG document while it is written.
pub struct Sheet {
    out: String,
}

impl Sheet {
    /// An empty document of this size.
    #[inline]
    pub fn new(width: f64, height: f64, title: &str) -> Sheet {
        let (w, h) = (number(width), number(height));
        let title = escaped(title);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"pl\" width=\"{w}\" height=\"{h}\" \
             viewBox=\"0 0 {w} {h}\" role=\"img\">\n<title>{title}</title>\n<style>{FONTS}"
        );
        for (class, look, _) in CLASSES {
            let _ = write!(out, ".pl .pl-{class}{{{look}}}");
        }
        out.push_str("@media (prefers-color-scheme:dark){");
        for (class, _, dark) in CLASSES {
            let _ = write!(out, ".pl .pl-{class}{{{dark}}}");
        }
        let _ = writeln!(
            out,
            "}}</style>\n<rect class=\"pl-bg\" width=\"{w}\" height=\"{h}\" rx=\"6\"/>"
        );
        Sheet { out }
    }

    /// Moves what follows, until it is closed.
    #[inline]
    pub fn shift(&mut self, x: f64, y: f64) {
        let _ = writeln!(self.out, "<g transform=\"translate({} {})\">", number(x), number(y));
    }

    /// Starts a thing with an explanation.
    #[inline]
    pub fn open(&mut self, explanation: &str) {
        let _ = write!(self.out, "<g><title>{}</title>", escaped(explanation));
    }

    /// Ends what was started last.
    #[inline]
    pub fn close(&mut self) {
        self.out.push_str("</g>\n");
    }

    /// A rectangle with round corners.
    #[inline]
    pub fn rect(&mut self, class: &str, x: f64, y: f64, size: (f64, f64), radius: f64) {
        let _ = write!(
            self.out,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
            number(x),
            number(y),
            number(size.0),
            number(size.1),
            number(radius)
        );
    }

    /// A line of text.
    #[inline]
    pub fn text(&mut self, class: &str, x: f64, y: f64, text: &str) {
        let _ = write!(
            self.out,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>",
            number(x),
            number(y),
            escaped(text)
        );
    }

    /// Lines through points, with an arrow's head at each end; neighbours of one `x` are joined
    /// by a line, others by a curve with vertical ends.
    #[inline]
    pub fn edges(&mut self, routes: &[Vec<(f64, f64)>]) {
        let mut heads = String::new();
        let mut seen = HashSet::new();
        self.out.push_str("<path class=\"pl-e\" d=\"");
        for route in routes {
            let Some(((first, rest), end)) = route.split_first().zip(route.last()) else {
                continue;
            };
            let _ = write!(self.out, "M{} {}", number(first.0), number(first.1));
            let mut at = *first;
            for (i, to) in rest.iter().enumerate() {
                // A line goes on straight.
                if to.0 == at.0 && rest.get(i + 1).is_some_and(|next| next.0 == to.0) {
                    continue;
                }
                let y = if i + 1 == rest.len() { to.1 - HEAD } else { to.1 };
                let _ = match to.0 == at.0 {
                    true => write!(self.out, "V{}", number(y)),
                    false => {
                        let (x, middle) = (number(to.0), number((at.1 + y) / 2.0));
                        write!(
                            self.out,
                            "C{} {middle} {x} {middle} {x} {}",
                            number(at.0),
                            number(y)
                        )
                    }
                };
                at = *to;
            }
            if seen.insert((end.0 as i64, end.1 as i64)) {
                let (x, y) = (number(end.0 - HEAD / 2.0), number(end.1 - HEAD));
                let _ = write!(heads, "M{x} {y}h{HEAD}l-{} {HEAD}z", HEAD / 2.0);
            }
        }
        let _ = writeln!(self.out, "\"/>\n<path class=\"pl-a\" d=\"{heads}\"/>");
    }

    /// The document.
    #[inline]
    pub fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }
}

/// A coordinate, to a tenth of a pixel.
#[inline]
fn number(x: f64) -> String {
    ((x * 10.0).round() / 10.0).to_string()
}

/// Text in XML; what XML cannot hold is replaced.
#[inline]
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c < ' ' && !matches!(c, '\n' | '\t') => out.push('\u{fffd}'),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
