//! Shrinkers: they reduce a failing case to the simplest one that fails in the same way.
//!
//! A run takes its shrinker as an option: `Options { shrinker: Arc::new(Integrated), ..Options::default() }`.
//! [`Integrated`] shrinks the choices from which a case was generated. It knows nothing about values, so all
//! domains shrink, however they are composed, and only to values that they can generate. [`External`]
//! shrinks values: it asks the domains for simpler ones, and a user can define those. [`Alternating`], the
//! default, takes turns. A shrinker of your own is one function of a [`ShrinkTarget`]. [`Speculative`] runs
//! any of them on several threads, for slow properties.

mod failure;
mod target;
mod reruns;
mod explain;
mod integrated;
mod speculative;
mod wanted;
mod kinship;
mod descent;
mod hashing;
mod measure;
mod printed;
mod finish;
mod plain;
mod small;
mod digits;
mod parts;
mod schedule;
mod order;
mod search;
mod shape;
mod simplest;
mod blocks;
mod delete;
mod steps;
mod reindex;
mod bound;
mod merge;
mod gather;
mod branch;
mod graft;
mod twins;
mod infer;
mod relabel;
mod lower;
mod letters;
mod shift;
mod fold;
mod trade;
mod reorder;
mod swap;
mod rearrange;
mod divide;
mod halve;
mod bits;
mod shared;
mod neighbours;
mod carry;
mod shuffle;

use std::fmt::Debug;

pub use self::failure::{FailedTest, ShrinkConfig, shrink_failure, shrink_inputs};
pub use self::integrated::Integrated;
use self::integrated::{Finishing, Passes};
pub use self::speculative::Speculative;
use self::target::{FailingCase, TypedTarget};
pub use self::wanted::WantedFailure;
pub use crate::block::ShrinkLimits;
use crate::block::{Property, Rendered, TestCase, check};
use crate::panics::{self, Caught};
use crate::report::{Binding, Failure, PassStats};
use crate::source::{Record, Source};

/// Finds simpler cases that fail.
///
/// ```
/// use forall::property::property;
/// use forall::report::{Failure, PassStats};
/// use forall::shrink::{ShrinkLimits, ShrinkTarget, Shrinker, minimize};
/// use forall::source::{Policy, Source};
///
/// /// Cuts choices off at the end. The simplest choices replace them.
/// #[derive(Debug)]
/// struct Cut;
///
/// impl Shrinker for Cut {
///     fn shrink(&self, target: &mut dyn ShrinkTarget, limits: &ShrinkLimits) -> Vec<PassStats> {
///         let mut stats = PassStats { pass: "cut", tried: 0, accepted: 0 };
///         let mut values = target.record().map(|best| best.values()).unwrap_or_default();
///         while values.pop().is_some() && !limits.spent(stats.tried) {
///             stats.tried += 1;
///             let generated = target.generate(Source::replay(values.clone(), Policy::SIMPLEST));
///             if let Some(record) = generated.accepted() && target.fails() {
///                 assert_eq!(target.print()[0].name, "xs");
///                 target.accept(record, "cut");
///                 stats.accepted += 1;
///             }
///         }
///         vec![stats]
///     }
/// }
///
/// let property = property! { forall xs: Vec<u8>; check xs.len() < 3 };
/// # let case = forall::block::regenerate(&property, Source::for_test(1, 2, 8)).unwrap();
/// let (xs, ()) = minimize(&property, case, Failure::predicate_false(), &Cut, 1_000).inputs;
/// assert_eq!((xs.len(), xs[2]), (3, 0), "the first two elements are unchanged");
/// ```
pub trait Shrinker: Debug + Send + Sync {
    /// Shrinks the best case of `target` within the limits, and returns the statistics of each pass.
    fn shrink(&self, target: &mut dyn ShrinkTarget, limits: &ShrinkLimits) -> Vec<PassStats>;
}

/// A case that was generated and has not run yet.
#[derive(Clone, Debug)]
pub struct GeneratedCase {
    /// The choices that were drawn.
    pub record: Record,
    /// Whether a domain rejected them or panicked. There are no inputs then.
    pub is_rejected: bool,
}

impl GeneratedCase {
    /// Returns the choices that were drawn, or `None` if they were rejected.
    ///
    /// ```
    /// use forall::shrink::GeneratedCase;
    /// use forall::source::Record;
    ///
    /// let rejected = GeneratedCase { record: Record::default(), is_rejected: true };
    /// assert_eq!(rejected.accepted(), None);
    /// ```
    pub fn accepted(self) -> Option<Record> {
        (!self.is_rejected).then_some(self.record)
    }
}

/// A failing case, and the operations with which a shrinker finds a simpler one.
pub trait ShrinkTarget {
    /// Returns the choices of the best case so far, or `None` if a domain simplified its values and cannot
    /// tell the choices.
    fn record(&self) -> Option<&Record>;

    /// Generates another case from `source`, without running it.
    fn generate(&mut self, source: Source) -> GeneratedCase;

    /// Runs the case generated last, and returns whether it fails in the same way as the best case.
    fn fails(&mut self) -> bool;

    /// Prints the case generated last.
    fn print(&self) -> Vec<Binding>;

    /// Makes the case generated last the best one. `record` has its choices, and `pass` found it.
    fn accept(&mut self, record: Record, pass: &'static str);

    /// Returns the [measures](crate::property::ObservationKind::Measure) of the case generated last and of the best case,
    /// or `None` if the property has no measure.
    ///
    /// ```
    /// use forall::shrink::ShrinkTarget;
    ///
    /// fn has_grown(target: &dyn ShrinkTarget) -> bool {
    ///     target.measures().is_some_and(|[generated, best]| generated > best)
    /// }
    /// ```
    fn measures(&self) -> Option<[f64; 2]>;

    /// Makes the best case of the last call the best one again, if the measure has grown since, or the print has become
    /// larger than it ever was: more words and numbers, or as many and over a quarter more digits and characters of
    /// texts. A run calls this when its shrinker has ended. A shrinker that has several phases calls it after each of them.
    ///
    /// ```
    /// # use forall::domain::{Domain, any};
    /// # use forall::property::property;
    /// # use forall::report::{Failure, PassStats};
    /// # use forall::source::{ChoiceValue, Policy, Source};
    /// use forall::shrink::{Integrated, ShrinkLimits, ShrinkTarget, Shrinker, minimize};
    ///
    /// /// Shrinks choices, and then once more.
    /// #[derive(Debug)]
    /// struct Twice;
    ///
    /// impl Shrinker for Twice {
    ///     fn shrink(&self, target: &mut dyn ShrinkTarget, limits: &ShrinkLimits) -> Vec<PassStats> {
    ///         let mut passes = Integrated.shrink(target, limits);
    ///         target.keep_smaller();
    ///         let tried = passes.iter().map(|stats| stats.tried).sum();
    ///         passes.extend(Integrated.shrink(target, &limits.after(tried)));
    ///         passes
    ///     }
    /// }
    /// let property = property! { forall x in any::<u8>().mapped(|x| 1000 - 4 * u32::from(x)); check *x == 500 };
    /// # let source = Source::replay(vec![ChoiceValue::Integer(249)], Policy::STRICT);
    /// # let case = forall::block::regenerate(&property, source).unwrap();
    /// # assert_eq!(case.inputs, (4, ()));
    /// let shrunk = minimize(&property, case, Failure::predicate_false(), &Twice, 1_000);
    /// assert_eq!(shrunk.inputs, (4, ()), "1000 has the simplest choices, but 4 is smaller in print");
    /// ```
    fn keep_smaller(&mut self);

    /// Replaces values of the best case by simpler ones, as their domains list them, until none of these
    /// fails in the same way without a larger print.
    fn simplify(&mut self, limits: &ShrinkLimits) -> PassStats {
        self.simplify_with(limits, &mut |_, run| run())
    }

    /// Replaces values as [`simplify`](ShrinkTarget::simplify) does, but `oracle` decides which inputs fail.
    /// It may know that without running them.
    ///
    /// ```
    /// # use forall::block::Rendered;
    /// # use forall::property::property;
    /// # use forall::report::{Failure, PassStats};
    /// # use forall::source::Source;
    /// use forall::shrink::{ShrinkLimits, ShrinkTarget, Shrinker};
    ///
    /// /// Tries numbers of one digit last, because they seldom fail.
    /// #[derive(Debug)]
    /// struct LongFirst;
    ///
    /// impl Shrinker for LongFirst {
    ///     fn shrink(&self, target: &mut dyn ShrinkTarget, limits: &ShrinkLimits) -> Vec<PassStats> {
    ///         let short = |render: &dyn Fn() -> Rendered| render().bindings[0].value.len() == 1;
    ///         let long = target.simplify_with(limits, &mut |render, run| !short(render) && run());
    ///         let rest = target.simplify(&limits.after(long.tried));
    ///         vec![long, rest]
    ///     }
    /// }
    /// # let property = property! { forall x: u32; check *x < 100 };
    /// # let case = forall::block::regenerate(&property, Source::for_test(1, 2, 8)).unwrap();
    /// # let found = forall::shrink::minimize(&property, case, Failure::predicate_false(), &LongFirst, 1_000);
    /// # assert_eq!(found.inputs, (100, ()));
    /// ```
    fn simplify_with(&mut self, limits: &ShrinkLimits, oracle: &mut Oracle<'_>) -> PassStats;

    /// Returns how the best case fails.
    ///
    /// ```
    /// # use forall::property::property;
    /// # use forall::report::{Failure, PassStats};
    /// # use forall::source::Source;
    /// use forall::shrink::{Alternating, ShrinkLimits, ShrinkTarget, Shrinker};
    ///
    /// /// Shrinks panics only.
    /// #[derive(Debug)]
    /// struct PanicsOnly;
    ///
    /// impl Shrinker for PanicsOnly {
    ///     fn shrink(&self, target: &mut dyn ShrinkTarget, limits: &ShrinkLimits) -> Vec<PassStats> {
    ///         let panics = target.failure() != &Failure::predicate_false();
    ///         if panics { Alternating.shrink(target, limits) } else { Vec::new() }
    ///     }
    /// }
    /// # let property = property! { forall x: u32; check *x < 100 };
    /// # let case = || forall::block::regenerate(&property, Source::for_test(1, 2, 8)).unwrap();
    /// # let found = forall::shrink::minimize(&property, case(), Failure::predicate_false(), &PanicsOnly, 9);
    /// # assert_eq!(found.inputs, case().inputs);
    /// ```
    fn failure(&self) -> &Failure;

    /// Returns which failures a simpler case may have.
    ///
    /// ```
    /// use forall::report::{Failure, Verdict};
    /// use forall::shrink::ShrinkTarget;
    ///
    /// fn accepts_false(target: &dyn ShrinkTarget) -> bool {
    ///     target.wanted().accepts(Verdict::from(Failure::predicate_false())).is_some()
    /// }
    /// ```
    fn wanted(&self) -> &WantedFailure;
}

/// Decides whether inputs fail in the same way as the best case. The first argument renders the inputs, and
/// the second runs the property on them.
pub type Oracle<'a> = dyn FnMut(&dyn Fn() -> Rendered, &mut dyn FnMut() -> bool) -> bool + 'a;

/// Shrinks values, as the domains list simpler ones. See [`shrink`](crate::block::shrink()).
///
/// ```
/// use std::sync::Arc;
///
/// use forall::domain::Domain;
/// use forall::property::forall;
/// use forall::runner::{Options, quick_check};
/// use forall::shrink::External;
///
/// let tens = (0..1_000_u32).shrink_with(|x| x.checked_sub(10).into_iter().collect());
/// let small = forall("x", tens).check(|(x, ())| *x < 100);
/// let report = quick_check(&small, &Options { shrinker: Arc::new(External), ..Options::default() });
/// let shrunk: u32 = report.counterexample().unwrap().shrunk[0].value.parse().unwrap();
/// assert!((100..110).contains(&shrunk), "it goes down in steps of ten");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct External;

/// Shrinks choices and values in turns, until neither finds anything simpler. Domains that list no simpler
/// values shrink by their choices. For other domains, the result is one that they cannot simplify further without a
/// larger print.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alternating;

impl Shrinker for External {
    fn shrink(&self, target: &mut dyn ShrinkTarget, limits: &ShrinkLimits) -> Vec<PassStats> {
        vec![target.simplify(limits)]
    }
}

impl Shrinker for Alternating {
    fn shrink(&self, target: &mut dyn ShrinkTarget, limits: &ShrinkLimits) -> Vec<PassStats> {
        let mut passes = AllPasses::default();
        let mut seen = Vec::new();
        let mut original = target.record().cloned();
        loop {
            passes.add(Passes.shrink(target, &limits.after(passes.tried())));
            // Simplified values may have no choices any more, so the search comes first.
            if let Some(original) = original.take() {
                let finish = Finishing { original };
                passes.add(finish.shrink(target, &limits.after(passes.tried())));
            }
            target.keep_smaller();
            let values = target.simplify(&limits.after(passes.tried()));
            let simpler = values.accepted > 0;
            passes.add(vec![values]);
            // The two may disagree about what is simpler, and could alternate forever.
            match target.record().map(Record::values) {
                Some(best) if simpler && !seen.contains(&best) => seen.push(best),
                _ => break,
            }
        }
        passes.0
    }
}

/// The statistics of all passes, each once.
#[derive(Debug, Default)]
struct AllPasses(Vec<PassStats>);

impl AllPasses {
    fn add(&mut self, passes: Vec<PassStats>) {
        for more in passes {
            match self.0.iter_mut().find(|stats| stats.pass == more.pass) {
                Some(stats) => {
                    stats.tried += more.tried;
                    stats.accepted += more.accepted;
                }
                None => self.0.push(more),
            }
        }
    }

    fn tried(&self) -> u64 {
        self.0.iter().map(|stats| stats.tried).sum()
    }
}

/// Inputs that a shrinker has minimized.
#[derive(Clone, Debug)]
pub struct Minimized<Inputs> {
    /// The inputs.
    pub inputs: Inputs,
    /// The choices from which they are generated, unless a domain simplified the values and cannot tell.
    pub record: Option<Record>,
    /// How they fail.
    pub failure: Failure,
    /// The statistics of each pass.
    pub passes: Vec<PassStats>,
    /// The panic of the shrinker, if it panicked. The inputs are then the simplest ones that it had found before.
    pub panicked: Option<Failure>,
}

/// Shrinks a failing case, and returns the inputs themselves instead of a printed report.
///
/// ```
/// use forall::block::regenerate;
/// use forall::property::property;
/// use forall::report::Failure;
/// use forall::shrink::{Alternating, minimize};
/// use forall::source::Source;
///
/// let property = property! { forall xs: Vec<u8>; check xs.len() < 3 };
/// let case = regenerate(&property, Source::for_test(1, 2, 8)).unwrap();
/// let (xs, ()) = minimize(&property, case, Failure::predicate_false(), &Alternating, 1_000).inputs;
/// assert_eq!(xs, [0, 0, 0]);
/// ```
pub fn minimize<P: Property>(
    property: &P,
    case: TestCase<P::Inputs>,
    failure: Failure,
    shrinker: &dyn Shrinker,
    limits: impl Into<ShrinkLimits>,
) -> Minimized<P::Inputs> {
    // The verdict is known, but a function prints the calls that it has seen.
    check(property, &case.inputs);
    let start = FailingCase { inputs: case.inputs, record: Some(case.record), failure };
    let mut target = TypedTarget::new(property, start, None);
    let limits = limits.into();
    let (passes, panicked) = match panics::catch(|| shrinker.shrink(&mut target, &limits)) {
        Ok(passes) => (passes, None),
        Err(Caught::Assumption) => panics::discard(),
        Err(Caught::Panic(failure)) => (vec![target.stats_so_far()], Some(failure)),
    };
    target.keep_smaller();
    let FailingCase { inputs, record, failure } = target.best;
    Minimized { inputs, record, failure, passes, panicked }
}
