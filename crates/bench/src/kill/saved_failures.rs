//! A reader of regression files that does not share code with the writer.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use forall::source::{ChoiceSequence, ChoiceValue};

use super::worker::{RANGE_SIZE, owner};

/// The simplest saved failure of each worker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SavedFailures(BTreeMap<u64, u64>);

impl SavedFailures {
    /// Reads a file, if it exists. Fails if the content is invalid.
    pub(super) fn read(path: &Path) -> Result<Option<SavedFailures>, String> {
        match fs::read_to_string(path) {
            Ok(text) => SavedFailures::parse(&text).map(Some),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    pub(super) fn parse(text: &str) -> Result<SavedFailures, String> {
        let rest = text.strip_prefix("forall-regressions 1\n").ok_or("the heading is missing")?;
        // Only the last step may be incomplete: a process is writing it, or was killed.
        let (rest, last) = rest.rsplit_once('\n').ok_or("the file is truncated")?;
        let remark = "  #".starts_with(last) || last.starts_with("  #");
        if !(last.starts_with("then ") || "then ".starts_with(last) || remark) {
            return Err(format!("`{last}` is truncated"));
        }
        let mut saved = SavedFailures::default();
        for line in rest.lines().filter(|line| !line.is_empty() && !line.trim().starts_with('#')) {
            let x = number(line).ok_or_else(|| format!("`{line}` is not an entry"))?;
            let simplest = saved.0.entry(owner(x)).or_insert(x);
            *simplest = x.min(*simplest);
        }
        Ok(saved)
    }

    /// Returns whether this failure is saved, or a simpler one of the same worker.
    pub(super) fn contains(&self, x: u64) -> bool {
        self.0.get(&owner(x)).is_some_and(|simplest| *simplest <= x)
    }

    /// Returns a failure that was saved before and is missing now, as a message.
    pub(super) fn missing_since(&self, before: &SavedFailures) -> Option<String> {
        let lost = before.0.values().find(|x| !self.contains(**x))?;
        Some(format!("{} of worker {} is missing", lost % RANGE_SIZE, owner(*lost)))
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
pub(super) fn number_of(choices: &ChoiceSequence) -> Option<u64> {
    match &choices.0[..] {
        [ChoiceValue::Integer(x)] => u64::try_from(*x).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_step_may_be_incomplete() {
        let seven = ChoiceSequence(vec![ChoiceValue::Integer(7)]);
        let sound = format!("forall-regressions 1\n# mine\n\nstale {seven}\n  # x = 7\n");
        assert!(SavedFailures::parse(&sound).unwrap().contains(7));
        let entry = sound.find("stale").unwrap();
        for end in entry + 1..=entry + "stale 7.123456".len() {
            assert!(SavedFailures::parse(&sound[..end]).is_err(), "{end}");
        }
        let three = ChoiceSequence(vec![ChoiceValue::Integer(3)]);
        let step = format!("{sound}then {seven} {three}\n  # x = 3\n");
        for end in sound.len()..=step.len() {
            let saved = SavedFailures::parse(&step[..end]).unwrap();
            assert!(saved.contains(7) && saved.contains(3) == (end + 10 >= step.len()), "{end}");
        }
        assert!(SavedFailures::parse(&sound.replace("stale", "stalefails")).is_err());
        assert!(SavedFailures::parse(&sound.replace("stale 7", "stale 8")).is_err());
    }

    #[test]
    fn a_missing_failure_is_named() {
        let saved = |xs: &[u64]| SavedFailures(xs.iter().map(|x| (owner(*x), *x)).collect());
        let before = saved(&[5, RANGE_SIZE + 9]);
        assert_eq!(saved(&[4, RANGE_SIZE + 9]).missing_since(&before), None);
        let missing = Some("9 of worker 1 is missing".to_owned());
        assert_eq!(saved(&[4]).missing_since(&before), missing);
        assert_eq!(
            saved(&[5, RANGE_SIZE + 10]).missing_since(&before),
            missing,
            "the old entry is back"
        );
    }
}
