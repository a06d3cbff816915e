//! The cost of a step: a stack and its model, against a handwritten loop that generates the same operations and
//! compares the same replies.

use forall::machine::{Lockstep, Machine, StepsDomain, steps};
use forall::property::forall;
use forall::runner::{self, quick_check};
use forall::source::{Random, Sizes};

use crate::measure::{Case, Count, measure};
use crate::options::Options;
use crate::row::{Bar, Row};

/// Writes a stack, its model, and a stack in chunks. Values are from this domain.
macro_rules! stack {
    ($module:ident $(#$domain:tt)?) => {
        mod $module {
            #[forall::machine(model = Model)]
            pub(super) trait Stack {
                fn push(&mut self, $(#$domain)? x: u32);
                fn pop(&mut self) -> Option<u32>;
                #[always]
                fn len(&self) -> usize;
            }

            #[derive(Default)]
            pub(super) struct Model(Vec<u32>);

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
            pub(super) struct Chunks {
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
        }
    };
}

stack!(usual);
// The values of the handwritten loop.
stack!(uniform #[domain(forall::domain::Domain::without_edge_cases(forall::domain::any::<u32>()))]);

/// The number of steps in the longest list.
const STEPS: usize = 50;

/// The limit for a step, as a multiple of the handwritten loop: the model runs twice.
const MAX_RATIO: f64 = 1.6;
/// The limit for what a step costs beyond the handwritten loop, in nanoseconds.
const MAX_ADDED_NANOS: f64 = 30.0;

/// A way to generate the lists.
struct Setup {
    name: &'static str,
    run: Case,
}

const SETUPS: [Setup; 2] = [
    Setup {
        name: "overhead: a stack, swarm and themes",
        run: |tests| ours::<usual::Model, usual::Chunks>(tests, steps().up_to(STEPS), true),
    },
    Setup {
        name: "overhead: a stack, same distribution",
        run: |tests| {
            // Without the limit, short lists are more frequent.
            let lists = steps().without_swarm().at_most(STEPS);
            ours::<uniform::Model, uniform::Chunks>(tests, lists, false)
        },
    },
];

/// Measures the cost of a step.
pub(super) fn rows(options: &Options) -> Vec<Row> {
    let wanted = SETUPS.iter().filter(|setup| options.wants(setup.name));
    wanted.flat_map(|setup| measured(setup, options)).collect()
}

fn measured(setup: &Setup, options: &Options) -> [Row; 2] {
    let figures = measure(&[handwritten, setup.run], options.effort());
    let [by_hand, ours] = [&figures[0], &figures[1]].map(|figures| figures.nanos_per_unit());
    let note = format!("per step, in lists of at most {STEPS}");
    let ratio = Row {
        name: setup.name.to_owned(),
        ours,
        theirs: by_hand,
        bar: Some(Bar::AtMost(MAX_RATIO)),
        unit: "ns",
        note: note.clone(),
    };
    let added = Row {
        name: format!("{}, added", setup.name),
        ours: ours - by_hand,
        theirs: MAX_ADDED_NANOS,
        bar: Some(Bar::AtMost(1.0)),
        unit: "ns",
        note,
    };
    [ratio, added]
}

fn ours<M: Machine + Lockstep<S>, S: 'static>(
    tests: u64,
    lists: StepsDomain<M>,
    themes: bool,
) -> Count {
    let units = std::cell::Cell::new(0);
    let agrees = forall("steps", lists).check(|(steps, ())| {
        units.set(units.get() + steps.steps.len() as u64);
        steps.check::<S>();
    });
    let options =
        runner::Options { tests, sizes: Sizes::Fixed(8), themes, ..runner::Options::default() };
    assert!(quick_check(&agrees, &options).passed(), "a stack in chunks is a stack");
    Count { tests, units: units.get() }
}

enum Step {
    Push(u32),
    Pop,
}

fn handwritten(tests: u64) -> Count {
    use uniform::{Chunks, Model, Stack};

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
