//! Inverting a regular expression: the choices from which a string is generated.
//!
//! This is a backtracking matcher in continuation-passing style.

use super::pattern::{CharClass, Pattern, RepeatCount};
use crate::source::{ChoiceValue, Integer};

/// The greatest number of steps. Patterns such as `(a*)*b` match a long string in exponentially many ways.
const MAX_STEPS: u32 = 100_000;

/// The greatest number of nested calls: each part of the pattern that is matched so far is one.
const MAX_DEPTH: u32 = 250;

/// Appends the choices from which `pattern` generates `text`. If there are several ways, prefers the first
/// alternative and the most repetitions.
pub(super) fn invert(pattern: &Pattern, text: &str, choices: &mut Vec<ChoiceValue>) -> Option<()> {
    let mut search = Search { choices, steps_left: MAX_STEPS, depth: 0 };
    pattern.matches(text, &mut search, &mut |_, rest| rest.is_empty()).then_some(())
}

/// The choices so far, and the state of the limits.
struct Search<'c> {
    choices: &'c mut Vec<ChoiceValue>,
    steps_left: u32,
    depth: u32,
}

/// Returns whether the rest of the pattern matches the rest of the text.
type Continuation<'r> = &'r mut dyn FnMut(&mut Search<'_>, &str) -> bool;

impl Pattern {
    /// Returns whether this pattern matches a prefix of the text such that `then` accepts the rest.
    fn matches(&self, text: &str, search: &mut Search<'_>, then: Continuation<'_>) -> bool {
        if search.steps_left == 0 || search.depth == MAX_DEPTH {
            return false;
        }
        search.steps_left -= 1;
        search.depth += 1;
        let found = match self {
            Pattern::Literal(literal) => {
                text.strip_prefix(&**literal).is_some_and(|rest| then(search, rest))
            }
            Pattern::Chars(class) => class.matches(text, search, then),
            Pattern::Repeated(pattern, repeats) => {
                let repeated = Repeated { pattern, repeats: *repeats, count: 0 };
                repeated.matches(text, search, then)
            }
            Pattern::Concat(parts) => concat(parts, text, search, then),
            Pattern::Alternation(parts) => parts.iter().enumerate().any(|(branch, part)| {
                let choice = ChoiceValue::Integer(branch.to_wide());
                search.choose(choice, |search| part.matches(text, search, then))
            }),
        };
        search.depth -= 1;
        found
    }
}

impl CharClass {
    /// Tries the longest prefix first.
    fn matches(&self, text: &str, search: &mut Search<'_>, then: Continuation<'_>) -> bool {
        let matching = text.char_indices().take_while(|(_, char)| self.alphabet.has(*char));
        let matching = matching.take(self.repeats.max.unwrap_or(usize::MAX));
        let mut ends = vec![0];
        ends.extend(matching.map(|(at, char)| at + char.len_utf8()));
        ends.iter().skip(self.repeats.min).rev().any(|end| {
            let (chars, rest) = text.split_at(*end);
            search.choose(ChoiceValue::String(chars.into()), |search| then(search, rest))
        })
    }
}

fn concat(parts: &[Pattern], text: &str, search: &mut Search<'_>, then: Continuation<'_>) -> bool {
    match parts {
        [] => then(search, text),
        [first, others @ ..] => {
            first.matches(text, search, &mut |search, rest| concat(others, rest, search, then))
        }
    }
}

/// A repeated pattern, and the number of repetitions matched so far.
#[derive(Clone, Copy)]
struct Repeated<'p> {
    pattern: &'p Pattern,
    repeats: RepeatCount,
    count: usize,
}

impl Repeated<'_> {
    /// Tries one more repetition first, and then the end of the repetitions. If both are allowed, that is a
    /// choice.
    fn matches(self, text: &str, search: &mut Search<'_>, then: Continuation<'_>) -> bool {
        if self.count < self.repeats.min {
            return self.matches_once_more(text, search, then);
        }
        if self.repeats.max.is_some_and(|max| self.count >= max) {
            return then(search, text);
        }
        search.choose(ChoiceValue::Bool(true), |search| self.matches_once_more(text, search, then))
            || search.choose(ChoiceValue::Bool(false), |search| then(search, text))
    }

    fn matches_once_more(
        self,
        text: &str,
        search: &mut Search<'_>,
        then: Continuation<'_>,
    ) -> bool {
        let is_required = self.count < self.repeats.min;
        let next = Repeated { count: self.count + 1, ..self };
        self.pattern.matches(text, search, &mut |search, rest| {
            // An optional repetition of the empty string changes nothing, and could go on forever.
            (is_required || rest.len() < text.len()) && next.matches(rest, search, then)
        })
    }
}

impl Search<'_> {
    /// Adds a choice, and removes it again unless `matches` returns `true`.
    fn choose(&mut self, choice: ChoiceValue, matches: impl FnOnce(&mut Self) -> bool) -> bool {
        let before = self.choices.len();
        self.choices.push(choice);
        let found = matches(self);
        if !found {
            self.choices.truncate(before);
        }
        found
    }
}
