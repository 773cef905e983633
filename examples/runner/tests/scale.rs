//! What the simulator says of the applications that `docs/ranks.md` shows; `BLESS=1` rewrites it.

use std::path::Path;

use clap::Parser;
use harness::Application;
use pipeline_apps::cli::Cli;
use pipeline_apps::{everything, subject};
use pipeline_core::ir::Loc;
use pipeline_core::options::{DistributeHint, Options};
use pipeline_ranks::{Call, Hand, Network, Owner, Ranks, Table, tree};
use pipeline_tune::subject::Planned;
use rayon::prelude::*;

const APPS: &str = "bilateral_grid,blur,camera_pipeline,multiscale_interpolate,local_laplacian,resize,sobel,\
                    transpose,wavelet,harris,unsharp_mask";

fn said(arguments: &[&str]) -> String {
    let mut text = Vec::new();
    let arguments = ["apps", "scale"].into_iter().chain(arguments.iter().copied());
    Cli::parse_from(arguments).run(&mut text).expect("a table");
    String::from_utf8(text).expect("text")
}

#[test]
fn the_page_has_what_the_simulator_says() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = std::fs::read_to_string(docs.join("ranks.md")).expect("the page on ranks");
    let tables: [&[&str]; 4] = [
        &[APPS, "--size", "1000,20000", "--ranks", "2,32"],
        &[APPS, "--size", "2000", "--ranks", "4,256", "--weak"],
        &["transpose", "--size", "23000", "--ranks", "16"],
        &["transpose", "--size", "23000", "--ranks", "16", "--apart"],
    ];
    for arguments in tables {
        let table = said(arguments);
        assert!(page.contains(&table), "docs/ranks.md has no table of {arguments:?}:\n{table}");
    }
    let pictures = docs.join("images/scaling");
    let found = tempfile::tempdir().expect("a folder");
    let bless = std::env::var_os("BLESS").is_some();
    let folder = if bless { pictures.clone() } else { found.path().to_path_buf() };
    let _ = said(&[APPS, "--size", "1000,4000,20000", "--svg", folder.to_str().expect("a name")]);
    for app in APPS.split(',') {
        let picture = |of: &Path| std::fs::read_to_string(of.join(format!("{app}.svg"))).ok();
        assert_eq!(picture(&folder), picture(&pictures), "{app}; BLESS=1 rewrites it");
        assert!(picture(&pictures).is_some(), "{app} has no picture");
    }
    // Both distributions of the input of a transposition.
    let speedup = |apart: &[&str]| {
        let text = said(&[&["transpose", "--size", "23000", "--ranks", "16"], apart].concat());
        let row = text.lines().last().expect("a row");
        row.split('|').nth(5).and_then(|cell| cell.trim().parse::<f64>().ok()).expect("a number")
    };
    let [crossed, alike] = [speedup(&[]), speedup(&["--apart"])];
    assert!(crossed > 15.9 && (7.65..7.75).contains(&alike), "{crossed} {alike}");
}

#[test]
fn weak_scaling_gives_each_rank_the_size() {
    let text = said(&["harris", "--size", "2000", "--ranks", "1..64", "--weak", "--json"]);
    for (line, ranks) in text.lines().zip([1, 2, 4, 8, 16, 32, 64]) {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(row["ranks"], ranks);
        assert!(
            row["speedup"].as_f64().is_some_and(|times| times > 0.9 * f64::from(ranks)),
            "{row}"
        );
    }
}

#[test]
fn what_cannot_be_scaled_is_said() {
    let wrong = |arguments: &[&str]| {
        let arguments = ["apps", "scale"].into_iter().chain(arguments.iter().copied());
        let cli = match Cli::try_parse_from(arguments) {
            Ok(cli) => cli,
            Err(error) => return error.to_string(),
        };
        format!("{:#}", cli.run(&mut Vec::new()).expect_err("nothing to say"))
    };
    assert!(wrong(&["nothing"]).contains("there is no application `nothing`"));
    assert!(wrong(&["harris", "--along", "z"]).contains("no result has a variable `z`"));
    assert!(wrong(&["harris", "--ranks", "0"]).contains("there are 1 to 1048576 ranks, not 0"));
    assert!(wrong(&["harris", "--network", "fast"]).contains("a network is microseconds"));
    assert!(wrong(&["local_laplacian", "--size", "10"]).contains("no size near [10, 10] has"));
}

/// An application that is cut along variables, as the simulator plans it.
fn planned(app: &dyn Application, along: &[&str]) -> Option<Planned> {
    let subject = subject(app).expect("a block");
    let hint = |dim: &&str| DistributeHint { dim: (*dim).into(), loc: Loc::default() };
    let distribute = along.iter().map(hint).collect();
    subject.plan(&Options { distribute, ..subject.options.clone() }).ok()
}

/// What a rank gets in a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Got {
    messages: u64,
    bytes: u64,
}

impl Got {
    fn add(&mut self, bytes: usize) {
        self.messages += 1;
        self.bytes += bytes as u64;
    }
}

/// What each rank gets by what all others send.
fn sent(table: &Table, ranks: &Ranks<'_>) -> Vec<Got> {
    let mut got = vec![Got::default(); ranks.count()];
    for rank in 0..ranks.count() {
        let call = Call::new(ranks.clone(), rank);
        for (number, array) in table.arrays.iter().enumerate() {
            let all = ranks.whole(number).points() * array.bytes;
            for message in &call.messages(number).sent {
                got[message.rank].add(message.part.points() * array.bytes);
            }
            let combined = ranks.is_combined(number).then(|| tree(rank, ranks.count()));
            for Hand::From(to) | Hand::To(to) in combined.into_iter().flatten() {
                got[to].add(all);
            }
            let relay = call.relay(number);
            for to in relay.before.into_iter().chain(relay.to) {
                got[to].add(all);
            }
            let Owner::Step(group) = array.owner else { continue };
            for epoch in call.epochs(group) {
                for message in epoch.messages.into_iter().flat_map(|messages| &messages.sent) {
                    got[message.rank].add(message.part.points() * array.bytes);
                }
            }
        }
    }
    got
}

/// What each rank gets by the list of all messages.
fn listed(ranks: &Ranks<'_>) -> Vec<Got> {
    let mut got = vec![Got::default(); ranks.count()];
    for message in ranks.traffic() {
        got[message.to].add(message.bytes);
    }
    got
}

/// The numbers of ranks that are looked at.
const COUNTS: [usize; 7] = [1, 2, 3, 4, 5, 7, 16];

/// What the simulator says that each rank gets, by their number.
fn simulated(app: &str, along: &str, network: &str) -> Vec<Vec<Got>> {
    let counts = COUNTS.map(|count| count.to_string()).join(",");
    let arguments = [app, "--along", along, "--network", network, "--ranks", &counts];
    let rows = said(&[&arguments[..], &["--each", "--json"]].concat());
    let mut rows =
        rows.lines().map(|line| -> serde_json::Value { serde_json::from_str(line).expect("JSON") });
    let mut of_rank = |count: usize, rank: usize| {
        let row = rows.next().expect("a row for every rank");
        assert!(row["ranks"] == count && row["rank"] == rank, "{app}: {row}");
        let number = |name: &str| row[name].as_u64().expect("a number");
        Got { messages: number("messages"), bytes: number("bytes") }
    };
    COUNTS.map(|count| (0..count).map(|rank| of_rank(count, rank)).collect()).into()
}

/// What applications are cut along, and the network that they are on, as it is written.
struct Setting {
    along: &'static str,
    written: &'static str,
    network: Network,
}

/// A cluster, also with a grid of ranks, and a network whose messages are dear, so that more is
/// computed again.
const SETTINGS: [Setting; 3] = [
    Setting { along: "y", written: "5,12.5", network: CLUSTER },
    Setting { along: "y,x", written: "5,12.5", network: CLUSTER },
    Setting { along: "y", written: "1000,1", network: Network { latency: 1e6, bandwidth: 1.0 } },
];

const CLUSTER: Network = Network { latency: 5e3, bandwidth: 12.5 };

/// How much was compared.
#[derive(Clone, Copy, Default)]
struct Compared {
    /// Distributed applications.
    plans: usize,
    /// Numbers of ranks on which something is sent.
    travels: usize,
}

/// Every rank of an application in a setting, and not only the slowest of those that are looked at.
fn compared(app: &dyn Application, Setting { along, written, network }: &Setting) -> Compared {
    let name = app.about().name;
    let axes: Vec<&str> = along.split(',').collect();
    let Some(Planned { plan, graph, .. }) = planned(app, &axes) else { return Compared::default() };
    let of = plan.ranks.as_ref().expect("it is distributed");
    let extents = of.extents(&graph, &graph.estimates());
    let mut travels = 0;
    for (count, found) in COUNTS.into_iter().zip(simulated(name, along, written)) {
        let ranks = Ranks::new(&of.table, extents.clone(), count, *network);
        let what = format!("{name} along {along} on {count} ranks, {written}");
        assert_eq!(found, listed(&ranks), "{what}");
        assert_eq!(found, sent(&of.table, &ranks), "{what}");
        travels += usize::from(found.iter().any(|got| got.messages > 0));
    }
    Compared { plans: 1, travels }
}

#[test]
fn the_simulator_counts_the_messages_that_are_sent() {
    let sum = |a: Compared, b: Compared| Compared {
        plans: a.plans + b.plans,
        travels: a.travels + b.travels,
    };
    let of_app = |number: usize| {
        let app = &everything()[number];
        SETTINGS
            .iter()
            .map(|setting| compared(app.as_ref(), setting))
            .fold(Compared::default(), sum)
    };
    let all = (0..everything().len()).into_par_iter().map(of_app);
    let Compared { plans, travels } = all.reduce(Compared::default, sum);
    assert!(plans > 60 && travels > 300, "{plans} are distributed, {travels} send anything");
}
