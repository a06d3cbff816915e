//! The results of the attacks of one kind.

use crate::row::{Bar, Row};

/// If this variable is set, attacks must not be skipped. It is not named `FORALL_…`, since such variables are settings of
/// properties.
const REQUIRED_VARIABLE: &str = "ATTACKS_REQUIRED";

/// The number of attacks of one kind, and of those after which something was wrong.
#[derive(Debug, Default)]
pub(super) struct Tally {
    tried: u64,
    wrong: u64,
    /// The first problem.
    problem: String,
    /// Why all attacks were skipped, if they were.
    skipped: Option<&'static str>,
}

impl Tally {
    /// Returns the tally of attacks that this machine does not allow.
    pub(super) fn skipped(reason: &'static str) -> Tally {
        Tally { skipped: Some(reason), ..Tally::default() }
    }

    pub(super) fn add(&mut self, is_right: bool, problem: impl FnOnce() -> String) {
        self.tried += 1;
        if !is_right {
            self.wrong += 1;
            if self.problem.is_empty() {
                self.problem = problem();
            }
        }
    }

    /// Returns the row. Its bar is missed if an attack was wrong, if nothing was tried for no reason, or if attacks were
    /// skipped that the environment requires.
    pub(super) fn row(self, name: &str) -> Row {
        self.row_if_required(name, std::env::var_os(REQUIRED_VARIABLE).is_some())
    }

    /// Returns the row. Its bar is never missed by skipped attacks, since few machines allow them.
    pub(super) fn optional_row(self, name: &str) -> Row {
        self.row_if_required(name, false)
    }

    /// Returns the row, with the tried attacks and the right ones. Without a tried attack, their ratio meets no bar.
    fn row_if_required(self, name: &str, is_required: bool) -> Row {
        let note = match self.skipped {
            Some(reason) if is_required => {
                format!("SKIPPED, but {REQUIRED_VARIABLE} is set: {reason}")
            }
            Some(reason) => format!("SKIPPED: {reason}"),
            None if self.problem.is_empty() => {
                format!("tried {}, wrong {}", self.tried, self.wrong)
            }
            None => format!("tried {}, wrong {}: {}", self.tried, self.wrong, self.problem),
        };
        Row {
            name: name.to_owned(),
            ours: self.tried as f64,
            theirs: (self.tried - self.wrong) as f64,
            bar: (self.skipped.is_none() || is_required).then_some(Bar::Firm(1.0)),
            unit: "attacks",
            note,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_wrong_attack_misses_the_bar() {
        let mut tally = Tally::default();
        tally.add(true, String::new);
        tally.add(false, || "first".to_owned());
        tally.add(false, || "second".to_owned());
        let row = tally.row("r");
        assert_eq!((row.ours, row.theirs, row.holds()), (3.0, 1.0, false));
        assert_eq!(row.note, "tried 3, wrong 2: first");
    }

    #[test]
    fn skipped_attacks_are_visible_and_can_be_required() {
        let row = |is_required| Tally::skipped("no disk").row_if_required("r", is_required);
        assert_eq!((row(false).holds(), &*row(false).note), (true, "SKIPPED: no disk"));
        assert!(!row(true).holds() && !row(true).holds_with_slack());
        assert!(!Tally::default().row_if_required("r", false).holds(), "nothing was tried");
    }
}
