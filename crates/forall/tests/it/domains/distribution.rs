//! What 1,000 default tests contain, for each kind of domain, pinned with tolerances.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::Hash;

use forall::any;
use forall::domain::Domain;
use forall::source::Campaign;

const TESTS: u64 = 1_000;
const SEEDS: u64 = 5;

/// A kind of value, and how many of 1,000 tests have to contain it.
type Row<A> = (&'static str, std::ops::RangeInclusive<u64>, fn(&A) -> bool);

/// Checks that the number of tests with values of each kind is in its range for every seed.
#[track_caller]
fn check<D: Domain>(domain: D, rows: &[Row<D::Value>]) {
    let mut wrong = Vec::new();
    for seed in 1..=SEEDS {
        let campaign = Campaign::from_seed(seed);
        let draw =
            |n| domain.generate(&mut campaign.source(n)).expect("the domain rejects nothing");
        let values: Vec<D::Value> = (0..TESTS).map(draw).collect();
        for (name, allowed, is_kind) in rows {
            let count = values.iter().filter(|value| is_kind(value)).count() as u64;
            if !allowed.contains(&count) {
                wrong.push(format!("seed {seed}: {count} tests with {name}, not {allowed:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn has_duplicates<A: Eq + Hash>(list: &[A]) -> bool {
    let mut seen = HashSet::new();
    list.iter().any(|element| !seen.insert(element))
}

fn has_char(text: &str, is_kind: impl Fn(char) -> bool) -> bool {
    text.chars().any(is_kind)
}

fn is_near_power_of_two(number: i64) -> bool {
    let magnitude = u128::from(number.unsigned_abs());
    magnitude > 16 && [magnitude - 1, magnitude, magnitude + 1].iter().any(|n| n.is_power_of_two())
}

fn is_power_of_ten(number: i64) -> bool {
    (2..19).any(|exponent| number.unsigned_abs() == 10_u64.pow(exponent))
}

#[test]
fn lists_have_all_lengths_and_orders() {
    check(
        any::<Vec<i64>>(),
        &[
            ("no element", 74..=362, |list| list.is_empty()),
            ("one element", 49..=262, |list| list.len() == 1),
            ("2 to 9 elements", 84..=386, |list| (2..10).contains(&list.len())),
            ("10 to 99 elements", 236..=994, |list| (10..100).contains(&list.len())),
            ("100 to 999 elements", 48..=210, |list| (100..1_000).contains(&list.len())),
            ("1,000 elements or more", 3..=24, |list| list.len() >= 1_000),
            ("a duplicate", 251..=1000, |list| has_duplicates(list)),
            ("3 or more elements in order", 26..=128, |list| list.len() > 2 && list.is_sorted()),
            ("3 or more equal elements", 19..=92, |list| {
                list.len() > 2 && list.iter().all(|element| element == &list[0])
            }),
            ("a run of 3 consecutive numbers", 8..=54, |list| {
                list.windows(3)
                    .any(|w| w[0].checked_add(1) == Some(w[1]) && w[1].checked_add(1) == Some(w[2]))
            }),
        ],
    );
}

#[test]
fn strings_have_all_classes_of_characters() {
    check(
        any::<String>(),
        &[
            ("no character", 66..=322, |text| text.is_empty()),
            ("1,000 characters or more", 1..=12, |text| text.chars().count() >= 1_000),
            ("only ASCII", 193..=834, |text| !text.is_empty() && text.is_ascii()),
            ("a letter", 295..=1000, |text| has_char(text, |c| c.is_ascii_alphabetic())),
            ("a digit", 128..=594, |text| has_char(text, |c| c.is_ascii_digit())),
            ("white space", 115..=518, |text| has_char(text, char::is_whitespace)),
            ("a control character", 97..=456, |text| has_char(text, char::is_control)),
            ("an escape", 15..=78, |text| text.contains('\u{1b}')),
            ("a combining mark", 17..=136, |text| {
                has_char(text, |c| ('\u{300}'..='\u{36f}').contains(&c))
            }),
            ("a zero-width joiner", 13..=134, |text| text.contains('\u{200d}')),
            ("a wide character", 135..=642, |text| {
                has_char(text, |c| ('\u{1100}'..='\u{9fff}').contains(&c))
            }),
            ("right-to-left letters", 11..=68, |text| {
                has_char(text, |c| ('\u{590}'..='\u{6ff}').contains(&c))
            }),
            ("an emoji", 16..=102, |text| {
                has_char(text, |c| ('\u{1f300}'..='\u{1faff}').contains(&c))
            }),
            ("a character of four bytes", 82..=400, |text| has_char(text, |c| c.len_utf8() == 4)),
            ("a number", 5..=52, |text| text.parse::<f64>().is_ok()),
        ],
    );
}

#[test]
fn integers_have_all_boundaries() {
    check(
        any::<i64>(),
        &[
            ("0", 21..=108, |number| *number == 0),
            ("a digit", 134..=580, |number| number.unsigned_abs() < 10),
            ("a negative number", 232..=972, |number| *number < 0),
            ("the least number", 6..=48, |number| *number == i64::MIN),
            ("the greatest number", 11..=88, |number| *number == i64::MAX),
            ("the limit of a narrower type", 1..=12, |number| {
                [
                    i64::from(i32::MAX),
                    i64::from(i32::MIN),
                    i64::from(u32::MAX),
                    255,
                    256,
                    65_535,
                    65_536,
                ]
                .contains(number)
            }),
            ("a power of two or its neighbour", 45..=250, |number| is_near_power_of_two(*number)),
            ("a power of ten", 2..=24, |number| is_power_of_ten(*number)),
            ("more than 2^62", 104..=452, |number| number.unsigned_abs() > 1 << 62),
        ],
    );
}

#[test]
fn floats_have_all_special_values() {
    check(
        any::<f64>(),
        &[
            ("0", 5..=34, |x| x.to_bits() == 0),
            ("-0", 3..=24, |x| x.to_bits() == (-0.0_f64).to_bits()),
            ("NaN", 2..=16, |x| x.is_nan()),
            ("an infinity", 3..=30, |x| x.is_infinite()),
            ("a subnormal number", 5..=34, |x| x.is_subnormal()),
            ("a whole number", 218..=934, |x| x.is_finite() && x.fract() == 0.0),
            ("a fraction", 259..=1000, |x| x.is_finite() && x.fract() != 0.0),
            ("a negative number", 222..=996, |x| *x < 0.0),
        ],
    );
}

#[test]
fn values_relate_to_each_other() {
    check(
        any::<(u64, u64)>(),
        &[
            ("equal numbers", 49..=264, |(a, b)| a == b),
            ("adjacent numbers", 16..=72, |(a, b)| a.abs_diff(*b) == 1),
        ],
    );
    check(
        any::<(String, String)>(),
        &[
            ("equal texts", 6..=34, |(a, b)| !a.is_empty() && a == b),
            ("a text that begins with the other", 14..=96, |(a, b)| {
                !a.is_empty()
                    && !b.is_empty()
                    && a != b
                    && (a.starts_with(&**b) || b.starts_with(&**a))
            }),
        ],
    );
    check(
        any::<(Vec<u8>, Vec<u8>)>(),
        &[
            ("two empty lists", 35..=152, |(a, b)| a.is_empty() && b.is_empty()),
            ("equal lists", 4..=34, |(a, b)| !a.is_empty() && a == b),
            ("lists of the same length", 35..=184, |(a, b)| !a.is_empty() && a.len() == b.len()),
        ],
    );
}

#[test]
fn maps_sets_and_options_have_all_sizes() {
    check(
        any::<BTreeMap<u16, bool>>(),
        &[
            ("no entry", 74..=362, |map| map.is_empty()),
            ("one entry", 72..=376, |map| map.len() == 1),
            ("100 entries or more", 12..=74, |map| map.len() >= 100),
            ("adjacent keys", 229..=994, |map| {
                map.keys().any(|key| map.contains_key(&key.wrapping_add(1)))
            }),
        ],
    );
    check(
        any::<BTreeSet<i32>>(),
        &[
            ("no element", 79..=270, |set| set.is_empty()),
            ("1,000 elements or more", 1..=8, |set| set.len() >= 1_000),
        ],
    );
    check(
        any::<Vec<Option<u8>>>(),
        &[
            ("only values", 30..=142, |list| list.len() > 2 && list.iter().all(Option::is_some)),
            ("no values", 6..=42, |list| list.len() > 2 && list.iter().all(Option::is_none)),
        ],
    );
    check(
        any::<Vec<bool>>(),
        &[
            ("only true", 13..=68, |list| list.len() > 2 && list.iter().all(|flag| *flag)),
            ("only false", 10..=64, |list| list.len() > 2 && !list.iter().any(|flag| *flag)),
        ],
    );
}

#[test]
fn strings_have_rare_characters_and_words() {
    check(
        any::<String>(),
        &[
            ("a non-character", 17..=90, |text| {
                has_char(text, |c| {
                    u32::from(c) & 0xfffe == 0xfffe || ('\u{fdd0}'..='\u{fdef}').contains(&c)
                })
            }),
            ("an end of a length in UTF-8", 9..=50, |text| {
                has_char(text, |c| "\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}".contains(c))
            }),
            ("a letter whose case has another length", 21..=114, |text| {
                has_char(text, |c| {
                    c.to_lowercase().map(char::len_utf8).sum::<usize>() != c.len_utf8()
                        || c.to_uppercase().map(char::len_utf8).sum::<usize>() != c.len_utf8()
                })
            }),
            ("a quotation mark or a backslash", 55..=266, |text| {
                has_char(text, |c| "\"'\\".contains(c))
            }),
            ("a word such as true or null", 8..=38, |text| {
                ["true", "false", "null", "none", "nil", "nan", "inf"]
                    .iter()
                    .any(|word| text.to_lowercase().contains(word))
            }),
            ("two lines", 40..=214, |text| text.lines().count() > 1),
            ("a character three times in a row", 63..=320, |text| {
                let chars: Vec<char> = text.chars().collect();
                chars.windows(3).any(|three| three[0] == three[1] && three[1] == three[2])
            }),
        ],
    );
}

#[test]
fn characters_are_of_all_classes_and_recur() {
    check(
        any::<char>(),
        &[
            ("a letter", 201..=958, |c| c.is_ascii_alphabetic()),
            ("a digit", 19..=132, |c| c.is_ascii_digit()),
            ("white space", 19..=92, |c| c.is_whitespace()),
            ("a control character", 15..=72, |c| c.is_control()),
            ("a character of two bytes", 42..=210, |c| c.len_utf8() == 2),
            ("a character of three bytes", 51..=282, |c| c.len_utf8() == 3),
            ("a character of four bytes", 30..=152, |c| c.len_utf8() == 4),
        ],
    );
    check(any::<(char, char)>(), &[("equal characters", 20..=250, |(a, b)| a == b)]);
}

/// Checks how often an integer type has its limits, small numbers and equal numbers.
macro_rules! check_integers {
    ($($int:ident)*) => { $(
        check(
            any::<($int, $int)>(),
            &[
                (concat!("the least ", stringify!($int)), 5..=170, |(a, _)| *a == $int::MIN),
                (concat!("the greatest ", stringify!($int)), 8..=100, |(a, _)| *a == $int::MAX),
                (concat!("a digit as ", stringify!($int)), 100..=750, |(a, _)| (0..10).contains(a)),
                (concat!("equal ", stringify!($int)), 20..=320, |(a, b)| a == b),
            ],
        );
    )* };
}

#[test]
fn all_integers_have_limits_and_recur() {
    check_integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i128 isize);
}

#[test]
fn ranges_have_their_ends_and_all_parts() {
    check(
        (-1_000_000..=1_000_000_i32, 0..100_u8),
        &[
            ("the least number", 5..=42, |(x, _)| *x == -1_000_000),
            ("the greatest number", 9..=68, |(x, _)| *x == 1_000_000),
            ("0", 14..=80, |(x, _)| *x == 0),
            ("a number of the upper half", 86..=396, |(x, _)| *x > 500_000),
            ("the end of a narrow range", 12..=80, |(_, y)| *y == 99),
        ],
    );
    check(
        -1.0..=1.0_f64,
        &[
            ("an end", 10..=120, |x| x.abs() == 1.0),
            ("0", 5..=120, |x| *x == 0.0),
            ("a fraction", 400..=1000, |x| x.fract() != 0.0),
        ],
    );
}

#[test]
fn single_precision_has_all_special_values() {
    check(
        any::<(f32, f32)>(),
        &[
            ("0", 6..=40, |(x, _)| x.to_bits() == 0),
            ("-0", 3..=24, |(x, _)| x.to_bits() == (-0.0_f32).to_bits()),
            ("NaN", 2..=18, |(x, _)| x.is_nan()),
            ("an infinity", 3..=30, |(x, _)| x.is_infinite()),
            ("a subnormal number", 5..=36, |(x, _)| x.is_subnormal()),
            ("a whole number", 215..=934, |(x, _)| x.is_finite() && x.fract() == 0.0),
            ("equal numbers", 25..=140, |(x, y)| x == y),
            ("neighbours", 5..=30, |(x, y)| x.next_up() == *y || y.next_up() == *x),
        ],
    );
}

#[derive(Clone, Copy, Debug, PartialEq, forall::Arbitrary)]
enum Step {
    Push(u8),
    Pop,
    Peek,
    Clear,
    Swap(u8, u8),
}

#[test]
fn lists_of_variants_leave_some_out() {
    fn kinds(steps: &[Step]) -> usize {
        steps.iter().map(std::mem::discriminant).collect::<HashSet<_>>().len()
    }
    check(
        any::<Vec<Step>>(),
        &[
            ("all variants", 179..=772, |steps| kinds(steps) == 5),
            ("10 steps of one variant", 12..=76, |steps| steps.len() > 9 && kinds(steps) == 1),
            ("10 steps of two variants", 18..=88, |steps| steps.len() > 9 && kinds(steps) == 2),
            ("8 steps of one variant in a row", 40..=194, |steps| {
                steps.windows(8).any(|window| kinds(window) == 1)
            }),
        ],
    );
    check(
        any::<Result<bool, Option<u8>>>(),
        &[
            ("a value", 300..=900, |result| result.is_ok()),
            ("no error code", 50..=500, |result| *result == Err(None)),
        ],
    );
}

#[test]
fn nested_and_hashed_collections_have_all_sizes() {
    check(
        any::<HashMap<String, Vec<u8>>>(),
        &[
            ("no entry", 74..=362, |map| map.is_empty()),
            ("one entry", 57..=300, |map| map.len() == 1),
            ("10 entries or more", 225..=984, |map| map.len() >= 10),
            ("an empty key", 293..=1000, |map| map.contains_key("")),
        ],
    );
    check(
        any::<HashSet<u8>>(),
        &[
            ("no element", 79..=330, |set| set.is_empty()),
            ("100 elements or more", 10..=200, |set| set.len() >= 100),
        ],
    );
    check(
        any::<VecDeque<Vec<String>>>(),
        &[
            ("no list", 74..=362, |lists| lists.is_empty()),
            ("an empty list", 200..=1000, |lists| lists.iter().any(Vec::is_empty)),
            ("100 texts or more", 110..=460, |lists| {
                lists.iter().map(Vec::len).sum::<usize>() >= 100
            }),
            ("1,000 characters or more", 20..=400, |lists| {
                lists.iter().flatten().map(|text| text.chars().count()).sum::<usize>() >= 1_000
            }),
        ],
    );
}
