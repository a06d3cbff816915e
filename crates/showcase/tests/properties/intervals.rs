use std::ops::RangeInclusive;

use forall::{observe, property};
use showcase::intervals::Intervals;

/// A range of at most nine numbers: its start, and a seed for its length.
type Short = (i8, u8);

fn range(short: &Short) -> RangeInclusive<i32> {
    let first = i32::from(short.0);
    let length = i32::from(short.1) % 9;
    first..=first + length
}

fn set_of(ranges: &[Short]) -> Intervals {
    let mut set = Intervals::default();
    ranges.iter().for_each(|short| set.insert(range(short)));
    set
}

#[property]
fn a_set_contains_exactly_the_inserted_numbers(
    ranges: &[(i8, u8)],
    #[domain(-150..150_i32)] number: i32,
) -> bool {
    let inserted = ranges.iter().any(|short| range(short).contains(&number));
    observe::cover(5.0, "inserted", inserted);
    set_of(ranges).contains(number) == inserted
}

#[property]
fn intervals_are_sorted_and_separated(ranges: &[(i8, u8)]) -> bool {
    let set = set_of(ranges);
    observe::collect("intervals", set.as_slice().len());
    set.as_slice().windows(2).all(|pair| pair[0].last + 1 < pair[1].first)
}
