//! Filters of neighbourhoods.

use super::pair::pair;
use super::{blank, whole};
use crate::everyday::candidate::Candidate;
use crate::everyday::data::{self, Sample, Size};
use crate::everyday::pipelines::{edges, order, smooth};
use crate::everyday::plain;

operations! {
    smooth::gaussian_grey: grey => grey(whole), plain::smooth::gaussian::<T, 1>;
    smooth::gaussian_rgb: rgb => rgb(whole), plain::smooth::gaussian::<T, 3>;
    smooth::box5_grey: grey => grey(whole), plain::smooth::box5::<T, 1>;
    smooth::box5_rgb: rgb => rgb(whole), plain::smooth::box5::<T, 3>;
    smooth::box31_grey: grey => grey(whole), plain::smooth::box31::<T, 1>;
    smooth::box31_rgb: rgb => rgb(whole), plain::smooth::box31::<T, 3>;
    smooth::box31_steps_grey: grey => grey(whole), plain::smooth::box31::<T, 1>;
    edges::sobel_grey: grey => grey(whole), plain::edges::sobel::<T, 1>;
    edges::sobel_rgb: rgb => rgb(whole), plain::edges::sobel::<T, 3>;
    edges::laplacian_grey: grey => grey(whole), plain::edges::laplacian::<T, 1>;
    edges::laplacian_rgb: rgb => rgb(whole), plain::edges::laplacian::<T, 3>;
    order::erode5_grey: grey => grey(whole), plain::order::erode5::<T, 1>;
    order::erode5_rgb: rgb => rgb(whole), plain::order::erode5::<T, 3>;
    order::median5_grey: grey => grey(whole), plain::order::median5::<T, 1>;
    order::median5_rgb: rgb => rgb(whole), plain::order::median5::<T, 3>;
}
