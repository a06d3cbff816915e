//! The builder: a property without macros.
//!
//! A property is written from the outside in, but its nodes nest from the inside out. So each step
//! keeps what is to stand [around](Around) the rest, and the predicate closes them all.

use std::any::type_name;
use std::fmt::Display;
use std::marker::PhantomData;

use crate::data::Text;
use crate::domain::Domain;
use crate::domain::within::{Given, Within};
use crate::language::{Check, Forall, Implies, Judge, NodeKind, Note, Observe, Seen, Way};

/// Begins a property: for all `name` in `domain` …
///
/// The environment of premises and predicates is a nested pair, newest first.
///
/// ```
/// use forall::property::forall;
/// use forall::runner::{Options, quick_check};
///
/// let property = forall("x", 0..100)
///     .forall("y", 0..100)
///     .implies("x < y", |(y, (x, ()))| x < y)
///     .check(|(y, (x, ()))| x * 2 < y * 2);
///
/// assert!(quick_check(&property, &Options::default()).passed());
/// ```
#[track_caller]
pub fn forall<D: Domain>(name: impl Into<Text>, domain: D) -> Bound<(), Start, D::Value, D> {
    Open::start().forall(name, domain)
}

/// A property whose predicate is still to come, in the environment `E`.
///
/// ```
/// use forall::property::forall;
/// use forall::runner::{Options, quick_check};
///
/// let property = forall("xs", forall::any::<Vec<u8>>())
///     .classify("sorted", |(xs, ())| xs.is_sorted())
///     .collect("length", |(xs, ())| xs.len())
///     .tabulate("bytes", |(xs, ())| xs.clone())
///     .cover(1.0, "empty", |(xs, ())| xs.is_empty())
///     .maximize("sum", |(xs, ())| xs.iter().map(|x| f64::from(*x)).sum())
///     .check(|(xs, ())| xs.len() < 1_000);
/// let report = quick_check(&property, &Options::default());
/// let names: Vec<&str> = report.observed.iter().map(|observed| &*observed.name).collect();
/// assert_eq!(names, ["sorted", "length", "bytes", "empty", "sum"]);
/// ```
#[derive(Debug)]
pub struct Open<E, W> {
    around: W,
    /// How many nodes are around.
    nodes: usize,
    env: PhantomData<fn() -> E>,
}

/// The same property with one more variable, a value of type `A` in the domain `D`.
pub type Bound<E, W, A, D> = Open<(A, E), Quantified<W, A, D>>;

/// What stands around the rest of a property.
///
/// A step puts its node around the rest, and what was there before it around both:
///
/// ```
/// use forall::property::{Around, Start};
///
/// /// A node that does something again.
/// struct Twice<W>(W);
///
/// impl<W: Around> Around for Twice<W> {
///     type Whole<P> = W::Whole<(&'static str, P)>;
///
///     fn around<P>(self, rest: P) -> Self::Whole<P> {
///         self.0.around(("twice", rest))
///     }
/// }
/// assert_eq!(Twice(Twice(Start)).around("x < 9"), ("twice", ("twice", "x < 9")));
/// ```
pub trait Around {
    /// The whole, when the rest is `P`.
    type Whole<P>;

    /// Puts itself around the rest.
    fn around<P>(self, rest: P) -> Self::Whole<P>;
}

impl Open<(), Start> {
    /// A property of which nothing is written yet.
    ///
    /// ```
    /// use std::ops::Range;
    ///
    /// use forall::property::{Open, Quantified, Start};
    ///
    /// let digit: Open<(u8, ()), Quantified<Start, u8, Range<u8>>> = Open::start().forall("x", 0..10);
    /// assert_eq!(digit.check(|(x, ())| *x < 10).to_string(), "∀ x: u8. …");
    /// ```
    pub fn start() -> Open<(), Start> {
        Open { around: Start, nodes: 0, env: PhantomData }
    }
}

/// What one writes by hand.
impl<E: 'static, W: Around> Open<E, W> {
    /// For all `name` in `domain` …
    #[track_caller]
    pub fn forall<D: Domain>(self, name: impl Into<Text>, domain: D) -> Bound<E, W, D::Value, D> {
        self.quantify(Note { name: name.into(), ..Note::new(NodeKind::Forall, 0) }, domain)
    }

    /// For all `name` in the domain that `domain` makes of what is bound before …
    ///
    /// ```
    /// use forall::property::forall;
    /// use forall::runner::{Options, quick_check};
    ///
    /// let property = forall("limit", 1..100_u32)
    ///     .forall_given("x", |(limit, ())| 0..*limit)
    ///     .check(|(x, (limit, ()))| x < limit);
    /// assert!(quick_check(&property, &Options::default()).passed());
    /// ```
    #[track_caller]
    pub fn forall_given<D: Domain, F: Fn(&E) -> D>(
        self,
        name: impl Into<Text>,
        domain: F,
    ) -> Bound<E, W, D::Value, Given<F>> {
        self.quantify(Note { name: name.into(), ..Note::new(NodeKind::Forall, 0) }, Given(domain))
    }

    /// … where `premise` holds; `text` is what reports call it …
    #[track_caller]
    pub fn implies<F>(self, text: impl Into<Text>, premise: F) -> Open<E, Guarded<W, F>>
    where
        F: Fn(&E) -> bool,
    {
        self.guard(Note { text: text.into(), ..Note::new(NodeKind::Implies, 0) }, premise)
    }

    /// … counting the tests for which `flag` holds …
    #[track_caller]
    pub fn classify<F: Fn(&E) -> bool>(
        self,
        label: impl Into<Text>,
        flag: F,
    ) -> Open<E, Observed<W, impl Fn(&E) -> Seen>> {
        let note = Note { name: label.into(), ..Note::new(NodeKind::Observe, 0) };
        self.observe(note, Way::Classify, move |env: &E| Seen::Flag(flag(env)))
    }

    /// … counting the tests for each value of `what` …
    #[track_caller]
    pub fn collect<T: Display, F: Fn(&E) -> T>(
        self,
        label: impl Into<Text>,
        what: F,
    ) -> Open<E, Observed<W, impl Fn(&E) -> Seen>> {
        let note = Note { name: label.into(), ..Note::new(NodeKind::Observe, 0) };
        self.observe(note, Way::Collect, move |env: &E| Seen::Text(what(env).to_string()))
    }

    /// … counting all that `what` lists, in every test …
    #[track_caller]
    pub fn tabulate<T: Display, I: IntoIterator<Item = T>, F: Fn(&E) -> I>(
        self,
        label: impl Into<Text>,
        what: F,
    ) -> Open<E, Observed<W, impl Fn(&E) -> Seen>> {
        let note = Note { name: label.into(), ..Note::new(NodeKind::Observe, 0) };
        self.observe(note, Way::Tabulate, move |env: &E| {
            Seen::Texts(what(env).into_iter().map(|value| value.to_string()).collect())
        })
    }

    /// … demanding that `flag` holds in so many percent of the tests …
    #[track_caller]
    pub fn cover<F: Fn(&E) -> bool>(
        self,
        percent: f64,
        label: impl Into<Text>,
        flag: F,
    ) -> Open<E, Observed<W, impl Fn(&E) -> Seen>> {
        let note = Note { name: label.into(), ..Note::new(NodeKind::Observe, 0) };
        self.observe(note, Way::Cover(percent), move |env: &E| Seen::Flag(flag(env)))
    }

    /// … driving `score` up, where the runner can …
    #[track_caller]
    pub fn maximize<F: Fn(&E) -> f64>(
        self,
        label: impl Into<Text>,
        score: F,
    ) -> Open<E, Observed<W, impl Fn(&E) -> Seen>> {
        let note = Note { name: label.into(), ..Note::new(NodeKind::Observe, 0) };
        self.observe(note, Way::Maximize, move |env: &E| Seen::Score(score(env)))
    }

    /// … `predicate` holds.
    #[track_caller]
    pub fn check<V: Judge, F: Fn(&E) -> V>(self, predicate: F) -> W::Whole<Check<F>> {
        self.close(Note::new(NodeKind::Check, 0), predicate)
    }
}

/// What the macros write: the same, with a note that has seen the source. The place of the node in
/// the property, and a type that is not spelled out, are filled in here.
///
/// ```
/// use forall::property::{NodeKind, Note, Open, Seen, Way};
///
/// let named = |name: &'static str| Note { name: name.into(), ..Note::new(NodeKind::Forall, 0) };
/// let note = |kind, text: &'static str| Note { text: text.into(), ..Note::new(kind, 0) };
/// let property = Open::start()
///     .quantify(named("limit"), 1..9)
///     .quantify_given(named("x"), |(limit, ())| 0..*limit)
///     .guard(note(NodeKind::Implies, "x is odd"), |(x, _)| x % 2 == 1)
///     .observe(note(NodeKind::Observe, "x"), Way::Collect, |(x, _)| Seen::Text(x.to_string()))
///     .close(note(NodeKind::Check, "x < limit"), |(x, (limit, ()))| x < limit);
/// assert_eq!(property.to_string(), "∀ limit: i32. ∀ x: i32. x is odd ⇒ [x] x < limit");
/// ```
impl<E: 'static, W: Around> Open<E, W> {
    /// A quantifier.
    pub fn quantify<D: Within<E>>(self, note: Note, domain: D) -> Bound<E, W, D::Value, D> {
        let at = self.nodes;
        let ty = if note.ty.is_empty() { type_name::<D::Value>().into() } else { note.ty };
        let note = Note { at, ty, ..note };
        let around = Quantified { outer: self.around, note, domain, value: PhantomData };
        Open { around, nodes: at + 1, env: PhantomData }
    }

    /// A quantifier whose domain depends on what is bound before.
    pub fn quantify_given<D: Domain, F: Fn(&E) -> D>(
        self,
        note: Note,
        domain: F,
    ) -> Bound<E, W, D::Value, Given<F>> {
        self.quantify(note, Given(domain))
    }

    /// A premise.
    pub fn guard<F: Fn(&E) -> bool>(self, note: Note, premise: F) -> Open<E, Guarded<W, F>> {
        let note = Note { at: self.nodes, ..note };
        let around = Guarded { outer: self.around, note, premise };
        Open { around, nodes: self.nodes + 1, env: PhantomData }
    }

    /// An observation.
    pub fn observe<F>(self, note: Note, way: Way, what: F) -> Open<E, Observed<W, F>>
    where
        F: Fn(&E) -> Seen,
    {
        let note = Note { at: self.nodes, ..note };
        let around = Observed { outer: self.around, note, way, what };
        Open { around, nodes: self.nodes + 1, env: PhantomData }
    }

    /// The predicate.
    pub fn close<V: Judge, F>(self, note: Note, predicate: F) -> W::Whole<Check<F>>
    where
        F: Fn(&E) -> V,
    {
        let note = Note { at: self.nodes, ..note };
        self.around.around(Check { note, predicate })
    }
}

/// Nothing is around yet.
#[derive(Clone, Copy, Debug)]
pub struct Start;

/// A quantifier inside of `W`.
#[derive(Debug)]
pub struct Quantified<W, A, D> {
    outer: W,
    note: Note,
    domain: D,
    value: PhantomData<fn() -> A>,
}

/// A premise inside of `W`.
#[derive(Debug)]
pub struct Guarded<W, F> {
    outer: W,
    note: Note,
    premise: F,
}

/// An observation inside of `W`.
#[derive(Debug)]
pub struct Observed<W, F> {
    outer: W,
    note: Note,
    way: Way,
    what: F,
}

impl Around for Start {
    type Whole<P> = P;

    fn around<P>(self, rest: P) -> P {
        rest
    }
}

impl<W: Around, A, D> Around for Quantified<W, A, D> {
    type Whole<P> = W::Whole<Forall<A, D, P>>;

    fn around<P>(self, rest: P) -> Self::Whole<P> {
        self.outer.around(Forall::new(self.note, self.domain, rest))
    }
}

impl<W: Around, F> Around for Guarded<W, F> {
    type Whole<P> = W::Whole<Implies<F, P>>;

    fn around<P>(self, rest: P) -> Self::Whole<P> {
        self.outer.around(Implies { note: self.note, premise: self.premise, body: rest })
    }
}

impl<W: Around, F> Around for Observed<W, F> {
    type Whole<P> = W::Whole<Observe<F, P>>;

    fn around<P>(self, rest: P) -> Self::Whole<P> {
        let (note, way, what) = (self.note, self.way, self.what);
        self.outer.around(Observe { note, way, what, body: rest })
    }
}
