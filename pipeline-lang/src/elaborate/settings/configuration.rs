//! What a build says of all its blocks: the machine of those that name none, and what is shown.

use super::args::unknown;
use crate::passes::{self, Show};
use pipeline_core::machine::{Machine, PRESETS};

/// The environment variable that names a preset.
pub const VARIABLE: &str = "PIPELINE_MACHINE";

/// Cargo's features and the machines they choose. Of several the first one counts. The named
/// machines stand in the order of their second-level caches, because a plan for small caches also
/// runs well in large ones; what is said of no machine in particular stands last.
const FEATURES: [(&str, &str, bool); 7] = [
    ("target-haswell", "haswell", cfg!(feature = "target-haswell")),
    ("target-zen3", "zen3", cfg!(feature = "target-zen3")),
    ("target-skylake-avx512", "skylake_avx512", cfg!(feature = "target-skylake-avx512")),
    ("target-opteron", "opteron", cfg!(feature = "target-opteron")),
    ("target-apple-m1", "apple_m1", cfg!(feature = "target-apple-m1")),
    ("target-native", "native", cfg!(feature = "target-native")),
    ("target-generic", "generic", cfg!(feature = "target-generic")),
];

/// What is configured outside of a block. The default has nothing: the machine is `generic`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Configuration {
    /// Enabled features of Cargo: `target-haswell`.
    pub features: Vec<String>,
    /// The value of [`VARIABLE`].
    pub variable: Option<String>,
    /// The value of [`passes::VARIABLE`].
    pub passes: Option<String>,
}

impl Configuration {
    /// That of this build: the features of this crate and the environment of the compiler.
    pub fn of_this_build() -> Configuration {
        let enabled = FEATURES.iter().filter(|(.., on)| *on);
        let variable = |name| std::env::var_os(name).map(|v| v.to_string_lossy().into_owned());
        Configuration {
            features: enabled.map(|(feature, ..)| feature.to_string()).collect(),
            variable: variable(VARIABLE),
            passes: variable(passes::VARIABLE),
        }
    }

    /// What is to be shown of the passes.
    ///
    /// # Errors
    /// If the variable has no value that there is.
    pub fn show(&self) -> Result<Option<Show>, String> {
        self.passes.as_deref().map_or(Ok(None), Show::asked)
    }

    /// The machine: that of the variable, else of the features, else `generic`.
    ///
    /// # Errors
    /// If the variable names no preset.
    pub fn machine(&self) -> Result<Machine, String> {
        if let Some(name) = self.variable.as_deref().filter(|name| !name.is_empty()) {
            let configured = format!("the environment variable `{VARIABLE}`");
            return Machine::preset(name, &configured).ok_or_else(|| {
                let unknown = unknown("machine", "machines", name, &PRESETS);
                format!("{configured}: {unknown}")
            });
        }
        let on = |feature: &str| self.features.iter().any(|f| f == feature);
        let enabled: Vec<_> = FEATURES.iter().filter(|(feature, ..)| on(feature)).collect();
        let configured = match enabled.as_slice() {
            [] => return Ok(Machine::default()),
            [(feature, ..)] => format!("the feature `{feature}`"),
            [(first, ..), others @ ..] => {
                let others: Vec<String> = others.iter().map(|(f, ..)| format!("`{f}`")).collect();
                format!("the feature `{first}`, which goes before {}", others.join(", "))
            }
        };
        Ok(chosen(enabled[0].1, configured))
    }
}

/// The machine that a feature chooses.
fn chosen(name: &str, configured: String) -> Machine {
    #[cfg(feature = "target-native")]
    if name == "native" {
        return super::native::machine(configured);
    }
    Machine::preset(name, configured).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(features: &[&str], variable: Option<&str>) -> String {
        let features = features.iter().map(ToString::to_string).collect();
        let variable = variable.map(str::to_string);
        match (Configuration { features, variable, passes: None }).machine() {
            Ok(machine) => format!("{} ({})", machine.name, machine.configured),
            Err(message) => message,
        }
    }

    #[test]
    fn the_variable_goes_before_features_and_the_default() {
        assert_eq!(machine(&[], None), "generic (the default)");
        assert_eq!(machine(&[], Some("")), "generic (the default)");
        assert_eq!(machine(&["target-zen3"], None), "zen3 (the feature `target-zen3`)");
        assert_eq!(machine(&["target-generic"], None), "generic (the feature `target-generic`)");
        assert_eq!(
            machine(&["target-zen3"], Some("haswell")),
            "haswell (the environment variable `PIPELINE_MACHINE`)"
        );
        assert_eq!(
            machine(&[], Some("skylake-avx512")),
            "the environment variable `PIPELINE_MACHINE`: unknown machine `skylake-avx512`; did \
             you mean `skylake_avx512`? machines are haswell, opteron, zen3, skylake_avx512, \
             apple_m1 and generic"
        );
    }

    #[test]
    fn of_several_features_the_first_counts_and_all_are_named() {
        let expected = "haswell (the feature `target-haswell`, which goes before `target-zen3`)";
        assert_eq!(machine(&["target-haswell", "target-zen3"], None), expected);
        assert_eq!(machine(&["target-zen3", "target-haswell"], None), expected);
        let all: Vec<&str> = FEATURES.iter().map(|f| f.0).collect();
        let others = "`target-zen3`, `target-skylake-avx512`, `target-opteron`, \
                      `target-apple-m1`, `target-native`, `target-generic`";
        let expected =
            format!("haswell (the feature `target-haswell`, which goes before {others})");
        assert_eq!(machine(&all, None), expected);
    }

    #[test]
    fn features_choose_presets_in_the_order_of_their_caches() {
        let preset = |(_, name, _): &(&str, &str, bool)| Machine::preset(name, "");
        let known: Vec<Machine> = FEATURES.iter().filter_map(preset).collect();
        assert_eq!(known.len(), PRESETS.len());
        let named: Vec<i64> = known[..known.len() - 1].iter().map(|m| m.l2).collect();
        assert!(named.is_sorted(), "{named:?}");
    }
}
