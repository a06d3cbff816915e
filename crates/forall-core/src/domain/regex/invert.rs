//! The way back: how a text comes of a pattern.

use super::{Chars, Part, Times};
use crate::source::{ChoiceValue, Whole};

/// How many steps to try: of `(a*)*b` there are more ways to a long text than anyone can wait for.
const STEPS: u32 = 100_000;

/// How many parts may stand one after the other, since each is a call on the stack.
const DEEPEST: u32 = 250;

/// Appends the choices of which `part` makes `text`. Where there are several ways, it is that on which
/// the first alternative is taken and as much as can be repeated.
pub(super) fn invert(part: &Part, text: &str, choices: &mut Vec<ChoiceValue>) -> Option<()> {
    let mut search = Search { choices, steps: STEPS, depth: 0 };
    part.leads(text, &mut search, &mut |_, left| left.is_empty()).then_some(())
}

/// The choices so far, and how much more may be tried.
struct Search<'c> {
    choices: &'c mut Vec<ChoiceValue>,
    steps: u32,
    depth: u32,
}

/// Can the rest of the pattern make the rest of the text?
type Rest<'r> = &'r mut dyn FnMut(&mut Search<'_>, &str) -> bool;

impl Part {
    /// Can this part make a beginning of the text such that the rest makes what is left?
    fn leads(&self, text: &str, search: &mut Search<'_>, rest: Rest<'_>) -> bool {
        if search.steps == 0 || search.depth == DEEPEST {
            return false;
        }
        search.steps -= 1;
        search.depth += 1;
        let found = match self {
            Part::Text(literal) => {
                text.strip_prefix(&**literal).is_some_and(|text| rest(search, text))
            }
            Part::Chars(chars) => chars.lead(text, search, rest),
            Part::Repeated(part, times) => repeated((part, *times), 0, text, search, rest),
            Part::Each(parts) => each(parts, text, search, rest),
            Part::Either(parts) => parts.iter().enumerate().any(|(branch, part)| {
                let choice = ChoiceValue::Integer(branch.to_wide());
                search.choose(choice, |search| part.leads(text, search, rest))
            }),
        };
        search.depth -= 1;
        found
    }
}

impl Chars {
    fn lead(&self, text: &str, search: &mut Search<'_>, rest: Rest<'_>) -> bool {
        let known = text.char_indices().take_while(|(_, char)| self.alphabet.has(*char));
        let known = known.take(self.times.max.unwrap_or(usize::MAX));
        let mut ends = vec![0];
        ends.extend(known.map(|(at, char)| at + char.len_utf8()));
        ends.iter().skip(self.times.min).rev().any(|end| {
            let (chars, text) = text.split_at(*end);
            search.choose(ChoiceValue::String(chars.into()), |search| rest(search, text))
        })
    }
}

fn each(parts: &[Part], text: &str, search: &mut Search<'_>, rest: Rest<'_>) -> bool {
    match parts {
        [] => rest(search, text),
        [first, others @ ..] => {
            first.leads(text, search, &mut |search, text| each(others, text, search, rest))
        }
    }
}

/// Once more after `count` times, or else no more; each is a choice where the other would do.
fn repeated(
    (part, times): (&Part, Times),
    count: usize,
    text: &str,
    search: &mut Search<'_>,
    rest: Rest<'_>,
) -> bool {
    let (must, may) = (count < times.min, times.max.is_none_or(|max| count < max));
    let mut more = |search: &mut Search<'_>| {
        part.leads(text, search, &mut |search, left| {
            // To repeat nothing at all leads nowhere, and for ever.
            (must || left.len() < text.len())
                && repeated((part, times), count + 1, left, search, rest)
        })
    };
    match (must, may) {
        (true, _) => more(search),
        (false, true) => {
            search.choose(ChoiceValue::Bool(true), more)
                || search.choose(ChoiceValue::Bool(false), |search| rest(search, text))
        }
        (false, false) => rest(search, text),
    }
}

impl Search<'_> {
    /// Takes the choice back if it does not lead to the end.
    fn choose(&mut self, choice: ChoiceValue, lead: impl FnOnce(&mut Self) -> bool) -> bool {
        let before = self.choices.len();
        self.choices.push(choice);
        let found = lead(self);
        if !found {
            self.choices.truncate(before);
        }
        found
    }
}
