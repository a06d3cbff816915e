//! Sources as words. The journal of an isolated process stores the source of the running test in this
//! form, so that the test can be repeated if the process crashes.

use forall_format::choice_words::{decode_values, encode_values};

use super::tape::{OnExhausted, OnMismatch, Policy};
use super::{ChoiceValue, Provenance, Random, Source, SpanLabel};

// The low byte of the third word: the kind of data after the header. The header is the state of the
// generator, the sizes, and this word, whose other bytes hold the policy, the provenance and a flag.
const FRESH_SOURCE: u64 = 0;
const REPLAYED_VALUES: u64 = 1;
const REPLAYED_SPANS: u64 = 2;

/// Set in the third word if the source has a theme. The theme derives from the state of the generator.
const HAS_THEME: u64 = 1 << 32;

impl Source {
    /// Appends the encoding of the source to `words`. The source must not have been drawn from yet, and
    /// must not decode [bytes](Source::from_bytes): these are not part of the encoding.
    ///
    /// ```
    /// use forall::source::Source;
    ///
    /// let mut words = Vec::new();
    /// let mut source = Source::for_test(42, 7, 5);
    /// source.to_words(&mut words);
    ///
    /// let mut decoded = Source::from_words(&words).expect("the words encode a source");
    /// assert_eq!(decoded.branch(1_000), source.branch(1_000));
    /// assert!(Source::from_words(&words[1..]).is_none(), "a part of the words encodes no source");
    /// ```
    pub fn to_words(&self, words: &mut Vec<u64>) {
        let sizes = u64::from(self.list_doublings) << 32 | u64::from(self.size);
        words.extend([self.random.state, sizes]);
        let theme = if self.theme.is_themed() { HAS_THEME } else { 0 };
        let Some(tape) = &self.tape else {
            words.push(FRESH_SOURCE | theme);
            return;
        };
        let Some((values, policy)) = tape.values() else {
            words.push(FRESH_SOURCE | theme);
            return;
        };
        let policy = (policy.mismatch as u64) << 8 | (policy.end as u64) << 16;
        let origin = policy | (self.provenance() as u64) << 24 | theme;
        if tape.slices().is_empty() {
            words.push(REPLAYED_VALUES | origin);
            encode_values(values, words);
            return;
        }
        words.push(REPLAYED_SPANS | origin);
        for (label, values) in tape.slices() {
            words.extend([label.hash(), 0]);
            let start = words.len();
            encode_values(values, words);
            words[start - 1] = (words.len() - start) as u64;
        }
    }

    /// Decodes a source, or returns `None` if the words are not a valid encoding.
    pub fn from_words(words: &[u64]) -> Option<Source> {
        let [state, sizes, form, rest @ ..] = words else { return None };
        let doublings = u32::try_from(sizes >> 32).ok().filter(|doublings| *doublings < 32)?;
        let source = Source::fresh(Random { state: *state }, *sizes as u32);
        let source = source.with_list_doublings(doublings);
        let source = if form & HAS_THEME == 0 { source } else { source.themed() };
        let policy = Policy {
            mismatch: *[
                OnMismatch::Strict,
                OnMismatch::Simplest,
                OnMismatch::Nearest,
                OnMismatch::Random,
            ]
            .get((form >> 8 & 0xff) as usize)?,
            end: *[OnExhausted::Overrun, OnExhausted::Simplest, OnExhausted::Random]
                .get((form >> 16 & 0xff) as usize)?,
        };
        let provenance = *Provenance::ALL.get((form >> 24 & 0xff) as usize)?;
        let source = match form & 0xff {
            FRESH_SOURCE => return Some(source),
            REPLAYED_VALUES => source.replaying(decode_values(rest).ok()?, policy),
            REPLAYED_SPANS => source.replaying_spans(decode_spans(rest)?, policy),
            _ => return None,
        };
        Some(source.with_provenance(provenance, None))
    }
}

/// Decodes spans. A span consists of the hash of its label, the number of words of its values, and these
/// words.
fn decode_spans(mut words: &[u64]) -> Option<Vec<(SpanLabel, Vec<ChoiceValue>)>> {
    let mut spans = Vec::new();
    while let [label, length, rest @ ..] = words {
        let (values, rest) = rest.split_at_checked(usize::try_from(*length).ok()?)?;
        spans.push((SpanLabel::from_hash(*label), decode_values(values).ok()?));
        words = rest;
    }
    words.is_empty().then_some(spans)
}

#[cfg(test)]
mod tests {
    use super::*;

    // No imports from `domain`, which is above this layer: the tests use it only to draw many kinds of
    // choices.
    fn draw(source: &mut Source) -> String {
        let lists = crate::domain::any::<Vec<(bool, i128, f64)>>();
        let texts = crate::domain::any::<(String, u8)>();
        format!("{:?}", crate::domain::Domain::generate(&(lists, texts), source))
    }

    /// Checks that the decoded source draws the same values.
    fn assert_round_trip(source: &Source) {
        let mut words = Vec::new();
        source.to_words(&mut words);
        let again = Source::from_words(&words).expect("the words encode a source");
        assert_eq!(draw(&mut again.clone()), draw(&mut source.clone()));
    }

    #[test]
    fn decoding_inverts_encoding() {
        for n in 0..100 {
            let fresh = Source::for_test(7, n, 5);
            assert_round_trip(&fresh);
            assert_round_trip(&fresh.clone().themed());
            let mut recording = fresh.clone().recording();
            assert_round_trip(&recording);
            let _ = draw(&mut recording);
            let values = recording.into_record().values();
            assert_round_trip(&Source::replay(values.clone(), Policy::STRICT));
            assert_round_trip(&fresh.clone().replaying(values.clone(), Policy::NEAREST));
            let spans = vec![(SpanLabel::LIST, values), (SpanLabel::variable(1), vec![])];
            assert_round_trip(&fresh.replaying_spans(spans, Policy::SIMPLEST));
        }
    }

    #[test]
    fn truncated_words_are_rejected() {
        let number_without_digits = &[1, 2, REPLAYED_VALUES, 2];
        let span_without_values = &[1, 2, REPLAYED_SPANS, 3, 9];
        let truncated: [&[u64]; 5] =
            [&[], &[1, 2], &[1, 2, 3], number_without_digits, span_without_values];
        for words in truncated {
            assert!(Source::from_words(words).is_none(), "{words:?}");
        }
    }
}
