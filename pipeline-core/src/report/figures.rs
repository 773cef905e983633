//! Figures as people read them.

use super::{Group, Role, Shape, Stage, Tiles};

/// `6,400`
#[inline]
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `-6,400`
#[inline]
pub fn signed(n: i64) -> String {
    format!("{}{}", if n < 0 { "-" } else { "" }, thousands(n.unsigned_abs()))
}

/// `156.3 MiB`
#[inline]
pub fn bytes(n: u64) -> String {
    let mut value = n as f64;
    let mut unit = "B";
    for larger in ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"] {
        // What would be rounded to 1024.0 is 1.0 of the next unit.
        if value < 1023.95 {
            break;
        }
        value /= 1024.0;
        unit = larger;
    }
    if unit == "B" { format!("{n} B") } else { format!("{value:.1} {unit}") }
}

/// `1.6 %`
#[inline]
pub fn percent(fraction: f64) -> String {
    format!("{:.1} %", 100.0 * fraction)
}

/// `3.42 ms`: three digits, or the milliseconds.
#[inline]
pub fn milliseconds(ms: f64) -> String {
    let decimals = match ms {
        ms if ms >= 100.0 => 0,
        ms if ms >= 10.0 => 1,
        ms if ms >= 1.0 => 2,
        _ => 3,
    };
    format!("{ms:.decimals$} ms")
}

/// `2 rows`, `1 row`
#[inline]
pub fn counted(n: u64, one: &str) -> String {
    format!("{} {one}{}", thousands(n), if n == 1 { "" } else { "s" })
}

/// `6,398 × 6,400`
#[inline]
pub fn extents(extents: &[u64]) -> String {
    extents.iter().map(|e| thousands(*e)).collect::<Vec<_>>().join(" × ")
}

/// How a group runs, in one line.
#[inline]
pub fn shape(group: &Group) -> String {
    match &group.shape {
        Shape::Whole if group.stages.len() > 1 => "whole domains, stage by stage".into(),
        Shape::Whole => "the whole domain".into(),
        Shape::Tiles(tiles) => {
            let prologue = match tiles.prologue {
                0 => String::new(),
                rows => format!(", {} of prologue", counted(rows, "row")),
            };
            let times = match tiles.times {
                0 | 1 => String::new(),
                times => format!(", {} at once", counted(times, "time step")),
            };
            format!("{} in {}{prologue}{times}", tiles.kind.name(), tile(tiles))
        }
    }
}

/// The size of tiles: `strips of 128 rows`.
#[inline]
pub fn tile(tiles: &Tiles) -> String {
    let rows = counted(tiles.rows, "row");
    let depths = tiles.depths.iter().map(|(dim, n)| format!("{} of `{dim}`", thousands(*n)));
    let columns = tiles.width.map(|width| counted(width, "column"));
    let cut: Vec<String> = depths.chain(columns).collect();
    let size = match cut.is_empty() {
        true => format!("strips of {rows}"),
        false => format!("blocks of {rows} × {}", cut.join(" × ")),
    };
    match tiles.step {
        step if step > 1 && step < tiles.rows => format!("{size}, {step} rows a step"),
        _ => size,
    }
}

/// Where the values of a stage are kept, and in which layout, in a few words.
#[inline]
pub fn kept(stage: &Stage) -> String {
    let role = role(&stage.role);
    match stage.layout.is_empty() {
        true => role,
        false => format!("{role}, layout ({})", stage.layout.join(", ")),
    }
}

#[inline]
fn role(role: &Role) -> String {
    match role {
        Role::Scratchpad { bytes: b, rows, folded_to } if folded_to < rows => {
            let rows = counted(*rows, "row");
            format!("{} of {rows}, {}", thousands(*folded_to), bytes(*b))
        }
        Role::Scratchpad { bytes: b, rows, .. } => {
            format!("{}, {}", counted(*rows, "row"), bytes(*b))
        }
        Role::Full { bytes: b } => format!("full buffer, {}", bytes(*b)),
        Role::Output { bytes: b } => format!("result, {}", bytes(*b)),
        Role::Register => "registers".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_cut_where_people_cut_them() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1000), "1,000");
        assert_eq!(thousands(40_960_000), "40,960,000");
        assert_eq!(signed(-1234), "-1,234");
        assert_eq!(signed(i64::MIN), "-9,223,372,036,854,775,808");
        assert_eq!(bytes(0), "0 B");
        assert_eq!(bytes(1023), "1023 B");
        assert_eq!(bytes(1024), "1.0 KiB");
        assert_eq!(bytes(1536), "1.5 KiB");
        assert_eq!(bytes((1 << 20) - 1), "1.0 MiB");
        assert_eq!(bytes(163_840_000), "156.2 MiB");
        assert_eq!(bytes(u64::MAX), "16.0 EiB");
        assert_eq!(percent(0.015_625), "1.6 %");
        assert_eq!(milliseconds(0.0421), "0.042 ms");
        assert_eq!(milliseconds(3.4201), "3.42 ms");
        assert_eq!(milliseconds(1234.5), "1234 ms");
        assert_eq!(counted(1, "row"), "1 row");
        assert_eq!(counted(2000, "row"), "2,000 rows");
        assert_eq!(extents(&[3, 6400]), "3 × 6,400");
    }
}
