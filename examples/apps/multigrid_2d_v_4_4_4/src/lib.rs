//! A multigrid V-cycle on a square, 4-4-4; see the crate `app-multigrid`.

app_multigrid::multigrid_2d!(
    multigrid_2d_v_4_4_4,
    "multigrid_2d_v_4_4_4",
    "V-cycle of multigrid on a square, 4-4-4 smoothing steps",
    4,
    4,
    4,
    1
);
