//! Verdicts: the result of one test.

use std::fmt::Debug;

use super::{CowStr, Location, debug_text};

/// The result of one test.
///
/// ```
/// use forall::block::check;
/// use forall::property::property;
/// use forall::report::Verdict;
///
/// let property = property! { forall x: u8; implies *x > 2; check *x < 5 };
/// assert_eq!(check(&property, &(3, ())), Verdict::Pass);
/// assert_eq!(check(&property, &(1, ())), Verdict::Discard(1));
/// assert!(matches!(check(&property, &(7, ())), Verdict::Fail(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The predicate held.
    Pass,
    /// The premise at this node did not hold, so the predicate was not evaluated.
    Discard(usize),
    /// The domain of the quantifier at this node could not generate a value, for this reason.
    Reject(usize, &'static str),
    /// The predicate did not hold.
    Fail(Box<Failure>),
}

/// How a test failed.
///
/// ```
/// use forall::property::Location;
/// use forall::report::{Failure, Origin};
///
/// assert_eq!(Failure::predicate_false().origin, Origin::PredicateFalse);
/// assert_eq!(Failure::error(&"no such file").message, "\"no such file\"");
/// let (location, message) = (Location::here(), "out of bounds".to_owned());
/// assert_eq!(Failure::panic(Some(location.clone()), message).origin, Origin::Panic(location));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// What distinguishes this failure from others.
    pub origin: Origin,
    /// The message of the panic or the error.
    pub message: String,
    /// The index of the step that failed, if the inputs are a list of [steps](crate::machine::Steps). Later
    /// steps did not run.
    pub step: Option<usize>,
}

/// What distinguishes one failure from another: a counterexample shrinks only to one of the same origin.
///
/// ```
/// use forall::block::check;
/// use forall::property::property;
/// use forall::report::{Origin, Verdict};
///
/// let parses = property! { forall text: String; check text.parse::<u8>().map(|_| ()) };
/// let Verdict::Fail(failure) = check(&parses, &("x".into(), ())) else { unreachable!() };
/// assert_eq!(failure.origin, Origin::Error);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The predicate was false.
    #[default]
    PredicateFalse,
    /// The predicate returned an error.
    Error,
    /// There was a panic at this location.
    Panic(Location),
    /// There was a panic at an unknown location: another panic hook hid it. Messages often contain values, so
    /// they do not distinguish such panics.
    PanicUnlocated,
    /// The process of the test crashed, for this reason.
    Crash(String),
    /// The test failed in another way, which has this name: `deadlock` of tasks that all wait.
    Named(&'static str),
    /// The value of a variable breaks its contract, which is this text. Not the property is wrong, but the domain, or the
    /// example.
    Contract(CowStr),
}

impl Origin {
    /// All tasks of an async property wait.
    ///
    /// ```
    /// assert_eq!(forall::report::Origin::DEADLOCK, forall::report::Origin::Named("deadlock"));
    /// ```
    pub const DEADLOCK: Origin = Origin::Named("deadlock");
    /// An async property ended before the tasks that it spawned.
    ///
    /// ```
    /// assert_eq!(forall::report::Origin::LEAKED_TASKS, forall::report::Origin::Named("leaked tasks"));
    /// ```
    pub const LEAKED_TASKS: Origin = Origin::Named("leaked tasks");
    /// The model of a state machine panicked, and not the system.
    ///
    /// ```
    /// assert_eq!(forall::report::Origin::MODEL_PANICKED, forall::report::Origin::Named("the model panicked"));
    /// ```
    pub const MODEL_PANICKED: Origin = Origin::Named("the model panicked");
}

impl Failure {
    /// Describes a predicate that was false.
    #[cold]
    pub fn predicate_false() -> Failure {
        Failure { origin: Origin::PredicateFalse, message: String::new(), step: None }
    }

    /// Describes a predicate that returned an error.
    #[cold]
    pub fn error(error: &dyn Debug) -> Failure {
        Failure { origin: Origin::Error, message: debug_text(error), step: None }
    }

    /// Describes a value of `variable` that breaks its contract, which reports print as `contract`.
    ///
    /// ```
    /// use forall::report::{Failure, Origin};
    ///
    /// let failure = Failure::contract("x", "x is even", &7);
    /// let message = "the value of `x` breaks its contract `x is even`: 7";
    /// assert_eq!((failure.origin, &*failure.message), (Origin::Contract("x is even".into()), message));
    /// ```
    #[cold]
    pub fn contract(variable: &str, contract: &str, value: &dyn Debug) -> Failure {
        let value = debug_text(value);
        Failure {
            origin: Origin::Contract(contract.to_owned().into()),
            message: format!("the value of `{variable}` breaks its contract `{contract}`: {value}"),
            step: None,
        }
    }

    /// Describes a panic.
    #[cold]
    pub fn panic(location: Option<Location>, message: String) -> Failure {
        let origin = match location {
            Some(location) => Origin::Panic(location),
            None => Origin::PanicUnlocated,
        };
        Failure { origin, message, step: None }
    }
}

impl Verdict {
    /// Returns the failure, if it has the same origin as `failure`.
    ///
    /// ```
    /// use forall::report::{Failure, Verdict};
    ///
    /// let full = Failure::error(&"disk full");
    /// let gone = Failure::error(&"no such file");
    /// assert_eq!(Verdict::from(gone.clone()).same_origin(&full), Some(gone));
    /// assert_eq!(Verdict::from(Failure::predicate_false()).same_origin(&full), None);
    /// assert_eq!(Verdict::Pass.same_origin(&full), None);
    /// ```
    pub fn same_origin(self, failure: &Failure) -> Option<Failure> {
        match self {
            Verdict::Fail(other) if other.origin == failure.origin => Some(*other),
            _ => None,
        }
    }

    /// Returns the verdict of the predicate at `node`: if it discards, the discard is attributed to that node.
    ///
    /// ```
    /// use forall::report::Verdict;
    ///
    /// assert_eq!(Verdict::Discard(0).at_node(3), Verdict::Discard(3));
    /// assert_eq!(Verdict::Pass.at_node(3), Verdict::Pass);
    /// ```
    #[inline(always)]
    pub fn at_node(self, node: usize) -> Verdict {
        match self {
            Verdict::Discard(_) | Verdict::Reject(..) => Verdict::Discard(node),
            verdict => verdict,
        }
    }
}

impl From<Failure> for Verdict {
    #[cold]
    fn from(failure: Failure) -> Verdict {
        Verdict::Fail(Box::new(failure))
    }
}
