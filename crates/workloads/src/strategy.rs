//! Strategies: the sources of inputs.

use std::fmt;

/// A source of inputs. The test loop is independent of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// A handwritten generator whose inputs satisfy all premises.
    Bespoke,
    /// Generators derived from the types. The premises discard most inputs.
    TypeBased,
    /// Generators derived from the types, except that a premise which relates a variable to an
    /// earlier one becomes a dependent domain.
    Dependent,
    /// Generators derived from the rules that define valid values.
    Specification,
    /// All valid values of the size of the source, for [`enumerate`](forall::runner::enumerate).
    Enumerative,
}

impl Strategy {
    /// All strategies.
    pub const ALL: &'static [Strategy] = &[
        Strategy::Bespoke,
        Strategy::TypeBased,
        Strategy::Dependent,
        Strategy::Specification,
        Strategy::Enumerative,
    ];

    /// Looks up a strategy by name.
    pub fn named(name: &str) -> Option<&'static Strategy> {
        Strategy::ALL.iter().find(|strategy| strategy.to_string() == name)
    }

    /// Returns whether all its values are valid. Then the premises that check validity are skipped.
    pub fn is_always_valid(self) -> bool {
        !self.is_type_based()
    }

    /// Returns whether it only uses the type of a value.
    pub fn is_type_based(self) -> bool {
        matches!(self, Strategy::TypeBased | Strategy::Dependent)
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Strategy::Bespoke => "bespoke",
            Strategy::TypeBased => "type-based",
            Strategy::Dependent => "dependent",
            Strategy::Specification => "specification",
            Strategy::Enumerative => "enumerative",
        })
    }
}
