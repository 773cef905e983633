//! Two stencils after each other, worked by hand under every border.

/// Taps of a Gaussian.
pub const GAUSSIAN: &str = "[[1, 2, 1], [2, 4, 2], [1, 2, 1]]";

/// What is read.
pub const IMAGE: [[i32; 5]; 5] =
    [[1, 3, 7, 5, 9], [8, 3, 7, 6, 3], [1, 6, 4, 3, 2], [5, 4, 2, 1, 8], [7, 8, 4, 4, 2]];

/// A border of the second stage, that of the input, and what two Gaussians of `IMAGE` are, each
/// of them over its own source as it is continued beyond its edges.
pub struct Worked {
    pub input: &'static str,
    pub between: &'static str,
    pub expected: [[i32; 5]; 5],
}

/// `clamp` and `mirror` are the same for stencils of 3 × 3.
const CLAMPED: [[i32; 5]; 5] = [
    [874, 1080, 1348, 1520, 1594],
    [1020, 1130, 1251, 1280, 1255],
    [1106, 1119, 1079, 1024, 1016],
    [1280, 1195, 1016, 920, 965],
    [1544, 1380, 1098, 920, 914],
];

/// Two Gaussians.
pub const WORKED: [Worked; 8] = [
    Worked { input: "clamp", between: "clamp", expected: CLAMPED },
    Worked { input: "mirror", between: "mirror", expected: CLAMPED },
    Worked {
        input: "mirror101",
        between: "mirror101",
        expected: [
            [1076, 1174, 1342, 1394, 1376],
            [1092, 1158, 1256, 1258, 1228],
            [1138, 1128, 1079, 1012, 984],
            [1252, 1162, 980, 886, 884],
            [1336, 1210, 972, 870, 880],
        ],
    },
    Worked {
        input: "repeat",
        between: "repeat",
        expected: [
            [1222, 1246, 1292, 1292, 1252],
            [1125, 1181, 1248, 1228, 1154],
            [1090, 1120, 1079, 1023, 1032],
            [1177, 1153, 1019, 963, 1064],
            [1258, 1236, 1154, 1126, 1194],
        ],
    },
    Worked {
        input: "constant(2)",
        between: "constant(2)",
        expected: [
            [491, 762, 911, 941, 672],
            [717, 1075, 1199, 1166, 806],
            [773, 1085, 1079, 989, 698],
            [825, 1084, 967, 857, 638],
            [662, 843, 720, 620, 462],
        ],
    },
    Worked { input: "clamp", between: "mirror", expected: CLAMPED },
    Worked {
        input: "clamp",
        between: "mirror101",
        expected: [
            [1000, 1120, 1332, 1440, 1456],
            [1052, 1130, 1251, 1280, 1266],
            [1120, 1119, 1079, 1024, 1008],
            [1272, 1195, 1016, 920, 926],
            [1408, 1292, 1044, 912, 912],
        ],
    },
    Worked {
        input: "clamp",
        between: "repeat",
        expected: [
            [1173, 1187, 1295, 1352, 1297],
            [1084, 1130, 1251, 1280, 1191],
            [1089, 1119, 1079, 1024, 1033],
            [1209, 1195, 1016, 920, 1036],
            [1285, 1273, 1151, 1088, 1171],
        ],
    },
];

/// Taps that no border continues by chance.
pub const SKEWED: &str = "[[1, 2, -3], [5, 4, 7], [-1, 9, 2]]";

/// A border of the input and of the first of two stencils with the taps of [`SKEWED`].
pub struct Skewed {
    pub mode: &'static str,
    /// What is added to the first stencil.
    pub added: &'static str,
    pub expected: [[i32; 5]; 5],
    /// Points of the result that are others without the exchange.
    pub differ: usize,
}

/// Two stencils of skewed taps.
pub const SKEWED_WORKED: [Skewed; 4] = [
    Skewed {
        mode: "mirror",
        added: "",
        expected: [
            [2620, 3153, 3219, 3372, 3197],
            [3108, 2611, 2628, 2465, 2675],
            [2796, 2701, 2184, 2836, 2933],
            [4062, 3367, 2813, 2038, 2251],
            [4876, 4336, 2870, 1795, 1428],
        ],
        differ: 16,
    },
    Skewed {
        mode: "mirror101",
        added: "",
        expected: [
            [2325, 3541, 3579, 3284, 3810],
            [3458, 2504, 2569, 2787, 2578],
            [2712, 2779, 2184, 2523, 2110],
            [3876, 3020, 2645, 1833, 2980],
            [3634, 3501, 2202, 2884, 1802],
        ],
        differ: 16,
    },
    Skewed {
        mode: "repeat",
        added: "",
        expected: [
            [2683, 3605, 3760, 3002, 3590],
            [3173, 2611, 2609, 3007, 2632],
            [2916, 2647, 2184, 2453, 2796],
            [3174, 3328, 3192, 2420, 3506],
            [3583, 3553, 3529, 3845, 2590],
        ],
        differ: 0,
    },
    Skewed {
        mode: "repeat",
        added: " + (10 * y + x) as i32",
        expected: [
            [2809, 3732, 3913, 3181, 3765],
            [3559, 2998, 3022, 3446, 3067],
            [3562, 3294, 2857, 3152, 3491],
            [4080, 4235, 4125, 3379, 4461],
            [4249, 4220, 4222, 4564, 3305],
        ],
        differ: 13,
    },
];
