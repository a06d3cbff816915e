//! Shrinking: the five programs with handles on which Hegel measures its shrinker
//! (`tests/test_shrink_quality/stateful.rs`), with the same minimal steps.

use forall::machine::{Lockstep, Machine, steps};
use forall::runner;

use super::found::find;
use crate::options::Options;
use crate::row::{Bar, Row};

/// The maximum number of calls that shrinking may take on average.
const MAX_CALLS: f64 = 40.0;

/// A program, and the steps to which it shrinks.
struct Program {
    name: &'static str,
    /// Returns the simplest steps that were found with this seed, and the number of calls that took.
    run: fn(u64) -> (String, u64),
    steps: &'static [&'static str],
}

const PROGRAMS: [Program; 5] = [
    Program {
        name: "double increment",
        run: run::<counters::Ids, counters::UpToOne>,
        steps: &["let counter1 = create()", "increment(counter1)", "increment(counter1)"],
    },
    Program {
        name: "distinct pair",
        run: run::<pairs::Ids, pairs::OnlyEqual>,
        steps: &["let object1 = create()", "let object2 = create()", "pair(object1, object2)"],
    },
    Program {
        name: "last in, first out",
        run: run::<nested::Ids, nested::LastFirst>,
        steps: &["let object1 = open()", "let object2 = open()", "close(object1)"],
    },
    Program {
        name: "cycle in a graph",
        run: run::<graph::Ids, graph::WithoutCycles>,
        steps: &[
            "let node1 = create()",
            "let node2 = create()",
            "edge(node1, node2)",
            "edge(node2, node1)",
        ],
    },
    Program {
        name: "noisy triple increment",
        run: run::<noisy::Ids, noisy::UpToTwo>,
        steps: &[
            "let counter1 = create(0)",
            "increment(counter1)",
            "increment(counter1)",
            "increment(counter1)",
        ],
    },
];

/// Measures how often the simplest steps are found, and how many calls that takes.
pub(super) fn rows(options: &Options) -> Vec<Row> {
    let wanted = PROGRAMS.iter().filter(|program| options.wants(&row_name(program)));
    wanted.flat_map(|program| measured(program, options.seeds())).collect()
}

fn row_name(program: &Program) -> String {
    format!("shrink: {}", program.name)
}

fn measured(program: &Program, seeds: u64) -> [Row; 2] {
    let expected = numbered(program.steps);
    let mut exact = 0;
    let mut calls = 0;
    let mut other = String::new();
    for seed in 0..seeds {
        let (shrunk, tried) = (program.run)(seed);
        calls += tried;
        exact += u64::from(shrunk == expected);
        if shrunk != expected {
            other = format!("seed {seed}: {}", shrunk.replace('\n', "; "));
        }
    }
    let name = row_name(program);
    [
        Row {
            name: format!("{name}, exact"),
            ours: exact as f64,
            theirs: seeds as f64,
            bar: Some(Bar::FirmAtLeast(1.0)),
            unit: "seeds",
            note: other,
        },
        Row {
            name: format!("{name}, calls"),
            ours: calls as f64 / seeds as f64,
            theirs: MAX_CALLS,
            bar: Some(Bar::Firm(1.0)),
            unit: "calls",
            note: String::new(),
        },
    ]
}

fn run<M: Machine + Lockstep<S>, S: 'static>(seed: u64) -> (String, u64) {
    let options = runner::Options { seed, tests: 10_000, ..runner::Options::default() };
    let found = find::<M, S>(steps(), &options).expect("these programs fail often");
    (found.shrunk[0].value.clone(), found.shrinking.tried)
}

/// Numbers steps as reports do.
fn numbered(steps: &[&str]) -> String {
    let lines = (1..).zip(steps).map(|(number, step): (usize, _)| format!("{number}  {step}"));
    lines.collect::<Vec<String>>().join("\n")
}

mod counters {
    #[forall::machine(model = Ids)]
    pub(super) trait Counters {
        type Counter;
        fn create(&mut self) -> Self::Counter;
        fn increment(&mut self, counter: &Self::Counter);
    }

    #[derive(Default, Hash)]
    pub(super) struct Ids(usize);

    impl Counters for Ids {
        type Counter = usize;

        fn create(&mut self) -> usize {
            self.0 += 1;
            self.0 - 1
        }

        fn increment(&mut self, _: &usize) {}
    }

    /// Fails if a counter reaches 2.
    #[derive(Default)]
    pub(super) struct UpToOne(Vec<u32>);

    impl Counters for UpToOne {
        type Counter = usize;

        fn create(&mut self) -> usize {
            self.0.push(0);
            self.0.len() - 1
        }

        fn increment(&mut self, counter: &usize) {
            self.0[*counter] += 1;
            assert!(self.0[*counter] < 2);
        }
    }
}

mod pairs {
    #[forall::machine(model = Ids)]
    pub(super) trait Pairs {
        type Object;
        fn create(&mut self) -> Self::Object;
        fn pair(&mut self, a: &Self::Object, b: &Self::Object);
    }

    #[derive(Default, Hash)]
    pub(super) struct Ids(usize);

    /// Fails if two different objects are paired.
    #[derive(Default)]
    pub(super) struct OnlyEqual(usize);

    impl Pairs for Ids {
        type Object = usize;

        fn create(&mut self) -> usize {
            self.0 += 1;
            self.0
        }

        fn pair(&mut self, _: &usize, _: &usize) {}
    }

    impl Pairs for OnlyEqual {
        type Object = usize;

        fn create(&mut self) -> usize {
            self.0 += 1;
            self.0
        }

        fn pair(&mut self, a: &usize, b: &usize) {
            assert_eq!(a, b);
        }
    }
}

mod nested {
    #[forall::machine(model = Ids)]
    pub(super) trait Nested {
        type Object;
        fn open(&mut self) -> Self::Object;
        fn close(&mut self, object: Self::Object);
    }

    #[derive(Default, Hash)]
    pub(super) struct Ids(usize);

    impl Nested for Ids {
        type Object = usize;

        fn open(&mut self) -> usize {
            self.0 += 1;
            self.0
        }

        fn close(&mut self, _: usize) {}
    }

    /// Fails if an object is closed that was not opened last.
    #[derive(Default)]
    pub(super) struct LastFirst {
        opened: usize,
        open: Vec<usize>,
    }

    impl Nested for LastFirst {
        type Object = usize;

        fn open(&mut self) -> usize {
            self.opened += 1;
            self.open.push(self.opened);
            self.opened
        }

        fn close(&mut self, object: usize) {
            assert_eq!(self.open.pop(), Some(object));
        }
    }
}

mod graph {
    #[forall::machine(model = Ids)]
    pub(super) trait Graph {
        type Node;
        fn create(&mut self) -> Self::Node;
        fn edge(&mut self, from: &Self::Node, to: &Self::Node);
    }

    #[derive(Default, Hash)]
    pub(super) struct Ids(usize);

    impl Graph for Ids {
        type Node = usize;

        fn create(&mut self) -> usize {
            self.0 += 1;
            self.0
        }

        fn edge(&mut self, _: &usize, _: &usize) {}
    }

    /// Fails if the edges have a cycle. Edges from a node to itself do not count.
    #[derive(Default)]
    pub(super) struct WithoutCycles {
        nodes: usize,
        edges: Vec<(usize, usize)>,
    }

    impl WithoutCycles {
        fn reaches(&self, from: usize, to: usize) -> bool {
            let mut reached = vec![from];
            let mut next = 0;
            while let Some(node) = reached.get(next).copied() {
                next += 1;
                for (start, end) in &self.edges {
                    if *start == node && !reached.contains(end) {
                        reached.push(*end);
                    }
                }
            }
            reached.contains(&to)
        }
    }

    impl Graph for WithoutCycles {
        type Node = usize;

        fn create(&mut self) -> usize {
            self.nodes += 1;
            self.nodes
        }

        fn edge(&mut self, from: &usize, to: &usize) {
            if from != to {
                assert!(!self.reaches(*to, *from), "there is a cycle");
                self.edges.push((*from, *to));
            }
        }
    }
}

mod noisy {
    #[forall::machine(model = Ids)]
    pub(super) trait Noisy {
        type Counter;
        fn create(&mut self, payload: u64) -> Self::Counter;
        fn touch(&mut self, counter: &Self::Counter);
        fn scribble(&mut self, payload: u64);
        fn increment(&mut self, counter: &Self::Counter);
    }

    #[derive(Default, Hash)]
    pub(super) struct Ids(usize);

    impl Noisy for Ids {
        type Counter = usize;

        fn create(&mut self, _: u64) -> usize {
            self.0 += 1;
            self.0 - 1
        }

        fn touch(&mut self, _: &usize) {}
        fn scribble(&mut self, _: u64) {}
        fn increment(&mut self, _: &usize) {}
    }

    /// Fails if a counter reaches 3. The other operations are noise.
    #[derive(Default)]
    pub(super) struct UpToTwo {
        counters: Vec<u32>,
        noise: u64,
    }

    impl Noisy for UpToTwo {
        type Counter = usize;

        fn create(&mut self, payload: u64) -> usize {
            self.noise ^= payload;
            self.counters.push(0);
            self.counters.len() - 1
        }

        fn touch(&mut self, _: &usize) {}

        fn scribble(&mut self, payload: u64) {
            self.noise = self.noise.wrapping_add(payload);
        }

        fn increment(&mut self, counter: &usize) {
            self.counters[*counter] += 1;
            assert!(self.counters[*counter] < 3);
        }
    }
}
