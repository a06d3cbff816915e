//! Sources as words, for a journal that outlives the process: what a test is about to draw from.

use forall_format::choice_words::{decode_values, encode_values};

use super::tape::{End, Mismatch, Policy};
use super::{ChoiceValue, Label, Provenance, Random, Source};

// What follows the state of the generator and the size.
const FRESH: u64 = 0;
const VALUES: u64 = 1;
const SPANS: u64 = 2;

impl Source {
    /// Appends it to `words`, as it is before the first draw. There are none for choices from bytes,
    /// which no runner of ours draws from.
    pub fn to_words(&self, words: &mut Vec<u64>) {
        let due = self.tape.as_ref().and_then(|tape| Some((tape.values()?, tape.slices())));
        let Some(((values, policy), spans)) = due else {
            words.extend([self.random.state, u64::from(self.size), FRESH]);
            return;
        };
        words.extend([self.random.state, u64::from(self.size)]);
        let policy = (policy.mismatch as u64) << 8 | (policy.end as u64) << 16;
        let origin = policy | (self.provenance() as u64) << 24;
        if spans.is_empty() {
            words.push(VALUES | origin);
            encode_values(values, words);
            return;
        }
        words.push(SPANS | origin);
        for (label, values) in spans {
            words.extend([label.hash(), 0]);
            let start = words.len();
            encode_values(values, words);
            words[start - 1] = (words.len() - start) as u64;
        }
    }

    /// The source that these words stand for.
    pub fn from_words(words: &[u64]) -> Option<Source> {
        let [state, size, form, rest @ ..] = words else { return None };
        let source = Source::fresh(Random { state: *state }, u32::try_from(*size).ok()?);
        let policy = Policy {
            mismatch: *[Mismatch::Strict, Mismatch::Simplest, Mismatch::Nearest, Mismatch::Random]
                .get((form >> 8 & 0xff) as usize)?,
            end: *[End::Overrun, End::Simplest, End::Random].get((form >> 16 & 0xff) as usize)?,
        };
        let provenance = *Provenance::ALL.get((form >> 24) as usize)?;
        let source = match form & 0xff {
            FRESH => return Some(source),
            VALUES => source.replaying(decode_values(rest).ok()?, policy),
            SPANS => source.replaying_spans(spans(rest)?, policy),
            _ => return None,
        };
        Some(source.with_provenance(provenance, None))
    }
}

fn spans(mut words: &[u64]) -> Option<Vec<(Label, Vec<ChoiceValue>)>> {
    let mut spans = Vec::new();
    while let [label, length, rest @ ..] = words {
        let (of_span, rest) = rest.split_at_checked(usize::try_from(*length).ok()?)?;
        spans.push((Label::of_hash(*label), decode_values(of_span).ok()?));
        words = rest;
    }
    words.is_empty().then_some(spans)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Without imports: what stands above this layer is only a way to draw many kinds of choices.
    fn draw(source: &mut Source) -> String {
        let lists = crate::domain::any::<Vec<(bool, i128, f64)>>();
        let texts = crate::domain::any::<(String, u8)>();
        format!("{:?}", crate::domain::Domain::generate(&(lists, texts), source))
    }

    /// The same values are drawn from what is written and read.
    fn stays(source: &Source) {
        let mut words = Vec::new();
        source.to_words(&mut words);
        let again = Source::from_words(&words).expect("it was written so");
        assert_eq!(draw(&mut again.clone()), draw(&mut source.clone()));
    }

    #[test]
    fn what_is_written_is_read() {
        for n in 0..100 {
            let fresh = Source::for_test(7, n, 5);
            stays(&fresh);
            let mut recording = fresh.clone().recording();
            stays(&recording);
            let _ = draw(&mut recording);
            let values = recording.into_record().values();
            stays(&Source::replay(values.clone(), Policy::STRICT));
            stays(&fresh.clone().replaying(values.clone(), Policy::NEAREST));
            let spans = vec![(Label::LIST, values), (Label::variable(1), vec![])];
            stays(&fresh.replaying_spans(spans, Policy::SIMPLEST));
        }
    }

    #[test]
    fn what_is_cut_off_is_not_read() {
        // A large number without its bits, and spans that are not all there.
        let (number, spans) = (&[1, 2, VALUES, 2], &[1, 2, SPANS, 3, 9]);
        for words in [&[] as &[u64], &[1, 2], &[1, 2, 3], number, spans] {
            assert!(Source::from_words(words).is_none(), "{words:?}");
        }
    }
}
