//! Presets, what is refused, and sizes in words.

use super::{Machine, PRESETS, bytes};
use crate::ir::ElemType;

fn preset(name: &str) -> Machine {
    Machine::preset(name, "a test").unwrap_or_else(|| panic!("no preset {name}"))
}

/// What `check` says of `generic` after a change.
fn refused(change: impl FnOnce(&mut Machine)) -> String {
    let mut machine = Machine::default();
    change(&mut machine);
    let found = machine.check().err().unwrap_or_default();
    found.iter().map(|n| format!("{}: {n}\n", n.keys.join(" "))).collect()
}

#[test]
fn presets_are_sound() {
    for name in PRESETS {
        let machine = preset(name);
        assert_eq!(machine.name, name);
        assert_eq!(machine.configured, "a test");
        assert_eq!(machine.check(), Ok(()), "{name}");
        let r = machine.rates;
        assert!(r.l2 >= r.llc && r.llc >= r.memory && r.memory_of_all >= r.memory, "{name}");
    }
    assert_eq!(Machine::preset("haswel", ""), None);
    assert_eq!(Machine::default(), Machine::preset("generic", "the default").unwrap());
}

#[test]
fn the_papers_systems_have_the_papers_figures() {
    let weights = |m: &Machine| [m.weights.w1, m.weights.w2, m.weights.w3, m.weights.w4];
    let (xeon, opteron) = (preset("haswell"), preset("opteron"));
    assert_eq!(weights(&xeon), [1.0, 100.0, 46_875.0, 1.5]);
    assert_eq!(weights(&opteron), [0.3, 100.0, 46_875.0, 2.0]);
    assert_eq!((xeon.innermost_tile, opteron.innermost_tile), (256, 128));
    assert_eq!(
        xeon.to_string(),
        "machine haswell (a test): l1 32 KiB, l2 256 KiB, llc 20 MiB, cores 16, lanes 8"
    );
    assert_eq!(
        opteron.to_string(),
        "machine opteron (a test): l1 16 KiB, l2 1 MiB, llc 12 MiB, cores 16, lanes 4"
    );
}

#[test]
fn lanes_follow_the_type() {
    let lanes = |name, ty| preset(name).lanes(ty);
    assert_eq!(lanes("haswell", ElemType::U8), 32);
    assert_eq!(lanes("haswell", ElemType::U16), 16);
    assert_eq!(lanes("haswell", ElemType::F32), 8);
    assert_eq!(lanes("haswell", ElemType::F64), 4);
    assert_eq!(lanes("skylake_avx512", ElemType::F32), 16);
    let scalar = Machine { vector_bytes: 4, ..Machine::default() };
    assert_eq!((scalar.lanes(ElemType::F32), scalar.lanes(ElemType::F64)), (1, 1));
}

#[test]
fn sizes_that_no_cache_has_are_refused() {
    assert_eq!(
        refused(|m| m.l1 = 32),
        "l1: `l1` of 32 bytes is less than 1 KiB; an integer is in bytes, a string has its unit: \
         \"32KiB\"\n"
    );
    assert_eq!(
        refused(|m| (m.l1, m.l2) = (0, -1)),
        "l1: `l1` of 0 bytes is less than 1 KiB; an integer is in bytes, a string has its unit: \
         \"32KiB\"\n\
         l2: `l2` of -1 bytes is less than 1 KiB; an integer is in bytes, a string has its unit: \
         \"32KiB\"\n"
    );
    assert_eq!(
        refused(|m| m.llc = 1 << 40),
        "llc: `llc` of 1024 GiB is more than 64 GiB, the most there is\n"
    );
    assert_eq!(
        refused(|m| m.l1 = 2 << 20),
        "l1 l2: `l1` of 2 MiB is larger than `l2` of 1 MiB; the caches of a core grow outwards\n"
    );
    assert_eq!(
        refused(|m| m.llc = 3 << 9),
        "l2 llc: `l2` of 1 MiB is larger than `llc` of 1536 bytes; the caches of a core grow \
         outwards\n"
    );
}

#[test]
fn other_nonsense_is_refused() {
    assert_eq!(refused(|m| m.cores = 0), "cores: `cores` is 1 to 4096, not 0\n");
    assert_eq!(refused(|m| m.cores = 5000), "cores: `cores` is 1 to 4096, not 5000\n");
    let lanes = |n: i64| {
        let lanes = "`lanes` is a power of two from 1 to 64, the 32-bit lanes of a vector";
        format!("lanes: {lanes}, not {n}\n")
    };
    for n in [0, 3, 6, 128, -8] {
        assert_eq!(refused(|m| m.vector_bytes = 4 * n), lanes(n));
    }
    assert_eq!(refused(|m| m.vector_bytes = 2), lanes(0));
    assert_eq!(
        refused(|m| m.innermost_tile = 0),
        "innermost_tile: `innermost_tile` is 1 to 65536, not 0\n"
    );
    assert_eq!(refused(|m| m.streams = 0), "streams: `streams` is 1 to 65536, not 0\n");
    let outside = |key: &str, value: &str| {
        format!("{key}: `{key}` is a number from 1e-9 to 1e9, not {value}\n")
    };
    assert_eq!(refused(|m| m.weights.w2 = 0.0), outside("w2", "0"));
    assert_eq!(refused(|m| m.weights.w4 = -1.5), outside("w4", "-1.5"));
    assert_eq!(refused(|m| m.rates.memory = f64::NAN), outside("memory", "NaN"));
    assert_eq!(refused(|m| m.rates.launch = f64::INFINITY), outside("launch", "inf"));
    assert_eq!(refused(|m| m.rates.row = 1e-12), outside("row", "0.000000000001"));
    assert_eq!(refused(|m| m.fusion_hint.t_s = Some(0.0)), outside("t_s", "0"));
    assert_eq!(refused(|m| m.fusion_hint.gamma = Some(0.0)), "");
    assert_eq!(
        refused(|m| m.fusion_hint.gamma = Some(-1.0)),
        "gamma: `gamma` is a number from 0 to 1e9, not -1\n"
    );
}

#[test]
fn sizes_are_shown_in_the_largest_unit_that_fits() {
    let shown = [0, 1, 1000, 1024, 1536, 28_160 << 10, 8 << 20, 1 << 30].map(bytes);
    let expected =
        ["0 bytes", "1 byte", "1000 bytes", "1 KiB", "1536 bytes", "28160 KiB", "8 MiB", "1 GiB"];
    assert_eq!(shown, expected);
}
