//! Provenance: where the inputs of a test come from.

/// Where the inputs of a test come from.
///
/// ```
/// use forall::property::property;
/// use forall::runner::{Options, examples};
/// use forall::source::Provenance;
///
/// let property = property! { forall x: u32; check *x != 7 };
/// let report = examples(&property, &Options::default(), vec![(1, ()), (7, ())]);
/// let counterexample = report.counterexample().unwrap();
/// assert_eq!((counterexample.provenance, counterexample.number), (Provenance::Example, 2));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Provenance {
    /// Drawn for this test: the seed and the number of the test reproduce them.
    #[default]
    Fresh,
    /// Mutated from the choices of an earlier test of the run.
    Mutated,
    /// Saved to the corpus by an earlier run.
    Corpus,
    /// Saved as a failure by an earlier run.
    Regression,
    /// Given as an explicit example of the property.
    Example,
    /// Enumerated: every choice in turn. A domain can reject choices that would generate a value again.
    Enumerated,
}

impl Provenance {
    /// All variants, in the order of their discriminants.
    pub(super) const ALL: [Provenance; 6] = [
        Provenance::Fresh,
        Provenance::Mutated,
        Provenance::Corpus,
        Provenance::Regression,
        Provenance::Example,
        Provenance::Enumerated,
    ];
}
