//! Samples: the inputs of tests, as the library observed them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::error::Error;
use crate::harness::Found;

/// The feature that all inputs have.
pub(crate) const CHOICES: &str = "choices";

/// Tests of one property.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples {
    cases: Vec<Value>,
}

impl Samples {
    /// What was observed of a property.
    pub(crate) fn read(folder: &Path, found: &Found<'_>) -> Result<Samples, Error> {
        let Some(property) = &found.property else { return Ok(Samples::default()) };
        let path = folder.join(format!("{}.jsonl", property.full_name().replace("::", ".")));
        // It is not there if the process died before.
        let text = fs::read_to_string(path).unwrap_or_default();
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let generated =
            |line: &Value| line["type"] == "test_case" && line["how_generated"] != "shrunk";
        Ok(Samples { cases: lines.filter(generated).collect() })
    }

    /// So many inputs that no premise turned away, from all over the run: small ones come first.
    pub(crate) fn spread_out(&self, count: usize) -> Vec<&str> {
        let valid: Vec<&Value> =
            self.cases.iter().filter(|case| case["status"] != "gave_up").collect();
        let step = valid.len().div_ceil(count.max(1)).max(1);
        let spread = valid.iter().step_by(step);
        spread.filter_map(|case| case["representation"].as_str()).collect()
    }

    /// How often each value of each feature was seen, by name. Of how many choices inputs are made is of interest where
    /// nothing else is known of them.
    pub(crate) fn features(&self) -> BTreeMap<String, Vec<(String, usize)>> {
        let mut features: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
        for (name, value) in
            self.cases.iter().filter_map(|case| case["features"].as_object()).flatten()
        {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
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
        for case in self.cases.iter().filter(|case| case["status"] == "gave_up") {
            *by.entry(case["status_reason"].as_str().unwrap_or_default()).or_default() += 1;
        }
        let all = self.cases.len();
        let line = |(why, count): (&&str, &usize)| {
            let share = (100 * count + all / 2) / all.max(1);
            let by = match why.split_once(": ") {
                Some(("premise", premise)) => format!("`{premise}`"),
                Some((variable, why)) => format!("`{variable}`: {why}"),
                None => (*why).to_owned(),
            };
            format!("  {share:>3} % of {all} tests by {by}\n")
        };
        let lines: String = by.iter().map(line).collect();
        if lines.is_empty() { lines } else { format!("turned away\n{lines}") }
    }
}
