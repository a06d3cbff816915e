//! Layers: code that runs before and around every test of a property.

use std::any::Any;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::inputs::InputsMemo;
use super::{AnnotatedObject, Erased, ErasedInputs, Inner, Object};
use crate::block::{Annotate, CheckScope, GenerationContext, Observation, ShrinkContext};
use crate::data::{Binding, Verdict};
use crate::domain::ability::AnyAbility;
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

    /// Called instead of printing the inputs of a test, which `print` does. Printing runs user code.
    ///
    /// ```
    /// use forall::property::{Erased, Layer, LayeredTest, forall};
    /// use forall::report::Binding;
    /// use forall::runner::{Options, quick_check};
    ///
    /// /// Hides the inputs.
    /// struct Secret;
    ///
    /// impl Layer for Secret {
    ///     type Memo = ();
    ///
    ///     fn printing(
    ///         &self,
    ///         _: &LayeredTest<'_, ()>,
    ///         print: &mut dyn FnMut() -> Vec<Binding>,
    ///     ) -> Vec<Binding> {
    ///         print().into_iter().map(|binding| Binding { value: "?".into(), ..binding }).collect()
    ///     }
    ///
    ///     fn simplifying(&self, _: &mut dyn FnMut() -> bool) -> bool {
    ///         false // The choices are shrunk, but not the values.
    ///     }
    /// }
    /// let property = Erased::new(forall("pin", 0..10_000).check(|(pin, ())| *pin < 5_000));
    /// let report = quick_check(&property.layered(Secret), &Options::default());
    /// assert_eq!(report.counterexample().unwrap().shrunk[0].value, "?");
    /// ```
    fn printing(
        &self,
        test: &LayeredTest<'_, Self::Memo>,
        print: &mut dyn FnMut() -> Vec<Binding>,
    ) -> Vec<Binding> {
        let _ = test;
        print()
    }

    /// Called instead of dropping inputs, which `drop` does. Returns what `drop` returns: whether no destructor panicked.
    /// If it does not call `drop`, the inputs are leaked. A layer whose memo is `()` is not called, and neither is any
    /// layer for inputs without a destructor.
    fn dropping(&self, memo: Option<&Self::Memo>, drop: &mut dyn FnMut() -> bool) -> bool {
        let _ = memo;
        drop()
    }

    /// Called instead of simplifying the values of failing inputs, which `simplify` does. Returns whether they are
    /// simpler now.
    fn simplifying(&self, simplify: &mut dyn FnMut() -> bool) -> bool {
        simplify()
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
        let layered = Layered { property: self.clone(), layer: Arc::new(layer) };
        Erased(match self.0 {
            Inner::Plain(_) => Inner::Plain(Arc::new(layered)),
            Inner::Annotated(_) => Inner::Annotated(Arc::new(layered)),
        })
    }

    /// Makes the layers watch how inputs are dropped that this property has not generated.
    ///
    /// ```
    /// use forall::property::{Erased, ErasedInputs, Layer, forall};
    ///
    /// /// Never drops inputs.
    /// struct Leaking;
    ///
    /// impl Layer for Leaking {
    ///     type Memo = bool;
    ///     fn dropping(&self, _: Option<&bool>, _: &mut dyn FnMut() -> bool) -> bool {
    ///         true
    ///     }
    /// }
    /// let property = Erased::new(forall("x", 0..9).check(|(x, ())| *x < 9)).layered(Leaking);
    /// let shared = std::rc::Rc::new(7);
    /// let mut inputs = ErasedInputs::new(shared.clone());
    /// property.watch_drop(&mut inputs);
    /// drop(inputs);
    /// assert_eq!(std::rc::Rc::strong_count(&shared), 2);
    /// ```
    pub fn watch_drop(&self, inputs: &mut ErasedInputs) {
        self.object().watch_drop(inputs);
    }
}

struct Layered<L> {
    property: Erased,
    layer: Arc<L>,
}

/// The memo of one layer: two layers may use the same type.
struct MemoOf<L: Layer> {
    /// `None` if the property has not generated the values.
    memo: Option<L::Memo>,
    /// `None` if the values have no destructor.
    layer: Option<Arc<L>>,
}

impl<L: Layer> InputsMemo for MemoOf<L> {
    fn dropping(&self, drop: &mut dyn FnMut() -> bool) -> bool {
        match &self.layer {
            Some(layer) => layer.dropping(self.memo.as_ref(), drop),
            None => drop(),
        }
    }
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
        self.layer.checking(&test, &mut || self.property.object().run(source))
    }

    /// Attaches the layer to inputs.
    fn remember(&self, inputs: &mut ErasedInputs, memo: Option<L::Memo>) {
        if size_of::<L::Memo>() > 0 {
            let layer = inputs.needs_drop.then(|| Arc::clone(&self.layer));
            inputs.remember(MemoOf { memo, layer });
        }
    }

    fn test<'t>(&'t self, inputs: &'t ErasedInputs) -> LayeredTest<'t, L::Memo> {
        let memo = inputs.memo::<MemoOf<L>>().and_then(|of| of.memo.as_ref());
        let stage = Stage::Inputs { inputs, memo };
        LayeredTest { property: &self.property, number: None, stage }
    }
}

impl<L> Nodes for Layered<L> {
    fn nodes<'p>(&'p self, nodes: &mut Vec<&'p NodeInfo>) {
        self.property.nodes(nodes);
    }
}

impl<L: Layer> AnnotatedObject for Layered<L> {
    fn annotations(&self, values: &dyn Any, visit: &mut dyn FnMut(&NodeInfo, &dyn Any)) {
        if let Inner::Annotated(property) = &self.property.0 {
            property.annotations(values, visit);
        }
    }

    fn replace(&mut self, name: &str, ability: &mut AnyAbility) -> bool {
        Annotate::replace(&mut self.property, name, ability)
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
        let end = EndOfGeneration(&*self.layer);
        let mut inputs = self.property.object().generate(old, context)?;
        drop(end);
        self.remember(&mut inputs, Some(memo));
        Some(inputs)
    }

    fn check(&self, inputs: &ErasedInputs, scope: CheckScope) -> Verdict {
        self.layer.checking(&self.test(inputs), &mut || self.property.object().check(inputs, scope))
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
        let simpler =
            self.layer.simplifying(&mut || self.property.object().simplify(inputs, &mut within));
        search.limits = within.limits;
        if simpler {
            inputs.forget();
            self.watch_drop(inputs);
        }
        simpler
    }

    fn watch_drop(&self, inputs: &mut ErasedInputs) {
        self.property.object().watch_drop(inputs);
        self.remember(inputs, None);
    }

    fn print_inputs(&self, inputs: &ErasedInputs, bindings: &mut Vec<Binding>) {
        let mut print = || {
            let mut bindings = Vec::new();
            self.property.object().print_inputs(inputs, &mut bindings);
            bindings
        };
        bindings.extend(self.layer.printing(&self.test(inputs), &mut print));
    }

    fn print(&self, values: &dyn Any, bindings: &mut Vec<Binding>) {
        self.property.object().print(values, bindings);
    }

    fn observe(&self, values: &dyn Any, observations: &mut Vec<Observation>) {
        self.property.object().observe(values, observations);
    }

    fn invert(&self, values: &dyn Any, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.property.object().invert(values, choices)
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
