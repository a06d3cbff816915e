//! The text of corpus files.

use std::collections::HashSet;
use std::fs;

use forall::domain::string;
use forall::property;
use forall_format::corpus::{CorpusFile, ParseCorpusError};
use forall_format::state_file::{StateFile, StateKind};
use forall_format::state_path::PropertyName;
use forall_format::{ChoiceSequence, ParseChoicesError};

use crate::support::{Drawn, choices, values};

fn parse(text: &str) -> CorpusFile {
    CorpusFile::parse(text.as_bytes()).expect("it is a corpus")
}

/// The feedback of earlier runs.
const LINE: &str = "guided by premises, edges.c5b718";

/// A comment, feedback of earlier runs, and two inputs. One input is duplicated.
fn text() -> String {
    let one = choices(1);
    let two = choices(2);
    format!("forall-corpus 1\n# Mine.\n{LINE}\n{one}\n{one}\n{two}\n")
}

#[property]
fn any_bytes_are_parsed_without_a_panic(bytes: Vec<u8>) {
    let _ = CorpusFile::parse(&bytes);
    let corpus = CorpusFile::parse(&[b"forall-corpus 1\n", &*bytes].concat());
    let rendered = corpus.expect("damaged lines are reported, not refused").to_string();
    assert_eq!(parse(&rendered).to_string(), rendered);
    assert_eq!(parse(&rendered).damaged(), [], "they are comments now");
}

#[property]
fn parsing_inverts_rendering(inputs: Vec<Vec<Drawn>>) {
    let mut corpus = CorpusFile::new("a::b");
    let inputs: Vec<ChoiceSequence> =
        inputs.iter().map(|input| ChoiceSequence(values(input))).collect();
    inputs.iter().for_each(|input| corpus.add(input));
    assert_eq!(parse(&corpus.to_string()), corpus);
    let parsed: Result<Vec<ChoiceSequence>, _> =
        corpus.inputs().iter().map(|input| input.parse()).collect();
    assert_eq!(parsed, Ok(inputs));
}

#[property]
fn an_incomplete_last_line_is_not_damage(cut: usize) -> bool {
    let text = text();
    let last_line = choices(2).to_string().len();
    parse(&text[..text.len() - 1 - cut % last_line]).damaged().is_empty()
}

#[test]
fn useless_inputs_are_removed_only_by_a_run_with_the_same_feedback() {
    let tidied = |feedback: &[&str]| {
        let mut corpus = parse(&text());
        corpus.tidy(&HashSet::from([choices(2).to_string()]), feedback);
        corpus.to_string()
    };
    let heading = "forall-corpus 1\n# Mine.\n";
    let one = choices(1);
    let two = choices(2);
    let same = tidied(&["premises", "edges", "comparisons"]);
    assert_eq!(same, format!("{heading}{LINE}\n{one}\n"));
    let with_score = "guided by premises, edges, score.61a77c";
    let other = tidied(&["premises", "score"]);
    assert_eq!(other, format!("{heading}{with_score}\n{one}\n{two}\n"));
}

#[test]
fn no_run_removes_inputs_if_the_feedback_is_damaged() {
    let one = choices(1);
    let mut text = format!("forall-corpus 1\nguided bx premises\n{one}\n");
    let expected = format!(
        "forall-corpus 1\n# damaged: guided bx premises\nguided by unknown, edges.9b8c16\n{one}\n"
    );
    for _ in 0..3 {
        let mut corpus = parse(&text);
        corpus.tidy(&HashSet::from([one.to_string()]), &["edges"]);
        text = corpus.to_string();
        assert_eq!(text, expected);
    }
}

/// Whichever part of the line is replaced or deleted, inputs that only the lost feedback needs stay, in every run.
#[property]
fn a_damaged_line_of_feedback_protects_all_inputs(
    start: usize,
    length: usize,
    #[domain(string(' '..='~', 0..9))] new: &str,
) {
    let line = format!("{LINE}\n");
    let start = start % line.len();
    let end = start + length % (line.len() + 1 - start);
    let damaged = format!("{}{new}{}", &line[..start], &line[end..]);
    forall::assume!(damaged != line && damaged.trim() != LINE);
    let mut text = text().replace(&line, &damaged);
    let is_there = parse(&text).inputs().contains(&choices(2).to_string());
    assert!(is_there, "only the next line can be damaged, too");
    for _ in 0..3 {
        let mut corpus = parse(&text);
        corpus.tidy(&HashSet::from([choices(2).to_string()]), &["premises"]);
        assert!(corpus.inputs().contains(&choices(2).to_string()), "{text}");
        text = corpus.to_string();
    }
}

/// A run that crashes has named its feedback before.
#[test]
fn a_run_names_its_feedback_before_its_first_input() {
    let folder = tempfile::tempdir().unwrap();
    let property = PropertyName { module: "a", name: "b" };
    let file = StateFile::new(StateKind::Corpus, folder.path(), property);
    let lock = file.lock().unwrap();
    let read = || CorpusFile::parse(&file.read().unwrap().unwrap()).unwrap();
    let tidied = |feedback: &[&str]| {
        let mut corpus = read();
        corpus.tidy(&HashSet::from([choices(1).to_string()]), feedback);
        corpus.inputs().len()
    };
    for feedback in [&["premises"][..], &["premises", "edges", "comparisons"]] {
        CorpusFile::begin(&lock, "a::b", feedback).unwrap();
        CorpusFile::append(&lock, "a::b", &[choices(1)]).unwrap();
        assert_eq!(tidied(feedback), 0);
    }
    assert_eq!(tidied(&["premises"]), 1, "it does not know the edges");
}

/// A file without the line is from an older version, or the line was deleted.
#[test]
fn a_missing_line_stays_unknown_when_a_run_begins() {
    let folder = tempfile::tempdir().unwrap();
    let property = PropertyName { module: "a", name: "b" };
    let file = StateFile::new(StateKind::Corpus, folder.path(), property);
    let lock = file.lock().unwrap();
    CorpusFile::append(&lock, "a::b", &[choices(1)]).unwrap();
    CorpusFile::begin(&lock, "a::b", &["edges"]).unwrap();
    let text = String::from_utf8(file.read().unwrap().unwrap()).unwrap();
    assert!(text.contains("\nguided by unknown, edges."), "{text}");
    fs::write(file.path(), "mine\n").unwrap();
    CorpusFile::begin(&lock, "a::b", &["edges"]).unwrap();
    assert_eq!(fs::read_to_string(file.path()).unwrap(), "mine\n");
}

#[test]
fn a_damaged_line_is_reported_and_becomes_a_comment() {
    let wrong = choices(2).to_string().replacen('2', "3", 1);
    let corpus = parse(&text().replace(&choices(2).to_string(), &wrong));
    let [damaged] = corpus.damaged() else { panic!("{corpus:?}") };
    assert_eq!((damaged.line, &damaged.error), (6, &ParseChoicesError::WrongChecksum));
    assert!(corpus.to_string().contains(&format!("\n# damaged: {wrong}\n")), "{corpus}");
}

#[test]
fn damage_before_an_incomplete_line_is_reported() {
    let corpus = parse(&format!("forall-corpus 1\nworn\n# Mine.\n{}", choices(1)));
    assert_eq!(corpus.damaged().len(), 1);
    assert!(corpus.to_string().contains("\n# damaged: worn\n# Mine.\n"), "{corpus}");
}

#[test]
fn a_long_damaged_line_is_truncated_in_the_message() {
    let corpus = parse(&format!("forall-corpus 1\n{}\n", "w".repeat(100)));
    let message = corpus.damaged()[0].to_string();
    assert!(message.starts_with(&format!("`{} …`: no checksum", "w".repeat(40))), "{message}");
}

#[test]
fn another_file_is_refused() {
    for text in ["", "\n", "forall-regressions 1\n", "forall-corpus\n"] {
        let error = CorpusFile::parse(text.as_bytes()).unwrap_err();
        assert_eq!(error, ParseCorpusError::MissingHeading, "{text}");
    }
    let error = CorpusFile::parse(b"forall-corpus 2\n").unwrap_err();
    let message = "`forall-corpus 2` is the format of another release of Forall; this release reads version 1";
    assert_eq!(error.to_string(), message);
}
