//! `#[instrument]`: every branch gets a probe, and functions behave as before.

use forall::feedback::{Feedback, FeedbackMap, FinishedTest, Instrument, Probes};
use forall::instrument;
use forall::property::{Erased, forall};
use forall::report::Verdict;
use forall::source::Record;

use super::finds_with_all_seeds;

/// Four letters behind nested conditions, in plain code.
#[instrument]
fn is_magic(text: &str) -> bool {
    let mut letters = text.chars();
    if letters.next() == Some('F') {
        if letters.next() == Some('U') {
            if letters.next() == Some('Z') {
                if letters.next() == Some('Z') {
                    return true;
                }
            }
        }
    }
    false
}

#[test]
fn instrumented_branches_lead_to_four_letters() {
    let property = forall("text", forall::any::<String>()).check(|(text, ())| !is_magic(text));
    finds_with_all_seeds(&Erased::new(property), 20, 100_000);
}

/// Returns the number of distinct probes that `act` hits, and the number of hits.
fn reached(act: impl FnOnce()) -> (usize, u64) {
    let mut feedback = Feedback::new();
    Probes.reset();
    act();
    let verdict = Verdict::Pass;
    let record = Record::default();
    Probes.read(
        &FinishedTest { verdict: &verdict, record: &record, observe: &|| &[] },
        &mut feedback,
    );
    let probes = feedback.entries().iter().filter(|entry| entry.map == FeedbackMap::PROBES);
    let hits: Vec<u64> = probes.map(|entry| entry.value).collect();
    (hits.len(), hits.iter().sum())
}

/// Has every kind of branch that a function can have.
#[instrument]
fn all_branches(kind: u8, words: &[&str]) -> Result<usize, std::num::ParseIntError> {
    #![expect(clippy::needless_range_loop, reason = "a loop over indices is a branch too")]
    let mut total = 0;
    match kind {
        0 => return Ok(0),
        1 if words.is_empty() => total += 1,
        1 => {}
        _ => {
            total += if kind > 9 {
                3
            } else if kind > 5 {
                2
            } else {
                1
            }
        }
    }
    for at in 0..words.len() {
        let number: usize = words[at].parse()?;
        total += number;
    }
    let Some(first) = words.first() else { return Ok(total) };
    while total < 10 && !first.starts_with('0') {
        total += 1;
    }
    let longest = words.iter().map(|word| if word.len() > 1 { 2 } else { 1 }).max();
    Ok(
        if let Some(longest) = longest
            && longest > 1
        {
            total * longest
        } else {
            total
        },
    )
}

#[test]
fn every_branch_has_its_own_probe() {
    let of = |kind: u8, words: &[&str]| reached(|| drop(all_branches(kind, words)));
    assert_eq!(of(0, &[]), (2, 2), "the entry and the arm");
    assert_eq!(of(1, &[]), (4, 4), "the entry, the arm, after the loop, and the early return");
    assert_eq!(of(3, &[]).0, 5, "and one `else`");
    assert_eq!(of(12, &[]).0, 5);
    let (places, hits) = of(1, &["5", "6", "x"]);
    assert_eq!((places, hits), (4, 7), "three iterations, and two of them pass the `?`");
    assert!(of(1, &["1"]).0 > of(1, &["11"]).0, "the loop of the second runs zero times");
}

#[test]
fn an_instrumented_function_returns_the_same_results() {
    assert_eq!(all_branches(0, &["x"]), Ok(0));
    assert_eq!(
        (all_branches(1, &[]), all_branches(3, &[]), all_branches(7, &[]), all_branches(12, &[])),
        (Ok(1), Ok(1), Ok(2), Ok(3))
    );
    assert!(all_branches(1, &["5", "x"]).is_err());
    assert_eq!(all_branches(1, &["1", "2"]), Ok(10));
    assert_eq!(all_branches(1, &["11"]), Ok(22));
}

struct Counter(u32);

impl Counter {
    /// A method with generics and lifetimes.
    #[instrument]
    pub(crate) fn last<'a, T: AsRef<str> + ?Sized>(&mut self, text: &'a T) -> Option<&'a str> {
        self.0 += 1;
        let text = text.as_ref();
        text.split(' ').rfind(|word| !word.is_empty() || self.0 > 100)
    }
}

#[test]
fn instrumented_functions_keep_their_signatures() {
    let mut counter = Counter(0);
    assert_eq!((counter.last("a b "), counter.0), (Some("b"), 1));
}

/// A probe must not shorten the lifetime of a temporary in an arm.
#[test]
fn temporaries_in_arms_keep_their_lifetimes() {
    #[instrument]
    fn name(kind: u8) -> String {
        let cell = std::cell::RefCell::new("cell".to_owned());
        let name: &String = match kind {
            0 => &"zero".to_owned(),
            1 => &cell.borrow(),
            _ => &kind.to_string(),
        };
        let is_long = kind > 9 && kind.to_string().as_str().len() > 2;
        format!("{name}{}", if is_long { "!" } else { "" })
    }
    assert_eq!([0, 1, 99, 100].map(name), ["zero", "cell", "99", "100!"]);
}

/// Probes of functions with the same body differ.
#[test]
fn two_functions_share_no_probes() {
    mod twins {
        #[forall::instrument]
        pub(super) fn one(x: u8) -> bool {
            x > 1 && x < 9
        }
        #[forall::instrument]
        pub(super) fn two(x: u8) -> bool {
            x > 1 && x < 9
        }
    }
    let both = || assert!(twins::one(5) && twins::two(5));
    assert_eq!(reached(both), (4, 4));
}
