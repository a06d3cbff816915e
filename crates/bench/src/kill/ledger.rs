//! A reader of regression files that does not share code with the writer.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use forall::source::{Choices, Value};

use super::worker::{FIRST, owner};

/// The simplest saved failure of each worker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ledger(BTreeMap<u64, u64>);

impl Ledger {
    /// Reads a file, if it exists. Fails if the content is invalid.
    pub(super) fn read(path: &Path) -> Result<Option<Ledger>, String> {
        match fs::read_to_string(path) {
            Ok(text) => Ledger::parse(&text).map(Some),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    pub(super) fn parse(text: &str) -> Result<Ledger, String> {
        let rest = text.strip_prefix("forall-regressions 1\n").ok_or("there is no heading")?;
        // Only the last step may be incomplete: a process is writing it, or was killed.
        let (rest, last) = rest.rsplit_once('\n').ok_or("it is cut short")?;
        let remark = "  #".starts_with(last) || last.starts_with("  #");
        if !(last.starts_with("then ") || "then ".starts_with(last) || remark) {
            return Err(format!("`{last}` is cut short"));
        }
        let mut ledger = Ledger::default();
        for line in rest.lines().filter(|line| !line.is_empty() && !line.trim().starts_with('#')) {
            let x = number(line).ok_or_else(|| format!("`{line}` is no entry"))?;
            let simplest = ledger.0.entry(owner(x)).or_insert(x);
            *simplest = x.min(*simplest);
        }
        Ok(ledger)
    }

    /// Returns whether this failure is saved, or a simpler one of the same worker.
    pub(super) fn holds(&self, x: u64) -> bool {
        self.0.get(&owner(x)).is_some_and(|simplest| *simplest <= x)
    }

    /// Returns a failure that was saved before and is missing now, as a message.
    pub(super) fn lacks(&self, before: &Ledger) -> Option<String> {
        let lost = before.0.values().find(|x| !self.holds(**x))?;
        Some(format!("{} of worker {} is gone", lost % FIRST, owner(*lost)))
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

/// Returns the number that an entry stands for.
fn number(line: &str) -> Option<u64> {
    match line.split(' ').collect::<Vec<_>>()[..] {
        ["fails" | "fixed" | "stale", choices] => number_of(&choices.parse().ok()?),
        ["then", old, new] => {
            number_of(&old.parse().ok()?)?;
            number_of(&new.parse().ok()?)
        }
        _ => None,
    }
}

/// Returns the number that these choices generate.
pub(super) fn number_of(choices: &Choices) -> Option<u64> {
    match &choices.0[..] {
        [Value::Integer(x)] => u64::try_from(*x).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_file_is_noticed() {
        let seven = Choices(vec![Value::Integer(7)]);
        let sound = format!("forall-regressions 1\n# mine\n\nstale {seven}\n  # x = 7\n");
        assert!(Ledger::parse(&sound).unwrap().holds(7));
        let entry = sound.find("stale").unwrap();
        for end in entry + 1..=entry + "stale 7.123456".len() {
            assert!(Ledger::parse(&sound[..end]).is_err(), "{end}");
        }
        let three = Choices(vec![Value::Integer(3)]);
        let step = format!("{sound}then {seven} {three}\n  # x = 3\n");
        for end in sound.len()..=step.len() {
            let ledger = Ledger::parse(&step[..end]).unwrap();
            assert!(ledger.holds(7) && ledger.holds(3) == (end + 10 >= step.len()), "{end}");
        }
        assert!(Ledger::parse(&sound.replace("stale", "stalefails")).is_err());
        assert!(Ledger::parse(&sound.replace("stale 7", "stale 8")).is_err());
    }

    #[test]
    fn what_is_gone_is_named() {
        let ledger = |xs: &[u64]| Ledger(xs.iter().map(|x| (owner(*x), *x)).collect());
        let before = ledger(&[5, FIRST + 9]);
        assert_eq!(ledger(&[4, FIRST + 9]).lacks(&before), None);
        let gone = Some("9 of worker 1 is gone".to_owned());
        assert_eq!(ledger(&[4]).lacks(&before), gone);
        assert_eq!(ledger(&[5, FIRST + 10]).lacks(&before), gone, "it is the old one again");
    }
}
