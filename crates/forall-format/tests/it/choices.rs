//! Choices as text and as words.

use forall::domain::option;
use forall::property;
use forall_format::choice_words::{DecodeChoicesError, decode_values, encode_values};
use forall_format::replay::MAX_SIZE;
use forall_format::{ChoiceSequence, ChoiceValue, ParseChoicesError, Replay, TestSize};

use crate::support::{Drawn, values};

#[property]
fn parsing_inverts_rendering(drawn: Vec<Drawn>) -> bool {
    let choices = ChoiceSequence(values(&drawn));
    choices.to_string().parse() == Ok(choices)
}

#[property]
fn text_has_no_character_with_a_meaning_in_a_shell(drawn: Vec<Drawn>) -> bool {
    let text = ChoiceSequence(values(&drawn)).to_string();
    text.chars().all(|letter| letter.is_ascii_alphanumeric() || "-.,%".contains(letter))
}

#[property]
fn truncated_text_is_refused(drawn: Vec<Drawn>, length: usize) -> bool {
    let text = ChoiceSequence(values(&drawn)).to_string();
    text[..length % text.len()].parse::<ChoiceSequence>().is_err()
}

#[property]
fn any_text_is_parsed_without_a_panic(text: String) {
    let _ = text.parse::<ChoiceSequence>();
    let _ = text.parse::<Replay>();
}

/// Reaches the parser of values, which random text does not: its checksum is wrong.
#[property]
fn any_value_with_a_checksum_is_parsed_without_a_panic(kind: char, rest: String) {
    for kind in ["d", "n", "x", "s", "k", "-", "t", &kind.to_string()] {
        let values = format!("{kind}{rest}");
        let hash = forall_format::hash::fnv1a(values.as_bytes());
        let sum = (hash ^ (hash >> 24) ^ (hash >> 48)) & 0xff_ffff;
        let parsed = format!("{values}.{sum:06x}").parse::<ChoiceSequence>();
        assert!(!matches!(
            parsed,
            Err(ParseChoicesError::MissingChecksum | ParseChoicesError::WrongChecksum)
        ));
    }
}

#[property]
fn decoding_inverts_encoding(drawn: Vec<Drawn>) -> bool {
    let values = values(&drawn);
    let mut words = Vec::new();
    encode_values(&values, &mut words);
    decode_values(&words) == Ok(values)
}

#[property]
fn any_words_are_decoded_without_a_panic(words: Vec<u64>) {
    let _ = decode_values(&words);
    let kinds: Vec<u64> = words.iter().map(|word| (word % 8) | (word & 0xff00)).collect();
    let _ = decode_values(&kinds);
}

#[test]
fn integers_around_the_limit_of_a_short_integer_are_decoded() {
    let edges = [55, 63, 64, 127].map(|bits| 1_i128.wrapping_shl(bits));
    let near = |edge: i128| [edge.wrapping_sub(1), edge, edge.wrapping_neg(), !edge];
    let values: Vec<_> = edges.into_iter().flat_map(near).map(ChoiceValue::Integer).collect();
    let mut words = Vec::new();
    encode_values(&values, &mut words);
    assert_eq!(decode_values(&words), Ok(values));
}

#[test]
fn truncated_words_are_refused() {
    let values = [
        ChoiceValue::Integer(i128::MIN),
        ChoiceValue::Integer(i128::from(i64::MAX) + 1),
        ChoiceValue::Bytes(vec![1; 17]),
    ];
    let mut words = Vec::new();
    encode_values(&values, &mut words);
    for length in [1, 2, 4, 7, words.len() - 1] {
        assert_eq!(decode_values(&words[..length]), Err(DecodeChoicesError::Truncated), "{length}");
    }
    assert_eq!(decode_values(&[4 | u64::MAX << 8]), Err(DecodeChoicesError::Truncated));
    assert_eq!(decode_values(&[5 | 1 << 8, 0xff]), Err(DecodeChoicesError::NotUtf8));
}

#[test]
fn the_text_of_each_kind_of_value_is_stable() {
    let values = vec![
        ChoiceValue::Bool(true),
        ChoiceValue::Bool(false),
        ChoiceValue::Integer(-5),
        ChoiceValue::Float(1.5),
        ChoiceValue::Float(f64::NAN),
        ChoiceValue::Bytes(vec![0, 255]),
        ChoiceValue::String("a b".to_owned()),
        ChoiceValue::Fork(42),
    ];
    let text = ChoiceSequence(values).to_string();
    assert!("t,-5,sa%20b.3b9464".parse::<ChoiceSequence>().is_ok());
    assert!("t,1000,f.0f0722".parse::<ChoiceSequence>().is_ok());
    assert_eq!(text, "t,f,-5,d1.5,n7ff8000000000000,x00ff,sa%20b,k2a.094ff3");
}

#[test]
fn an_error_names_the_value_and_the_valid_ones() {
    let errors = [
        (
            "t,-5",
            "no checksum at the end (six hexadecimal digits after a full stop); it may have been cut off",
        ),
        ("t.000000", "the checksum does not match; it was changed or mistyped"),
        (
            "q7.63de56",
            "`q7` is not a choice; expected an integer, `t`, `f`, or one of `d`, `n`, `s`, `x`, `k` with a value",
        ),
    ];
    for (text, message) in errors {
        let error = text.parse::<ChoiceSequence>().unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    assert_eq!(
        decode_values(&[9]).unwrap_err().to_string(),
        "9 is not a kind of choice; expected 0 to 6"
    );
    assert_eq!(
        "0x2a".parse::<Replay>().unwrap_err().to_string(),
        "`0x2a` is not a replay token, such as t,-5,f.9c1e03 or 0x2a:17@4"
    );
}

#[property]
fn parsing_inverts_rendering_of_replay_tokens(
    seed: u64,
    number: u64,
    #[domain(option(0..=MAX_SIZE))] size: Option<u32>,
    limited: bool,
) -> bool {
    let size = match size {
        None => TestSize::Numbered,
        Some(doublings) if limited => TestSize::Limited(doublings),
        Some(size) => TestSize::Fixed(size),
    };
    let replay = Replay::Test { seed, number, size };
    replay.to_string().parse() == Ok(replay)
}
