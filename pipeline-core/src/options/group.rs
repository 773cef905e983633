//! Groups of stages as they are written: `group(ix, iy, harris; strip = 64, step = 2)`.

use crate::ir::Loc;
use std::fmt;

/// Stages that are computed together, in this shape. What is left out is chosen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupHint {
    /// Where it is written.
    pub loc: Loc,
    /// Names of its stages, each in one group at most. A name that is no stage's has no effect.
    pub stages: Vec<At<String>>,
    /// The variable of the live-outs whose dimension is cut into strips.
    pub along: Option<At<String>>,
    /// The variables of the live-outs whose planes are computed together, though they could be on
    /// their own. Where anything of the shape is given, those of no others are.
    pub together: Vec<At<String>>,
    /// Rows of a strip: at least 1.
    pub strip: Option<At<i64>>,
    /// Rows of a step: from 1 to the rows of a strip.
    pub step: Option<At<i64>>,
    /// Columns of a block.
    pub width: Option<At<Width>>,
    /// Other dimensions that are cut. Where this or the width is given, no others are.
    pub depths: Vec<At<Depth>>,
    /// Steps in time that are computed at once, of the one stage: at least 1.
    pub times: Option<At<i64>>,
}

/// Something with the place where it is written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct At<T> {
    /// What is written.
    pub value: T,
    /// Where.
    pub loc: Loc,
}

/// Columns of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// All: rows are not cut.
    Whole,
    /// So many, at least 1.
    Columns(i64),
}

/// A dimension between the rows and the columns that is cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Its variable.
    pub var: String,
    /// Coordinates of a block: at least 1.
    pub size: i64,
}

impl<T> From<T> for At<T> {
    /// What is written nowhere.
    fn from(value: T) -> At<T> {
        At { value, loc: Loc::default() }
    }
}

impl GroupHint {
    /// Whether a stage is one of the group's.
    pub fn names(&self, stage: &str) -> bool {
        self.stages.iter().any(|name| name.value == stage)
    }

    /// The first number or name of its shape that is given, with its key.
    pub fn first_of_shape(&self) -> Option<(&'static str, Loc)> {
        let along = self.along.as_ref().map(|at| ("along", at.loc));
        let number = |key, at: &Option<At<i64>>| at.as_ref().map(|at| (key, at.loc));
        let width = self.width.as_ref().map(|at| ("width", at.loc));
        let together = self.together.first().map(|at| ("together", at.loc));
        let depth = self.depths.first().map(|at| ("depth", at.loc));
        let numbers = [number("strip", &self.strip), number("step", &self.step)];
        let all = [along, together].into_iter().chain(numbers).chain([width, depth]);
        all.flatten().next()
    }

    /// What is given of its shape, as it is written.
    fn shape(&self) -> Vec<String> {
        let number =
            |key: &str, at: &Option<At<i64>>| at.as_ref().map(|at| format!("{key} = {}", at.value));
        let along = self.along.as_ref().map(|at| format!("along({})", at.value));
        let together: Vec<&str> = self.together.iter().map(|at| at.value.as_str()).collect();
        let together = (!together.is_empty()).then(|| format!("together({})", together.join(", ")));
        let width = self.width.as_ref().map(|at| match at.value {
            Width::Whole => "width = \"whole\"".to_string(),
            Width::Columns(n) => format!("width = {n}"),
        });
        let depths = self.depths.iter().map(|at| format!("{} = {}", at.value.var, at.value.size));
        let depths: Vec<String> = depths.collect();
        let depth = (!depths.is_empty()).then(|| format!("depth({})", depths.join(", ")));
        let parts = [
            along,
            together,
            number("strip", &self.strip),
            number("step", &self.step),
            depth,
            width,
            number("times", &self.times),
        ];
        parts.into_iter().flatten().collect()
    }
}

impl fmt::Display for GroupHint {
    /// As the attribute `schedule` spells it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stages: Vec<&str> = self.stages.iter().map(|at| at.value.as_str()).collect();
        let (stages, shape) = (stages.join(", "), self.shape());
        match shape.is_empty() {
            true => write!(f, "group({stages})"),
            false => write!(f, "group({stages}; {})", shape.join(", ")),
        }
    }
}
