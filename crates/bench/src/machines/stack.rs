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

/// A way to generate the lists.
struct Setup {
    name: &'static str,
    run: Case,
}

const SETUPS: [Setup; 2] = [
    Setup { name: "overhead: a stack, swarm and themes", run: |tests| ours(tests, true) },
    Setup { name: "overhead: a stack, without them", run: |tests| ours(tests, false) },
];

/// Measures the cost of a step.
pub(super) fn rows(options: &Options) -> Vec<Row> {
    let wanted = SETUPS.iter().filter(|setup| options.wants(setup.name));
    let rows = wanted.map(|setup| {
        let figures = measure(&[handwritten, setup.run], options.effort());
        let [by_hand, ours] = [&figures[0], &figures[1]].map(|figures| figures.nanos_per_unit());
        Row {
            name: setup.name.to_owned(),
            ours,
            theirs: by_hand,
            bar: Some(Bar::AtMost(MAX_RATIO)),
            unit: "ns",
            note: format!("per step, in lists of at most {STEPS}"),
        }
    });
    rows.collect()
}

/// Checks lists with the usual swarm and themes, or without them.
fn ours(tests: u64, is_usual: bool) -> Count {
    let units = std::cell::Cell::new(0);
    let lists = steps::<Model>().up_to(STEPS);
    let lists = if is_usual { lists } else { lists.without_swarm() };
    let agrees = forall("steps", lists).check(|(steps, ()): &(Steps<Model>, ())| {
        units.set(units.get() + steps.steps.len() as u64);
        steps.check::<Chunks>();
    });
    let sizes = Sizes::Fixed(8);
    let options = runner::Options { tests, sizes, themes: is_usual, ..runner::Options::default() };
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
