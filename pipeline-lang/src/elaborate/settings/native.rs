//! The machine that compiles: its caches, cores and vectors.
//!
//! Asked for with the feature `target-native` only, because a build should be reproducible. Linux
//! lists the caches in files; elsewhere an x86 processor is asked itself. Both describe the first
//! core.

use pipeline_core::machine::Machine;
use std::fs::read_to_string;
use std::path::Path;

/// Where Linux describes the first core.
const FIRST_CORE: &str = "/sys/devices/system/cpu/cpu0";

/// A cache, as the system describes it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cache {
    level: u32,
    bytes: i64,
    /// Hardware threads that share it.
    threads: i64,
}

/// The build machine. Its rates are those of `generic`, with operations in proportion to the lanes.
/// If its caches cannot be found, or are none that a machine has, it is `generic`, and says so.
pub(super) fn machine(configured: String) -> Machine {
    let vector_bytes = vector_bytes();
    let cores = std::thread::available_parallelism().map(|n| n.get() as i64);
    let found = linux(Path::new(FIRST_CORE)).or_else(processor);
    let generic = Machine::default();
    let probed = found.zip(cores.ok()).and_then(|(caches, cores)| {
        let mut machine = with_caches(&caches, generic.clone())?;
        machine.name = "native".into();
        machine.configured = configured.clone();
        machine.cores = cores;
        machine.rates.operations *= vector_bytes as f64 / machine.vector_bytes as f64;
        machine.vector_bytes = vector_bytes;
        machine.check().is_ok().then_some(machine)
    });
    probed.unwrap_or_else(|| {
        let configured = format!("{configured}, but the caches of this machine are not known");
        Machine { configured, ..generic }
    })
}

/// The first-level cache, a core's share of the second level, and the whole of the last.
fn with_caches(caches: &[Cache], machine: Machine) -> Option<Machine> {
    let level = |level: u32| caches.iter().find(|c| c.level == level);
    let (l1, l2) = (level(1)?, level(2)?);
    let last = caches.iter().max_by_key(|c| c.level)?;
    // Threads of one core share its first-level cache.
    let cores = (l2.threads / l1.threads.max(1)).max(1);
    Some(Machine { l1: l1.bytes, l2: l2.bytes / cores, llc: last.bytes, ..machine })
}

/// The data caches that Linux lists in a folder for a core.
fn linux(core: &Path) -> Option<Vec<Cache>> {
    let mut caches = Vec::new();
    for index in 0..16 {
        let folder = core.join(format!("cache/index{index}"));
        let read = |name: &str| read_to_string(folder.join(name)).ok();
        let Some(kind) = read("type") else { break };
        if kind.trim() == "Instruction" {
            continue;
        }
        let level = read("level")?.trim().parse().ok()?;
        let bytes = size(read("size")?.trim())?;
        let threads = count(read("shared_cpu_list")?.trim())?;
        caches.push(Cache { level, bytes, threads });
    }
    (!caches.is_empty()).then_some(caches)
}

/// `48K`, `32M`.
fn size(text: &str) -> Option<i64> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let shift = match &text[digits.len()..] {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return None,
    };
    digits.parse::<i64>().ok()?.checked_mul(1 << shift)
}

/// How many numbers a list such as `0-3,8` has.
fn count(list: &str) -> Option<i64> {
    let mut total = 0;
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (first.parse::<i64>().ok()?, last.parse::<i64>().ok()?);
        total += last.checked_sub(first)?.checked_add(1)?;
    }
    Some(total)
}

/// The data caches as the processor itself describes them.
#[cfg(target_arch = "x86_64")]
fn processor() -> Option<Vec<Cache>> {
    use raw_cpuid::{CacheType, CpuId};
    let caches = CpuId::new().get_cache_parameters()?;
    let data = caches.filter(|c| matches!(c.cache_type(), CacheType::Data | CacheType::Unified));
    let caches: Option<Vec<Cache>> = data
        .map(|c| {
            let line = c.physical_line_partitions().checked_mul(c.coherency_line_size())?;
            let bytes = c.sets().checked_mul(c.associativity())?.checked_mul(line)?;
            let (level, threads) = (c.level().into(), c.max_cores_for_cache() as i64);
            Some(Cache { level, bytes: i64::try_from(bytes).ok()?, threads })
        })
        .collect();
    let caches = caches?;
    (!caches.is_empty()).then_some(caches)
}

/// Only x86 processors say.
#[cfg(not(target_arch = "x86_64"))]
fn processor() -> Option<Vec<Cache>> {
    None
}

/// Bytes of the widest vectors: on x86 those of this processor, elsewhere the 16 of NEON.
fn vector_bytes() -> i64 {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx512f") {
            return 64;
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            return 32;
        }
    }
    16
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn figures(caches: &[Cache]) -> Option<[i64; 3]> {
        with_caches(caches, Machine::default()).map(|m| [m.l1, m.l2, m.llc])
    }

    fn cache(level: u32, kib: i64, threads: i64) -> Cache {
        Cache { level, bytes: kib << 10, threads }
    }

    #[test]
    fn a_core_has_its_share_of_the_second_level() {
        // Two threads a core; a second-level cache of its own; a last level of eight cores.
        let zen = [cache(1, 32, 2), cache(2, 512, 2), cache(3, 32 << 10, 16)];
        assert_eq!(figures(&zen), Some([32 << 10, 512 << 10, 32 << 20]));
        // Four cores share the second level, which is the last.
        let shared = [cache(1, 128, 1), cache(2, 12 << 10, 4)];
        assert_eq!(figures(&shared), Some([128 << 10, 3 << 20, 12 << 20]));
        assert_eq!(figures(&[cache(1, 32, 1)]), None);
    }

    #[test]
    fn linuxs_files_are_read() {
        let core = std::env::temp_dir().join(format!("pipeline-caches-{}", std::process::id()));
        let write = |index: u32, level: &str, kind: &str, size: &str, shared: &str| {
            let folder = core.join(format!("cache/index{index}"));
            fs::create_dir_all(&folder).unwrap();
            let files =
                [("level", level), ("type", kind), ("size", size), ("shared_cpu_list", shared)];
            for (name, text) in files {
                fs::write(folder.join(name), format!("{text}\n")).unwrap();
            }
        };
        write(0, "1", "Data", "48K", "0,64");
        write(1, "1", "Instruction", "32K", "0,64");
        write(2, "2", "Unified", "2048K", "0,64");
        write(3, "3", "Unified", "32M", "0-15,64-79");
        let found = linux(&core);
        write(3, "3", "Unified", "many", "0-15");
        let strange = linux(&core);
        fs::remove_dir_all(&core).unwrap();
        let expected = [cache(1, 48, 2), cache(2, 2048, 2), cache(3, 32 << 10, 32)];
        assert_eq!(found.as_deref(), Some(&expected[..]));
        assert_eq!((strange, linux(&core)), (None, None));
    }

    #[test]
    fn this_machine_is_sound_or_generic() {
        let found = machine("a test".into());
        assert_eq!(found.check(), Ok(()));
        match found.name.as_str() {
            "native" => assert_eq!(found.configured, "a test"),
            "generic" => {
                assert_eq!(found.configured, "a test, but the caches of this machine are not known")
            }
            other => panic!("{other}"),
        }
    }
}
