//! Strings that match a regular expression.

use std::panic::catch_unwind;

use forall::domain::{Domain, regex, sample};
use forall::source::{Campaign, ChoiceValue, Policy, Sizes, Source};
use regex::Regex;

#[test]
fn generated_strings_match_and_are_invertible() {
    for pattern in [
        "",
        "abc",
        "a|bc|",
        "[a-z]{2,4}",
        r"\d+\.\d+",
        r"(?i)straße",
        r"^(\w+) (\w+)$",
        r"(foo|ba[rz])*!",
        r"\p{Greek}+[^a-z]",
        r"[[:punct:]]\S.\s",
        r"(?:(a+)b?){2,3}?c{0}",
        r"(?s).*",
        r"(^a|b$|^c$)",
        r"(?-u:[ab])[\u{1F600}-\u{1F64F}]",
        r"[a-z0-9._%+-]+@[a-z0-9-]+\.[a-z]{2,6}",
    ] {
        let all = Regex::new(&format!("^(?:{pattern})$")).unwrap();
        let campaign = Campaign { sizes: Sizes::Cycle { max: 7 }, ..Campaign::from_seed(5) };
        let domain = regex(pattern);
        for n in 0..300 {
            let mut source = campaign.source(n).recording();
            let text = domain.generate(&mut source).unwrap();
            assert!(all.is_match(&text), "{pattern}: {text:?}");
            assert_eq!(Ok(&text), domain.generate(&mut campaign.source(n)).as_ref());
            let mut again = Source::replay(source.into_record().values(), Policy::STRICT);
            assert_eq!(Ok(&text), domain.generate(&mut again).as_ref());
            let choices = choices_of(&domain, &text).expect("generated texts are invertible");
            let mut again = Source::replay(choices.clone(), Policy::STRICT);
            assert_eq!(Ok(text), domain.generate(&mut again));
            assert_eq!(again.into_record().values(), choices, "{pattern}");
        }
    }
}

fn choices_of(domain: &forall::domain::Regex, text: &str) -> Option<Vec<ChoiceValue>> {
    let mut choices = Vec::new();
    domain.invert(&text.to_owned(), &mut choices).map(|()| choices)
}

#[test]
fn matching_strings_are_invertible_within_limits() {
    let word = |text: &str| ChoiceValue::String(text.into());
    let [yes, no] = [true, false].map(ChoiceValue::Bool);
    let parts = choices_of(&regex("([ab]*c)*[a-c]"), "abccb");
    assert_eq!(parts, Some(vec![yes.clone(), word("ab"), yes, word(""), no, word("b")]));
    assert_eq!(choices_of(&regex("a|ab|b"), "b"), Some(vec![ChoiceValue::Integer(2)]));
    assert_eq!(choices_of(&regex("[a-z]{2,4}"), "abcde"), None);
    assert_eq!(
        choices_of(&regex("(a*)*b"), &"a".repeat(100)),
        None,
        "there are too many ways to match"
    );
    assert_eq!(choices_of(&regex("(ab)*"), &"ab".repeat(100_000)), None, "the text is too long");
    let long = "ab".repeat(100);
    assert_eq!(choices_of(&regex("(ab)*"), &long).map(|choices| choices.len()), Some(101));
}

#[test]
fn the_simplest_string_is_short_and_has_simple_characters() {
    for (pattern, simplest) in
        [(r"\w+", "a"), ("[^a-z]{3}", "AAA"), ("(bb|aa)x*", "bb"), (r"\d{2,}\.?", "00")]
    {
        let made = regex(pattern).generate(&mut Source::replay(Vec::new(), Policy::SIMPLEST));
        assert_eq!(made, Ok(simplest.into()));
    }
}

#[test]
fn classes_generate_ascii_and_other_characters() {
    let chars: String = sample(&regex(r"\w"), 200).concat();
    let ascii = chars.chars().filter(char::is_ascii).count();
    assert!((60..180).contains(&ascii), "{ascii} of 200 are ASCII");
}

#[test]
fn unsupported_patterns_are_explained() {
    for (pattern, why) in [
        ("(a", "unclosed group"),
        (r"\p{Nope}", "Unicode property not found"),
        (r"\bfoo", "a word boundary is not supported there"),
        ("a^b", "`^` is not supported there"),
        ("(a$)+", "`$` is not supported there"),
        ("[a&&b]", "a part of it matches nothing"),
    ] {
        let message = *catch_unwind(|| regex(pattern)).unwrap_err().downcast::<String>().unwrap();
        let expected = format!("cannot generate strings from the regex `{pattern}`: {why}");
        assert_eq!(message, expected);
    }
}
