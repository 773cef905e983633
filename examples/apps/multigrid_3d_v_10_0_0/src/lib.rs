//! A multigrid V-cycle in a cube, 10-0-0; see the crate `app-multigrid`.

app_multigrid::multigrid_3d!(
    multigrid_3d_v_10_0_0,
    "multigrid_3d_v_10_0_0",
    "V-cycle of multigrid in a cube, 10-0-0 smoothing steps",
    10,
    0,
    0,
    1
);
