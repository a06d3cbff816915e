//! The results of the attacks of one kind.

use crate::row::{Bar, Row};

/// The number of attacks of one kind, and of those after which something was wrong.
#[derive(Debug, Default)]
pub(super) struct Tally {
    tried: u64,
    wrong: u64,
    /// The first problem, or a remark.
    pub(super) note: String,
}

impl Tally {
    pub(super) fn add(&mut self, is_right: bool, problem: impl FnOnce() -> String) {
        self.tried += 1;
        if !is_right {
            self.wrong += 1;
            if self.note.is_empty() {
                self.note = problem();
            }
        }
    }

    /// Returns the row, with the tried attacks and the right ones. It is missed if the first figure exceeds the second.
    pub(super) fn row(self, name: &str) -> Row {
        let counts = format!("tried {}, wrong {}", self.tried, self.wrong);
        let note = if self.note.is_empty() { counts } else { format!("{counts}: {}", self.note) };
        Row {
            name: name.to_owned(),
            ours: self.tried as f64,
            theirs: (self.tried - self.wrong) as f64,
            bar: (self.tried > 0).then_some(Bar::Firm(1.0)),
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
        assert!(Tally::default().row("r").holds(), "nothing was tried");
    }
}
