//! Samples: the inputs of tests, as the library observed them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use forall_format::observations::{Feature, ObservationLine, TestCaseLine, TestStatus};
use forall_format::wording::percent;

use crate::error::Error;
use crate::harness::Found;
use crate::json;

/// The feature that all inputs have.
pub(crate) const CHOICES: &str = "choices";

/// Tests of one property.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples {
    cases: Vec<TestCaseLine>,
}

impl Samples {
    /// What was observed of a property.
    pub(crate) fn read(folder: &Path, found: &Found<'_>) -> Result<Samples, Error> {
        let Some(property) = &found.property else { return Ok(Samples::default()) };
        let path = folder.join(property.name().flat_file_name());
        // It is not there if the process died before.
        let text = fs::read_to_string(path).unwrap_or_default();
        let cases = json::lines(&text, |line| match ObservationLine::read(line)? {
            ObservationLine::TestCase(case) if case.how_generated != "shrunk" => Some(*case),
            _ => None,
        });
        Ok(Samples { cases })
    }

    /// So many inputs that no premise turned away, from all over the run: small ones come first.
    pub(crate) fn spread_out(&self, count: usize) -> Vec<&str> {
        let valid: Vec<&TestCaseLine> =
            self.cases.iter().filter(|case| case.status != TestStatus::GaveUp).collect();
        let step = valid.len().div_ceil(count.max(1)).max(1);
        valid.iter().step_by(step).map(|case| &*case.representation).collect()
    }

    /// How often each value of each feature was seen, by name. Of how many choices inputs are made is of interest where
    /// nothing else is known of them.
    pub(crate) fn features(&self) -> BTreeMap<String, Vec<(String, usize)>> {
        let mut features: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
        for (name, feature) in self.cases.iter().flat_map(|case| &case.features.0) {
            let value = match feature {
                Feature::Flag(flag) => flag.to_string(),
                Feature::Number(number) => number.to_string(),
                Feature::Text(text) => text.clone(),
            };
            *features.entry(name.clone()).or_default().entry(value).or_default() += 1;
        }
        if features.len() > 1 {
            features.remove(CHOICES);
        }
        features.into_iter().map(|(name, values)| (name, values.into_iter().collect())).collect()
    }

    /// Who turned inputs away, and what share of all of them.
    pub(crate) fn turned_away(&self) -> String {
        let mut by: BTreeMap<&str, usize> = BTreeMap::new();
        for case in self.cases.iter().filter(|case| case.status == TestStatus::GaveUp) {
            *by.entry(&case.status_reason).or_default() += 1;
        }
        let all = self.cases.len();
        let line = |(why, count): (&&str, &usize)| {
            let share = percent(*count as u64, all as u64);
            let by = match why.split_once(": ") {
                Some(("premise", premise)) => format!("`{premise}`"),
                Some((variable, why)) => format!("`{variable}`: {why}"),
                None => (*why).to_owned(),
            };
            format!("  {share:>6} of {all} tests by {by}\n")
        };
        let lines: String = by.iter().map(line).collect();
        if lines.is_empty() { lines } else { format!("turned away\n{lines}") }
    }
}
