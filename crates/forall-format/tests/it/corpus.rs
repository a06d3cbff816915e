//! The text of corpus files.

use std::collections::HashSet;

use forall::property;
use forall_format::corpus::{CorpusFile, ParseCorpusError};
use forall_format::{ChoiceSequence, ParseChoicesError};

use crate::support::{Drawn, choices, values};

fn parse(text: &str) -> CorpusFile {
    CorpusFile::parse(text.as_bytes()).expect("it is a corpus")
}

/// A comment, feedback of earlier runs, and two inputs. One input is duplicated.
fn text() -> String {
    let one = choices(1);
    let two = choices(2);
    format!("forall-corpus 1\n# Mine.\nguided by premises, edges\n{one}\n{one}\n{two}\n")
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
    let heading = "forall-corpus 1\n# Mine.\nguided by premises, edges";
    let one = choices(1);
    let two = choices(2);
    assert_eq!(tidied(&["premises", "edges", "comparisons"]), format!("{heading}\n{one}\n"));
    assert_eq!(tidied(&["premises", "score"]), format!("{heading}, score\n{one}\n{two}\n"));
}

#[test]
fn no_run_removes_inputs_if_the_feedback_is_damaged() {
    let one = choices(1);
    let mut text = format!("forall-corpus 1\nguided bx premises\n{one}\n");
    let expected = format!(
        "forall-corpus 1\n# damaged: guided bx premises\nguided by unknown, edges\n{one}\n"
    );
    for _ in 0..3 {
        let mut corpus = parse(&text);
        corpus.tidy(&HashSet::from([one.to_string()]), &["edges"]);
        text = corpus.to_string();
        assert_eq!(text, expected);
    }
}

/// Wherever a character of the line is changed, inputs that only the lost feedback needs stay, in every run. (A `#` at
/// its start makes it a comment.)
#[property]
fn a_damaged_line_of_feedback_protects_all_inputs(at: usize, #[domain(' '..='~')] character: char) {
    const LINE: &str = "guided by premises, edges";
    let mut line = LINE.to_owned();
    let at = at % LINE.len();
    line.replace_range(at..=at, character.encode_utf8(&mut [0; 4]));
    forall::assume!(line != LINE && !line.starts_with('#'));
    let mut text = text().replace(LINE, &line);
    for _ in 0..3 {
        let mut corpus = parse(&text);
        corpus.tidy(&HashSet::from([choices(2).to_string()]), &["premises"]);
        assert!(corpus.inputs().contains(&choices(2).to_string()), "{text}");
        text = corpus.to_string();
    }
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
