//! The cost of a step: a stack and its model, against a handwritten loop that generates the same operations and
//! compares the same replies.

use forall::machine::{Steps, steps};
use forall::property::forall;
use forall::runner::{self, quick_check};
use forall::source::{Random, Sizes};

use crate::measure::{Case, Count, measure};
use crate::options::Options;
use crate::row::{Bar, Row};

#[forall::machine(model = Model)]
trait Stack {
    fn push(&mut self, x: u32);
    fn pop(&mut self) -> Option<u32>;
    #[always]
    fn len(&self) -> usize;
}

#[derive(Default)]
struct Model(Vec<u32>);

impl Stack for Model {
    fn push(&mut self, x: u32) {
        self.0.push(x);
    }

    fn pop(&mut self) -> Option<u32> {
        self.0.pop()
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

/// A stack in chunks.
#[derive(Default)]
struct Chunks {
    full: Vec<[u32; 8]>,
    last: [u32; 8],
    used: usize,
}

impl Stack for Chunks {
    fn push(&mut self, x: u32) {
        if self.used == 8 {
            self.full.push(self.last);
            self.used = 0;
        }
        self.last[self.used] = x;
        self.used += 1;
    }

    fn pop(&mut self) -> Option<u32> {
        if self.used == 0 {
            self.last = self.full.pop()?;
            self.used = 8;
        }
        self.used -= 1;
        Some(self.last[self.used])
    }

    fn len(&self) -> usize {
        8 * self.full.len() + self.used
    }
}

/// The number of steps in the longest list.
const STEPS: usize = 50;

/// The limit for a step, as a multiple of the handwritten loop: the model runs twice.
const MAX_RATIO: f64 = 1.6;
/// The limit for what a step costs beyond that, in nanoseconds.
const MAX_ADDED_NANOS: f64 = 30.0;

/// Measures the cost of a step.
pub(super) fn rows(options: &Options) -> Vec<Row> {
    let name = "overhead: 50 steps of a stack";
    if !options.wants(name) {
        return Vec::new();
    }
    let cases: [Case; 2] = [handwritten, ours];
    let figures = measure(&cases, options.effort());
    let [by_hand, ours] = [&figures[0], &figures[1]].map(|figures| figures.nanos_per_unit());
    let limit = MAX_RATIO * by_hand;
    vec![Row {
        name: name.to_owned(),
        ours,
        theirs: by_hand,
        bar: Some(Bar::AtMost(MAX_RATIO.max((limit + MAX_ADDED_NANOS) / by_hand))),
        unit: "ns",
        note: format!("per step; at most {MAX_RATIO} × + {MAX_ADDED_NANOS} ns"),
    }]
}

fn ours(tests: u64) -> Count {
    let units = std::cell::Cell::new(0);
    let agrees = forall("steps", steps::<Model>().up_to(STEPS).without_swarm());
    let agrees = agrees.check(|(steps, ()): &(Steps<Model>, ())| {
        units.set(units.get() + steps.steps.len() as u64);
        steps.check::<Chunks>();
    });
    let sizes = Sizes::Fixed(8);
    let options = runner::Options { tests, sizes, themes: false, ..runner::Options::default() };
    assert!(quick_check(&agrees, &options).passed(), "a stack in chunks is a stack");
    Count { tests, units: units.get() }
}

enum Step {
    Push(u32),
    Pop,
}

fn handwritten(tests: u64) -> Count {
    let mut random = Random::from_seed(1);
    let mut units = 0;
    for _ in 0..tests {
        let length = random.below(STEPS as u64 + 1);
        let steps: Vec<Step> = (0..length)
            .map(|_| match random.below(2) {
                0 => Step::Push(random.word() as u32),
                _ => Step::Pop,
            })
            .collect();
        units += length;
        let mut model = Model::default();
        let mut system = Chunks::default();
        for step in &steps {
            match step {
                Step::Push(x) => {
                    model.push(*x);
                    system.push(*x);
                }
                Step::Pop => assert_eq!(model.pop(), system.pop()),
            }
            assert_eq!(model.len(), system.len());
        }
    }
    Count { tests, units }
}
