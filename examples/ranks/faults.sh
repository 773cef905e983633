#!/usr/bin/env bash
# Three ranks of MPI on which something goes wrong: what each says, and how the program ends. No case
# may hang. `faults.sh --bless` writes what is found to `faults.expected`; read what changed.
set -euo pipefail
cd "$(dirname "$0")/../../pipeline-mpi"

cargo build --quiet --example faults --target-dir target
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
expected=../examples/ranks/faults.expected
found=$(
    for case in sizes too_small one_row few_rows wide_halo histogram element_type types foreign again leaves panics killed exits; do
        code=0
        said=$(timeout 60 mpirun --oversubscribe -n 3 target/debug/examples/faults "$case" 2>/dev/null) || code=$?
        # Of ranks that MPI ends because one of them did, some say so before, and some do not.
        case $case in killed | exits) said= ;; esac
        printf '%s: exit %s\n' "$case" "$code"
        [ -z "$said" ] || sort <<<"$said" | sed 's/^/    /'
    done
)
if [ "${1:-}" = --bless ]; then
    printf '%s\n' "$found" >"$expected"
else
    diff "$expected" <(printf '%s\n' "$found")
    echo "all faults end as they should"
fi
