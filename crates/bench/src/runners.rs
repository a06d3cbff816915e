//! Runners: what the others do better than `quick_check`, each by its own measure.

mod backjump;
mod combinatorial;
mod enumerate;
mod parallel;

use crate::options::Options;
use crate::row::Row;

/// Measures a runner, unless none of its rows is asked for.
type Bench = fn(&Options) -> Vec<Row>;

const BENCHES: [Bench; 4] = [enumerate::rows, parallel::rows, backjump::rows, combinatorial::rows];

/// Compares all that `options` ask for.
pub fn runners(options: &Options) -> Vec<Row> {
    BENCHES.iter().flat_map(|bench| bench(options)).collect()
}
