//! `#[instrument]`: what the branches of a function tell, and that it does what it did.

use forall::feedback::{Feedback, FeedbackMap, FinishedTest, Instrument, Probes};
use forall::instrument;
use forall::property::{Erased, forall};
use forall::report::Verdict;
use forall::source::Record;

use super::finds;

/// Four letters behind nested conditions, as one would write them.
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
fn four_letters_behind_nested_conditions() {
    let property = forall("text", forall::any::<String>()).check(|(text, ())| !is_magic(text));
    finds(&Erased::new(property), 20, 100_000);
}

/// How many different places were reached, and how often in all.
fn reached(act: impl FnOnce()) -> (usize, u64) {
    let mut feedback = Feedback::new();
    Probes.reset();
    act();
    let (verdict, record) = (Verdict::Pass, Record::default());
    Probes.read(
        &FinishedTest { verdict: &verdict, record: &record, observe: &|| &[] },
        &mut feedback,
    );
    let probes = feedback.entries().iter().filter(|entry| entry.map == FeedbackMap::PROBES);
    let hits: Vec<u64> = probes.map(|entry| entry.value).collect();
    (hits.len(), hits.iter().sum())
}

/// All that may be in a function.
#[instrument]
fn ways(kind: u8, words: &[&str]) -> Result<usize, std::num::ParseIntError> {
    #![expect(clippy::needless_range_loop, reason = "a loop by numbers is a branch too")]
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
fn every_way_has_a_probe_of_its_own() {
    let of = |kind: u8, words: &[&str]| reached(|| drop(ways(kind, words)));
    assert_eq!(of(0, &[]), (2, 2), "the entry and the arm");
    assert_eq!(of(1, &[]), (4, 4), "the entry, the arm, behind the loop, and where it leaves");
    assert_eq!(of(3, &[]).0, 5, "and one `else`");
    assert_eq!(of(12, &[]).0, 5);
    let (places, hits) = of(1, &["5", "6", "x"]);
    assert_eq!((places, hits), (4, 7), "three rounds, and two of them behind the `?`");
    assert!(of(1, &["1"]).0 > of(1, &["11"]).0, "there is nothing to do in the loop");
}

#[test]
fn it_does_what_it_did() {
    assert_eq!(ways(0, &["x"]), Ok(0));
    assert_eq!(
        (ways(1, &[]), ways(3, &[]), ways(7, &[]), ways(12, &[])),
        (Ok(1), Ok(1), Ok(2), Ok(3))
    );
    assert!(ways(1, &["5", "x"]).is_err());
    assert_eq!(ways(1, &["1", "2"]), Ok(10));
    assert_eq!(ways(1, &["11"]), Ok(22));
}

struct Counter(u32);

impl Counter {
    /// Methods, and what borrows, are functions too.
    #[instrument]
    pub(crate) fn last<'a, T: AsRef<str> + ?Sized>(&mut self, text: &'a T) -> Option<&'a str> {
        self.0 += 1;
        let text = text.as_ref();
        text.split(' ').rfind(|word| !word.is_empty() || self.0 > 100)
    }
}

#[test]
fn functions_keep_their_signatures() {
    let mut counter = Counter(0);
    assert_eq!((counter.last("a b "), counter.0), (Some("b"), 1));
}

/// What an arm borrows from lives as long as it does without a probe.
#[test]
fn temporaries_of_arms_live_as_long_as_ever() {
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

/// Places do not depend on what a function is called.
#[test]
fn two_functions_have_no_place_in_common() {
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
