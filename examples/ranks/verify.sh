#!/usr/bin/env bash
# Runs every application on 1, 2, 3, 4, 5 and 7 ranks of MPI and compares bits, and messages as MPI
# counts them; on 3 also as on a network that is for nothing, where everything is sent, and on one that
# is so slow that everything is computed again; and some 20 times on 4 with messages that are late. One
# binary serves all numbers of ranks: its checksum is printed before and after. What a picture of the
# size of one in the paper sends is pinned, and that a transposition can send all to all.
set -euo pipefail
cd "$(dirname "$0")/../../pipeline-mpi"

cargo build --quiet --example apps --target-dir target
cargo build --quiet --manifest-path interposer/Cargo.toml --target-dir target/interposer
binary=target/debug/examples/apps
counter=$PWD/target/interposer/debug/libpipeline_mpi_interposer.so
# OpenMPI refuses the superuser, as whom containers run, without being told twice.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
before=$(sha256sum "$binary")
echo "$before"
run() {
    timeout 300 mpirun --oversubscribe -x LD_PRELOAD="$counter" -n "$1" "$binary" "${@:2}"
}
# What all of 4 ranks send is this, and what else is compared is right.
sends() {
    local said
    said=$(run 4 "${@:2}")
    echo "$said"
    grep -q "  $1  ok" <<<"$said"
}

for ranks in 1 2 3 4 5 7; do
    run "$ranks" "$@"
done
for latency in 0 10000000; do
    echo "a network of $latency ns"
    run 3 latency=$latency "$@"
done
for seed in {1..20}; do
    echo "messages are late, as $seed draws it"
    PIPELINE_MPI_DELAYS=$seed run 4 harris multigrid_2d_v_4_4_4
done
sends "3 messages, 96000 bytes" blur "along=y" sizes=6001,8000
sends "4 messages, 112000 bytes" blur "along=y; apart(img)" sizes=6001,8000
sends "12 messages, 14532 bytes" transpose "along=x; apart(img)" sizes=131,37
after=$(sha256sum "$binary")
echo "$after"
[ "$before" = "$after" ]
echo "all cases are right"
