//! The other runners against `quick_check`, each by its own measure.

mod backjump;
mod combinatorial;
mod enumerate;
mod parallel;

use crate::options::Options;
use crate::row::Row;

/// Measures one runner.
type Bench = fn(&Options) -> Vec<Row>;

const BENCHES: [Bench; 4] = [enumerate::rows, parallel::rows, backjump::rows, combinatorial::rows];

/// Measures all rows that `options` select.
pub fn runners(options: &Options) -> Vec<Row> {
    BENCHES.iter().flat_map(|bench| bench(options)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Verb;
    use crate::render;

    #[test]
    fn a_short_run_prints_the_selected_row() {
        let only = "a candidate of settings".to_owned();
        let options = Options {
            verb: Verb::Runners,
            json: true,
            quick: true,
            only,
            seeds: None,
            seed: 1,
            seconds: None,
            unseen: false,
        };
        let json = render::json(&runners(&options));
        assert_eq!(json.lines().count(), 1, "{json}");
        let start = r#"{"row":"combinatorial, a candidate of settings","ours":"#;
        assert!(json.starts_with(start), "{json}");
    }
}
