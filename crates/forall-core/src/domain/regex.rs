//! Strings that match a regular expression.

mod invert;
mod pattern;

use std::fmt::Debug;

use regex_syntax::Error;

use self::pattern::Pattern;
use super::Domain;
use crate::source::{ChoiceValue, Reject, Source};

/// Generates strings that match `pattern` from beginning to end, in the syntax of the `regex` crate.
///
/// The pattern is parsed once, by this function. `^` and `$` are allowed at its ends, where they have no
/// effect. The number of unbounded repetitions grows with the size. The first alternative is the simplest.
/// Letters are simpler than digits, and digits are simpler than other characters.
///
/// ```
/// use forall::domain::{regex, sample};
///
/// for version in sample(&regex(r"v[1-9]\.[0-9]{1,2}(-rc)?"), 20) {
///     assert!(version.starts_with('v') && version.contains('.'));
/// }
/// ```
///
/// # Panics
///
/// If the pattern is not a valid regular expression, if it contains word boundaries, if `^` or `$` is not at
/// one of its ends, or if a part of it matches nothing.
#[track_caller]
pub fn regex(pattern: &str) -> Regex {
    let parsed = match regex_syntax::parse(pattern) {
        Ok(hir) => Pattern::new(&hir),
        Err(Error::Parse(error)) => Err(error.kind().to_string()),
        Err(Error::Translate(error)) => Err(error.kind().to_string()),
        Err(error) => Err(error.to_string()),
    };
    match parsed {
        Ok(parsed) => Regex { text: pattern.into(), pattern: parsed },
        Err(why) => panic!("cannot generate strings from the regex `{pattern}`: {why}"),
    }
}

/// See [`regex`](regex()).
#[derive(Clone)]
pub struct Regex {
    text: String,
    pattern: Pattern,
}

impl Domain for Regex {
    type Value = String;

    fn generate(&self, source: &mut Source) -> Result<String, Reject> {
        let mut text = String::new();
        self.pattern.generate(source, &mut text)?;
        Ok(text)
    }

    fn invert(&self, value: &String, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        invert::invert(&self.pattern, value, choices)
    }
}

impl Debug for Regex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "regex({:?})", self.text)
    }
}
