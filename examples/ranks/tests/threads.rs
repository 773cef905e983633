//! Every application on 1, 2, 3, 4, 5 and 7 ranks that are threads: the bits of one machine.

use pipeline::ranks::{Faults, Threads};
use pipeline_apps_on_ranks::applications;

#[test]
fn bits_are_those_of_one_machine() {
    for app in applications() {
        for sizes in app.some_sizes() {
            let expected = app.whole(&sizes).unwrap_or_else(|e| panic!("{app:?} {sizes:?}: {e}"));
            for ranks in [1, 2, 3, 4, 5, 7] {
                let results = Threads::run(ranks, Faults::default(), |comm| app.on(comm, &sizes));
                let results: Result<Vec<_>, _> = results.into_iter().collect();
                let first = results.unwrap_or_else(|e| panic!("{app:?}, {ranks} ranks: {e}"));
                let found = first[0].as_ref().expect("the first rank has the result");
                assert!(*found == expected, "{app:?} on {ranks} ranks, sizes {sizes:?}");
            }
        }
    }
}
