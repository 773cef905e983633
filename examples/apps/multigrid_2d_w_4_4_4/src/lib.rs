//! A multigrid W-cycle on a square, 4-4-4; see the crate `app-multigrid`.

app_multigrid::multigrid_2d!(
    multigrid_2d_w_4_4_4,
    "multigrid_2d_w_4_4_4",
    "W-cycle of multigrid on a square, 4-4-4 smoothing steps",
    4,
    4,
    4,
    2
);
