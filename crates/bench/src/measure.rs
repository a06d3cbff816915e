//! Measuring: interleaved rounds and their medians.

use std::time::Duration;

use crate::clock;

/// A loop to measure: runs about this many tests, and returns what it ran.
pub type Case = fn(u64) -> Count;

/// The amount of work done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The number of tests.
    pub tests: u64,
    /// The total size of their inputs: elements, characters or nodes.
    pub units: u64,
}

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of rounds. Each round runs every case once.
    pub rounds: usize,
    /// The time of a case in one round.
    pub time: Duration,
}

/// The medians of one case.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// The CPU time of a test, in nanoseconds.
    pub nanos: f64,
    /// The size of its inputs.
    pub units: f64,
}

impl Figures {
    /// Returns the CPU time for each element, character or node.
    pub fn nanos_per_unit(&self) -> f64 {
        self.nanos / self.units
    }
}

/// Measures the cases in interleaved rounds, so that a temporary slowdown of the machine affects
/// all of them.
pub fn measure(cases: &[impl Fn(u64) -> Count], effort: Effort) -> Vec<Figures> {
    let tests: Vec<u64> = cases.iter().map(|case| calibrate(case, effort.time)).collect();
    let mut rounds = vec![Vec::with_capacity(effort.rounds); cases.len()];
    for round in 0..effort.rounds {
        for at in 0..cases.len() {
            // Every other round runs in reverse order, so that no case has an advantage.
            let at = if round % 2 == 0 { at } else { cases.len() - 1 - at };
            rounds[at].push(once(&cases[at], tests[at]));
        }
    }
    rounds.iter().map(|figures| medians(figures)).collect()
}

/// Returns the median; for an even count, the mean of the two middle numbers.
///
/// # Panics
///
/// Panics if there are no numbers.
pub fn median(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.into_iter().collect();
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    if numbers.len() % 2 == 1 {
        numbers[middle]
    } else {
        (numbers[middle - 1] + numbers[middle]) / 2.0
    }
}

fn medians(figures: &[Figures]) -> Figures {
    Figures {
        nanos: median(figures.iter().map(|figures| figures.nanos)),
        units: median(figures.iter().map(|figures| figures.units)),
    }
}

fn once(case: &impl Fn(u64) -> Count, tests: u64) -> Figures {
    let start = clock::own();
    let count = case(tests);
    let nanos = (clock::own() - start).as_nanos() as f64;
    let tests = count.tests as f64;
    Figures { nanos: nanos / tests, units: count.units as f64 / tests }
}

/// Returns the number of tests that take about this long.
fn calibrate(case: &impl Fn(u64) -> Count, time: Duration) -> u64 {
    let mut tests = 64;
    loop {
        let start = clock::own();
        case(tests);
        let taken = clock::own() - start;
        if taken >= time / 2 {
            let share = time.as_secs_f64() / taken.as_secs_f64().max(f64::MIN_POSITIVE);
            return (tests as f64 * share) as u64 + 1;
        }
        tests *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_number() {
        assert_eq!(median([3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median([4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn sizes_are_means_over_tests() {
        let twos: Case = |tests| Count { tests, units: 2 * tests };
        let effort = Effort { rounds: 2, time: Duration::ZERO };
        assert_eq!(measure(&[twos], effort)[0].units, 2.0);
    }
}
