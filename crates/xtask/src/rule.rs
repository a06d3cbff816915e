//! House rules that no lint knows: plain functions from a file to the places that break the rule.

mod environment;
mod examples;
mod length;
mod manifest;
mod module_doc;
mod packing;
mod printing;
mod prose;
mod type_parameters;
mod unfinished;
mod unsafe_code;

use crate::allowance::{self, Allowances};
use crate::workspace::{File, Workspace};
use crate::{Outcome, lines};

/// A place that breaks a rule.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Violation {
    /// The line, from 1.
    pub(crate) line: usize,
    /// The words at fault, if the line alone does not show them.
    pub(crate) what: String,
}

impl Violation {
    fn at(line: usize, what: impl Into<String>) -> Violation {
        Violation { line, what: what.into() }
    }
}

/// One rule of the house.
pub(crate) struct Rule {
    /// Its name in `rules/allowed.txt`.
    pub(crate) name: &'static str,
    /// What to do about a violation.
    pub(crate) advice: &'static str,
    check: Check,
}

/// How a rule finds its violations.
enum Check {
    /// In one file at a time.
    File(fn(&File) -> Vec<Violation>),
    /// In all files together. Violations come with the paths of their files, in the order of the files.
    All(fn(&[File]) -> Vec<(&str, Violation)>),
}

pub(crate) const RULES: &[Rule] = &[
    Rule { name: "length", advice: length::ADVICE, check: Check::File(length::check) },
    Rule { name: "printing", advice: printing::ADVICE, check: Check::File(printing::check) },
    Rule {
        name: "environment",
        advice: environment::ADVICE,
        check: Check::File(environment::check),
    },
    Rule { name: "unfinished", advice: unfinished::ADVICE, check: Check::File(unfinished::check) },
    Rule {
        name: "type-parameters",
        advice: type_parameters::ADVICE,
        check: Check::File(type_parameters::check),
    },
    Rule { name: "packing", advice: packing::ADVICE, check: Check::File(packing::check) },
    Rule {
        name: "tuple-parameters",
        advice: packing::PARAMETERS_ADVICE,
        check: Check::File(packing::parameters),
    },
    Rule { name: "module-doc", advice: module_doc::ADVICE, check: Check::File(module_doc::check) },
    Rule { name: "unsafe", advice: unsafe_code::ADVICE, check: Check::File(unsafe_code::check) },
    Rule { name: "examples", advice: examples::ADVICE, check: Check::All(examples::check) },
    Rule { name: "prose", advice: prose::ADVICE, check: Check::File(prose::check) },
];

/// A file that breaks a rule at least once.
pub(crate) struct Offence<'a> {
    pub(crate) rule: &'a Rule,
    pub(crate) path: &'a str,
    pub(crate) violations: Vec<Violation>,
}

fn offences(files: &[File]) -> Vec<Offence<'_>> {
    RULES.iter().flat_map(|rule| offences_of(rule, files)).collect()
}

fn offences_of<'a>(rule: &'static Rule, files: &'a [File]) -> Vec<Offence<'a>> {
    let violations: Vec<(&str, Violation)> = match rule.check {
        Check::All(check) => check(files),
        Check::File(check) => {
            let of_file =
                |file: &'a File| check(file).into_iter().map(|violation| (&*file.path, violation));
            files.iter().flat_map(of_file).collect()
        }
    };
    let mut offences: Vec<Offence<'_>> = Vec::new();
    for (path, violation) in violations {
        match offences.last_mut() {
            Some(last) if last.path == path => last.violations.push(violation),
            _ => offences.push(Offence { rule, path, violations: vec![violation] }),
        }
    }
    offences
}

/// Checks all rules against the allowances, and the manifests.
pub(crate) fn check(workspace: &Workspace) -> Outcome {
    let allowed = Allowances::read(workspace)?;
    let mut problems = allowance::problems(&offences(&workspace.files), &allowed);
    problems.extend(manifest::check(workspace));
    if problems.is_empty() {
        return Ok(format!(
            "{} rules hold, {} violations are left to clean up\n",
            RULES.len(),
            allowed.total()
        ));
    }
    Err(format!("house rules are broken\n{}", lines(problems)))
}

/// Writes the counts of today into the list of allowances, unless a rule has more violations than before.
pub(crate) fn write(workspace: &Workspace) -> Outcome {
    let before = Allowances::read(workspace)?;
    let now = Allowances::of(&offences(&workspace.files));
    now.replace(&before, workspace)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines that break a rule.
    pub(super) fn lines_of(
        rule: fn(&File) -> Vec<Violation>,
        path: &str,
        text: &str,
    ) -> Vec<usize> {
        let file = File { path: path.to_owned(), text: text.to_owned() };
        rule(&file).into_iter().map(|violation| violation.line).collect()
    }

    #[test]
    fn the_rules_hold() {
        if let Err(problems) = check(&Workspace::load()) {
            panic!("{problems}");
        }
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> = RULES.iter().map(|rule| rule.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), RULES.len());
    }
}
