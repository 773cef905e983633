//! A multigrid W-cycle in a cube, 4-4-4; see the crate `app-multigrid`.

app_multigrid::multigrid_3d!(
    multigrid_3d_w_4_4_4,
    "multigrid_3d_w_4_4_4",
    "W-cycle of multigrid in a cube, 4-4-4 smoothing steps",
    4,
    4,
    4,
    2
);
