//! Overhead: our loops against handwritten loops that draw the same words.

use forall::property::Erased;

use crate::measure::{Case, Count, Figures, measure};
use crate::options::Options;
use crate::row::{Bar, Row};
use crate::{counted, handwritten, ours, problems};

/// One property with its typed, erased and handwritten loops.
struct Problem {
    name: &'static str,
    bar: Bar,
    typed: Case,
    erased: Case,
    handwritten: Case,
    /// Runs this many tests of our loop and of the handwritten one, and counts them.
    sizes: fn(u64) -> [Count; 2],
}

const PROBLEMS: [Problem; 3] = [
    Problem {
        name: "two u64",
        bar: Bar::AtMost(1.05),
        typed: |n| timed(n, |n| ours::run(&ours::words(problems::addition), n)),
        erased: |n| timed(n, |n| ours::run(&Erased::new(ours::words(problems::addition)), n)),
        handwritten: |n| timed(n, |n| handwritten::words(n, problems::addition)),
        sizes: |n| {
            [
                counted::count(|| ours::run(&ours::words(counted::addition), n)),
                counted::count(|| handwritten::words(n, counted::addition)),
            ]
        },
    },
    Problem {
        name: "Vec<i32>",
        bar: Bar::AtMost(1.10),
        typed: |n| timed(n, |n| ours::run(&ours::lists(problems::reversal), n)),
        erased: |n| timed(n, |n| ours::run(&Erased::new(ours::lists(problems::reversal)), n)),
        handwritten: |n| timed(n, |n| handwritten::lists(n, problems::reversal)),
        sizes: |n| {
            [
                counted::count(|| ours::run(&ours::lists(counted::reversal), n)),
                counted::count(|| handwritten::lists(n, counted::reversal)),
            ]
        },
    },
    Problem {
        name: "search tree",
        bar: Bar::AtMost(1.10),
        typed: |n| timed(n, |n| ours::run(&ours::trees(problems::insertion), n)),
        erased: |n| timed(n, |n| ours::run(&Erased::new(ours::trees(problems::insertion)), n)),
        handwritten: |n| timed(n, |n| handwritten::trees(n, problems::insertion)),
        sizes: |n| {
            [
                counted::count(|| ours::run(&ours::trees(counted::insertion), n)),
                counted::count(|| handwritten::trees(n, counted::insertion)),
            ]
        },
    },
];

/// Measures all rows that `options` select.
///
/// # Panics
///
/// Panics if the loops do not see inputs of the same size: the comparison would be meaningless.
pub fn overhead(options: &Options) -> Vec<Row> {
    let wanted: Vec<&Problem> =
        PROBLEMS.iter().filter(|problem| options.wants(problem.name)).collect();
    let cases =
        wanted.iter().flat_map(|problem| [problem.handwritten, problem.typed, problem.erased]);
    let figures = measure(&cases.collect::<Vec<Case>>(), options.effort());
    let compared = wanted.iter().zip(figures.chunks(3));
    compared.flat_map(|(problem, figures)| rows(problem, figures)).collect()
}

fn rows(problem: &Problem, figures: &[Figures]) -> [Row; 2] {
    let note = format!("mean size {:.1}", mean_size(problem));
    let row = |form: &str, ours: Figures, bar| Row {
        name: format!("{}, {form}", problem.name),
        ours: ours.nanos,
        theirs: figures[0].nanos,
        bar,
        unit: "ns",
        note: note.clone(),
    };
    [row("typed", figures[1], Some(problem.bar)), row("erased", figures[2], None)]
}

/// Returns the mean size of the inputs, which must be the same for both loops.
fn mean_size(problem: &Problem) -> f64 {
    let [ours, theirs] =
        (problem.sizes)(200_000).map(|count| count.units as f64 / count.tests as f64);
    let name = problem.name;
    assert!((ours / theirs - 1.0).abs() < 0.01, "{name}: inputs of size {ours} and {theirs}");
    ours
}

/// Runs tests without counting them: counting takes longer than some tests.
#[inline(always)]
fn timed(tests: u64, run: impl FnOnce(u64)) -> Count {
    run(tests);
    Count { tests, units: tests }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Verb;
    use crate::render;

    #[test]
    fn a_short_run_prints_a_row_for_each_form() {
        let only = "two u64".to_owned();
        let options = Options {
            verb: Verb::Overhead,
            json: true,
            quick: true,
            only,
            seeds: None,
            seed: 1,
            seconds: None,
            unseen: false,
        };
        let json = render::json(&overhead(&options));
        assert_eq!(json.lines().count(), 2, "{json}");
        assert!(json.starts_with(r#"{"row":"two u64, typed","ours":"#), "{json}");
    }
}
