//! The text of a corpus.
//!
//! ```text
//! forall-corpus 1
//! # Inputs on which words::starts_otherwise did something new. …
//! guided by premises, probes, shape, labels, scores, edges
//! sfox.9c1e03
//! sfax.01b2c3
//! ```

use std::collections::HashSet;
use std::fmt;

use crate::source::ChoiceSequence;

/// What the first line says.
const HEADING: &str = "forall-corpus 1";

/// How the line begins that says what runs went by.
const SOURCES: &str = "guided by ";

/// It says how to change an input, and not what is new about one.
const NO_NEWS: &str = "compares";

/// A corpus, line by line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    /// What people wrote into it, and what was damaged.
    remarks: Vec<String>,
    /// What the runs went by that are behind it.
    sources: Vec<String>,
    /// ChoiceSequence, as text.
    pub(super) inputs: Vec<String>,
    /// What cannot be read, and on which line.
    pub(super) damaged: Vec<(usize, String)>,
}

impl Lines {
    /// One with nothing in it.
    pub(super) fn new(property: &str) -> Lines {
        let remarks = vec![
            format!("# Inputs on which {property} did something new. Guided runs begin with them."),
            "# To begin without them, delete this file.".to_owned(),
        ];
        Lines { remarks, sources: Vec::new(), inputs: Vec::new(), damaged: Vec::new() }
    }

    /// Says what is wrong if this is no corpus.
    pub(super) fn parse(bytes: &[u8]) -> Result<Lines, String> {
        let text = String::from_utf8_lossy(bytes);
        let mut text = text.lines();
        if text.next().map(str::trim_end) != Some(HEADING) {
            return Err(format!("this is no corpus: it does not begin with `{HEADING}`"));
        }
        let mut lines = Lines { remarks: Vec::new(), ..Lines::new("") };
        let mut last = 1;
        for line in text {
            last += 1;
            lines.read(last, line.trim());
        }
        if !bytes.ends_with(b"\n") {
            lines.forget_half(last);
        }
        Ok(lines)
    }

    fn read(&mut self, at: usize, line: &str) {
        if let Some(sources) = line.strip_prefix(SOURCES) {
            self.sources = sources.split(", ").map(str::to_owned).collect();
        } else if line.starts_with('#') {
            self.remarks.push(line.to_owned());
        } else if !line.is_empty() {
            match line.parse::<ChoiceSequence>() {
                Ok(_) => self.add(line),
                Err(error) => {
                    let short: String = line.chars().take(40).collect();
                    let rest = if short.len() < line.len() { " …" } else { "" };
                    self.damaged.push((at, format!("`{short}{rest}`: {error}")));
                    self.remarks.push(format!("# damaged: {line}"));
                }
            }
        }
    }

    /// Who wrote the last line was killed while writing it; nobody needs to know.
    fn forget_half(&mut self, last: usize) {
        if self.damaged.pop_if(|(line, _)| *line == last).is_some() {
            self.remarks.pop();
        }
    }

    pub(super) fn add(&mut self, input: &str) {
        self.inputs.push(input.to_owned());
    }

    /// Leaves out what stands there twice; and what is of no use to a run that was guided by `sources`,
    /// if there are no others by which it may have been of use before.
    pub(super) fn tidy(&mut self, useless: &HashSet<String>, sources: &[&str]) {
        let sees_all = self.sources.iter().all(|known| sources.contains(&&**known));
        let mut seen = HashSet::new();
        self.inputs
            .retain(|input| !(sees_all && useless.contains(input)) && seen.insert(input.clone()));
        for source in sources.iter().filter(|source| **source != NO_NEWS) {
            if !self.sources.iter().any(|known| known == source) {
                self.sources.push((*source).to_owned());
            }
        }
        self.damaged.clear();
    }
}

impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADING}")?;
        self.remarks.iter().try_for_each(|remark| writeln!(f, "{remark}"))?;
        if !self.sources.is_empty() {
            writeln!(f, "{SOURCES}{}", self.sources.join(", "))?;
        }
        self.inputs.iter().try_for_each(|input| writeln!(f, "{input}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::ChoiceValue;

    /// A number and its checksum.
    fn input(number: i128) -> String {
        ChoiceSequence(vec![ChoiceValue::Integer(number)]).to_string()
    }

    fn text() -> String {
        let (one, two) = (input(1), input(2));
        format!("forall-corpus 1\n# Mine.\nguided by premises, edges\n{one}\n{one}\n{two}\n")
    }

    fn tidied(text: &str, useless: &[&str], sources: &[&str]) -> String {
        let mut lines = Lines::parse(text.as_bytes()).unwrap();
        lines.tidy(&useless.iter().map(|input| (*input).to_owned()).collect(), sources);
        lines.to_string()
    }

    #[test]
    fn what_is_of_no_use_is_left_out_by_who_sees_as_much() {
        let (one, two) = (input(1), input(2));
        let head = "forall-corpus 1\n# Mine.\nguided by premises, edges";
        let without = tidied(&text(), &[&two], &["premises", "edges", "compares"]);
        assert_eq!(without, format!("{head}\n{one}\n"));
        let all = tidied(&text(), &[&two], &["premises", "score"]);
        assert_eq!(all, format!("{head}, score\n{one}\n{two}\n"));
    }

    #[test]
    fn what_is_damaged_is_told_once_and_not_lost() {
        let wrong = input(2).replacen('2', "3", 1);
        let text = text().replace(&input(2), &wrong);
        let lines = Lines::parse(text.as_bytes()).unwrap();
        let told = format!("`{wrong}`: it was changed: its checksum is that of another");
        assert_eq!(lines.damaged, [(6, told)]);
        let tidied = tidied(&text, &[], &["premises", "edges"]);
        assert!(tidied.contains(&format!("\n# damaged: {wrong}\n")), "{tidied}");
        assert_eq!(Lines::parse(tidied.as_bytes()).unwrap().damaged, []);
    }

    #[test]
    fn half_a_line_at_the_end_is_no_damage() {
        for cut in 1..8 {
            let text = &text()[..text().len() - cut];
            let lines = Lines::parse(text.as_bytes()).unwrap();
            assert_eq!(lines.damaged, [], "{text}");
        }
    }

    #[test]
    fn what_is_damaged_is_told_although_the_last_line_does_not_end() {
        let text = format!("forall-corpus 1\nworn\n# Mine.\n{}", input(1));
        let lines = Lines::parse(text.as_bytes()).unwrap();
        assert_eq!(lines.damaged.len(), 1);
        assert!(lines.to_string().contains("\n# damaged: worn\n# Mine.\n"), "{lines}");
    }

    #[test]
    fn another_file_is_no_corpus() {
        let wrong = "this is no corpus: it does not begin with `forall-corpus 1`";
        for text in ["", "forall-corpus 2\n", "forall-regressions 1\n"] {
            assert_eq!(Lines::parse(text.as_bytes()).unwrap_err(), wrong);
        }
    }
}
