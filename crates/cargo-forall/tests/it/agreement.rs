//! The tool and the library agree on every regression file, valid or damaged.
//!
//! The library runs as in a test, and `cargo forall regressions prune` as a program, on the same files.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use forall::harness::{Settings, Test};
use forall::property::{Erased, forall};
use forall::source::{ChoiceSequence, ChoiceValue};
use forall::{Arbitrary, property, runner};

use crate::project::Project;

/// The properties of the project, each with a file.
const NAMES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

const REGRESSIONS: &str = ".forall/regressions/agreement";

/// The least saved input. A random input hits one of them with negligible probability.
const FIRST_INPUT: u64 = 1 << 40;

/// The number of different inputs. They are few, so that steps find the entries that they replace.
const INPUTS: u64 = 6;

#[derive(Clone, Debug, PartialEq, Arbitrary)]
struct RegressionText {
    lines: Vec<Line>,
    damage: Option<Damage>,
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Line {
    Entry(State, u8),
    Step(u8, u8),
    Value(u8),
    Comment(u8),
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum State {
    Fails,
    Crashes,
    Fixed,
    Stale,
}

/// What a crash, a full disk, a merge or a person may do to a file.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Damage {
    Cut(u16),
    Flip(u16, u8),
    Conflict(u16),
    OtherVersion,
    Appended(String),
}

impl Display for Line {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Line::Entry(state, input) => {
                let state = format!("{state:?}").to_lowercase();
                writeln!(f, "{state} {}", choices(*input))
            }
            Line::Step(old, new) => writeln!(f, "then {} {}", choices(*old), choices(*new)),
            Line::Value(number) => writeln!(f, "  # x = {number}"),
            Line::Comment(number) => writeln!(f, "# remark {number}"),
        }
    }
}

impl RegressionText {
    fn bytes(&self) -> Vec<u8> {
        let lines: String = self.lines.iter().map(Line::to_string).collect();
        let mut bytes = format!("forall-regressions 1\n{lines}").into_bytes();
        let length = bytes.len();
        match &self.damage {
            None => {}
            Some(Damage::Cut(at)) => bytes.truncate(usize::from(*at) % length),
            Some(Damage::Flip(at, byte)) => bytes[usize::from(*at) % length] ^= byte,
            Some(Damage::Conflict(at)) => {
                let at = usize::from(*at) % length;
                let start =
                    bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
                bytes.splice(start..start, *b"<<<<<<< HEAD\n");
            }
            Some(Damage::OtherVersion) => bytes["forall-regressions ".len()] = b'2',
            Some(Damage::Appended(text)) => bytes.extend_from_slice(text.as_bytes()),
        }
        bytes
    }
}

fn input(number: u8) -> u64 {
    FIRST_INPUT + u64::from(number) % INPUTS
}

fn choices(number: u8) -> ChoiceSequence {
    ChoiceSequence(vec![ChoiceValue::Integer(input(number).into())])
}

/// Returns the saved inputs that the library runs if its regression file contains `bytes`, or `None` if it
/// refuses the file.
fn run_by_library(bytes: &[u8]) -> Option<BTreeSet<u64>> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(&folder.path().join("agreement/a.txt"), bytes);
    let ran = Arc::new(Mutex::new(BTreeSet::new()));
    let runs = Arc::clone(&ran);
    let property = Erased::new(forall("x", 0..=u64::MAX).check(move |(x, ())| {
        runs.lock().unwrap_or_else(PoisonError::into_inner).insert(*x);
        true
    }));
    let settings = Settings {
        regressions: Some(folder.path().display().to_string().into()),
        tests: Some(1),
        isolate: Some(false),
        ..Settings::NONE
    };
    let test = Test::new("agreement", "a");
    let run = || test.run(&property, &runner::quick_check, &settings);
    catch_unwind(AssertUnwindSafe(run)).ok()?;
    let mut ran = ran.lock().unwrap_or_else(PoisonError::into_inner).clone();
    ran.retain(|x| (FIRST_INPUT..FIRST_INPUT + INPUTS).contains(x));
    Some(ran)
}

fn write(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().expect("the file is in a folder"))
        .expect("folders can be created");
    fs::write(path, bytes).expect("files can be written");
}

/// Returns whether a line says that the input is fixed or stale.
fn may_be_removed(text: &[u8], input: u64) -> bool {
    let choices = ChoiceSequence(vec![ChoiceValue::Integer(input.into())]).to_string();
    let text = String::from_utf8_lossy(text);
    let is_closed = |line: &str| {
        let (state, rest) = line.trim().split_once(' ').unwrap_or_default();
        ["fixed", "stale"].contains(&state) && rest.trim() == choices
    };
    text.lines().any(is_closed)
}

/// Prunes these files in one project, and checks each against the library.
fn check(files: &[Vec<u8>]) {
    let project = Project::new("agreement").file("src/lib.rs", "");
    let path = |name: &str| project.path(&format!("{REGRESSIONS}/{name}.txt"));
    let files: Vec<(&str, &Vec<u8>)> = NAMES.into_iter().zip(files).collect();
    for (name, bytes) in &files {
        write(&path(name), bytes);
    }
    let output = project.forall("regressions prune");
    let mut refused = 0;
    for (name, bytes) in files {
        let pruned = fs::read(path(name)).ok();
        let Some(before) = run_by_library(bytes) else {
            refused += 1;
            assert_eq!(pruned.as_ref(), Some(bytes), "{name}: {output:?}");
            let line = format!("error: {REGRESSIONS}/{name}.txt:");
            assert!(output.err.contains(&line), "{name}: {output:?}");
            continue;
        };
        let after = pruned.map_or(Some(BTreeSet::new()), |pruned| run_by_library(&pruned));
        let after = after.unwrap_or_else(|| panic!("{name}: the library refuses what was written"));
        assert!(after.is_subset(&before), "{name}: {after:?} of {before:?}");
        for input in before.difference(&after) {
            assert!(may_be_removed(bytes, *input), "{name}: {input} was removed: {output:?}");
        }
    }
    assert_eq!(output.code, Some(if refused == 0 { 0 } else { 2 }), "{output:?}");
    assert_eq!(output.err.lines().count(), refused, "{output:?}");
}

#[property(tests = 40)]
fn pruning_keeps_what_the_library_would_run(files: Vec<RegressionText>) {
    let files: Vec<Vec<u8>> = files.iter().map(RegressionText::bytes).collect();
    check(&files);
}

#[test]
fn the_library_runs_saved_inputs() {
    let lines = vec![Line::Entry(State::Fails, 1), Line::Entry(State::Stale, 2), Line::Step(0, 3)];
    let text = RegressionText { lines, damage: None }.bytes();
    assert_eq!(run_by_library(&text), Some(BTreeSet::from([input(1), input(2), input(3)])));
    assert_eq!(run_by_library(&text[..30]), None);
    check(&[text]);
}

/// The files with which an earlier release lost failures.
#[test]
fn known_damage_loses_no_failure() {
    let fails = choices(1);
    let fixed = choices(2);
    let head = "forall-regressions 1\n\n";
    let torn =
        format!("{head}fails {fails}\nfixed {fixed}\nthen {fails} {}", &fixed.to_string()[..4]);
    let orphan = format!("{head}fixed {fixed}\nthen {} {fails}\n", choices(3));
    let conflict =
        format!("{head}<<<<<<< HEAD\nfails {fails}\n=======\nfixed {fixed}\n>>>>>>> main\n");
    let not_text = [head.as_bytes(), b"# \xff\nfixed "].concat();
    check(&[torn.into_bytes(), orphan.into_bytes(), conflict.into_bytes(), not_text]);
}
