#!/usr/bin/env bash
# Three ranks of MPI on which something goes wrong: what each says, and how the program ends. No case
# may hang. `faults.sh --bless` writes what is found to `faults.expected`; read what changed.
set -euo pipefail
cd "$(dirname "$0")/../../pipeline-mpi"

cargo build --quiet --example faults --target-dir target
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
expected=../examples/ranks/faults.expected
# What ranks say themselves. MPI speaks between lines, and behind the machine's name in brackets.
of_ranks() {
    sed -e '/^--*$/,/^--*$/d' -e '/^\[/d'
}
# Runs a case, and ends as it does. Where MPI ends all ranks since one has ended, what the others write
# of errors is part of what they say.
run() {
    local mpirun=(timeout 60 mpirun --oversubscribe -n 3 target/debug/examples/faults "$1")
    case $1 in
    killed | exits) "${mpirun[@]}" 2>&1 | of_ranks ;;
    *) "${mpirun[@]}" 2>/dev/null ;;
    esac
}
found=$(
    for case in sizes too_small one_row few_rows wide_halo histogram element_type types pipelines foreign again leaves sleeps panics killed exits; do
        code=0
        said=$(run "$case") || code=$?
        printf '%s: exit %s\n' "$case" "$code"
        sort <<<"${said:-nobody says anything}" | sed 's/^/    /'
    done
)
if [ "${1:-}" = --bless ]; then
    printf '%s\n' "$found" >"$expected"
else
    diff "$expected" <(printf '%s\n' "$found")
    echo "all faults end as they should"
fi
