//! Samples: the inputs of tests, from the observations that the library wrote.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use forall_format::observations::{Feature, ObservationLine, TestCaseLine, TestStatus};
use forall_format::wording::{self, percent};

use crate::error::Error;
use crate::harness::DiscoveredTest;
use crate::json;
use crate::plot::ValueCount;

/// The feature that all inputs have: the number of their choices.
pub(crate) const CHOICES: &str = "choices";

/// The test cases of one property.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples {
    cases: Vec<TestCaseLine>,
}

impl Samples {
    /// Reads the observations of a property. Returns no samples if its process crashed before it wrote any.
    pub(crate) fn read(folder: &Path, test: &DiscoveredTest<'_>) -> Result<Samples, Error> {
        let Some(property) = &test.property else { return Ok(Samples::default()) };
        let path = folder.join(property.name().flat_file_name());
        let text = fs::read_to_string(path).unwrap_or_default();
        let cases = json::lines(&text, |line| match ObservationLine::read(line)? {
            ObservationLine::TestCase(case) if case.how_generated != "shrunk" => Some(*case),
            _ => None,
        });
        Ok(Samples { cases })
    }

    /// Returns at most `count` inputs that satisfy all premises, evenly spaced over the run. Sizes grow during a
    /// run, so small inputs come first.
    pub(crate) fn evenly_spaced(&self, count: usize) -> Vec<&str> {
        let valid: Vec<&TestCaseLine> =
            self.cases.iter().filter(|case| case.status != TestStatus::GaveUp).collect();
        let step = valid.len().div_ceil(count.max(1)).max(1);
        valid.iter().step_by(step).map(|case| &*case.representation).collect()
    }

    /// Returns how often each value of each feature was observed, by name. The number of choices is included only if
    /// there is no other feature, and if inputs differ in it.
    pub(crate) fn features(&self) -> BTreeMap<String, Vec<ValueCount>> {
        let mut features: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
        for (name, feature) in self.cases.iter().flat_map(|case| &case.features.0) {
            let value = match feature {
                Feature::Flag(flag) => flag.to_string(),
                Feature::Number(number) => number.to_string(),
                Feature::Text(text) => text.clone(),
            };
            *features.entry(name.clone()).or_default().entry(value).or_default() += 1;
        }
        let has_one_size = features.get(CHOICES).is_some_and(|sizes| sizes.len() == 1);
        if features.len() > 1 || has_one_size {
            features.remove(CHOICES);
        }
        let counted = |(value, count)| ValueCount { value, count };
        let features = features.into_iter();
        features.map(|(name, values)| (name, values.into_iter().map(counted).collect())).collect()
    }

    /// Returns the share of tests that each premise discarded, or an empty text if all satisfied them.
    pub(crate) fn discarded(&self) -> String {
        let mut by_reason: BTreeMap<&str, usize> = BTreeMap::new();
        for case in self.cases.iter().filter(|case| case.status == TestStatus::GaveUp) {
            *by_reason.entry(&case.status_reason).or_default() += 1;
        }
        let total = self.cases.len();
        let mut text = String::new();
        for (reason, count) in by_reason {
            let share = percent(count as u64, total as u64);
            let tests = wording::count(total as u64, "test");
            text += &format!("  {share:>6} of {tests} by {}\n", quoted(reason));
        }
        if text.is_empty() { text } else { format!("discarded\n{text}") }
    }
}

/// Returns the reason for a discarded test, with code in backquotes.
fn quoted(reason: &str) -> String {
    match reason.split_once(": ") {
        Some(("premise", premise)) => format!("`{premise}`"),
        Some((variable, reason)) => format!("`{variable}`: {reason}"),
        None => reason.to_owned(),
    }
}
