//! Calls with random arrays: the value of the reference or an error, and every error occurs.
//!
//! `CALLS=100000` sets how many. `fuzz/` makes the same calls, guided by coverage and watched by
//! the address sanitizer.

mod calls;
mod common;

use calls::{Choices, Outcome, PIPELINES, call};
use std::collections::BTreeMap;

/// SplitMix64.
fn bytes(seed: u64) -> Vec<u8> {
    let word = |i: u64| {
        let z = (seed << 6 | i).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)).to_le_bytes()
    };
    (0..16).flat_map(word).collect()
}

#[test]
fn random_calls_agree_or_are_refused() {
    const ERRORS: [&str; 9] = [
        "ConstraintViolated",
        "ExtentMismatch",
        "OutOfSlice",
        "OutputShape",
        "OverlappingStrides",
        "SizeOverflow",
        "TooSmall",
        "UnsolvableExtent",
        "ZeroExtent",
    ];
    let count = std::env::var("CALLS").ok().and_then(|n| n.parse().ok()).unwrap_or(4_000);
    let mut seen: BTreeMap<Outcome, u64> = BTreeMap::new();
    let mut agreed: BTreeMap<&str, u64> = BTreeMap::new();
    for seed in 0..count {
        let (name, outcome) = call(&mut Choices::new(&bytes(seed)));
        *agreed.entry(name).or_default() += u64::from(outcome == Outcome::Agreed);
        *seen.entry(outcome).or_default() += 1;
    }
    println!("{seen:?}\nagreed: {agreed:?}");
    for error in ERRORS {
        let times = seen.get(&Outcome::Refused(error)).copied().unwrap_or(0);
        assert!(times * 1000 >= count, "{error} occurs {times} times in {count} calls");
    }
    for (name, _) in PIPELINES {
        let times = agreed[name];
        assert!(times * 400 >= count, "`{name}` agreed {times} times in {count} calls");
    }
}
