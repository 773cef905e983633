//! Results of another shape than the picture.

use super::pair::pair;
use super::{blank, half, twice, whole};
use crate::everyday::candidate::Candidate;
use crate::everyday::data::{self, Sample, Size};
use crate::everyday::pipelines::{mosaic, sizes};
use crate::everyday::plain;

operations! {
    mosaic::demosaic: grey => rgb(whole), plain::mosaic::demosaic::<T>;
    sizes::halve_grey: grey => grey(half), plain::sizes::halve::<T, 1>;
    sizes::halve_rgb: rgb => rgb(half), plain::sizes::halve::<T, 3>;
    sizes::double_grey: grey => grey(twice), plain::sizes::double::<T, 1>;
    sizes::double_rgb: rgb => rgb(twice), plain::sizes::double::<T, 3>;
}
