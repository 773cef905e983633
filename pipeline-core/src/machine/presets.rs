//! Machines with a name.
//!
//! Sizes of caches, numbers of cores and vectors are published figures. PolyMage+'s two systems
//! have the figures of its Section 7.1 and the weights of its Table 2; the other machines use the
//! weights of its Xeon, the closer one.
//!
//! The rates of `generic` are fitted to a measured machine, but for `row`. **Those of the others
//! are estimates, not measurements**, because the machines were not at hand. They come from
//! published clocks, bytes per cycle and memory channels by one rule: `operations` is what the
//! published vector units start per cycle at the base clock, without fused multiply-add; `l2` and
//! `llc` are about 40 % of the published bytes per cycle, what streaming through a cache usually
//! leaves; `memory_of_all` is three quarters of the channels' peak and `memory` what published copy
//! tests of one core show.
//! `launch`, `task` and `row` are typical of a thread pool and scaled with the clock.

use super::{FusionHint, Machine, Rates, Weights};

/// The names of all presets.
pub const PRESETS: [&str; 6] =
    ["haswell", "opteron", "zen3", "skylake_avx512", "apple_m1", "generic"];

/// Half of the 32 streams that Intel documents for the prefetcher of its second-level cache, as
/// other threads and the stack have some, too. Other makers publish no number, and nothing was
/// measured: the paper that has the limit finds its own for each machine.
const STREAMS: i64 = 16;

/// PolyMage+, Table 2, "Intel Xeon".
const XEON: Weights = Weights { w1: 1.0, w2: 100.0, w3: 46_875.0, w4: 1.5 };
/// PolyMage+, Table 2, "AMD Opteron".
const OPTERON: Weights = Weights { w1: 0.3, w2: 100.0, w3: 46_875.0, w4: 2.0 };

/// The preset of this name.
pub(super) fn preset(name: &str, configured: String) -> Option<Machine> {
    Some(match name {
        "haswell" => haswell(configured),
        "opteron" => opteron(configured),
        "zen3" => zen3(configured),
        "skylake_avx512" => skylake_avx512(configured),
        "apple_m1" => apple_m1(configured),
        "generic" => generic(configured),
        _ => return None,
    })
}

/// PolyMage+'s Xeon: two Intel E5-2630 v3, 2.4 GHz, 8 cores each, AVX2. The paper gives the
/// caches; the last-level cache is that of one socket.
fn haswell(configured: String) -> Machine {
    Machine {
        name: "haswell".into(),
        configured,
        l1: 32 << 10,
        l2: 256 << 10,
        llc: 20 << 20,
        cores: 16,
        vector_bytes: 32,
        weights: XEON,
        innermost_tile: 256,
        streams: STREAMS,
        rates: Rates {
            l2: 61.0,
            llc: 31.0,
            memory: 11.0,
            memory_of_all: 90.0,
            operations: 38.4,
            launch: 15_000.0,
            task: 30.0,
            row: 10.0,
        },
        fusion_hint: FusionHint::default(),
    }
}

/// PolyMage+'s Opteron: an AMD 6386 SE at 1.4 GHz, 16 cores. Two cores share 2 MiB of second-level
/// cache and the vector units, 128 bits for each; eight share the last-level cache.
fn opteron(configured: String) -> Machine {
    Machine {
        name: "opteron".into(),
        configured,
        l1: 16 << 10,
        l2: 1 << 20,
        llc: 12 << 20,
        cores: 16,
        vector_bytes: 16,
        weights: OPTERON,
        innermost_tile: 128,
        streams: STREAMS,
        rates: Rates {
            l2: 9.0,
            llc: 4.5,
            memory: 4.0,
            memory_of_all: 19.0,
            operations: 5.6,
            launch: 30_000.0,
            task: 60.0,
            row: 10.0,
        },
        fusion_hint: FusionHint::default(),
    }
}

/// One eight-core die of AMD's Zen 3 at 3.8 GHz with two channels of DDR4-3200, AVX2.
fn zen3(configured: String) -> Machine {
    Machine {
        name: "zen3".into(),
        configured,
        l1: 32 << 10,
        l2: 512 << 10,
        llc: 32 << 20,
        cores: 8,
        vector_bytes: 32,
        weights: XEON,
        innermost_tile: 256,
        streams: STREAMS,
        rates: Rates {
            l2: 49.0,
            llc: 49.0,
            memory: 20.0,
            memory_of_all: 38.0,
            operations: 60.8,
            launch: 15_000.0,
            task: 30.0,
            row: 10.0,
        },
        fusion_hint: FusionHint::default(),
    }
}

/// Intel's Xeon Gold 6148: 20 cores at 2.4 GHz, 2.0 GHz in AVX-512 code, six channels of DDR4-2666.
fn skylake_avx512(configured: String) -> Machine {
    Machine {
        name: "skylake_avx512".into(),
        configured,
        l1: 32 << 10,
        l2: 1 << 20,
        llc: 28_160 << 10,
        cores: 20,
        vector_bytes: 64,
        weights: XEON,
        innermost_tile: 256,
        streams: STREAMS,
        rates: Rates {
            l2: 51.0,
            llc: 13.0,
            memory: 12.0,
            memory_of_all: 96.0,
            operations: 64.0,
            launch: 15_000.0,
            task: 30.0,
            row: 10.0,
        },
        fusion_hint: FusionHint::default(),
    }
}

/// Apple's M1: the four performance cores, 3.2 GHz, NEON. They share 12 MiB of second-level cache,
/// which stands for both outer levels here; the system's cache behind it is smaller. Published
/// tests show 55 of the memory's 68 GB/s in one core alone, so its caches are taken at 80 %.
fn apple_m1(configured: String) -> Machine {
    Machine {
        name: "apple_m1".into(),
        configured,
        l1: 128 << 10,
        l2: 3 << 20,
        llc: 12 << 20,
        cores: 4,
        vector_bytes: 16,
        weights: XEON,
        innermost_tile: 256,
        streams: STREAMS,
        rates: Rates {
            l2: 82.0,
            llc: 82.0,
            memory: 55.0,
            memory_of_all: 55.0,
            operations: 51.2,
            launch: 15_000.0,
            task: 30.0,
            row: 10.0,
        },
        fusion_hint: FusionHint::default(),
    }
}

/// A machine to plan for when nothing is known: what a laptop or a small server of the last ten
/// years has at least, and vectors that every 64-bit x86 and ARM has. Caches and cores are chosen,
/// not those of a product; rates are fitted to a server of 2023.
pub(super) fn generic(configured: String) -> Machine {
    Machine {
        name: "generic".into(),
        configured,
        l1: 32 << 10,
        l2: 1 << 20,
        llc: 8 << 20,
        cores: 8,
        vector_bytes: 32,
        weights: XEON,
        innermost_tile: 256,
        streams: STREAMS,
        rates: Rates {
            l2: 80.0,
            llc: 20.0,
            memory: 20.0,
            memory_of_all: 30.0,
            operations: 90.0,
            launch: 15_000.0,
            task: 30.0,
            // Measured were 4; short rows also pad vectors, which nothing else prices.
            row: 6.0,
        },
        fusion_hint: FusionHint::default(),
    }
}
