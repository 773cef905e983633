//! Every application, and the command line that runs them.

pub mod cli;
pub mod compare;
pub mod predictions;
pub mod scale;
pub mod study;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use harness::Application;
use pipeline_tune::Subject;

/// All applications of the papers, in the order in which they are listed.
pub fn applications() -> Vec<Box<dyn Application>> {
    vec![
        app_harris::app(),
        app_unsharp_mask::app(),
        app_bilateral_grid::app(),
        app_blur::app(),
        app_camera_pipeline::app(),
        app_pyramid_blending::app(),
        app_multiscale_interpolate::app(),
        app_local_laplacian::app(),
        app_multigrid_2d_v_4_4_4::app(),
        app_multigrid_2d_v_10_0_0::app(),
        app_multigrid_2d_w_4_4_4::app(),
        app_multigrid_2d_w_10_0_0::app(),
        app_multigrid_3d_v_4_4_4::app(),
        app_multigrid_3d_v_10_0_0::app(),
        app_multigrid_3d_w_4_4_4::app(),
        app_multigrid_3d_w_10_0_0::app(),
        app_minifluxdiv::app(),
        app_resize::app(),
        app_sobel::app(),
        app_transpose::app(),
        app_wavelet::app(),
        app_shi_tomasi::app(),
        app_night::app(),
        app_enhance::app(),
        app_harris_hipacc::app(),
        app_unsharp_hipacc::app(),
    ]
}

/// All applications, those of the papers first, then the programs that nothing was made for.
pub fn everything() -> Vec<Box<dyn Application>> {
    applications().into_iter().chain(pipeline_programs::programs()).collect()
}

/// The application of this name.
///
/// # Errors
/// If there is none; the message lists those that there are.
pub fn application(name: &str) -> Result<Box<dyn Application>> {
    let all = everything();
    let names: Vec<&str> = all.iter().map(|app| app.about().name).collect();
    let names = names.join(", ");
    let found = all.into_iter().find(|app| app.about().name == name);
    found.with_context(|| format!("there is no application `{name}`; there are {names}"))
}

/// The block of an application, to plan it in other ways.
///
/// # Errors
/// If the compiler refuses it.
pub fn subject(app: &dyn Application) -> Result<Subject> {
    let tokens = app.block().parse().map_err(|e: proc_macro2::LexError| anyhow!("{e}"))?;
    Subject::parse(tokens).with_context(|| format!("the block of {}", app.about().name))
}

/// The folder of the workspace, in which candidates are compiled.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
