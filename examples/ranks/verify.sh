#!/usr/bin/env bash
# Runs every application on 1, 2, 3, 4, 5 and 7 ranks of MPI and compares bits, and messages as MPI
# counts them. One binary serves all numbers of ranks: its checksum is printed before and after.
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
for ranks in 1 2 3 4 5 7; do
    timeout 300 mpirun --oversubscribe -x LD_PRELOAD="$counter" -n "$ranks" "$binary" "$@"
done
after=$(sha256sum "$binary")
echo "$after"
[ "$before" = "$after" ]
echo "all cases are right"
