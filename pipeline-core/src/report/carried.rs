//! The report as one string: what an expansion carries, and what plans are shown from when a
//! program asks for them.
//!
//! The fields follow each other without their names, in the order in which [`Report`] declares
//! them. A number is its digits and a blank, a text the number of its bytes and the bytes, a list
//! the number of its items and the items, an option a list of one or none. A choice is its position
//! among the variants, with what the variant holds behind it. Floats have as many digits as it
//! takes to read back the same.
//!
//! This is neither JSON nor a format of a library: JSON, for people, is rounded, and a library with
//! its derive macros would be compiled by everyone who uses this one.

use super::{
    Cloned, CostTerm, Estimate, Group, Inlined, Input, Machine, NotFused, OnRanks, Propagated,
    RankArray, RankChoices, RankNeed, Recipe, Report, Role, Search, Shape, Stage, StageEdge,
    TileKind, Tiles, Totals, Warning,
};

/// The report as a string.
#[inline]
pub fn write(report: &Report) -> String {
    let mut out = String::new();
    report.write(&mut out);
    out
}

/// The report that [`write()`] made a string of; nothing for any other string.
#[inline]
pub fn read(text: &str) -> Option<Report> {
    let mut rest = text;
    let report = Report::read(&mut rest)?;
    rest.is_empty().then_some(report)
}

/// A part of a report.
trait ReportPart: Sized {
    /// Appends it.
    fn write(&self, out: &mut String);

    /// Takes it from the beginning of what is left.
    fn read(rest: &mut &str) -> Option<Self>;
}

/// What stands before the next blank.
#[inline]
fn word<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let (word, behind) = rest.split_once(' ')?;
    *rest = behind;
    Some(word)
}

macro_rules! numbers {
    ($($Number:ty),*) => { $(
        impl ReportPart for $Number {
            #[inline]
            fn write(&self, out: &mut String) {
                out.push_str(&self.to_string());
                out.push(' ');
            }

            #[inline]
            fn read(rest: &mut &str) -> Option<Self> {
                word(rest)?.parse().ok()
            }
        }
    )* };
}
numbers!(i64, u64, usize, f64);

impl ReportPart for bool {
    #[inline]
    fn write(&self, out: &mut String) {
        usize::from(*self).write(out);
    }

    #[inline]
    fn read(rest: &mut &str) -> Option<Self> {
        match usize::read(rest)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl ReportPart for String {
    #[inline]
    fn write(&self, out: &mut String) {
        self.len().write(out);
        out.push_str(self);
    }

    #[inline]
    fn read(rest: &mut &str) -> Option<Self> {
        let bytes = usize::read(rest)?;
        let (text, behind) = rest.split_at_checked(bytes)?;
        *rest = behind;
        Some(text.into())
    }
}

impl<T: ReportPart> ReportPart for Vec<T> {
    #[inline]
    fn write(&self, out: &mut String) {
        self.len().write(out);
        self.iter().for_each(|item| item.write(out));
    }

    #[inline]
    fn read(rest: &mut &str) -> Option<Self> {
        (0..usize::read(rest)?).map(|_| T::read(rest)).collect()
    }
}

impl<T: ReportPart> ReportPart for Option<T> {
    #[inline]
    fn write(&self, out: &mut String) {
        usize::from(self.is_some()).write(out);
        self.iter().for_each(|item| item.write(out));
    }

    #[inline]
    fn read(rest: &mut &str) -> Option<Self> {
        match bool::read(rest)? {
            true => T::read(rest).map(Some),
            false => Some(None),
        }
    }
}

impl<A: ReportPart, B: ReportPart> ReportPart for (A, B) {
    #[inline]
    fn write(&self, out: &mut String) {
        self.0.write(out);
        self.1.write(out);
    }

    #[inline]
    fn read(rest: &mut &str) -> Option<Self> {
        Some((A::read(rest)?, B::read(rest)?))
    }
}

/// The last field of a report, which has none of it where nothing is distributed: a pipeline of one
/// machine carries nothing of ranks.
impl ReportPart for OnRanks {
    #[inline]
    fn write(&self, out: &mut String) {
        let OnRanks { axes, needs, network, arrays } = self;
        if !axes.is_empty() {
            axes.write(out);
            needs.write(out);
            network.write(out);
            arrays.write(out);
        }
    }

    #[inline]
    fn read(rest: &mut &str) -> Option<Self> {
        if rest.is_empty() {
            return Some(OnRanks::default());
        }
        Some(OnRanks {
            axes: ReportPart::read(rest)?,
            needs: ReportPart::read(rest)?,
            network: ReportPart::read(rest)?,
            arrays: ReportPart::read(rest)?,
        })
    }
}

/// Structs field by field. A field that is missing here does not compile.
macro_rules! structs {
    ($($Struct:ident { $($field:ident),* })*) => { $(
        impl ReportPart for $Struct {
            #[inline]
            fn write(&self, out: &mut String) {
                let $Struct { $($field),* } = self;
                $($field.write(out);)*
            }

            #[inline]
            fn read(rest: &mut &str) -> Option<Self> {
                Some($Struct { $($field: ReportPart::read(rest)?),* })
            }
        }
    )* };
}
structs! {
    Report {
        pipeline, estimates, machine, asked, hints, cost_model, search, inlined, cloned, enlarged, unused,
        warnings, inputs, groups, not_fused, edges, totals, ranks
    }
    RankNeed { array, group, policy, why }
    RankArray { array, ranks, policy, steps, messages, bytes, choices }
    RankChoices { exchange_ms, rank_ms, everywhere_ms }
    Estimate { name, value }
    Machine { name, configured, l1, l2, llc, cores, lanes }
    Search { strategy, enumerated, cut_short }
    Warning { lint, message }
    Inlined { stage, into, propagated }
    Cloned { stage, readers, times }
    Propagated { with_ms, without_ms }
    Input { name, ty, domain, extents, bytes }
    Group {
        name, stages, shape, tasks, overlap, scratch_bytes, scratch_place, terms, predicted_ms,
        bytes_read, bytes_written, hints, recipes
    }
    Recipe { of, steps }
    Stage { name, ty, domain, extents, live_out, role, layout, points, computed, again }
    Tiles { kind, rows, width, depths, step, prologue, times }
    CostTerm { name, value, unit }
    NotFused { producer, consumer, reason }
    StageEdge { producer, consumer }
    Totals { full_bytes, scratch_bytes, bytes_moved, bytes_moved_unfused }
}

/// Enums by the positions of their variants. A variant that is missing here does not compile.
macro_rules! enums {
    ($($Enum:ident { $($position:literal $Variant:ident { $($field:tt : $held:ident),* })* })*) => { $(
        impl ReportPart for $Enum {
            #[inline]
            fn write(&self, out: &mut String) {
                match self {
                    $($Enum::$Variant { $($field: $held),* } => {
                        usize::write(&$position, out);
                        $($held.write(out);)*
                    })*
                }
            }

            #[inline]
            fn read(rest: &mut &str) -> Option<Self> {
                match usize::read(rest)? {
                    $($position => {
                        Some($Enum::$Variant { $($field: ReportPart::read(rest)?),* })
                    })*
                    _ => None,
                }
            }
        }
    )* };
}
enums! {
    Role {
        0 Scratchpad { bytes: bytes, rows: rows, folded_to: folded_to }
        1 Full { bytes: bytes }
        2 Output { bytes: bytes }
        3 Register {}
    }
    Shape {
        0 Whole {}
        1 Tiles { 0: tiles }
    }
    TileKind {
        0 Overlapped {}
        1 MultiLevel {}
        2 SlidingWindow {}
    }
}
