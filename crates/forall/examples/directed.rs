//! Searches for inputs that reach one place in the code, as AFLGo does.
//!
//! After "Directed greybox fuzzing" (Böhme, Pham, Nguyen and Roychoudhury, 2017): the energy of a seed depends on the
//! distance of the code that it reached to the target, and the more so the longer the search has run.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use forall::domain::vec;
use forall::feedback::{Feedback, FeedbackMap, Premises, Probes, probe_id};
use forall::part::Guidance;
use forall::pool::{Energy, Heap, Novelty, Recycling, SeedPool, Utility};
use forall::property::{Erased, property};
use forall::report::Report;
use forall::runner::{Options, fuzz_with};

/// The number of letters in the name of a command.
const LETTERS: usize = 4;

const COMMANDS: [&[u8; LETTERS]; 8] =
    [b"list", b"read", b"drop", b"copy", b"move", b"find", b"sort", b"join"];

/// The index of the command that changed last, and is to be tested.
const CHANGED: usize = 2;

/// Runs the command whose name the text starts with. Each correct letter hits a probe. The changed command has a bug.
fn runs(text: &[u8]) -> bool {
    for (number, name) in COMMANDS.iter().enumerate() {
        for letter in 0..LETTERS {
            if text.get(letter) != Some(&name[letter]) {
                break;
            }
            probe_id(probe_of(number, letter));
            if (number, letter) == (CHANGED, LETTERS - 1) {
                return false;
            }
        }
    }
    true
}

fn probe_of(command: usize, letter: usize) -> u64 {
    (command * LETTERS + letter) as u64
}

/// Returns the number of branches between a probe and the bug, if the probe is on a path to it. A compiler can compute
/// these distances from the call graph.
fn distance(probe: u64) -> Option<usize> {
    (0..LETTERS).find(|letter| probe_of(CHANGED, *letter) == probe).map(|letter| LETTERS - letter)
}

/// Novelty that prefers inputs near the target.
struct Directed {
    novelty: Novelty,
    /// From 1, which means that all distances are equally good, down to 0.
    temperature: f64,
}

/// The factor on the temperature after each test: a twentieth is left after 3,000 tests.
const COOLING: f64 = 0.999;

impl Utility<Feedback> for Directed {
    fn useful<A>(&mut self, pool: &impl SeedPool<A, Feedback>, feedback: &Feedback) -> bool {
        self.temperature *= COOLING;
        self.novelty.useful(pool, feedback)
    }

    /// Returns the probability with which AFLGo prefers the seed, in percent.
    fn utility<A>(&self, _: &impl SeedPool<A, Feedback>, feedback: &Feedback) -> f64 {
        let entries = feedback.entries().iter();
        let probes = entries.filter(|entry| entry.map == FeedbackMap::PROBES);
        let nearest = probes.filter_map(|entry| distance(entry.key)).min().unwrap_or(LETTERS + 1);
        let closeness = 1.0 - nearest as f64 / (LETTERS + 1) as f64;
        100.0 * (closeness * (1.0 - self.temperature) + 0.5 * self.temperature)
    }

    fn remember(&mut self, feedback: &Feedback) {
        self.novelty.remember(feedback);
    }
}

/// Returns the number of tests that all seeds take together.
fn tests(run: impl Fn(&Erased, &Options) -> Report) -> u64 {
    let property =
        Erased::new(property! { forall text in vec(b'a'..=b'z', 0..=8); check runs(text) });
    let tests = |seed| {
        let options = Options { seed, tests: 50_000, max_shrinks: 0, ..Options::default() };
        run(&property, &options).tally.tests()
    };
    (1..=10).map(tests).sum()
}

fn main() {
    let pool = |energy| Recycling::new(Heap::new(energy));
    let undirected = tests(|property, options| {
        let guidance = Guidance::new(pool(Energy::Fixed(50)));
        fuzz_with(property, &mut guidance.instrument((Premises, Probes)), options)
    });
    let directed = tests(|property, options| {
        let utility = Directed { novelty: Novelty::new(), temperature: 1.0 };
        let guidance = Guidance::new(pool(Energy::By(|percent| percent as u64 + 1)));
        let mut guidance = guidance.utility(utility).instrument((Premises, Probes));
        fuzz_with(property, &mut guidance, options)
    });
    println!("{undirected} tests without a direction, {directed} with one");
    assert!(directed < undirected);
}
