//! Violations that were there before their rule. Their number may only shrink.

use std::collections::BTreeMap;
use std::fs;

use crate::rule::Offence;
use crate::workspace::Workspace;
use crate::{Outcome, lines};

const PATH: &str = "crates/xtask/rules/allowed.txt";

const HEADER: &str = "\
# Violations of house rules that are older than the rule: rule, number, file. A file may not have more of
# them than is written here, and not fewer either: `cargo xtask rules --write` rewrites the list after a
# cleanup or a move, and refuses if the sum for a rule would grow. After a conflict in a merge, take either
# side and run it again. The rows of a new rule are added once, from the output of `cargo xtask rules`.
";

/// The number of violations by rule and file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Allowances {
    counts: BTreeMap<(String, String), usize>,
}

impl Allowances {
    /// Reads the list of the repository. Without one, nothing is allowed.
    pub(crate) fn read(workspace: &Workspace) -> Result<Allowances, String> {
        let text = fs::read_to_string(workspace.root.join(PATH)).unwrap_or_default();
        Allowances::parse(&text)
    }

    fn parse(text: &str) -> Result<Allowances, String> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
        let mut counts = BTreeMap::new();
        for (at, line) in lines {
            let wrong =
                || format!("{PATH}:{}: expected `rule number file`, found `{line}`", at + 1);
            let fields: Vec<&str> = line.splitn(3, ' ').collect();
            let [rule, count, path] = fields[..] else { return Err(wrong()) };
            let count = count.parse().map_err(|_| wrong())?;
            counts.insert((rule.to_owned(), path.to_owned()), count);
        }
        Ok(Allowances { counts })
    }

    pub(crate) fn of(offences: &[Offence<'_>]) -> Allowances {
        let key = |offence: &Offence<'_>| (offence.rule.name.to_owned(), offence.path.to_owned());
        let counts = offences.iter().map(|offence| (key(offence), offence.violations.len()));
        Allowances { counts: counts.collect() }
    }

    pub(crate) fn total(&self) -> usize {
        self.counts.values().sum()
    }

    fn by_rule(&self) -> BTreeMap<&str, usize> {
        let mut sums = BTreeMap::new();
        for ((rule, _), count) in &self.counts {
            *sums.entry(rule.as_str()).or_default() += count;
        }
        sums
    }

    /// Writes the list in place of the one before, unless the sum for a rule is greater.
    pub(crate) fn replace(&self, before: &Allowances, workspace: &Workspace) -> Outcome {
        self.check_growth(before)?;
        let rows = self.counts.iter().map(|((rule, path), count)| format!("{rule} {count} {path}"));
        let text = format!("{HEADER}{}", lines(rows));
        fs::write(workspace.root.join(PATH), text)
            .map_err(|error| format!("cannot write {PATH}: {error}"))?;
        Ok(format!("{PATH}: {} violations are left, {} before\n", self.total(), before.total()))
    }

    fn check_growth(&self, before: &Allowances) -> Result<(), String> {
        // The first list may hold anything.
        if before.counts.is_empty() {
            return Ok(());
        }
        let old = before.by_rule();
        let grown =
            self.by_rule().into_iter().find(|(rule, sum)| sum > old.get(rule).unwrap_or(&0));
        match grown {
            Some((rule, sum)) => {
                let old = old.get(rule).unwrap_or(&0);
                Err(format!(
                    "`{rule}` has {sum} violations, {old} are allowed: `cargo xtask rules` lists the new ones"
                ))
            }
            None => Ok(()),
        }
    }
}

/// Returns a line for each file that has more or fewer violations than allowed, after its violations.
pub(crate) fn problems(offences: &[Offence<'_>], allowed: &Allowances) -> Vec<String> {
    let found = Allowances::of(offences);
    let mut problems = Vec::new();
    for offence in offences {
        let key = (offence.rule.name.to_owned(), offence.path.to_owned());
        let allowed = *allowed.counts.get(&key).unwrap_or(&0);
        if offence.violations.len() <= allowed {
            continue;
        }
        let places = offence.violations.iter();
        problems
            .extend(places.map(|place| format!("{}:{}: {}", offence.path, place.line, place.what)));
        let number = offence.violations.len();
        problems.push(format!(
            "{}: {number} violations of `{}`, {allowed} allowed: {}",
            offence.path, offence.rule.name, offence.rule.advice
        ));
    }
    for (key, allowed) in &allowed.counts {
        let number = *found.counts.get(key).unwrap_or(&0);
        if number < *allowed {
            problems.push(format!(
                "{}: {number} violations of `{}`, {allowed} allowed: run `cargo xtask rules --write`",
                key.1, key.0
            ));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{RULES, Violation};

    fn offence(path: &'static str, count: usize) -> Offence<'static> {
        let place = |at| Violation { line: at + 1, what: "a".to_owned() };
        Offence { rule: &RULES[0], path, violations: (0..count).map(place).collect() }
    }

    #[test]
    fn a_file_has_exactly_as_many_violations_as_allowed() {
        let allowed = Allowances::parse("length 2 a.rs\nlength 1 b.rs\n").unwrap();
        assert_eq!(problems(&[offence("a.rs", 2), offence("b.rs", 1)], &allowed), [""; 0]);
        let fewer = problems(&[offence("a.rs", 1), offence("b.rs", 1)], &allowed);
        assert_eq!(
            fewer,
            ["a.rs: 1 violations of `length`, 2 allowed: run `cargo xtask rules --write`"]
        );
        let more = problems(&[offence("a.rs", 2), offence("b.rs", 2)], &allowed);
        let advice = RULES[0].advice;
        let sum = format!("b.rs: 2 violations of `length`, 1 allowed: {advice}");
        assert_eq!(more, ["b.rs:1: a", "b.rs:2: a", &sum]);
    }

    #[test]
    fn a_sum_may_move_but_not_grow() {
        let before = Allowances::parse("length 2 a.rs\n").unwrap();
        assert_eq!(
            Allowances::of(&[offence("b.rs", 1), offence("c.rs", 1)]).check_growth(&before),
            Ok(())
        );
        let grown = Allowances::of(&[offence("a.rs", 2), offence("c.rs", 1)]).check_growth(&before);
        let expected =
            "`length` has 3 violations, 2 are allowed: `cargo xtask rules` lists the new ones";
        assert_eq!(grown, Err(expected.to_owned()));
    }

    #[test]
    fn a_bad_line_is_named() {
        let wrong = Allowances::parse("# comment\nlength many a.rs\n");
        let expected = "crates/xtask/rules/allowed.txt:2: expected `rule number file`, found `length many a.rs`";
        assert_eq!(wrong, Err(expected.to_owned()));
    }
}
