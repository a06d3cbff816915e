//! The text of regression files.

use forall::property;
use forall_format::ChoiceSequence;
use forall_format::regressions::{
    ParseRegressionsError, RegressionEntry, RegressionFile, RegressionState,
};

use crate::support::{FileLine, ValidLine, choices, regression_text};

fn parse(text: &str) -> Result<RegressionFile, ParseRegressionsError> {
    RegressionFile::parse(text.as_bytes())
}

fn entries(file: &RegressionFile) -> Vec<RegressionEntry> {
    file.entries().cloned().collect()
}

#[property]
fn any_bytes_are_parsed_without_a_panic(bytes: Vec<u8>, lines: Vec<FileLine>, cut: usize) {
    let _ = RegressionFile::parse(&bytes);
    let text = regression_text(&lines);
    let _ = RegressionFile::parse(&text.as_bytes()[..cut % text.len()]);
    let _ = RegressionFile::parse(&[text.as_bytes(), &bytes].concat());
}

#[property]
fn a_file_without_damage_is_parsed(lines: Vec<ValidLine>) -> bool {
    parse(&regression_text(&lines)).is_ok()
}

#[property]
fn rendering_preserves_entries_and_is_stable(lines: Vec<FileLine>) {
    let Ok(file) = parse(&regression_text(&lines)) else { return };
    let rendered = file.to_string();
    let again = parse(&rendered).expect("it was rendered");
    assert_eq!(entries(&again), entries(&file));
    assert!(!again.has_steps());
    assert_eq!(again.to_string(), rendered);
}

#[property]
fn a_file_without_steps_renders_to_the_same_bytes(lines: Vec<ValidLine>) -> bool {
    let is_step = |line: &&ValidLine| matches!(line, ValidLine::Step(..));
    let lines: Vec<&ValidLine> = lines.iter().filter(|line| !is_step(line)).collect();
    let text = regression_text(&lines);
    parse(&text).expect("nothing is damaged").to_string() == text
}

/// No failure is lost, even if the first choices of the step match no entry.
#[property]
fn every_step_leaves_an_entry_with_its_new_choices(lines: Vec<ValidLine>, old: u8, new: u8) {
    let text = regression_text(&[&lines[..], &[ValidLine::Step(old, new)]].concat());
    let file = parse(&text).expect("nothing is damaged");
    assert!(entries(&file).iter().any(|entry| entry.choices == choices(new)));
    assert!(file.has_steps());
}

#[property]
fn pruning_keeps_every_entry_that_still_fails(lines: Vec<FileLine>) {
    let Ok(mut file) = parse(&regression_text(&lines)) else { return };
    let before = entries(&file);
    let removed = file.prune(|entry| !entry.state.is_failing());
    let failing: Vec<_> = before.iter().filter(|entry| entry.state.is_failing()).cloned().collect();
    assert_eq!(removed, before.len() - failing.len());
    let again = parse(&file.to_string()).expect("it was rendered");
    assert_eq!(entries(&again), failing);
}

#[property]
fn an_appended_step_equals_a_replaced_entry(lines: Vec<FileLine>, old: u8, new: u8) {
    let text = regression_text(&lines);
    let Ok(mut file) = parse(&text) else { return };
    let entry = RegressionEntry::new(RegressionState::Fails, choices(new), [("x", "1\n2")]);
    let Some(step) = file.step(&choices(old), &entry) else { return };
    let appended = parse(&format!("{text}{step}")).expect("a step was appended");
    assert!(file.put(Some(&choices(old)), entry));
    assert_eq!(entries(&appended), entries(&file));
}

#[property]
fn an_interrupted_append_changes_nothing_or_all(lines: Vec<FileLine>, cut: usize) {
    let text = regression_text(&lines);
    let Ok(mut file) = parse(&text) else { return };
    let Some(old) = file.entries().next().map(|entry| entry.choices.clone()) else { return };
    let new: ChoiceSequence = "99.da9257".parse().expect("it is a choice sequence");
    let entry = RegressionEntry::new(RegressionState::Fails, new.clone(), [("x", "é")]);
    let Some(step) = file.step(&old, &entry) else { return };
    let cut = cut % step.len();
    let torn = RegressionFile::parse(&[text.as_bytes(), &step.as_bytes()[..cut]].concat());
    let torn = torn.expect("an incomplete step is no damage");
    let choices = |file: &RegressionFile| {
        file.entries().map(|entry| entry.choices.clone()).collect::<Vec<_>>()
    };
    let before = choices(&file);
    file.put(Some(&old), entry);
    assert!([before, choices(&file)].contains(&choices(&torn)));
}

/// If the power fails, all of the file may be lost that was appended and not only renamed into its place. The file
/// may have its new length nevertheless.
#[property]
fn a_power_cut_loses_no_failure(lines: Vec<ValidLine>, steps: Vec<u8>, cut: usize, nuls: u8) {
    let text = parse(&regression_text(&lines)).expect("nothing is damaged").to_string();
    let mut files = vec![parse(&text).expect("it was rendered")];
    let Some(first) = files[0].entries().next().cloned() else { return };
    let mut appended = String::new();
    let mut last = first.choices;
    for number in steps {
        let file = parse(&(text.clone() + &appended)).expect("nothing is damaged");
        let entry = RegressionEntry::new(RegressionState::Fails, choices(number), [("x", "é")]);
        let Some(step) = file.step(&last, &entry) else { continue };
        appended += &step;
        last = entry.choices;
        files.push(parse(&(text.clone() + &appended)).expect("a step was appended"));
    }
    let written = &appended.as_bytes()[..cut % (appended.len() + 1)];
    let bytes = [text.as_bytes(), written, &vec![0; usize::from(nuls)]].concat();
    let mut torn = RegressionFile::parse(&bytes).expect("it was not damaged otherwise");
    let choices_of = |file: &RegressionFile| {
        file.entries().map(|entry| entry.choices.clone()).collect::<Vec<_>>()
    };
    assert!(files.iter().any(|file| choices_of(file) == choices_of(&torn)), "{torn}");
    let saved = RegressionEntry::new(RegressionState::Fails, choices(200), []);
    if nuls > 0 {
        assert_eq!(torn.step(&choices_of(&torn)[0], &saved), None, "nothing is appended to NULs");
    }
    torn.put(None, saved);
    assert_eq!(entries(&parse(&torn.to_string()).expect("it was rendered")), entries(&torn));
}

/// Only the end of a file can be the trace of a power cut.
#[test]
fn nuls_within_a_file_are_damage() {
    for text in [
        "\0",
        "forall-regressions 1\n\0\0\nfails t.ebe146\n",
        "forall-regressions 1\nfails t.e\0\0",
    ] {
        assert!(parse(text).is_err(), "{text:?}");
    }
}

#[property]
fn values_in_comments_cannot_break_a_file(name: String, value: String) {
    let entry = RegressionEntry::new(RegressionState::Fails, choices(0), [(&*name, &*value)]);
    let mut file = RegressionFile::new("a::b");
    file.put(None, entry.clone());
    let again = parse(&file.to_string()).expect("it was rendered");
    assert_eq!(entries(&again), [entry]);
}

#[test]
fn line_numbers_are_those_of_the_file() {
    let text = "forall-regressions 1\n\nfails t.ebe146\n  # x\n  # y\n# Mine.\nstale f.da093c\n";
    let file = parse(text).expect("nothing is damaged");
    let numbers: Vec<usize> = file.numbered_entries().map(|(number, _)| number).collect();
    assert_eq!(numbers, [3, 7]);
    assert_eq!(file.summary(), "1 fails, 1 stale");
}

#[test]
fn a_step_without_its_entry_is_an_entry() {
    let text = format!("forall-regressions 1\nthen {} {}\n  # x = 2\n", choices(1), choices(2));
    let mut file = parse(&text).expect("nothing is damaged");
    assert_eq!(file.prune(|entry| !entry.state.is_failing()), 0);
    let expected = format!("forall-regressions 1\nfails {}\n  # x = 2\n", choices(2));
    assert_eq!(file.to_string(), expected);
}

#[test]
fn steps_are_limited() {
    let mut text = format!("forall-regressions 1\nfails {}\n", choices(0));
    for i in 0..64 {
        text += &format!("then {} {}\n", choices(i), choices(i + 1));
    }
    let entry = |number| RegressionEntry::new(RegressionState::Fails, choices(number), []);
    let many = parse(&text).expect("nothing is damaged");
    assert_eq!(many.step(&choices(64), &entry(65)), None);
    let few = parse(&many.to_string()).expect("it was rendered");
    assert!(few.step(&choices(64), &entry(65)).is_some());
    let crashes = RegressionEntry::new(RegressionState::Crashes, choices(65), []);
    assert_eq!(few.step(&choices(64), &crashes), None, "a step always fails");
    assert_eq!(few.step(&choices(63), &entry(65)), None, "there is no such entry");
}

#[test]
fn an_error_names_the_line_and_the_valid_content() {
    let entry = format!("fails {}", choices(0));
    let cases = [
        (String::new(), "line 1: the file is empty; it may have been cut off"),
        (
            "Dear diary\n".to_owned(),
            "line 1: not a regression file; its first line must be `forall-regressions 1`",
        ),
        (
            "forall-regressions 2\n".to_owned(),
            "line 1: `forall-regressions 2` is the format of another release of Forall; this release reads version 1",
        ),
        (
            format!("forall-regressions 1\n{entry}\nfailed 0\n"),
            "line 3: `failed` is not a state; expected `fails`, `crashes`, `fixed` or `stale`, or a comment (`# …`)",
        ),
        (
            format!("forall-regressions 1\n<<<<<<< ours\n{entry}\n"),
            "line 2: merge conflict; keep the entries of both sides",
        ),
        (
            "forall-regressions 1\nfails 0.000000\n".to_owned(),
            "line 2: `fails 0.000000`: the checksum does not match; it was changed or mistyped",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(parse(&text).unwrap_err().to_string(), message);
    }
    let bytes = RegressionFile::parse(b"forall-regressions 1\n# \xff\n").unwrap_err();
    assert_eq!(bytes.to_string(), "line 2: the line is not UTF-8 text");
}
