//! Mutates seeds that take rare branches, as FairFuzz does.
//!
//! After "FairFuzz: a targeted mutation strategy for increasing greybox fuzz testing coverage" (Lemieux and Sen, 2018):
//! the next seed is one that takes the branch that the fewest tests have taken. FairFuzz also computes a mask of the bytes that a
//! mutation may change without leaving that branch; this example mutates all choices.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use forall::domain::vec;
use forall::feedback::{Feedback, FeedbackMap, Premises, Probes, probe_id};
use forall::part::Guidance;
use forall::pool::{Directive, Energy, Fifo, Novelty, Recycling, Seed, SeedPool, Utility};
use forall::property::{Erased, property};
use forall::report::Report;
use forall::runner::{Options, fuzz_with};

/// For each branch, the number of tests that have taken it. The utility counts, and the pool reads.
type Branches = Rc<RefCell<HashMap<u64, u64>>>;

fn branches(feedback: &Feedback) -> impl Iterator<Item = u64> {
    let probes = feedback.entries().iter().filter(|entry| entry.map == FeedbackMap::PROBES);
    probes.map(|entry| entry.key)
}

/// Novelty that counts the branches of all tests.
struct CountingBranches {
    novelty: Novelty,
    taken: Branches,
}

impl Utility<Feedback> for CountingBranches {
    fn useful<A>(&mut self, pool: &impl SeedPool<A, Feedback>, feedback: &Feedback) -> bool {
        let mut taken = self.taken.borrow_mut();
        branches(feedback).for_each(|branch| *taken.entry(branch).or_default() += 1);
        self.novelty.useful(pool, feedback)
    }

    fn utility<A>(&self, pool: &impl SeedPool<A, Feedback>, feedback: &Feedback) -> f64 {
        self.novelty.utility(pool, feedback)
    }

    fn remember(&mut self, feedback: &Feedback) {
        self.novelty.remember(feedback);
    }
}

/// A pool that mutates the newest of the seeds whose rarest branch is the rarest of all.
struct RareBranches<A> {
    seeds: Vec<Seed<A, Feedback>>,
    current: usize,
    /// The number of mutations until another seed may be chosen.
    left: u64,
    taken: Branches,
}

/// The number of mutations of a seed before the branches are compared again.
const ENERGY: u64 = 64;

impl<A> SeedPool<A, Feedback> for RareBranches<A> {
    fn invest(&mut self, seed: Seed<A, Feedback>) {
        self.seeds.push(seed);
        self.left = 0;
    }

    fn revise(&mut self) -> Option<Seed<A, Feedback>> {
        self.left = self.left.saturating_sub(1);
        None
    }

    fn sample(&mut self) -> Directive<'_, A, Feedback> {
        if self.left == 0 && !self.seeds.is_empty() {
            let taken = self.taken.borrow();
            let times = |branch: u64| taken.get(&branch).copied().unwrap_or(0);
            let rarity = |at: &usize| {
                branches(&self.seeds[*at].feedback).map(times).min().unwrap_or(u64::MAX)
            };
            self.current = (0..self.seeds.len()).rev().min_by_key(rarity).unwrap_or(0);
            self.left = ENERGY;
        }
        self.seeds.get(self.current).map_or(Directive::Generate, Directive::Mutate)
    }

    fn best(&self) -> Option<&Seed<A, Feedback>> {
        self.seeds.iter().max_by(|a, b| a.utility.total_cmp(&b.utility))
    }
}

/// Handles a message. Most kinds of messages do something harmless for every byte; one kind has a bug behind a code.
fn handles(kind: u8, body: &[u8]) -> bool {
    if kind != 7 {
        body.iter().for_each(|byte| probe_id(1_000 + u64::from(kind) * 2 + u64::from(byte % 2)));
        return true;
    }
    probe_id(1);
    for (at, code) in [31, 41, 59].iter().enumerate() {
        if body.get(at) != Some(code) {
            return true;
        }
        probe_id(2 + at as u64);
    }
    false
}

/// Returns the number of tests that all seeds take together.
fn tests(run: impl Fn(&Erased, &Options) -> Report) -> u64 {
    let property = Erased::new(property! {
        forall kind in 0..16_u8;
        forall body in vec(0..64_u8, 0..=8);
        check handles(*kind, body)
    });
    let tests = |seed| {
        let options = Options { seed, tests: 50_000, max_shrinks: 0, ..Options::default() };
        run(&property, &options).tally.tests()
    };
    (1..=10).map(tests).sum()
}

fn main() {
    let equal = tests(|property, options| {
        let pool = Recycling::new(Fifo::new(Energy::Fixed(ENERGY)));
        fuzz_with(property, &mut Guidance::new(pool).instrument((Premises, Probes)), options)
    });
    let rare = tests(|property, options| {
        let taken = Branches::default();
        let pool =
            RareBranches { seeds: Vec::new(), current: 0, left: 0, taken: Rc::clone(&taken) };
        let guidance =
            Guidance::new(pool).utility(CountingBranches { novelty: Novelty::new(), taken });
        fuzz_with(property, &mut guidance.instrument((Premises, Probes)), options)
    });
    println!("{equal} tests if all seeds are equal, {rare} if rare branches come first");
    assert!(rare < equal);
}
