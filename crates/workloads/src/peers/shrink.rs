//! Shrinking our counterexamples with other libraries.
//!
//! Each library receives the counterexample as if it had generated the value, and shrinks the value
//! with its own loop. The premises are checked, because its candidates may be invalid.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use forall::block::{check, print};
use forall::property::{Erased, ErasedInputs};
use forall::report::Verdict;
use forall::runner::Options;
use proptest::prelude::{ProptestConfig, Strategy as _};
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, TestCaseError, TestRng, TestRunner};
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult};

use super::proptest_lists::Listed;
use super::proptest_strategies::ToStrategy;
use super::quickcheck_shrinks::{ListShrinks, Written};
use crate::clock::Stopwatch;
use crate::strategy::Strategy;
use crate::trial::{ShrinkResult, Trial, trial_with};
use crate::workload::Task;
use crate::{bst, fsub, rbt, stlc};

/// Another library, with or without handwritten shrinkers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Peer {
    /// quickcheck with nothing written: only numbers and truth values shrink.
    Quickcheck,
    /// quickcheck with handwritten lists.
    QuickcheckLists,
    /// proptest with its strategies.
    Proptest,
    /// proptest with a strategy that shrinks by the handwritten lists.
    ProptestLists,
}

/// Runs our loop, then the shrinker of another library.
pub(crate) fn trial(
    task: &Task,
    strategy: &'static Strategy,
    options: &Options,
    peer: Peer,
) -> Trial {
    let property = task.property(strategy);
    let guarded = Rc::new(task.property(&Strategy::TypeBased));
    trial_with(&property, options, |case, _| {
        let original = print(&property, &case.inputs);
        let stopwatch = Stopwatch::start();
        let (shrunk, shrinks) = shrunk(&guarded, &case.inputs, peer);
        let time = stopwatch.elapsed();
        let shrunk = print(&property, shrunk.as_ref().unwrap_or(&case.inputs));
        ShrinkResult { original, shrunk, shrinks, time }
    })
}

/// The type of the inputs with these variables.
macro_rules! inputs {
    ($($variable:ty),*) => { inputs!(@ (); $($variable),*) };
    (@ $bound:ty;) => { $bound };
    (@ $bound:ty; $next:ty $(, $rest:ty)*) => { inputs!(@ ($next, $bound); $($rest),*) };
}

/// Shrinks the inputs. Inputs of an unsupported type are not shrunk.
fn shrunk(property: &Rc<Erased>, inputs: &ErasedInputs, peer: Peer) -> (Option<ErasedInputs>, u64) {
    macro_rules! try_each {
        ($(($($variable:ty),*),)*) => {
            $(if let Some(values) = inputs.get::<inputs!($($variable),*)>() {
                let evaluator = Evaluator::new(Rc::clone(property), values.clone());
                match peer {
                    Peer::Quickcheck => by_quickcheck(values.clone(), &evaluator, Written::Nothing),
                    Peer::QuickcheckLists => {
                        by_quickcheck(values.clone(), &evaluator, Written::Lists);
                    }
                    Peer::Proptest => by_proptest(values, &evaluator),
                    Peer::ProptestLists => {
                        run_tree(&mut runner(), Listed::new(values.clone()), &evaluator);
                    }
                }
                return (evaluator.best.take().map(ErasedInputs::new), evaluator.tried.get());
            })*
        };
    }
    try_each! {
        (bst::Tree), (bst::Tree, i32), (bst::Tree, i32, bool), (bst::Tree, i32, i32),
        (bst::Tree, i32, i32, bool), (bst::Tree, i32, i32, bool, bool), (bst::Tree, bst::Tree),
        (bst::Tree, bst::Tree, i32), (bst::Tree, bst::Tree, i32, bool),
        (bst::Tree, bst::Tree, bst::Tree), (rbt::Tree, i32), (rbt::Tree, i32, bool),
        (rbt::Tree, i32, i32), (rbt::Tree, i32, i32, bool), (rbt::Tree, i32, i32, bool, bool),
        (stlc::Expr), (fsub::Term),
    }
    (None, 0)
}

/// Runs the property and remembers the last failing inputs: a shrinker continues from those.
struct Evaluator<Values> {
    property: Rc<Erased>,
    best: RefCell<Option<Values>>,
    tried: Cell<u64>,
}

impl<Values: Clone + 'static> Evaluator<Values> {
    fn new(property: Rc<Erased>, values: Values) -> Rc<Evaluator<Values>> {
        Rc::new(Evaluator { property, best: RefCell::new(Some(values)), tried: Cell::new(0) })
    }

    fn verdict(&self, values: &Values) -> Verdict {
        self.tried.set(self.tried.get() + 1);
        let verdict = check(&*self.property, &ErasedInputs::new(values.clone()));
        if let Verdict::Fail(_) = verdict {
            self.best.replace(Some(values.clone()));
        }
        verdict
    }
}

thread_local! {
    /// The next inputs that quickcheck generates: `Arbitrary` has no other way to receive a value.
    static NEXT_INPUTS: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

/// Inputs for quickcheck.
struct GivenInputs<Values> {
    values: Values,
    written: Written,
    evaluator: Rc<Evaluator<Values>>,
}

impl<Values: Clone> Clone for GivenInputs<Values> {
    fn clone(&self) -> Self {
        self.with(self.values.clone())
    }
}

impl<Values> GivenInputs<Values> {
    /// Returns other inputs of the same trial.
    fn with(&self, values: Values) -> Self {
        GivenInputs { values, written: self.written, evaluator: Rc::clone(&self.evaluator) }
    }
}

impl<Values> fmt::Debug for GivenInputs<Values> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("inputs")
    }
}

impl<Values: ListShrinks> Arbitrary for GivenInputs<Values> {
    fn arbitrary(_: &mut Gen) -> Self {
        let given = NEXT_INPUTS.take().and_then(|given| given.downcast().ok());
        *given.expect("the inputs were set just before")
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let given = self.clone();
        Box::new(self.values.simpler(self.written).map(move |values| given.with(values)))
    }
}

fn by_quickcheck<Values: ListShrinks>(
    values: Values,
    evaluator: &Rc<Evaluator<Values>>,
    written: Written,
) {
    fn test<Values: ListShrinks>(given: GivenInputs<Values>) -> TestResult {
        match given.evaluator.verdict(&given.values) {
            Verdict::Fail(_) => TestResult::failed(),
            Verdict::Pass => TestResult::passed(),
            Verdict::Discard(_) | Verdict::Reject(..) => TestResult::discard(),
        }
    }
    let given = GivenInputs { values, written, evaluator: Rc::clone(evaluator) };
    NEXT_INPUTS.set(Some(Box::new(given)));
    let _ = QuickCheck::new().tests(1).quicktest(test as fn(GivenInputs<Values>) -> TestResult);
}

fn runner() -> TestRunner {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

fn by_proptest<Values: ToStrategy>(values: &Values, evaluator: &Evaluator<Values>) {
    let mut runner = runner();
    let strategy = values.strategy();
    let tree = loop {
        match strategy.new_tree(&mut runner) {
            Ok(tree) if tree.current() == *values => break tree,
            _ => {}
        }
    };
    run_tree(&mut runner, tree, evaluator);
}

/// Runs and shrinks one value.
fn run_tree<Values: Clone + fmt::Debug + 'static>(
    runner: &mut TestRunner,
    tree: impl ValueTree<Value = Values>,
    evaluator: &Evaluator<Values>,
) {
    let _ = runner.run_one(tree, |values| match evaluator.verdict(&values) {
        Verdict::Fail(_) => Err(TestCaseError::fail("false")),
        Verdict::Pass => Ok(()),
        Verdict::Discard(_) | Verdict::Reject(..) => Err(TestCaseError::reject("a premise")),
    });
}
