#!/usr/bin/env bash
# Runs every application on 1, 2, 3, 4, 5 and 7 ranks of MPI and compares bits, and messages as MPI
# counts them; on 3 also as on a network that is for nothing, where everything is sent, and on one that
# is so slow that everything is computed again; and some 20 times on 4 with messages that are late. One
# binary serves all numbers of ranks: its checksum is printed before and after. What a picture of the
# size of one in the paper sends is pinned, and that a transposition can send all to all. Two applications
# run on files, whose bytes are compared with those of one process, and the order of what ranks do is that
# of their traces.
set -euo pipefail
cd "$(dirname "$0")/../../pipeline-mpi"

cargo build --quiet --package pipeline-mpi-apps --target-dir target
cargo build --quiet --manifest-path interposer/Cargo.toml --target-dir target/interposer
binary=target/debug/apps
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

# A trace in letters: e a message is expected, s one is sent, W and w a wait begins and ends, I and i an
# interior does, R and r rims do, h a rank waits for what all say and has heard it.
letters() {
    sed -E -e '/ says something /d' -e 's/.* has heard .*/H/' \
        -e 's/.* receive from .*/e/' -e 's/.* send to .*/s/' \
        -e 's/.* wait begins/W/' -e 's/.* wait ends/w/' \
        -e 's/.* interior of .* begins/I/' -e 's/.* interior of .* ends/i/' \
        -e 's/.* rims of .* begin/R/' -e 's/.* rims of .* end/r/' "$1" | tr -d '\n' | sed 's/WHw/h/g'
}
# For each nest, the interior is computed once all is sent and before the first wait, and rims after the
# waits; what is expected is waited for. Whether all ranks take the call is heard once the first interior
# is computed, and otherwise only where inputs are made and results are saved.
in_order() {
    local order expected waits
    order=$(letters "$1")
    expected=${order//[!e]/} waits=${order//[!W]/}
    echo "what $(basename "$1") says in order: $order"
    [[ $order =~ ^h?e[es]*Iih((Ww)*Rr)?([es]*Ii((Ww)*Rr)?)*h*$ && ${#expected} -eq ${#waits} ]]
}
# An application with inputs of these sizes, from files to files on one process and on 3 ranks.
on_files() {
    local files
    files=$(mktemp -d)
    mkdir "$files"/{inputs,one,three}
    target/debug/run "$1" --inputs "$files/inputs" --make "$2"
    target/debug/run "$1" --inputs "$files/inputs" --out "$files/one"
    timeout 300 mpirun --oversubscribe -n 3 target/debug/run "$1" \
        --inputs "$files/inputs" --out "$files/three" --trace "$files/$1"
    diff -r "$files/one" "$files/three"
    for rank in 0 1 2; do
        in_order "$files/$1.$rank"
    done
    rm -r "$files"
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
on_files harris 61,67
on_files camera_pipeline 138,110
after=$(sha256sum "$binary")
echo "$after"
[ "$before" = "$after" ]
echo "all cases are right"
