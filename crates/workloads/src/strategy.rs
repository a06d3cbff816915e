//! Strategies: where the inputs of a property come from.

use std::fmt;

/// How values are made. What a loop does with them is the business of a runner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// By a generator that somebody wrote with care: all inputs satisfy the premises.
    Bespoke,
    /// As the type says. The premises turn most of it away.
    TypeBased,
    /// As the type says, too; but where a premise relates a variable to one before it, it is made of
    /// that one.
    Dependent,
    /// From the rules that say which values are valid.
    Specification,
    /// All valid values of the size of the source, for [`enumerate`](forall::runner::enumerate).
    Enumerative,
}

impl Strategy {
    /// All of them.
    pub const ALL: &'static [Strategy] = &[
        Strategy::Bespoke,
        Strategy::TypeBased,
        Strategy::Dependent,
        Strategy::Specification,
        Strategy::Enumerative,
    ];

    /// The strategy of this name.
    pub fn named(name: &str) -> Option<&'static Strategy> {
        Strategy::ALL.iter().find(|strategy| strategy.to_string() == name)
    }

    /// Are all its values valid? Then there is no need to ask the premises that say so.
    pub fn vouches(self) -> bool {
        !self.is_derived()
    }

    /// Is the type of a value all that is known of it?
    pub fn is_derived(self) -> bool {
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
