//! How loads are printed.

use super::{Printer, apart, lane, lanes, list, value};
use crate::ir::text::show_border;
use crate::kernel::{Coordinate, InLanes, Line, LinePlace, Load, PointFunction};
use crate::loops::build::LaneQuotient;
use std::fmt::Write;

impl Printer<'_, '_, '_> {
    pub(super) fn load(&self, load: &Load, function: &PointFunction) -> String {
        let name = |line: usize| format!("`{}`", function.loaded[line].name);
        let place = |line: &LinePlace| match line {
            LinePlace::Handed(line) => name(*line),
            LinePlace::Here(line) => self.line(line),
        };
        match load {
            Load::Line { line, along, stride, ends } => {
                let (along, ends) = (self.affine(along), show_border(*ends));
                format!("load {} at {along}{}{ends}", place(line), lanes(*stride))
            }
            Load::Interleaved { members, every } => {
                let (values, places) = self.members(members, &name);
                format!("load {values} interleaved from {places}, every {every}")
            }
            Load::With(id) => format!("loaded with {}", value(*id)),
            Load::Splat { line, along } => {
                format!("splat {} at {}", place(line), self.affine(along))
            }
            Load::BorderResolved { line, along, border } => {
                let border = show_border(Some(*border));
                format!("splat {} at {}{border}", place(line), self.affine(along))
            }
            Load::Scattered { line, at } => format!("load {} at {}", name(*line), value(*at)),
            Load::Gather { source, index, border, neighbours, table } => {
                let (source, index) = (self.source(*source), list(index, |c| self.coordinate(c)));
                let border = show_border(*border);
                let apart = apart(*neighbours);
                match table {
                    None => format!("gather {source}({index}){border}{apart}"),
                    Some(n) => format!("look up {source}({index}) of {n}{border}{apart}"),
                }
            }
            Load::Spread { source, first, distances, neighbours } => {
                let index = list(first, |a| self.affine(a));
                let (distances, apart) = (self.in_lanes(distances), apart(*neighbours));
                format!("spread {}({index}) by {distances}{apart}", self.source(*source))
            }
            Load::Pair { source, index, border, neighbours, members } => {
                let (source, index) = (self.source(*source), list(index, |c| self.coordinate(c)));
                let (border, apart) = (show_border(*border), apart(*neighbours));
                let [low, high] = members.map(value);
                format!("gather {low} and {high} from {source}({index}) on{border}{apart}")
            }
            Load::Entries { source, index, dim, entries, neighbours } => {
                let differ = match *dim + 1 == index.len() {
                    true => String::new(),
                    false => format!(", rows along {dim}"),
                };
                let (source, index) = (self.source(*source), list(index, |c| self.coordinate(c)));
                format!("entry {source}({index}) of {entries}{differ}{}", apart(*neighbours))
            }
            Load::Row { source, first, neighbours } => {
                let (source, index) = (self.source(*source), list(first, |c| self.coordinate(c)));
                format!("load row {source}({index}){}", apart(*neighbours))
            }
            Load::Point { source, index, border, each_lane } => {
                let each_lane = if *each_lane { ", each lane" } else { "" };
                let index = list(index, |i| self.index(i));
                let border = show_border(*border);
                format!("load {}({index}){border}{each_lane}", self.source(*source))
            }
        }
    }

    fn coordinate(&self, coordinate: &Coordinate) -> String {
        match coordinate {
            Coordinate::Same(a) => self.affine(a),
            Coordinate::From { first, .. } => format!("{} in lanes", self.affine(first)),
            Coordinate::Each(id, _) => value(*id),
            Coordinate::Uniform(id) => format!("{} of all lanes", value(*id)),
        }
    }

    pub(super) fn in_lanes(&self, InLanes { first, step, quotients }: &InLanes) -> String {
        let mut text = format!("{}{}", self.affine(first), lane(*step));
        for LaneQuotient { inner, divisor, step, factor } in quotients {
            let inner = self.affine(inner);
            let factor = if *factor == 1 { "".into() } else { format!("{factor}*") };
            let _ = write!(text, " + {factor}(({inner}{}) / {divisor})", lane(*step));
        }
        text
    }

    pub(super) fn line(&self, line: &Line) -> String {
        let index = line.index.iter().enumerate();
        let index = index.map(|(dim, a)| if dim == line.dim { "_".into() } else { self.affine(a) });
        let index = index.collect::<Vec<_>>().join(", ");
        let border = show_border(line.border);
        format!("{}({index}){}{border}", self.source(line.source), apart(line.neighbours))
    }
}
