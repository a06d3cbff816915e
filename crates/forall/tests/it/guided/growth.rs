//! The size of inputs: guided runs prefer small ones.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use forall::block::try_generate;
use forall::domain::any;
use forall::feedback::{Probes, probe, probe_id};
use forall::mutation::Mutator;
use forall::part::Guidance;
use forall::pool::{Directive, Energy, Heap, Recycling, Seed, SeedPool};
use forall::property;
use forall::property::forall;
use forall::report::{CorpusStore, Progress};
use forall::runner::{Options, fuzz, fuzz_with};
use forall::source::{ChoiceSequence, ChoiceValue, Random, Source};

/// Holds the inputs that a run keeps.
#[derive(Debug, Default)]
struct Kept(Mutex<Vec<ChoiceSequence>>);

impl CorpusStore for Kept {
    fn save(&self, choices: &ChoiceSequence, _: &Progress) {
        self.0.lock().expect("no holder panics").push(choices.clone());
    }

    fn take(&self) -> Option<ChoiceSequence> {
        None
    }
}

/// Each probe is new again when it is reached twice as often, so longer inputs are always new. Without a limit, their
/// size doubles every few tests.
#[test]
fn mutants_do_not_grow_without_end() {
    let property = forall("text", any::<String>()).check(|(text, ())| {
        text.bytes().for_each(|byte| probe_id(u64::from(byte % 64)));
        text.len() <= 40_000
    });
    let options = Options { tests: 5_000, max_shrinks: 0, ..Options::default() };
    let report = fuzz(&property, &options);
    assert!(report.passed(), "an input grew beyond all limits: {}", report.tally.tests());
}

/// Only the length of the list matters. So a list that is too long loses elements until it is just long enough. The
/// first inputs of a run are not trimmed.
#[test]
fn useful_inputs_are_trimmed() {
    let runs = AtomicU64::new(0);
    let property = forall("xs", any::<Vec<u32>>()).check(|(xs, ())| {
        if runs.fetch_add(1, Ordering::Relaxed) > 3_000 && xs.len() > 150 {
            probe("long");
        }
        true
    });
    let kept = Arc::new(Kept::default());
    let corpus: Arc<dyn CorpusStore> = Arc::<Kept>::clone(&kept);
    let options = Options { tests: 60_000, corpus: Some(corpus), ..Options::default() };
    fuzz_with(&property, &mut Guidance::default().instrument(Probes), &options);
    let kept = kept.0.lock().unwrap();
    // An element is two choices, and the end of the list is one more.
    let lengths: Vec<usize> = kept.iter().map(|input| input.0.len() / 2).collect();
    assert_eq!(lengths.len(), 1, "{lengths:?}");
    assert!((151..160).contains(&lengths[0]), "{lengths:?}");
}

/// Every mutant fits the limit, or is at most as large as its original.
#[property(tests = 300)]
fn mutants_respect_the_limit(seed: u64, xs: Vec<(bool, String)>, #[domain(0..200_u64)] limit: u64) {
    let property = forall("xs", any::<Vec<(bool, String)>>()).check(|_| true);
    let mut choices = Vec::new();
    forall::domain::Domain::invert(&any::<Vec<(bool, String)>>(), &xs, &mut choices);
    let replay = Source::replay(choices, forall::source::Policy::STRICT);
    let record = try_generate(&property, replay, &mut || ()).record;
    let mut mutator = Mutator::new(Random::from_seed(seed));
    mutator.max_size = limit;
    mutator.add_donor(&record);
    for _ in 0..20 {
        let mutated = mutator.mutate_spans(&record, &[]);
        let values = mutated.spans.iter().flat_map(|(_, values)| values);
        let size: u64 = values.map(ChoiceValue::size).sum();
        assert!(size <= limit.max(record.size()));
    }
}

/// A pool mutates a large seed less often than a small one, but uses both.
#[test]
fn large_seeds_are_mutated_less_often() {
    let mut pool = Recycling::new(Heap::new(Energy::Fixed(100)));
    pool.invest(Seed::new("small", (), 1.0).with_cost(10));
    pool.invest(Seed::new("large", (), 1.0).with_cost(10_000));
    let mut mutated = [0, 0];
    for _ in 0..5_000 {
        if let Directive::Mutate(seed) = pool.sample() {
            mutated[usize::from(seed.input == "large")] += 1;
            pool.revise();
        }
    }
    let [small, large] = mutated;
    assert!(large > 20 && large * 8 < small, "{small} and {large}");
}

/// Returns how many of 9,000 tests have an input of the one kind whose tests hit `hits` probes. The size of the input does
/// not depend on its kind.
fn tests_of_one_kind(hits: u64) -> u64 {
    let tests = AtomicU64::new(0);
    let inputs = forall("kind", 0..64_u64).forall("data", 0..16_u64);
    let property = inputs.check(|(data, (kind, ()))| {
        probe_id(100 + *kind);
        if *kind == 63 {
            tests.fetch_add(1, Ordering::Relaxed);
            (0..hits).for_each(|_| probe_id(*data));
        }
        true
    });
    assert!(fuzz(&property, &Options { tests: 9_000, ..Options::default() }).passed());
    tests.into_inner()
}

#[test]
fn slow_seeds_are_mutated_less_often() {
    let [fast, slow] = [20, 5_000].map(tests_of_one_kind);
    assert!(slow * 2 < fast, "{slow} and {fast}");
}
