//! Programs that a user of the language reference writes: filters and measures of today's image
//! processing that nothing in the compiler was made for. Each is a module with one block, like the
//! applications.

use harness::Application;

pub mod bilateral;
pub mod census;
pub mod clahe;
pub mod exposure_fusion;
pub mod guided_filter;
pub mod optical_flow;
pub mod recursive_blur;
pub mod ssim;

/// All programs, in the order in which they are listed.
pub fn programs() -> Vec<Box<dyn Application>> {
    vec![
        guided_filter::app(),
        clahe::app(),
        exposure_fusion::app(),
        ssim::app(),
        optical_flow::app(),
        recursive_blur::app(),
        bilateral::app(),
        census::app(),
    ]
}
