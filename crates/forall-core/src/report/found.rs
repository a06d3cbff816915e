//! Where a failure came from.

/// Where inputs came from.
///
/// ```
/// use forall::property::property;
/// use forall::report::Found;
/// use forall::runner::{Options, examples};
///
/// let property = property! { forall x: u32; check *x != 7 };
/// let report = examples(&property, &Options::default(), vec![(1, ()), (7, ())]);
/// assert_eq!(report.counterexample().unwrap().found, Found::Example(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A test of the run.
    Test {
        /// Its number.
        number: u64,
        /// The size of its values.
        size: u32,
    },
    /// A test of the run that was made of the choices of an earlier one: its number does not make it
    /// again.
    Mutated {
        /// Its number.
        number: u64,
    },
    /// A test of the run whose choices an earlier run had kept in its corpus.
    Kept {
        /// Its number.
        number: u64,
    },
    /// The example of this number, from 1 on, that is written at the property.
    Example(usize),
    /// Choices that failed before.
    Choices,
}

impl Default for Found {
    fn default() -> Found {
        Found::Test { number: 0, size: 0 }
    }
}
