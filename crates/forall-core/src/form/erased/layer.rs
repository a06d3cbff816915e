//! Layers: code that runs before and around every test of a property.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use super::{Erased, ErasedInputs, Object};
use crate::block::{CheckScope, GenerationContext, Observation, ShrinkContext};
use crate::data::{Binding, Verdict};
use crate::language::{NodeInfo, Nodes};
use crate::source::{Campaign, ChoiceValue, Source};

/// Code that runs before and around every test of a property, whichever runner runs it.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use std::time::Instant;
///
/// use forall::property::{Erased, Layer, LayeredTest, forall};
/// use forall::report::Verdict;
/// use forall::runner::{Options, quick_check};
///
/// /// Measures the slowest test.
/// struct Slowest(Arc<AtomicU64>);
///
/// impl Layer for Slowest {
///     type Memo = ();
///
///     fn checking(
///         &self,
///         _: &LayeredTest<'_, ()>,
///         check: &mut dyn FnMut() -> Verdict,
///     ) -> Verdict {
///         let start = Instant::now();
///         let verdict = check();
///         self.0.fetch_max(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
///         verdict
///     }
/// }
/// let slowest = Arc::new(AtomicU64::new(0));
/// let sorts = forall("xs", forall::any::<Vec<u8>>()).check(|(xs, ())| {
///     let mut sorted = xs.clone();
///     sorted.sort();
///     sorted.is_sorted()
/// });
/// let timed = Erased::new(sorts).layered(Slowest(slowest.clone()));
/// assert!(quick_check(&timed, &Options::default()).passed());
/// assert!(slowest.load(Ordering::Relaxed) > 0);
/// ```
pub trait Layer: Send + Sync + 'static {
    /// What the layer remembers about inputs from their generation to their check; `()` if nothing.
    type Memo: Default + 'static;

    /// Called before inputs are generated from `source`.
    fn generating(&self, source: &Source) -> Self::Memo {
        let _ = source;
        Self::Memo::default()
    }

    /// Called after inputs were generated, or could not be, or a domain panicked.
    fn generated(&self) {}

    /// Called instead of the check of a test, which `check` performs. It may panic, as the check may.
    fn checking(
        &self,
        test: &LayeredTest<'_, Self::Memo>,
        check: &mut dyn FnMut() -> Verdict,
    ) -> Verdict {
        let _ = test;
        check()
    }
}

/// A test, as a [layer](Layer) sees it.
#[derive(Clone, Copy)]
pub struct LayeredTest<'t, M> {
    /// The property inside the layer.
    pub property: &'t Erased,
    /// The number of the test in its campaign, if it has one.
    pub number: Option<u64>,
    /// The inputs of the check.
    pub stage: Stage<'t, M>,
}

/// What the check of a test starts from.
#[derive(Clone, Copy)]
pub enum Stage<'t, M> {
    /// The check first generates the inputs from a source in this state.
    Source(&'t Source),
    /// The check runs on these inputs.
    Inputs {
        /// The inputs.
        inputs: &'t ErasedInputs,
        /// What [`Layer::generating`] returned, if this property generated them.
        memo: Option<&'t M>,
    },
    /// The check runs on values that a domain proposed as simpler ones; this prints them.
    Simpler(&'t dyn Fn() -> Vec<Binding>),
}

impl Erased {
    /// Puts a layer around the property.
    pub fn layered<L: Layer>(&self, layer: L) -> Erased {
        Erased(std::sync::Arc::new(Layered { property: self.clone(), layer }))
    }
}

struct Layered<L> {
    property: Erased,
    layer: L,
}

/// The memo of one layer: two layers may use the same type.
struct MemoOf<L: Layer> {
    memo: L::Memo,
    layer: PhantomData<fn() -> L>,
}

/// Reports the end of a generation, also when it panics.
struct EndOfGeneration<'l, L: Layer>(&'l L);

impl<L: Layer> Drop for EndOfGeneration<'_, L> {
    fn drop(&mut self) {
        self.0.generated();
    }
}

impl<L: Layer> Layered<L> {
    fn run_test(&self, number: Option<u64>, source: &mut Source) -> Verdict {
        let start = source.clone();
        let stage = Stage::Source(&start);
        let test = LayeredTest { property: &self.property, number, stage };
        self.layer.checking(&test, &mut || self.property.0.run(source))
    }
}

impl<L> Nodes for Layered<L> {
    fn nodes<'p>(&'p self, nodes: &mut Vec<&'p NodeInfo>) {
        self.property.nodes(nodes);
    }
}

impl<L: Layer> Object for Layered<L> {
    fn run(&self, source: &mut Source) -> Verdict {
        self.run_test(None, source)
    }

    fn run_batch(&self, campaign: &Campaign, tests: &mut Range<u64>) -> Verdict {
        while tests.start < tests.end {
            let mut source = campaign.source(tests.start);
            match self.run_test(Some(tests.start), &mut source) {
                Verdict::Pass => tests.start += 1,
                verdict => return verdict,
            }
        }
        Verdict::Pass
    }

    fn generate(
        &self,
        old: Option<&ErasedInputs>,
        context: &mut GenerationContext<'_>,
    ) -> Option<ErasedInputs> {
        let memo = self.layer.generating(context.source);
        let end = EndOfGeneration(&self.layer);
        let mut inputs = self.property.0.generate(old, context)?;
        drop(end);
        if size_of::<L::Memo>() > 0 {
            inputs.remember(MemoOf::<L> { memo, layer: PhantomData });
        }
        Some(inputs)
    }

    fn check(&self, inputs: &ErasedInputs, scope: CheckScope) -> Verdict {
        let memo = inputs.memo::<MemoOf<L>>().map(|of| &of.memo);
        let stage = Stage::Inputs { inputs, memo };
        let test = LayeredTest { property: &self.property, number: None, stage };
        self.layer.checking(&test, &mut || self.property.0.check(inputs, scope))
    }

    fn simplify(
        &self,
        inputs: &mut ErasedInputs,
        search: &mut ShrinkContext<'_, ErasedInputs>,
    ) -> bool {
        let mut within = ShrinkContext {
            record: search.record,
            check: search.check,
            render: search.render,
            acceptor: &mut |run, show| {
                let print = || show().bindings;
                let stage = Stage::Simpler(&print);
                let test = LayeredTest { property: &self.property, number: None, stage };
                let run = || {
                    super::checked(&|| self.layer.checking(&test, &mut || run()), &self.property)
                };
                (search.acceptor)(&run, show)
            },
            limits: search.limits.clone(),
        };
        let simpler = self.property.0.simplify(inputs, &mut within);
        search.limits = within.limits;
        if simpler {
            inputs.forget();
        }
        simpler
    }

    fn print(&self, values: &dyn Any, bindings: &mut Vec<Binding>) {
        self.property.0.print(values, bindings);
    }

    fn observe(&self, values: &dyn Any, observations: &mut Vec<Observation>) {
        self.property.0.observe(values, observations);
    }

    fn invert(&self, values: &dyn Any, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.property.0.invert(values, choices)
    }
}

impl<M> fmt::Debug for LayeredTest<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LayeredTest").field("number", &self.number).finish_non_exhaustive()
    }
}

impl<M> fmt::Debug for Stage<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Source(_) => "Source(…)",
            Stage::Inputs { .. } => "Inputs { … }",
            Stage::Simpler(_) => "Simpler(…)",
        })
    }
}
