//! The builder: a property without macros.
//!
//! A property is written from the outside in, but its nodes nest from the inside out. So each step
//! stores the nodes [around](Around) the rest, and the predicate closes them all.

use std::any::type_name;
use std::fmt::Display;
use std::marker::PhantomData;

use crate::data::CowStr;
use crate::domain::dependent::{Annotated, Dependent, FromEnv, Promise};
use crate::domain::restrict::Restricted;
use crate::domain::{Domain, Restriction};
use crate::language::{
    Check, Forall, Implies, IntoVerdict, NodeInfo, NodeKind, ObservationKind, ObservationValue,
    Observe,
};

/// Starts a property with a quantifier: for all `name` in `domain`.
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
pub fn forall<D: Domain>(name: impl Into<CowStr>, domain: D) -> Bound<(), Start, D::Value, D> {
    Open::start().forall(name, domain)
}

/// A property without a predicate yet, in the environment `E`.
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
    /// The number of nodes so far.
    nodes: usize,
    env: PhantomData<fn() -> E>,
}

/// A property with one more variable, whose values have the type `A` and the domain `D`.
pub type Bound<E, W, A, D> = Open<(A, E), Quantified<W, A, D>>;

/// The nodes around the rest of a property.
///
/// A step puts its node around the rest, and the earlier nodes around both:
///
/// ```
/// use forall::property::builder::{Around, Start};
///
/// /// A node that repeats the rest.
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
    /// The complete property, if the rest is `P`.
    type Whole<P>;

    /// Puts the nodes around the rest.
    fn around<P>(self, rest: P) -> Self::Whole<P>;
}

impl Open<(), Start> {
    /// Starts a property without any node.
    ///
    /// ```
    /// use std::ops::Range;
    ///
    /// use forall::property::builder::{Open, Quantified, Start};
    ///
    /// let digit: Open<(u8, ()), Quantified<Start, u8, Range<u8>>> = Open::start().forall("x", 0..10);
    /// assert_eq!(digit.check(|(x, ())| *x < 10).to_string(), "∀ x: u8. …");
    /// ```
    pub fn start() -> Open<(), Start> {
        Open { around: Start, nodes: 0, env: PhantomData }
    }
}

/// The steps.
impl<E: 'static, W: Around> Open<E, W> {
    /// Adds a quantifier: for all `name` in `domain`.
    #[track_caller]
    pub fn forall<D: Domain>(self, name: impl Into<CowStr>, domain: D) -> Bound<E, W, D::Value, D> {
        self.quantify(NodeInfo { name: name.into(), ..NodeInfo::new(NodeKind::Forall, 0) }, domain)
    }

    /// Adds a quantifier whose domain depends on earlier variables.
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
        name: impl Into<CowStr>,
        domain: F,
    ) -> Bound<E, W, D::Value, FromEnv<F>> {
        self.quantify(
            NodeInfo { name: name.into(), ..NodeInfo::new(NodeKind::Forall, 0) },
            FromEnv(domain),
        )
    }

    /// Adds a premise, which reports print as `text`.
    #[track_caller]
    pub fn implies<F>(self, text: impl Into<CowStr>, premise: F) -> Open<E, Guarded<W, F>>
    where
        F: Fn(&E) -> bool,
    {
        self.guard(NodeInfo { text: text.into(), ..NodeInfo::new(NodeKind::Implies, 0) }, premise)
    }

    /// Counts the tests for which `flag` holds.
    #[track_caller]
    pub fn classify<F: Fn(&E) -> bool>(
        self,
        label: impl Into<CowStr>,
        flag: F,
    ) -> Open<E, WithObservation<W, impl Fn(&E) -> ObservationValue>> {
        let info = NodeInfo { name: label.into(), ..NodeInfo::new(NodeKind::Observe, 0) };
        self.observe(info, ObservationKind::Classify, move |env: &E| {
            ObservationValue::Flag(flag(env))
        })
    }

    /// Counts the tests by the value of `what`.
    #[track_caller]
    pub fn collect<T: Display, F: Fn(&E) -> T>(
        self,
        label: impl Into<CowStr>,
        value: F,
    ) -> Open<E, WithObservation<W, impl Fn(&E) -> ObservationValue>> {
        let info = NodeInfo { name: label.into(), ..NodeInfo::new(NodeKind::Observe, 0) };
        self.observe(info, ObservationKind::Collect, move |env: &E| {
            ObservationValue::Text(value(env).to_string())
        })
    }

    /// Counts each of the values that `what` returns in every test.
    #[track_caller]
    pub fn tabulate<T: Display, I: IntoIterator<Item = T>, F: Fn(&E) -> I>(
        self,
        label: impl Into<CowStr>,
        value: F,
    ) -> Open<E, WithObservation<W, impl Fn(&E) -> ObservationValue>> {
        let info = NodeInfo { name: label.into(), ..NodeInfo::new(NodeKind::Observe, 0) };
        self.observe(info, ObservationKind::Tabulate, move |env: &E| {
            ObservationValue::Texts(value(env).into_iter().map(|value| value.to_string()).collect())
        })
    }

    /// Counts the tests for which `flag` holds, and requires that they are at least `percent` of all tests.
    #[track_caller]
    pub fn cover<F: Fn(&E) -> bool>(
        self,
        percent: f64,
        label: impl Into<CowStr>,
        flag: F,
    ) -> Open<E, WithObservation<W, impl Fn(&E) -> ObservationValue>> {
        let info = NodeInfo { name: label.into(), ..NodeInfo::new(NodeKind::Observe, 0) };
        self.observe(info, ObservationKind::Cover(percent), move |env: &E| {
            ObservationValue::Flag(flag(env))
        })
    }

    /// Adds a score, which runners that follow scores maximize.
    #[track_caller]
    pub fn maximize<F: Fn(&E) -> f64>(
        self,
        label: impl Into<CowStr>,
        score: F,
    ) -> Open<E, WithObservation<W, impl Fn(&E) -> ObservationValue>> {
        let info = NodeInfo { name: label.into(), ..NodeInfo::new(NodeKind::Observe, 0) };
        self.observe(info, ObservationKind::Maximize, move |env: &E| {
            ObservationValue::Score(score(env))
        })
    }

    /// Adds the size of a counterexample. Of two inputs that fail in the same way, shrinking prefers the one with the
    /// smaller size, whatever their choices are and however they are printed. With several measures, their sum counts.
    ///
    /// ```
    /// use forall::domain::elements;
    /// use forall::property::forall;
    /// use forall::runner::{Options, quick_check};
    ///
    /// let hours = || elements([12, 9, 15]);
    /// let plain = forall("hour", hours()).check(|_| false);
    /// let report = quick_check(&plain, &Options::default());
    /// assert_eq!(report.counterexample().unwrap().shrunk[0].value, "12", "the first choice is the simplest");
    ///
    /// let from_nine = |(hour, ()): &(i32, ())| f64::from(hour - 9);
    /// let measured = forall("hour", hours()).measure(from_nine).check(|_| false);
    /// let report = quick_check(&measured, &Options::default());
    /// assert_eq!(report.counterexample().unwrap().shrunk[0].value, "9");
    /// ```
    #[track_caller]
    pub fn measure<F: Fn(&E) -> f64>(
        self,
        size: F,
    ) -> Open<E, WithObservation<W, impl Fn(&E) -> ObservationValue>> {
        let info = NodeInfo::new(NodeKind::Observe, 0);
        self.observe(info, ObservationKind::Measure, move |env: &E| {
            ObservationValue::Score(size(env))
        })
    }

    /// Completes the property with its predicate.
    #[track_caller]
    pub fn check<V: IntoVerdict, F: Fn(&E) -> V>(self, predicate: F) -> W::Whole<Check<F>> {
        self.close(NodeInfo::new(NodeKind::Check, 0), predicate)
    }
}

/// What belongs to the quantifier before.
impl<E: 'static, W: Around, A: std::fmt::Debug + 'static, D> Bound<E, W, A, D> {
    /// Attaches an annotation: data for blocks and runners, as a function of the variables before the quantifier.
    ///
    /// ```
    /// use forall::block::annotation;
    /// use forall::property::forall;
    ///
    /// let ordered = forall("x", 0..10_u32)
    ///     .forall("y", 0..10_u32)
    ///     .annotate(|(x, ())| x * 2)
    ///     .annotate(|_| "metres")
    ///     .check(|_| true);
    /// assert_eq!(annotation(&ordered, "y", &(7, (3, ()))), Some(6_u32));
    /// assert_eq!(annotation(&ordered, "y", &(7, (3, ()))), Some("metres"));
    /// ```
    pub fn annotate<X, F: Fn(&E) -> X>(self, annotation: F) -> Bound<E, W, A, Annotated<D, F>> {
        self.wrap(|domain| Annotated { domain, annotation })
    }

    /// Adds a contract, which reports print as `text`: `holds` must be true for all generated values. It is called with
    /// the variables before the quantifier, and with the value. A value that breaks the contract is a failure of
    /// [its own origin](crate::report::Origin::Contract): not the property is wrong, but the domain.
    ///
    /// ```
    /// use forall::property::forall;
    /// use forall::runner::{Options, quick_check};
    ///
    /// let ordered = forall("x", 0..10).forall("y", 0..10).contract("y >= x", |(x, ()), y| y >= x).check(|_| true);
    /// let report = quick_check(&ordered, &Options::default());
    /// assert!(report.to_string().starts_with("generator error\n\n  x = 1\n  y = 0\n\nbroken contract: "));
    /// ```
    pub fn contract<F>(self, text: impl Into<CowStr>, holds: F) -> Bound<E, W, A, Promise<D, F>>
    where
        F: Fn(&E, &A) -> bool,
    {
        let contract = text.into();
        self.wrap(|domain| Promise { domain, contract, holds })
    }

    fn wrap<T>(self, wrap: impl FnOnce(D) -> T) -> Bound<E, W, A, T> {
        let Quantified { outer, info, domain, .. } = self.around;
        let around = Quantified { outer, info, domain: wrap(domain), value: PhantomData };
        Open { around, nodes: self.nodes, env: PhantomData }
    }
}

/// The same steps for macros, which pass a [`NodeInfo`] with the source of each node. These methods set the
/// position of the node in the property and, if `info` has no type, the type of the variable.
///
/// ```
/// use forall::property::builder::Open;
/// use forall::property::{NodeKind, NodeInfo, ObservationValue, ObservationKind};
///
/// let named = |name: &'static str| NodeInfo { name: name.into(), ..NodeInfo::new(NodeKind::Forall, 0) };
/// let info = |kind, text: &'static str| NodeInfo { text: text.into(), ..NodeInfo::new(kind, 0) };
/// let property = Open::start()
///     .quantify(named("limit"), 1..9)
///     .quantify_given(named("x"), |(limit, ())| 0..*limit)
///     .guard(info(NodeKind::Implies, "x is odd"), |(x, _)| x % 2 == 1)
///     .observe(info(NodeKind::Observe, "x"), ObservationKind::Collect, |(x, _)| ObservationValue::Text(x.to_string()))
///     .close(info(NodeKind::Check, "x < limit"), |(x, (limit, ()))| x < limit);
/// assert_eq!(property.to_string(), "∀ limit: i32. ∀ x: i32. x is odd ⇒ [x] x < limit");
/// ```
impl<E: 'static, W: Around> Open<E, W> {
    /// Adds a quantifier.
    #[doc(hidden)]
    pub fn quantify<D: Dependent<E>>(self, info: NodeInfo, domain: D) -> Bound<E, W, D::Value, D> {
        let at = self.nodes;
        let ty = if info.ty.is_empty() { type_name::<D::Value>().into() } else { info.ty };
        let info = NodeInfo { at, ty, ..info };
        let around = Quantified { outer: self.around, info, domain, value: PhantomData };
        Open { around, nodes: at + 1, env: PhantomData }
    }

    /// Adds a quantifier whose domain depends on earlier variables.
    #[doc(hidden)]
    pub fn quantify_given<D: Domain, F: Fn(&E) -> D>(
        self,
        info: NodeInfo,
        domain: F,
    ) -> Bound<E, W, D::Value, FromEnv<F>> {
        self.quantify(info, FromEnv(domain))
    }

    /// Adds a quantifier whose values premises restrict. `restrict` records how.
    #[doc(hidden)]
    pub fn quantify_restricted<D, F>(
        self,
        info: NodeInfo,
        domain: D,
        restrict: F,
    ) -> Bound<E, W, D::Value, Restricted<D, F>>
    where
        D: Domain,
        F: Fn(&E, &mut Restriction<D::Value>),
    {
        self.quantify(info, Restricted { domain, restrict })
    }

    /// Adds a quantifier whose domain depends on earlier variables and whose values premises restrict.
    #[doc(hidden)]
    pub fn quantify_given_restricted<D, F, G>(
        self,
        info: NodeInfo,
        domain: G,
        restrict: F,
    ) -> Bound<E, W, D::Value, Restricted<FromEnv<G>, F>>
    where
        D: Domain,
        G: Fn(&E) -> D,
        F: Fn(&E, &mut Restriction<D::Value>),
    {
        self.quantify(info, Restricted { domain: FromEnv(domain), restrict })
    }

    /// Adds a premise.
    #[doc(hidden)]
    pub fn guard<F: Fn(&E) -> bool>(self, info: NodeInfo, premise: F) -> Open<E, Guarded<W, F>> {
        let info = NodeInfo { at: self.nodes, ..info };
        let around = Guarded { outer: self.around, info, premise };
        Open { around, nodes: self.nodes + 1, env: PhantomData }
    }

    /// Adds an observation.
    #[doc(hidden)]
    pub fn observe<F>(
        self,
        info: NodeInfo,
        kind: ObservationKind,
        value: F,
    ) -> Open<E, WithObservation<W, F>>
    where
        F: Fn(&E) -> ObservationValue,
    {
        let info = NodeInfo { at: self.nodes, ..info };
        let around = WithObservation { outer: self.around, info, kind, value };
        Open { around, nodes: self.nodes + 1, env: PhantomData }
    }

    /// Adds the predicate.
    #[doc(hidden)]
    pub fn close<V: IntoVerdict, F>(self, info: NodeInfo, predicate: F) -> W::Whole<Check<F>>
    where
        F: Fn(&E) -> V,
    {
        let info = NodeInfo { at: self.nodes, ..info };
        self.around.around(Check { info, predicate })
    }
}

/// No node yet.
#[derive(Clone, Copy, Debug)]
pub struct Start;

/// A quantifier inside `W`.
#[derive(Debug)]
pub struct Quantified<W, A, D> {
    outer: W,
    info: NodeInfo,
    domain: D,
    value: PhantomData<fn() -> A>,
}

/// A premise inside `W`.
#[derive(Debug)]
pub struct Guarded<W, F> {
    outer: W,
    info: NodeInfo,
    premise: F,
}

/// An observation inside `W`.
#[derive(Debug)]
pub struct WithObservation<W, F> {
    outer: W,
    info: NodeInfo,
    kind: ObservationKind,
    value: F,
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
        self.outer.around(Forall::new(self.info, self.domain, rest))
    }
}

impl<W: Around, F> Around for Guarded<W, F> {
    type Whole<P> = W::Whole<Implies<F, P>>;

    fn around<P>(self, rest: P) -> Self::Whole<P> {
        self.outer.around(Implies { info: self.info, premise: self.premise, body: rest })
    }
}

impl<W: Around, F> Around for WithObservation<W, F> {
    type Whole<P> = W::Whole<Observe<F, P>>;

    fn around<P>(self, rest: P) -> Self::Whole<P> {
        let WithObservation { outer, info, kind, value } = self;
        outer.around(Observe { info, kind, value, body: rest })
    }
}
