//! Every variant of every application on one to four threads, against its reference evaluator.

use pipeline_apps::application;

macro_rules! agree {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            let app = application(stringify!($name)).expect("an application");
            let size = app.about().small.parse().expect("a size");
            app.agrees(&size, 3).expect("the reference evaluator's bits");
        }
    )*

        #[test]
        fn none_is_left_out() {
            let tested = [$(stringify!($name)),*];
            for app in pipeline_apps::everything() {
                assert!(tested.contains(&app.about().name), "{} is not tested", app.about().name);
            }
        }
    };
}

agree! {
    harris unsharp_mask bilateral_grid blur camera_pipeline pyramid_blending multiscale_interpolate local_laplacian multigrid_2d_v_4_4_4 multigrid_2d_v_10_0_0 multigrid_2d_w_4_4_4 multigrid_2d_w_10_0_0 multigrid_3d_v_4_4_4 multigrid_3d_v_10_0_0 multigrid_3d_w_4_4_4 multigrid_3d_w_10_0_0 minifluxdiv resize sobel transpose wavelet shi_tomasi night enhance harris_hipacc unsharp_hipacc guided_filter clahe exposure_fusion ssim optical_flow recursive_blur bilateral census
}
