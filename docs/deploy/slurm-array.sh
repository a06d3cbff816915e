#!/bin/bash
# Runs all properties as the shards of a job array. Build before, so that the jobs do not wait for each other:
#
#     cargo test --release --locked --no-run
#     sbatch --wait slurm-array.sh
#     cargo forall merge .forall/results
#
# `sbatch slurm-array.sh COMMAND…` runs another command than `cargo test`, such as `cargo nextest run --release`.
# `--array` on the command line takes precedence over the line below: any regular array works, such as 0-63 or 1-15:2.
#SBATCH --job-name=forall
#SBATCH --array=1-8
#SBATCH --output=forall-%a.log
set -euo pipefail
export FORALL_SHARD=auto
# The number of tests of all jobs together.
export FORALL_TESTS="${FORALL_TESTS:-8000000}"
if [ "$#" -eq 0 ]; then
    set -- cargo test --release --locked --no-fail-fast
fi
exec "$@"
