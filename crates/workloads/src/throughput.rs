//! Tests per second of our loops and of handwritten ones, measured in alternation.

use std::cmp::Ordering;
use std::hint::black_box;
use std::time::Duration;

use forall::block::{Property, run_batch};
use forall::domain::{Domain, any};
use forall::report::Verdict;
use forall::source::{Campaign, Sizes};
use serde_json::{Value, json};

use crate::clock::Stopwatch;
use crate::strategy::Strategy;
use crate::workload::{BASE, Task, Visitor, Workload, visit};
use crate::{bst, ifc, rbt, stlc};

/// Tests per second of CPU time, for one property of the correct code.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The workload.
    pub workload: String,
    /// The property.
    pub property: String,
    /// Our loop on the typed property.
    pub typed: f64,
    /// Our loop on the erased property.
    pub erased: f64,
    /// The handwritten loop.
    pub handwritten: f64,
}

impl Row {
    /// Converts to a line of the store, rounded to whole tests per second.
    pub fn to_json(&self) -> Value {
        json!({
            "throughput": self.property,
            "workload": self.workload,
            "typed": self.typed.round(),
            "erased": self.erased.round(),
            "handwritten": self.handwritten.round(),
        })
    }

    /// Parses a line of the store, or returns `None` for any other line.
    pub fn from_line(line: &str) -> Option<Row> {
        let Value::Object(object) = serde_json::from_str(line).ok()? else { return None };
        let text = |name| Some(object.get(name)?.as_str()?.to_owned());
        let number = |name| object.get(name)?.as_f64();
        Some(Row {
            workload: text("workload")?,
            property: text("throughput")?,
            typed: number("typed")?,
            erased: number("erased")?,
            handwritten: number("handwritten")?,
        })
    }
}

/// The number of tests in a batch.
const TESTS: u64 = 2_000;

struct Case {
    workload: &'static str,
    property: &'static str,
    /// The handwritten test with this number.
    handwritten: fn(u64) -> bool,
}

const CASES: &[Case] = &[
    Case { workload: "BST", property: "InsertPost", handwritten: handwritten_bst },
    Case { workload: "RBT", property: "DeletePost", handwritten: handwritten_rbt },
    Case { workload: "STLC", property: "SinglePreserve", handwritten: handwritten_stlc },
    Case { workload: "IFC", property: "SSNI", handwritten: handwritten_ifc },
];

/// Measures all cases in this number of rounds.
pub fn measure(rounds: u32) -> Vec<Row> {
    CASES
        .iter()
        .filter_map(|Case { workload, property, handwritten }| {
            let workload = Workload::named(workload)?;
            let task = Task { workload, mutant: BASE, property, minimum: None };
            let erased = task.property(&Strategy::Bespoke);
            let mut best = [Duration::MAX; 3];
            for _ in 0..rounds {
                let took = [
                    visit(&task, &Strategy::Bespoke, Timed)?,
                    timed(|| tests(&erased)),
                    timed(|| {
                        (0..TESTS).for_each(|n| assert!(black_box(handwritten(n)), "it is correct"))
                    }),
                ];
                best = std::array::from_fn(|test_loop| best[test_loop].min(took[test_loop]));
            }
            let [typed, erased, handwritten] = best.map(|best| TESTS as f64 / best.as_secs_f64());
            Some(Row {
                workload: workload.name.to_owned(),
                property: (*property).to_owned(),
                typed,
                erased,
                handwritten,
            })
        })
        .collect()
}

fn timed(work: impl FnOnce()) -> Duration {
    let stopwatch = Stopwatch::start();
    work();
    stopwatch.elapsed().cpu
}

struct Timed;

impl Visitor for Timed {
    type Output = Duration;

    fn visit<P: Property + Send + Sync + 'static>(self, property: P) -> Duration {
        timed(|| tests(&property))
    }
}

/// The inputs, at a fixed size.
const CAMPAIGN: Campaign = Campaign { seed: 1, sizes: Sizes::Fixed(8), themes: false };

fn tests<P: Property>(property: &P) {
    let mut first = 0;
    while first < TESTS {
        let (n, verdict) = run_batch(property, &CAMPAIGN, first..TESTS);
        assert!(!matches!(verdict, Verdict::Fail(_)), "it is correct");
        first = n + 1;
    }
}

const FROM: Strategy = Strategy::Bespoke;

fn handwritten_bst(n: u64) -> bool {
    let source = &mut CAMPAIGN.source(n);
    let Ok(t) = bst::Trees(FROM).generate(source) else { return true };
    let Ok(k) = bst::Trees(FROM).keys(&[&t], None).generate(source) else { return true };
    let Ok(k2) = bst::Trees(FROM).keys(&[&t], Some(k)).generate(source) else { return true };
    let Ok(v) = any::<bool>().generate(source) else { return true };
    insert(k, v, &t).find(k2) == if k == k2 { Some(v) } else { t.find(k2) }
}

/// Insertion without a mutation switch. A test compares its speed to that of the mutated code.
pub fn insert(key: i32, value: bool, tree: &bst::Tree) -> bst::Tree {
    let bst::Tree::T(node) = tree else { return bst::Tree::singleton(key, value) };
    let bst::Node { left, key: root, value: old, right } = &**node;
    let left = left.clone();
    let right = right.clone();
    match key.cmp(root) {
        Ordering::Less => bst::Tree::node(insert(key, value, &left), *root, *old, right),
        Ordering::Equal => bst::Tree::node(left, key, value, right),
        Ordering::Greater => bst::Tree::node(left, *root, *old, insert(key, value, &right)),
    }
}

fn handwritten_rbt(n: u64) -> bool {
    let source = &mut CAMPAIGN.source(n);
    let Ok(t) = rbt::Trees(FROM).generate(source) else { return true };
    let Ok(k) = rbt::Trees(FROM).keys(&t, None).generate(source) else { return true };
    let Ok(k2) = rbt::Trees(FROM).keys(&t, Some(k)).generate(source) else { return true };
    rbt::Mutant::Base
        .delete(k, &t)
        .is_some_and(|deleted| deleted.find(k2) == if k == k2 { None } else { t.find(k2) })
}

fn handwritten_stlc(n: u64) -> bool {
    let source = &mut CAMPAIGN.source(n);
    let Ok(ty) = stlc::Types(FROM).generate(source) else { return true };
    let Ok(e) = stlc::Terms::of(FROM, &ty).generate(source) else { return true };
    let stepped = stlc::Mutant::Base.step(&e);
    stepped.is_none_or(|stepped| stlc::type_of(&stepped) == stlc::type_of(&e))
}

fn handwritten_ifc(n: u64) -> bool {
    let source = &mut CAMPAIGN.source(n);
    let Ok(o) = ifc::Observers(FROM).generate(source) else { return true };
    let Ok(s1) = ifc::States(FROM).generate(source) else { return true };
    let Ok(s2) = ifc::IndistinguishableStates::of(FROM, o, &s1).generate(source) else {
        return true;
    };
    !matches!(ifc::single_step_verdict(ifc::Mutant::Base, o, &s1, &s2), Verdict::Fail(_))
}
