//! What a block without a machine expands to under several configurations.

use pipeline_core::report::{carried, text::text};
use pipeline_lang::elaborate::Configuration;
use pipeline_lang::expand_for;
use proc_macro2::{TokenStream, TokenTree};

const BODY: &str = "fn f(img: [f32; n]) -> out { out(x) = 2.0 * img(x); }";

fn expand(attributes: &str, features: &[&str], variable: Option<&str>) -> String {
    let features = features.iter().map(ToString::to_string).collect();
    let variable = variable.map(str::to_string);
    let configuration = Configuration { features, variable, passes: None };
    let text = format!("{attributes} {BODY}");
    expand_for(text.parse().expect("tokens"), &configuration).to_string()
}

/// The plans that an expansion carries, as text.
fn plans(expansion: TokenStream) -> Vec<String> {
    let plan = |tree| match tree {
        TokenTree::Group(group) => plans(group.stream()),
        tree => {
            let literal = syn::parse2::<syn::LitStr>(tree.into());
            let report = literal.ok().and_then(|literal| carried::read(&literal.value()));
            report.iter().map(text).collect()
        }
    };
    expansion.into_iter().flat_map(plan).collect()
}

/// The machine and where it was configured, from a plan.
fn machine(plan: &str) -> &str {
    let line = plan.lines().find_map(|line| line.strip_prefix("machine "));
    line.expect("a line").trim_start()
}

#[test]
fn the_attribute_goes_before_the_variable_and_that_before_features() {
    let (attribute, features) = ("#[machine(opteron)]", ["target-haswell"]);
    let of = |attribute, features: &[&str], variable| {
        let expansion = expand(attribute, features, variable).parse().expect("tokens");
        machine(&plans(expansion)[0]).to_string()
    };
    let by_attribute = "opteron (the attribute `machine(opteron)`)";
    let by_variable = "zen3 (the environment variable `PIPELINE_MACHINE`)";
    assert_eq!(of(attribute, &features, Some("zen3")), by_attribute);
    assert_eq!(of("", &features, Some("zen3")), by_variable);
    assert_eq!(of("", &features, None), "haswell (the feature `target-haswell`)");
    assert_eq!(of("", &[], None), "generic (the default)");
}

#[test]
fn only_a_block_without_a_machine_depends_on_the_variable() {
    let tracked = "option_env ! (\"PIPELINE_MACHINE\")";
    assert!(expand("", &[], None).contains(tracked));
    assert!(expand("", &[], Some("zen3")).contains(tracked));
    assert!(!expand("#[machine(zen3)]", &[], None).contains(tracked));
    let message = "the environment variable `PIPELINE_MACHINE`: unknown machine `pentium`";
    let wrong = expand("", &[], Some("pentium"));
    assert!(wrong.contains(message) && wrong.contains("pub fn into"), "{wrong}");
    assert!(!expand("#[machine(zen3)]", &[], Some("pentium")).contains("pentium"));
}

/// What `PIPELINE_PASSES` shows goes to the terminal: none of it is in the expansion, which names
/// the variable so that Cargo notices when it changes.
#[test]
fn passes_are_shown_beside_the_expansion() {
    let expand = |passes: Option<&str>| {
        let passes = passes.map(str::to_string);
        let configuration = Configuration { passes, ..Configuration::default() };
        expand_for(BODY.parse().expect("tokens"), &configuration).to_string()
    };
    let expansion = expand(None);
    assert!(expansion.contains("option_env ! (\"PIPELINE_PASSES\")"), "{expansion}");
    for value in ["", "time", "dump", "verify"] {
        assert_eq!(expand(Some(value)), expansion, "{value}");
    }
    let wrong = expand(Some("times"));
    let message = "the environment variable `PIPELINE_PASSES`: unknown value `times`; did you mean \
                   `time`? values are time, dump and verify";
    assert!(wrong.contains(message) && wrong.contains("pub fn into"), "{wrong}");
}

#[test]
fn a_block_for_several_types_has_one_machine() {
    let block = "#[machine(zen3, cores = 3)] #[schedule(no_fuse(g))]
        fn f<T: u8, f32>(img: [T; n]) -> out { g(x) = img(x); out(x) = g(x); }";
    let expansion = expand_for(block.parse().expect("tokens"), &Configuration::default());
    let machines: Vec<String> = plans(expansion).iter().map(|p| machine(p).to_string()).collect();
    let attribute = "zen3 (the attribute `machine(zen3, cores = 3)`)";
    assert_eq!(machines, [attribute; 2]);
    let wrong = block.replace("cores = 3", "cores = 0").replace("no_fuse(g)", "no_fuse(h)");
    let wrong = expand_for(wrong.parse().expect("tokens"), &Configuration::default()).to_string();
    assert_eq!(wrong.matches("compile_error").count(), 2, "{wrong}");
}
