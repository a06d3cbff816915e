//! Damaged regression files and replay tokens, read by a test program and by `cargo forall`.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::Path;

use forall_format::regressions::{RegressionEntry, RegressionFile, RegressionState};
use forall_format::{ChoiceSequence, ChoiceValue, Replay};

use super::damage::damaged;
use super::program::Program;
use super::tally::Tally;
use super::victims::{Ended, Victims, finish};

/// The victim that reads the files: it fails for numbers from 1,000 on.
const READER: &str = "fails";

/// Replay tokens that are valid: choices, and the number of a test.
const TOKENS: [&str; 3] = ["t,1000,f.0f0722", "0x2a:17@4", "t,5,t,70000,f.f79ff2"];

/// Returns the choices of a list with one number.
fn choices(number: i128) -> ChoiceSequence {
    let values = [ChoiceValue::Bool(true), ChoiceValue::Integer(number), ChoiceValue::Bool(false)];
    ChoiceSequence(values.to_vec())
}

/// Returns an intact file: two failures, one that was shrunk since, and one that is fixed.
fn intact() -> Vec<u8> {
    let entry = |state, number| RegressionEntry::new(state, choices(number), [("list", "[…]")]);
    let mut file = RegressionFile::new("isolation::victims::fails");
    for number in [1_000, 70_000, 4_000_000] {
        file.put(None, entry(RegressionState::Fails, number));
    }
    file.put(None, entry(RegressionState::Fixed, 7));
    let text = file.to_string();
    let file = RegressionFile::parse(text.as_bytes()).expect("it was just rendered");
    let step = file.step(&choices(4_000_000), &entry(RegressionState::Fails, 2_000));
    [text, step.expect("the file ends with a line")].concat().into_bytes()
}

/// Runs tests that read damaged files. A file that cannot be read must fail the test and stay as it is. A file
/// that can be read must stay readable, and have the same entries.
pub(super) fn tests_read_damaged_files(victims: &Victims, times: u64) -> io::Result<Tally> {
    let mut tally = Tally::default();
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("isolation/victims/fails.txt");
    fs::create_dir_all(path.parent().expect("it is in a folder"))?;
    for number in 0..times {
        let before = damaged(&intact(), number);
        fs::write(&path, &before)?;
        let mut command = victims.command(&[READER], "damaged-file");
        command.env("FORALL_REGRESSIONS", folder.path()).env("FORALL_TESTS", "3");
        // Otherwise all failures shrink to the same one.
        command.env("FORALL_MAX_SHRINKS", "0");
        let ended = finish(command)?;
        let after = fs::read(&path).unwrap_or_default();
        let problem = file_problem(&ended, &before, &after);
        tally.add(problem.is_none(), || {
            format!("{problem:?}: damage {number}: {ended:?}: {}", before.escape_ascii())
        });
    }
    Ok(tally)
}

/// Returns what is wrong after a test has read this file.
fn file_problem(ended: &Ended, before: &[u8], after: &[u8]) -> Option<&'static str> {
    if ![Some(0), Some(101)].contains(&ended.code) {
        return Some("the test crashed");
    }
    let Ok(parsed) = RegressionFile::parse(before) else {
        let is_named = ended.text.contains("fails.txt");
        let is_refused = ended.code == Some(101) && is_named && before == after;
        return (!is_refused).then_some("a file that cannot be read was not refused");
    };
    let Ok(file) = RegressionFile::parse(after) else { return Some("the file was damaged") };
    let entries = |file: &RegressionFile| -> HashSet<(&str, String)> {
        file.entries().map(|entry| (entry.state.word(), entry.choices.to_string())).collect()
    };
    let expected = entries(&parsed);
    let found = entries(&file);
    if !expected.is_subset(&found) {
        return Some("failures are gone, or have another state");
    }
    // Without saved failures, the test searches for one.
    let has_failure = parsed.entries().any(|entry| entry.state.is_failing());
    (has_failure && found != expected).then_some("there are failures that no test saved")
}

/// Lets `cargo forall regressions prune` process damaged files, many at once. It must not change files that cannot be
/// read, and must not remove failures from the others.
pub(super) fn prune_keeps_failures(program: &Program<'_>, times: u64) -> io::Result<Tally> {
    let mut tally = Tally::default();
    let folder = tempfile::tempdir()?;
    fs::create_dir(folder.path().join("attack"))?;
    let path = |number: u64| folder.path().join(format!("attack/damage_{number}.txt"));
    for number in 0..times {
        fs::write(path(number), damaged(&intact(), number))?;
    }
    for verb in ["list", "show", "prune"] {
        let mut command = program.bare_command(&["regressions", verb], "prune");
        command.env("FORALL_REGRESSIONS", folder.path());
        let ended = finish(command)?;
        let is_right = [Some(0), Some(2)].contains(&ended.code);
        tally.add(is_right, || format!("regressions {verb}: {ended:?}"));
    }
    for number in 0..times {
        let before = damaged(&intact(), number);
        let problem = pruned_problem(&before, &path(number));
        tally.add(problem.is_none(), || format!("{problem:?}: damage {number}"));
    }
    Ok(tally)
}

/// Returns what is wrong with a file that was pruned.
fn pruned_problem(before: &[u8], path: &Path) -> Option<&'static str> {
    let after = fs::read(path).unwrap_or_default();
    let Ok(parsed) = RegressionFile::parse(before) else {
        return (before != after).then_some("a file that cannot be read was changed");
    };
    let is_failing = |entry: &&RegressionEntry| entry.state.is_failing();
    let expected: Vec<&RegressionEntry> = parsed.entries().filter(is_failing).collect();
    let left = RegressionFile::parse(&after);
    match &left {
        Ok(left) if left.entries().eq(expected.iter().copied()) => None,
        // A file without failures is deleted.
        _ if expected.is_empty() && after.is_empty() => None,
        _ => Some("failures were removed or changed, or others were not removed"),
    }
}

/// Replays damaged tokens with a test program, and some of them with `cargo forall replay`. A test must neither crash
/// nor hang, and a token that is not valid must be named.
pub(super) fn damaged_tokens(program: &Program<'_>, times: u64) -> io::Result<Tally> {
    let mut tally = Tally::default();
    for number in 0..times {
        let token = TOKENS[number as usize % TOKENS.len()];
        let mut bytes = damaged(token.as_bytes(), number);
        // Neither an argument nor an environment variable can contain it.
        bytes.retain(|byte| *byte != 0);
        let token = String::from_utf8_lossy(&bytes).into_owned();
        let mut command = program.victims.command(&[READER], "token");
        command.env("FORALL_REPLAY", &token);
        let ended = finish(command)?;
        let is_right = is_read_or_named(&token, &ended, &[0, 101], 101);
        tally.add(is_right, || format!("{token:?}: {ended:?}"));
        if number % 10 == 0 {
            let mut command = program.command(&["replay"], "token");
            command.arg("--").arg(&token).arg("victims::fails_");
            let ended = finish(command)?;
            let is_right = is_read_or_named(&token, &ended, &[0, 1, 2, 3], 2);
            tally.add(is_right, || format!("cargo forall replay {token:?}: {ended:?}"));
        }
    }
    Ok(tally)
}

/// Returns whether a program ended with one of these codes for a valid token, and with an error that names the token
/// otherwise. A variable without text is not set.
fn is_read_or_named(token: &str, ended: &Ended, codes: &[i32], error: i32) -> bool {
    match token.parse::<Replay>() {
        Ok(_) => ended.code.is_some_and(|code| codes.contains(&code)),
        Err(_) if token.is_empty() => ended.code.is_some(),
        Err(named) => ended.code == Some(error) && ended.text.contains(&named.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_failures_and_crashes_are_problems() {
        let intact = intact();
        let ended = |code| Ended { code, text: "forall: fails.txt, line 2".to_owned() };
        assert_eq!(file_problem(&ended(Some(101)), &intact, &intact), None);
        assert_eq!(file_problem(&ended(None), &intact, &intact), Some("the test crashed"));
        assert_eq!(
            file_problem(&ended(Some(0)), &intact, b"forall-regressions 1\n"),
            Some("failures are gone, or have another state")
        );
        assert_eq!(
            file_problem(&ended(Some(0)), b"forall\n", b"forall\n"),
            Some("a file that cannot be read was not refused")
        );
    }

    #[test]
    fn all_failures_must_be_as_before() {
        let ended = Ended { code: Some(101), text: String::new() };
        let file = |entries: &[(RegressionState, i128)]| {
            let mut file = RegressionFile::new("isolation::victims::fails");
            for (state, number) in entries {
                file.put(None, RegressionEntry::new(*state, choices(*number), [("list", "[…]")]));
            }
            file.to_string().into_bytes()
        };
        let fails = |number| (RegressionState::Fails, number);
        let before = file(&[fails(70_000), fails(2_000)]);
        let problem =
            |after: &[(RegressionState, i128)]| file_problem(&ended, &before, &file(after));
        let gone = Some("failures are gone, or have another state");
        assert_eq!(problem(&[fails(2_000), fails(70_000)]), None);
        assert_eq!(problem(&[fails(70_000)]), gone);
        assert_eq!(problem(&[fails(1_000), fails(2_000)]), gone);
        assert_eq!(problem(&[fails(70_000), (RegressionState::Fixed, 2_000)]), gone);
        let invented = Some("there are failures that no test saved");
        assert_eq!(problem(&[fails(70_000), fails(2_000), fails(3_000)]), invented);
    }

    #[test]
    fn a_damaged_token_must_be_named() {
        let ended = |code, text: &str| Ended { code: Some(code), text: text.to_owned() };
        let named = "forall: FORALL_REPLAY: `0x2a:` is not a replay token, such as t,-5,f.9c1e03 or 0x2a:17@4";
        assert!(is_read_or_named("0x2a:", &ended(101, named), &[0], 101));
        assert!(!is_read_or_named("0x2a:", &ended(101, "panicked"), &[0], 101));
        assert!(!is_read_or_named("0x2a:", &ended(0, ""), &[0], 101));
        assert!(is_read_or_named("0x2a:1", &ended(0, ""), &[0], 101));
    }
}
