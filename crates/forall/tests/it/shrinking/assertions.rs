//! One bug that violates several assertions of a model test: shrinking ends at the same counterexample, whichever
//! assertion fails first.

use std::collections::BTreeMap;

use forall::Arbitrary;
use forall::property::property;
use forall::runner::{Options, quick_check};

/// A step of a test of a priority queue.
#[derive(Arbitrary, Clone, Debug)]
enum Step {
    Push(#[forall(domain = 0..20)] u8, i8),
    PushIncrease(#[forall(domain = 0..20)] u8, i8),
    PushDecrease(#[forall(domain = 0..20)] u8, i8),
    ChangePriority(#[forall(domain = 0..20)] u8, i8),
    Remove(#[forall(domain = 0..20)] u8),
    Get(#[forall(domain = 0..20)] u8),
    PeekMin,
    PeekMax,
    PopMin,
    PopMax,
    Append(Vec<Entry>),
    Retain(i8),
    Clear,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
struct Entry(#[forall(domain = 0..20)] u8, i8);

/// A priority queue with a bug: with more than three elements, [`pop_min`](Queue::pop_min) removes two of them.
#[derive(Default)]
struct Queue {
    priorities: BTreeMap<u8, i8>,
}

impl Queue {
    fn push(&mut self, key: u8, priority: i8) -> Option<i8> {
        self.priorities.insert(key, priority)
    }

    fn min(&self) -> Option<(u8, i8)> {
        self.priorities.iter().min_by_key(|(_, priority)| **priority).map(|(k, p)| (*k, *p))
    }

    fn max(&self) -> Option<(u8, i8)> {
        self.priorities.iter().max_by_key(|(_, priority)| **priority).map(|(k, p)| (*k, *p))
    }

    fn pop_min(&mut self) -> Option<(u8, i8)> {
        let has_bug = self.priorities.len() > 3;
        let popped = self.min()?;
        self.priorities.remove(&popped.0);
        if let Some((key, _)) = self.min().filter(|_| has_bug) {
            self.priorities.remove(&key);
        }
        Some(popped)
    }

    fn pop_max(&mut self) -> Option<(u8, i8)> {
        let popped = self.max()?;
        self.priorities.remove(&popped.0);
        Some(popped)
    }
}

/// Runs the steps on the queue and on a model, and compares them after every step.
fn compare_with_model(steps: &[Step]) {
    let mut queue = Queue::default();
    let mut model: BTreeMap<u8, i8> = BTreeMap::new();
    for step in steps {
        apply(step, &mut queue, &mut model);
        assert_eq!(queue.min().map(|(_, p)| p), model.values().min().copied(), "minimum");
        assert_eq!(queue.max().map(|(_, p)| p), model.values().max().copied(), "maximum");
        assert_eq!(queue.priorities.len(), model.len(), "length");
        assert_eq!(queue.priorities, model, "contents");
    }
}

fn apply(step: &Step, queue: &mut Queue, model: &mut BTreeMap<u8, i8>) {
    match step {
        Step::Push(key, priority) => {
            assert_eq!(queue.push(*key, *priority), model.insert(*key, *priority));
        }
        Step::PushIncrease(key, priority) => {
            let higher = model.get(key).map_or(*priority, |old| *priority.max(old));
            assert_eq!(queue.push(*key, higher), model.insert(*key, higher));
        }
        Step::PushDecrease(key, priority) => {
            let lower = model.get(key).map_or(*priority, |old| *priority.min(old));
            assert_eq!(queue.push(*key, lower), model.insert(*key, lower));
        }
        Step::ChangePriority(key, priority) => {
            let changed = queue.priorities.get_mut(key).map(|old| *old = *priority);
            assert_eq!(changed, model.get_mut(key).map(|old| *old = *priority));
        }
        Step::Remove(key) => assert_eq!(queue.priorities.remove(key), model.remove(key)),
        Step::Get(key) => assert_eq!(queue.priorities.get(key), model.get(key)),
        Step::PeekMin => assert_eq!(queue.min().is_some(), !model.is_empty()),
        Step::PeekMax => assert_eq!(queue.max().is_some(), !model.is_empty()),
        Step::PopMin => {
            let popped = queue.pop_min();
            assert_eq!(popped.map(|(_, p)| p), model.values().min().copied());
            popped.map(|(key, _)| model.remove(&key));
        }
        Step::PopMax => {
            let popped = queue.pop_max();
            assert_eq!(popped.map(|(_, p)| p), model.values().max().copied());
            popped.map(|(key, _)| model.remove(&key));
        }
        Step::Append(entries) => {
            for Entry(key, priority) in entries {
                queue.push(*key, *priority);
                model.insert(*key, *priority);
            }
        }
        Step::Retain(least) => {
            queue.priorities.retain(|_, priority| *priority >= *least);
            model.retain(|_, priority| *priority >= *least);
        }
        Step::Clear => {
            queue.priorities.clear();
            model.clear();
        }
    }
}

const SEEDS: u64 = 100;

/// The minimum number of seeds that end at the simplest counterexample.
const MIN_SIMPLEST: usize = 90;

#[test]
fn most_seeds_end_at_the_simplest_counterexample() {
    let property = property! {
        forall steps: Vec<Step>;
        check { compare_with_model(steps); true }
    };
    let mut answers: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..SEEDS {
        let options = Options { seed, tests: 10_000, explain: false, ..Options::default() };
        let report = quick_check(&property, &options);
        let found = report.counterexample().expect("one of 10,000 tests pops from four elements");
        *answers.entry(found.shrunk[0].value.clone()).or_default() += 1;
    }
    let simplest = "[Append([Entry(0, 0), Entry(1, 0), Entry(2, 0), Entry(3, 0)]), PopMin]";
    println!("{answers:#?}");
    let count = answers.get(simplest).copied().unwrap_or_default();
    assert!(count >= MIN_SIMPLEST, "{count} of {SEEDS} seeds: {answers:#?}");
}
