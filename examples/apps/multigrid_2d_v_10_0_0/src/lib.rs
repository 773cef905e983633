//! A multigrid V-cycle on a square, 10-0-0; see the crate `app-multigrid`.

app_multigrid::multigrid_2d!(
    multigrid_2d_v_10_0_0,
    "multigrid_2d_v_10_0_0",
    "V-cycle of multigrid on a square, 10-0-0 smoothing steps",
    10,
    0,
    0,
    1
);
