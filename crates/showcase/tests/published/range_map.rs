//! `rangemap::RangeMap`, against an array with a value for each number: a new version, and one with a bug.

use std::ops::Range;

use forall::machine::{Steps, steps};
use forall::property;
use forall::property::forall;
use forall::runner::{Options, quick_check};
use rangemap::RangeMap;
use rangemap_0_1::RangeMap as OldRangeMap;

const LAST: usize = 15;

#[forall::machine(model = Values)]
trait Map {
    #[weight(2)]
    fn insert(
        &mut self,
        #[domain(0..12_u8)] start: u8,
        #[domain(1..=4_u8)] len: u8,
        #[domain(0..3_u8)] value: u8,
    );
    fn remove(&mut self, #[domain(0..12_u8)] start: u8, #[domain(1..=4_u8)] len: u8);
    fn get(&self, #[domain(0..16_u8)] key: u8) -> Option<u8>;
    fn range_of(&self, #[domain(0..16_u8)] key: u8) -> Option<Range<u8>>;
    fn overlaps(&self, #[domain(0..12_u8)] start: u8, #[domain(1..=4_u8)] len: u8) -> bool;
    fn gaps(&self, #[domain(0..8_u8)] start: u8, #[domain(1..=8_u8)] len: u8) -> Vec<Range<u8>>;
    fn clear(&mut self);
    #[always]
    fn ranges(&self) -> Vec<(Range<u8>, u8)>;
}

#[derive(Default)]
struct Values([Option<u8>; LAST + 1]);

impl Values {
    /// Returns the maximal ranges of equal values, in `within`.
    fn runs(&self, within: Range<u8>) -> Vec<(Range<u8>, Option<u8>)> {
        let mut runs: Vec<(Range<u8>, Option<u8>)> = Vec::new();
        for key in within {
            let value = self.0[usize::from(key)];
            match runs.last_mut() {
                Some((range, of)) if *of == value => range.end = key + 1,
                _ => runs.push((key..key + 1, value)),
            }
        }
        runs
    }

    fn all(&self) -> Vec<(Range<u8>, u8)> {
        let runs = self.runs(0..LAST as u8 + 1).into_iter();
        runs.filter_map(|(range, value)| Some((range, value?))).collect()
    }
}

impl Map for Values {
    fn insert(&mut self, start: u8, len: u8, value: u8) {
        self.0[usize::from(start)..usize::from(start + len)].fill(Some(value));
    }

    fn remove(&mut self, start: u8, len: u8) {
        self.0[usize::from(start)..usize::from(start + len)].fill(None);
    }

    fn get(&self, key: u8) -> Option<u8> {
        self.0[usize::from(key)]
    }

    fn range_of(&self, key: u8) -> Option<Range<u8>> {
        self.all().into_iter().map(|(range, _)| range).find(|range| range.contains(&key))
    }

    fn overlaps(&self, start: u8, len: u8) -> bool {
        (start..start + len).any(|key| self.get(key).is_some())
    }

    fn gaps(&self, start: u8, len: u8) -> Vec<Range<u8>> {
        let runs = self.runs(start..start + len).into_iter();
        runs.filter(|(_, value)| value.is_none()).map(|(range, _)| range).collect()
    }

    fn clear(&mut self) {
        *self = Values::default();
    }

    fn ranges(&self) -> Vec<(Range<u8>, u8)> {
        self.all()
    }
}

impl Map for RangeMap<u8, u8> {
    fn insert(&mut self, start: u8, len: u8, value: u8) {
        RangeMap::insert(self, start..start + len, value);
    }

    fn remove(&mut self, start: u8, len: u8) {
        RangeMap::remove(self, start..start + len);
    }

    fn get(&self, key: u8) -> Option<u8> {
        RangeMap::get(self, &key).copied()
    }

    fn range_of(&self, key: u8) -> Option<Range<u8>> {
        self.get_key_value(&key).map(|(range, _)| range.clone())
    }

    fn overlaps(&self, start: u8, len: u8) -> bool {
        RangeMap::overlaps(self, &(start..start + len))
    }

    fn gaps(&self, start: u8, len: u8) -> Vec<Range<u8>> {
        RangeMap::gaps(self, &(start..start + len)).collect()
    }

    fn clear(&mut self) {
        RangeMap::clear(self);
    }

    fn ranges(&self) -> Vec<(Range<u8>, u8)> {
        self.iter().map(|(range, value)| (range.clone(), *value)).collect()
    }
}

#[property(tests = 2_000)]
fn a_range_map_has_a_value_for_each_number(steps: Steps<Values>) {
    steps.check::<RangeMap<u8, u8>>();
}

impl Map for OldRangeMap<u8, u8> {
    fn insert(&mut self, start: u8, len: u8, value: u8) {
        OldRangeMap::insert(self, start..start + len, value);
    }

    fn remove(&mut self, start: u8, len: u8) {
        OldRangeMap::remove(self, start..start + len);
    }

    fn get(&self, key: u8) -> Option<u8> {
        OldRangeMap::get(self, &key).copied()
    }

    fn range_of(&self, key: u8) -> Option<Range<u8>> {
        self.get_key_value(&key).map(|(range, _)| range.clone())
    }

    /// This version has no such method.
    fn overlaps(&self, start: u8, len: u8) -> bool {
        self.iter().any(|(range, _)| range.start < start + len && start < range.end)
    }

    fn gaps(&self, start: u8, len: u8) -> Vec<Range<u8>> {
        OldRangeMap::gaps(self, &(start..start + len)).collect()
    }

    fn clear(&mut self) {
        *self = OldRangeMap::new();
    }

    fn ranges(&self) -> Vec<(Range<u8>, u8)> {
        self.iter().map(|(range, value)| (range.clone(), *value)).collect()
    }
}

#[test]
fn version_0_1_has_an_empty_gap_between_two_values() {
    let agrees = forall("steps", steps::<Values>())
        .check(|(steps, ())| steps.check::<OldRangeMap<u8, u8>>());
    let report = quick_check(&agrees, &Options::default());
    let found = report.counterexample().expect("an empty gap");
    let expected = "1  insert(0, 1, 0)\n2  insert(1, 1, 1)\n3  gaps(0, 2)       → []";
    assert_eq!(found.shrunk[0].value.replace(' ', ""), expected.replace(' ', ""));
    let message = "the replies differ at step 3\n   model: []\n  system: [1..1]";
    assert_eq!(found.shrinking.failure.message, message);
}
