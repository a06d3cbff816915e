//! Shrinkers: ways from a case that fails to the simplest one that fails alike.
//!
//! A run is told its shrinker, as it is told how many tests to run:
//! `Options { shrinker: Arc::new(Integrated), ..Options::default() }`. [`Integrated`] works on the
//! choices of which a case is made and knows nothing of values, so that all domains shrink, however
//! they were put together, and only to values that they could have made. [`External`] works on
//! values and asks the domains for simpler ones, which may be what a user wrote for them. [`Both`]
//! takes turns. Another one of yours is as good: it is one function of a [`Trial`]. Around any of them,
//! [`Ahead`] makes slow properties shrink on several threads.

mod trial;
mod repeats;
mod explain;
mod integrated;
mod ahead;
mod descent;
mod schedule;
mod order;
mod search;
mod shape;
mod simplest;
mod delete;
mod reindex;
mod bound;
mod merge;
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

use std::fmt::Debug;

pub use self::ahead::Ahead;
pub use self::explain::explain;
pub use self::integrated::Integrated;
use self::trial::OnTrial;
pub use crate::block::Limits;
use crate::block::{Case, Property, Shown, check, print, retrace};
use crate::property::Erased;
use crate::report::{Binding, Counterexample, Effort, Failure, Journal, Shrinking};
use crate::source::{Provenance, Record, Source};

/// Finds simpler cases.
///
/// ```
/// use forall::property::property;
/// use forall::report::{Effort, Failure};
/// use forall::shrink::{Limits, Shrinker, Trial, smallest};
/// use forall::source::{Policy, Source};
///
/// /// Tries with fewer and fewer choices, and the simplest in place of the others.
/// #[derive(Debug)]
/// struct Cut;
///
/// impl Shrinker for Cut {
///     fn shrink(&self, trial: &mut dyn Trial, limits: Limits) -> Vec<Effort> {
///         let mut effort = Effort { pass: "cut", tried: 0, accepted: 0 };
///         let mut values = trial.record().map(|best| best.values()).unwrap_or_default();
///         while values.pop().is_some() && !limits.spent(effort.tried) {
///             effort.tried += 1;
///             let made = trial.generate(Source::replay(values.clone(), Policy::SIMPLEST));
///             if let Some(record) = made && trial.fails() {
///                 assert_eq!(trial.print()[0].name, "xs");
///                 trial.accept(record, "cut");
///                 effort.accepted += 1;
///             }
///         }
///         vec![effort]
///     }
/// }
///
/// let property = property! { forall xs: Vec<u8>; check xs.len() < 3 };
/// # let case = forall::block::retrace(&property, Source::of_test(1, 2, 8)).unwrap();
/// let (xs, ()) = smallest(&property, case, Failure::falsehood(), &Cut, 1_000).inputs;
/// assert_eq!((xs.len(), xs[2]), (3, 0), "the first two are as they were");
/// ```
pub trait Shrinker: Debug + Send + Sync {
    /// Looks for the simplest case that fails like the one on trial, as far as the limits allow. Says
    /// what that took, by pass.
    fn shrink(&self, trial: &mut dyn Trial, limits: Limits) -> Vec<Effort>;
}

/// A case that fails, and what may be tried to find a simpler one.
pub trait Trial {
    /// The choices of the best case so far. There are none if a domain made it of a value.
    fn record(&self) -> Option<&Record>;

    /// Makes another case of the choices of `source`, but does not run it: what was drawn, or nothing
    /// if a domain rejects or panics.
    fn generate(&mut self, source: Source) -> Option<Record>;

    /// Does the case made last fail in the same way as the best?
    fn fails(&mut self) -> bool;

    /// Shows the case made last.
    fn print(&self) -> Vec<Binding>;

    /// Makes it the best. These are its choices, and this is who found it.
    fn accept(&mut self, record: Record, pass: &'static str);

    /// Goes on from the best to simpler values of its variables, as their domains list them, until no
    /// simpler one fails in the same way.
    fn simplify(&mut self, limits: Limits) -> Effort {
        self.simplify_asking(limits, &mut |_, run| run())
    }

    /// The same, for who knows of some values whether they fail, and need not run them.
    ///
    /// ```
    /// # use forall::block::Shown;
    /// # use forall::property::property;
    /// # use forall::report::{Effort, Failure};
    /// # use forall::source::Source;
    /// use forall::shrink::{Limits, Shrinker, Trial};
    ///
    /// /// Knows that numbers of one digit seldom fail, and tries them last.
    /// #[derive(Debug)]
    /// struct Knowing;
    ///
    /// impl Shrinker for Knowing {
    ///     fn shrink(&self, trial: &mut dyn Trial, limits: Limits) -> Vec<Effort> {
    ///         let known = |show: &dyn Fn() -> Shown| show().bindings[0].value.len() == 1;
    ///         let first = trial.simplify_asking(limits, &mut |show, run| !known(show) && run());
    ///         let rest = trial.simplify(limits.after(first.tried));
    ///         vec![first, rest]
    ///     }
    /// }
    /// # let property = property! { forall x: u32; check *x < 100 };
    /// # let case = forall::block::retrace(&property, Source::of_test(1, 2, 8)).unwrap();
    /// # let found = forall::shrink::smallest(&property, case, Failure::falsehood(), &Knowing, 1_000);
    /// # assert_eq!(found.inputs, (100, ()));
    /// ```
    fn simplify_asking(&mut self, limits: Limits, ask: &mut Ask<'_>) -> Effort;

    /// Hands itself to `work`, and with it what other threads need for trials of their own. Nothing
    /// is done if they cannot share the property.
    ///
    /// ```
    /// # use forall::block::check;
    /// # use forall::property::{Erased, ErasedInputs, property};
    /// # use forall::report::{Effort, Failure};
    /// # use forall::source::Source;
    /// use forall::shrink::{Both, Limits, Shared, Shrinker, Trial};
    ///
    /// /// Asks first, on another thread, whether the simplest fails.
    /// #[derive(Debug)]
    /// struct Shortcut;
    ///
    /// impl Shrinker for Shortcut {
    ///     fn shrink(&self, trial: &mut dyn Trial, limits: Limits) -> Vec<Effort> {
    ///         let mut fails = false;
    ///         trial.share(&mut |_, shared: Shared<'_>| {
    ///             let zero = || check(shared.property, &ErasedInputs::new((0_u32, ())));
    ///             let verdict = std::thread::scope(|scope| scope.spawn(zero).join().unwrap());
    ///             fails = verdict.alike(&shared.failure).is_some();
    ///         });
    ///         if fails { Vec::new() } else { Both.shrink(trial, limits) }
    ///     }
    /// }
    /// # let property = Erased::new(property! { forall x: u32; check *x < 100 });
    /// # let case = forall::block::retrace(&property, Source::of_test(1, 2, 8)).unwrap();
    /// # let found = forall::shrink::smallest(&property, case, Failure::falsehood(), &Shortcut, 1_000);
    /// # assert_eq!(found.inputs.get(), Some(&(100_u32, ())));
    /// ```
    fn share(&mut self, work: &mut dyn FnMut(&mut dyn Trial, Shared<'_>)) {
        let _ = work;
    }
}

/// Says whether values fail in the same way as the best. It may ask to be shown them, and may run
/// them to find out.
pub type Ask<'a> = dyn FnMut(&dyn Fn() -> Shown, &mut dyn FnMut() -> bool) -> bool + 'a;

/// What is on trial, for all threads.
#[derive(Clone, Debug)]
pub struct Shared<'s> {
    /// The property.
    pub property: &'s Erased,
    /// How the best fails.
    pub failure: Failure,
}

/// Simpler values, as the domains list them. See [`shrink`](crate::block::shrink()).
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
/// assert!((100..110).contains(&shrunk), "it goes down by tens, and nowhere else");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct External;

/// Choices and values in turns, until neither finds anything simpler. Domains that list no simpler
/// values shrink by their choices, and those that do, such as a user's own, have the last word.
#[derive(Clone, Copy, Debug, Default)]
pub struct Both;

impl Shrinker for External {
    fn shrink(&self, trial: &mut dyn Trial, limits: Limits) -> Vec<Effort> {
        vec![trial.simplify(limits)]
    }
}

impl Shrinker for Both {
    fn shrink(&self, trial: &mut dyn Trial, limits: Limits) -> Vec<Effort> {
        let mut efforts = Efforts::default();
        let mut seen = Vec::new();
        loop {
            efforts.add(Integrated.shrink(trial, limits.after(efforts.tried())));
            let values = trial.simplify(limits.after(efforts.tried()));
            let simpler = values.accepted > 0;
            efforts.add(vec![values]);
            // The two need not agree on what is simpler, and could lead each other in circles.
            match trial.record().map(Record::values) {
                Some(best) if simpler && !seen.contains(&best) => seen.push(best),
                _ => return efforts.0,
            }
        }
    }
}

/// What was done, each pass once.
#[derive(Debug, Default)]
struct Efforts(Vec<Effort>);

impl Efforts {
    fn add(&mut self, efforts: Vec<Effort>) {
        for more in efforts {
            match self.0.iter_mut().find(|effort| effort.pass == more.pass) {
                Some(effort) => {
                    effort.tried += more.tried;
                    effort.accepted += more.accepted;
                }
                None => self.0.push(more),
            }
        }
    }

    fn tried(&self) -> u64 {
        self.0.iter().map(|effort| effort.tried).sum()
    }
}

/// Inputs as simple as a shrinker makes them.
#[derive(Clone, Debug)]
pub struct Smallest<Inputs> {
    /// The inputs.
    pub inputs: Inputs,
    /// The choices of which they are made, unless a domain made them of a value.
    pub record: Option<Record>,
    /// How they fail.
    pub failure: Failure,
    /// What it took, by pass.
    pub efforts: Vec<Effort>,
}

/// Makes a case that fails as simple as `shrinker` can, for who wants the inputs themselves.
///
/// ```
/// use forall::block::retrace;
/// use forall::property::property;
/// use forall::report::Failure;
/// use forall::shrink::{Both, smallest};
/// use forall::source::Source;
///
/// let property = property! { forall xs: Vec<u8>; check xs.len() < 3 };
/// let case = retrace(&property, Source::of_test(1, 2, 8)).unwrap();
/// let (xs, ()) = smallest(&property, case, Failure::falsehood(), &Both, 1_000).inputs;
/// assert_eq!(xs, [0, 0, 0]);
/// ```
pub fn smallest<P: Property>(
    property: &P,
    Case { inputs, record }: Case<P::Inputs>,
    failure: Failure,
    shrinker: &dyn Shrinker,
    limits: impl Into<Limits>,
) -> Smallest<P::Inputs> {
    let mut trial = OnTrial::new(property, (inputs, Some(record)), failure, None);
    let efforts = shrinker.shrink(&mut trial, limits.into());
    let OnTrial { best, record, failure, .. } = trial;
    Smallest { inputs: best, record, failure, efforts }
}

/// What a run has to make a failure simpler with.
#[derive(Clone, Copy, Debug)]
pub struct Means<'m> {
    /// Who does it.
    pub shrinker: &'m dyn Shrinker,
    /// Who is told of every step.
    pub journal: Option<&'m dyn Journal>,
    /// What it may take.
    pub limits: Limits,
}

/// What is to be told of a test that failed: makes its inputs again, shows them, shrinks them, and
/// shows what that came to.
///
/// ```
/// use forall::property::property;
/// use forall::report::Failure;
/// use forall::runner::Options;
/// use forall::shrink::counterexample;
///
/// let (property, options) = (property! { forall x: u32; check *x < 100 }, Options::default());
/// let source = options.campaign().source(2);
/// let told = counterexample(&property, (2, source), Failure::falsehood(), options.means());
/// assert_eq!((told.test_number(), &*told.shrunk[0].value), (Some(2), "100"));
/// ```
pub fn counterexample<P: Property>(
    property: &P,
    (number, source): (u64, Source),
    failure: Failure,
    means: Means<'_>,
) -> Counterexample {
    let size = source.size();
    let Some(Case { inputs, record }) = retrace(property, source.clone()) else {
        let shrinking = Shrinking { failure, ..Shrinking::default() };
        return Counterexample { number, size, shrinking, ..Counterexample::default() };
    };
    let mut told = told(property, (inputs, Some(record)), failure, means);
    if told.shrinking.repeats.flaky() {
        told.shrinking.repeats.diverged = repeats::diverged(property, &source);
    }
    Counterexample { number, size, ..told }
}

/// What is to be told of inputs that fail, and were not drawn.
///
/// ```
/// use forall::property::property;
/// use forall::report::Failure;
/// use forall::shrink::{External, Means, counterexample_of};
///
/// let property = property! { forall x: u32; check *x < 100 };
/// let means = Means { shrinker: &External, journal: None, limits: 1_000.into() };
/// let told = counterexample_of(&property, (777, ()), Failure::falsehood(), means);
/// assert_eq!((&*told.original[0].value, &*told.shrunk[0].value), ("777", "100"));
/// ```
pub fn counterexample_of<P: Property>(
    property: &P,
    inputs: P::Inputs,
    failure: Failure,
    means: Means<'_>,
) -> Counterexample {
    told(property, (inputs, None), failure, means)
}

fn told<P: Property>(
    property: &P,
    (inputs, record): (P::Inputs, Option<Record>),
    failure: Failure,
    means: Means<'_>,
) -> Counterexample {
    // A function shows what it was asked, so it must be asked before it is shown.
    check(property, &inputs);
    let original = print(property, &inputs);
    let Means { shrinker, journal, limits } = means;
    let mut trial = OnTrial::new(property, (inputs, record), failure, journal);
    trial.note(None);
    let mut repeats = repeats::once(&mut trial, limits);
    let mut efforts = Vec::new();
    if !repeats.flaky() {
        efforts = shrinker.shrink(&mut trial, limits);
        repeats = repeats::once(&mut trial, limits);
    }
    let tried = efforts.iter().map(|effort| effort.tried).sum();
    let accepted = efforts.iter().map(|effort| effort.accepted).sum();
    let stopped = limits.spent(tried);
    Counterexample {
        provenance: Provenance::default(),
        number: 0,
        size: 0,
        original,
        shrunk: trial.shown(),
        choices: trial.choices,
        explained: Vec::new(),
        shrinking: Shrinking { failure: trial.failure, repeats, tried, accepted, stopped, efforts },
    }
}
