//! The six property runners of the paper, each as one loop over blocks.
//!
//! Letters name the blocks as in the figures of the paper: G generates, M mutates, C checks, F is feedback, S shrinks, and
//! P prints.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use forall::block::{
    Attempt, Property, Shrunk, TestCase, check, mutate, print, regenerate, shrink, try_generate,
};
use forall::feedback::{Feedback, Instrument};
use forall::mutation::Mutator;
use forall::part::{CoveredCombinations, Instrumented, features};
use forall::pool::{Directive, Seed, SeedPool, Utility};
use forall::report::{Binding, Failure, Verdict};
use forall::source::{Campaign, ChoiceValue, Policy, Random, Source};

/// The maximum number of simpler inputs to try.
const SHRINKS: u64 = 10_000;

/// The result of a loop.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Finished {
    pub(crate) passed: u64,
    pub(crate) discarded: u64,
    pub(crate) found: Option<Found>,
}

/// A printed counterexample, and the number of the test that failed.
#[derive(Debug, PartialEq)]
pub(crate) struct Found {
    pub(crate) test: u64,
    pub(crate) inputs: Vec<Binding>,
}

/// The simple generational runner: generate and check, then shrink and check.
pub(crate) fn generational<P: Property>(property: &P, campaign: &Campaign, tests: u64) -> Finished {
    let mut finished = Finished::default();
    for n in 0..tests {
        let Attempt { inputs, record } = try_generate(property, campaign.source(n), &mut || ()); // G
        let verdict = inputs.as_ref().map_or_else(Verdict::clone, |inputs| check(property, inputs)); // C
        match (verdict, inputs) {
            (Verdict::Pass, _) => finished.passed += 1,
            (Verdict::Fail(failure), Ok(inputs)) => {
                let case = TestCase { inputs, record };
                let Shrunk { inputs, .. } = shrink(property, case, *failure, SHRINKS); // S
                finished.found = Some(Found { test: n, inputs: print(property, &inputs) }); // P
                break;
            }
            _ => finished.discarded += 1,
        }
    }
    finished
}

/// The runner with integrated shrinking: the same loop, but the choices are shrunk instead of the values.
pub(crate) fn integrated<P: Property>(property: &P, campaign: &Campaign, tests: u64) -> Finished {
    let mut finished = Finished::default();
    for n in 0..tests {
        let Attempt { inputs, record } = try_generate(property, campaign.source(n), &mut || ()); // G
        let verdict = inputs.as_ref().map_or_else(Verdict::clone, |inputs| check(property, inputs)); // C
        match (verdict, inputs) {
            (Verdict::Pass, _) => finished.passed += 1,
            (Verdict::Fail(failure), Ok(inputs)) => {
                let case = TestCase { inputs, record };
                let TestCase { inputs, .. } = shrink_choices(property, case, &failure); // S
                finished.found = Some(Found { test: n, inputs: print(property, &inputs) }); // P
                break;
            }
            _ => finished.discarded += 1,
        }
    }
    finished
}

/// Deletes choices and lowers numbers, as long as the inputs that are generated from the rest fail in the same way.
fn shrink_choices<P: Property>(
    property: &P,
    mut case: TestCase<P::Inputs>,
    failure: &Failure,
) -> TestCase<P::Inputs> {
    for _ in 0..SHRINKS {
        let choices = case.record.values();
        let without = (0..choices.len()).flat_map(|at| [8, 2, 1].map(|length| (at, length)));
        let deletions = without
            .filter(|(at, length)| at + length <= choices.len())
            .map(|(at, length)| [&choices[..at], &choices[at + length..]].concat());
        let lowered = (0..choices.len()).flat_map(|at| lower(&choices, at));
        let simpler = deletions.chain(lowered).find_map(|choices| {
            let simpler = regenerate(property, Source::replay(choices, Policy::STRICT))?;
            let is_simpler = simpler.record.compare(&case.record).is_lt();
            let fails = || check(property, &simpler.inputs).same_origin(failure).is_some();
            (is_simpler && fails()).then_some(simpler)
        });
        let Some(simpler) = simpler else { break };
        case = simpler;
    }
    case
}

/// Returns the choices with a simpler number at this position.
fn lower(choices: &[ChoiceValue], at: usize) -> Vec<Vec<ChoiceValue>> {
    let ChoiceValue::Integer(x) = choices[at] else { return Vec::new() };
    let simpler = [0, x / 2, x - x.signum()].map(ChoiceValue::Integer);
    let replaced = |value| [&choices[..at], &[value], &choices[at + 1..]].concat();
    simpler.map(replaced).to_vec()
}

/// The coverage-guided runner, for any seed pool, utility and instrument.
pub(crate) fn fuzzing<P: Property, I: Instrument>(
    property: &P,
    (instrument, utility): (&mut I, &mut impl Utility<Feedback>),
    pool: &mut impl SeedPool<Attempt<P::Inputs>, Feedback>,
    (campaign, tests): (&Campaign, u64),
) -> Finished {
    let mut finished = Finished::default();
    let mut mutator = Mutator::new(Random::from_seed(1));
    let mut feedback = Feedback::new();
    for n in 0..tests {
        let attempt = match pool.sample() {
            Directive::Generate => try_generate(property, campaign.source(n), &mut || ()), // G
            Directive::Mutate(seed) => {
                let source = mutator.source(&seed.input.record, &[], campaign.sizes.at(n));
                let mutant = mutate(property, &seed.input, source, &mut || ()); // M
                pool.revise();
                mutant
            }
        };
        let verdict = Instrumented::new(property, instrument).run(&attempt, &mut feedback); // C in F
        match verdict {
            Verdict::Fail(failure) => {
                finished.found = falsified(property, n, attempt, *failure); // S, P
                break;
            }
            Verdict::Pass => finished.passed += 1,
            _ => finished.discarded += 1,
        }
        if utility.useful(pool, &feedback) {
            utility.remember(&feedback);
            pool.invest(Seed::new(attempt, feedback.clone(), utility.utility(pool, &feedback)));
        }
    }
    finished
}

/// The targeted runner: the feedback is a function of the inputs.
pub(crate) fn targeted<P: Property>(
    property: &P,
    (score, utility): (impl Fn(&P::Inputs) -> f64, &mut impl Utility<f64>),
    pool: &mut impl SeedPool<Attempt<P::Inputs>, f64>,
    (campaign, tests): (&Campaign, u64),
) -> Finished {
    let mut finished = Finished::default();
    let mut mutator = Mutator::new(Random::from_seed(1));
    for n in 0..tests {
        let attempt = match pool.sample() {
            Directive::Generate => try_generate(property, campaign.source(n), &mut || ()), // G
            Directive::Mutate(seed) => {
                let source = mutator.source(&seed.input.record, &[], campaign.sizes.at(n));
                let mutant = mutate(property, &seed.input, source, &mut || ()); // M
                pool.revise();
                mutant
            }
        };
        match attempt.inputs.as_ref().map(|inputs| (check(property, inputs), score(inputs))) {
            Ok((Verdict::Fail(failure), _)) => {
                finished.found = falsified(property, n, attempt, *failure); // S, P
                break;
            }
            Ok((Verdict::Pass, score)) => {
                finished.passed += 1;
                if utility.useful(pool, &score) {
                    pool.invest(Seed::new(attempt, score, utility.utility(pool, &score))); // F
                }
            }
            _ => finished.discarded += 1,
        }
    }
    finished
}

/// The combinatorial runner: of several inputs, checks the one with the most new combinations.
pub(crate) fn combinatorial<P: Property>(
    property: &P,
    candidates: u64,
    (campaign, tests): (&Campaign, u64),
) -> Finished {
    let mut finished = Finished::default();
    let mut covered = CoveredCombinations::new(2);
    for n in (0..tests).map(|n| n * candidates) {
        let cases = (n..n + candidates)
            .filter_map(|n| Some((n, regenerate(property, campaign.source(n))?))); // G, G, …
        let new = |case: &TestCase<P::Inputs>| covered.count_new(&features(&case.record));
        let Some((n, case)) = cases.max_by_key(|(n, case)| (new(case), u64::MAX - n)) else {
            continue;
        };
        covered.cover(&features(&case.record));
        match check(property, &case.inputs) {
            Verdict::Pass => finished.passed += 1,
            Verdict::Fail(failure) => {
                let Shrunk { inputs, .. } = shrink(property, case, *failure, SHRINKS); // S
                finished.found = Some(Found { test: n, inputs: print(property, &inputs) }); // P
                break;
            }
            _ => finished.discarded += 1,
        }
    }
    finished
}

/// The parallel runner: threads share the number of the next test, and a flag that stops them.
pub(crate) fn parallel<P: Property + Sync>(
    property: &P,
    campaign: &Campaign,
    (tests, threads): (u64, usize),
) -> Option<Found> {
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let failing_test = || {
        while !stop.load(Relaxed) {
            let n = next.fetch_add(1, Relaxed);
            if n >= tests {
                break;
            }
            let Some(case) = regenerate(property, campaign.source(n)) else { continue }; // G
            if let Verdict::Fail(failure) = check(property, &case.inputs) {
                stop.store(true, Relaxed); // C
                return Some((n, *failure));
            }
        }
        None
    };
    let first = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(failing_test)).collect();
        workers
            .into_iter()
            .filter_map(|worker| worker.join().expect("checks catch panics"))
            .min_by_key(|found| found.0)
    });
    let (n, failure) = first?;
    let case = regenerate(property, campaign.source(n))?;
    let Shrunk { inputs, .. } = shrink(property, case, failure, SHRINKS); // S
    Some(Found { test: n, inputs: print(property, &inputs) }) // P
}

/// Shrinks and prints the inputs of a guided loop.
fn falsified<P: Property>(
    property: &P,
    test: u64,
    attempt: Attempt<P::Inputs>,
    failure: Failure,
) -> Option<Found> {
    let case = TestCase { inputs: attempt.inputs.ok()?, record: attempt.record };
    let Shrunk { inputs, .. } = shrink(property, case, failure, SHRINKS); // S
    Some(Found { test, inputs: print(property, &inputs) }) // P
}
