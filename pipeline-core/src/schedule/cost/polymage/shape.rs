//! A group as its cost function sees it, and how many points a tile of it has.
//!
//! Sizes are numbers here: those of the estimates. Nothing is assumed of them: extents may be zero
//! or huge, tiles larger than the image and halos larger than the extent. Points are counted in
//! `f64`, where nothing overflows.

/// What the cost function asks of a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupShape {
    /// The group's dimensions, outermost first: those of its live-outs. Every other list of
    /// dimensions follows this one.
    pub dims: Vec<DimShape>,
    /// The stages.
    pub stages: Vec<StageShape>,
    /// What the stages read from outside the group: each input or stage once.
    pub live_ins: Vec<ArrayShape>,
}

/// A dimension of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DimShape {
    /// Points of the live-outs along it; the largest, where they differ.
    pub extent: i64,
    /// How much is reused along it, see [`reuse`](super::reuse). Only the ratios between dimensions
    /// matter. What is negative or not finite counts as 0.
    pub reuse: f64,
}

/// A stage of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct StageShape {
    /// Its values.
    pub array: ArrayShape,
    /// Whether it is seen from outside the group.
    pub live_out: bool,
}

/// The values of a stage or live-in.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayShape {
    /// Bytes a point.
    pub bytes: i64,
    /// Points in those of its dimensions that follow no dimension of the group; 1 without such.
    pub planes: i64,
    /// How it lies along each dimension of the group.
    pub along: Vec<DimFootprint>,
}

/// How an array lies along one dimension of the group.
///
/// A tile of live-out points `first..=last` needs the array's points
/// `floor(scale·first) + lo ..= floor(scale·last) + hi` that its domain has.
///
/// This is the tight tile shape (PolyMage, Section 3.4), tighter than the paper's: `lo` and `hi`
/// are those of this stage, not of a hyperplane that all stages lie under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DimFootprint {
    /// Points a live-out point.
    pub scale: Scale,
    /// The first needed point, usually not positive.
    pub lo: i64,
    /// The last needed point, usually not negative.
    pub hi: i64,
    /// Points of the whole domain.
    pub extent: i64,
}

/// A fraction that is not negative. A denominator below 1 counts as 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Numerator.
    pub num: i64,
    /// Denominator.
    pub den: i64,
}

impl Scale {
    /// One.
    pub const ONE: Scale = Scale { num: 1, den: 1 };
    /// Zero: the same points whatever the tile.
    pub const ZERO: Scale = Scale { num: 0, den: 1 };

    fn ratio(self) -> f64 {
        self.num.max(0) as f64 / self.den.max(1) as f64
    }
}

impl DimFootprint {
    /// Of an array that does not have the dimension: one point.
    pub const ABSENT: DimFootprint = DimFootprint { scale: Scale::ZERO, lo: 0, hi: 0, extent: 1 };

    /// Points that a tile of `tile` live-out points needs; the tile starts at a multiple of the
    /// scale's denominator.
    fn points(&self, tile: i64) -> f64 {
        let steps = i128::from(tile.max(1)) - 1;
        let advance = steps * i128::from(self.scale.num.max(0)) / i128::from(self.scale.den.max(1));
        let needed = advance + i128::from(self.hi) - i128::from(self.lo) + 1;
        needed.clamp(0, i128::from(self.extent.max(0))) as f64
    }

    /// Those of them that no other tile computes too: `scale·tile`, or all if the tile is the only
    /// one along a dimension of `extent` points.
    fn own(&self, tile: i64, extent: i64) -> f64 {
        let needed = self.points(tile);
        if tile >= extent { needed } else { needed.min(self.scale.ratio() * tile as f64) }
    }

    /// Points for each live-out point of a large tile.
    fn density(&self) -> f64 {
        if self.scale.num > 0 { self.scale.ratio() } else { self.points(1) }
    }
}

impl ArrayShape {
    /// Points that a tile needs.
    pub(super) fn points(&self, tile: &[i64]) -> f64 {
        let along = self.along.iter().zip(tile);
        self.planes() * along.map(|(a, tile)| a.points(*tile)).product::<f64>()
    }

    /// Those of them that no other tile needs too.
    pub(super) fn own(&self, dims: &[DimShape], tile: &[i64]) -> f64 {
        let along = self.along.iter().zip(tile).zip(dims);
        self.planes() * along.map(|((a, tile), d)| a.own(*tile, d.extent)).product::<f64>()
    }

    /// Points for each live-out point of a large tile.
    pub(super) fn density(&self) -> f64 {
        self.planes() * self.along.iter().map(DimFootprint::density).product::<f64>()
    }

    /// Bytes of the whole domain.
    pub(super) fn domain_bytes(&self) -> f64 {
        let along = self.along.iter().map(|a| a.extent.max(0) as f64);
        self.bytes() * self.planes() * along.product::<f64>()
    }

    /// Bytes a point.
    pub(super) fn bytes(&self) -> f64 {
        self.bytes.max(0) as f64
    }

    fn planes(&self) -> f64 {
        self.planes.max(0) as f64
    }
}

impl GroupShape {
    /// The sum of a figure of every stage.
    pub(super) fn sum(&self, of: impl Fn(&StageShape) -> f64) -> f64 {
        self.stages.iter().map(of).sum()
    }

    /// The standard deviation of the stages' extents along each dimension, added up. A stage is no
    /// sample of a dimension that it does not follow.
    pub(super) fn dim_difference(&self) -> f64 {
        let deviation = |dim: usize| {
            let along = self.stages.iter().filter_map(|s| s.array.along.get(dim));
            let following = along.filter(|a| a.scale.num > 0);
            let extents: Vec<f64> = following.map(|a| a.extent.max(0) as f64).collect();
            let count = extents.len().max(1) as f64;
            let mean = extents.iter().sum::<f64>() / count;
            (extents.iter().map(|e| (e - mean).powi(2)).sum::<f64>() / count).sqrt()
        };
        (0..self.dims.len()).map(deviation).sum()
    }
}
