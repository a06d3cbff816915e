//! Collections and strings of restricted lengths.

use super::{RestrictedDomain, Restriction};
use crate::domain::{Domain, Lengths, Shrinks};
use crate::source::{ChoiceValue, Reject, Source};

/// The greatest number of elements that a restriction may require.
const MAX_REQUIRED_LENGTH: usize = 1 << 16;

/// The greatest number of bytes of a character.
const MAX_CHAR_BYTES: usize = 4;

/// Returns the lengths of `lengths` that the restriction permits, if it concerns lengths and any are left.
pub(in crate::domain) fn within_lengths<A>(
    restriction: &Restriction<A>,
    lengths: Lengths,
) -> Option<Lengths> {
    if restriction.lengths == Lengths::ANY {
        return None;
    }
    allowed(lengths.intersection(restriction.lengths))
}

pub(super) fn allowed(lengths: Lengths) -> Option<Lengths> {
    (!lengths.is_empty() && lengths.min() <= MAX_REQUIRED_LENGTH).then_some(lengths)
}

/// The strings that a restriction is about.
pub(in crate::domain) struct Texts {
    /// The allowed numbers of characters.
    pub(in crate::domain) lengths: Lengths,
    /// The character to add to strings that are too short.
    pub(in crate::domain) filler: char,
}

/// Returns strings that the restriction permits, if it concerns their length, which it counts in bytes. `make`
/// returns the domain of strings with a number of characters.
pub(in crate::domain) fn texts_within<'a, D: Domain<Value = String> + 'a>(
    restriction: &Restriction<String>,
    texts: Texts,
    make: impl FnOnce(Lengths) -> D,
) -> Option<RestrictedDomain<'a, String>> {
    let bytes = restriction.lengths;
    if bytes == Lengths::ANY {
        return None;
    }
    let mut possible = texts.lengths.intersection(bytes.min().div_ceil(MAX_CHAR_BYTES)..);
    if bytes.max() < usize::MAX {
        possible = possible.intersection(..=bytes.max());
    }
    let domain = make(allowed(possible)?);
    Some(Box::new(Fitted { domain, bytes, texts }))
}

/// Strings that are cut or filled until they have the right number of bytes.
struct Fitted<D> {
    domain: D,
    bytes: Lengths,
    texts: Texts,
}

impl<D> Fitted<D> {
    fn fit(&self, text: &mut String) {
        let mut count = text.chars().count();
        while text.len() > self.bytes.max() && count > self.texts.lengths.min() {
            text.pop();
            count -= 1;
        }
        while text.len() < self.bytes.min() && count < self.texts.lengths.max() {
            text.push(self.texts.filler);
            count += 1;
        }
    }
}

impl<D: Domain<Value = String>> Domain for Fitted<D> {
    type Value = String;

    fn generate(&self, source: &mut Source) -> Result<String, Reject> {
        let mut text = self.domain.generate(source)?;
        self.fit(&mut text);
        Ok(text)
    }

    fn shrink<'a>(&'a self, value: &'a String) -> Shrinks<'a, String> {
        let shrinks = self.domain.shrink(value);
        Shrinks::new(shrinks.filter(|simpler| self.bytes.contains(simpler.len())))
    }

    fn invert(&self, value: &String, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.bytes.contains(value.len()).then_some(())?;
        self.domain.invert(value, choices)
    }
}
