//! Compressed sets of integers.

use roaring::RoaringBitmap;

use crate::bug::Bug;
use crate::input::input;

input! {
    enum Step {
        Insert(u32),
        Remove(u32),
        InsertRange(u32, u16),
        RemoveRange(u32, u16),
        Append(u16),
    }
}

input! {
    struct Sets { a: Vec<Step>, b: Vec<Step> }
}

/// The elements are smaller than this, which is a little more than one container of a bitmap.
const LIMIT: u32 = 70_000;

/// The number of steps that build a set, to bound the time of a test.
const MAX_STEPS: usize = 12;

/// A bitmap, and whether each number is an element.
struct Set {
    bitmap: RoaringBitmap,
    model: Vec<bool>,
}

impl Set {
    fn build(steps: &[Step]) -> Set {
        let mut set = Set { bitmap: RoaringBitmap::new(), model: vec![false; LIMIT as usize] };
        steps.iter().take(MAX_STEPS).for_each(|step| set.apply(step));
        set
    }

    fn apply(&mut self, step: &Step) {
        match *step {
            Step::Insert(number) => {
                let is_new = self.bitmap.insert(number % LIMIT);
                assert_eq!(is_new, self.fill(number % LIMIT, 1, true) == 1);
            }
            Step::Remove(number) => {
                let is_removed = self.bitmap.remove(number % LIMIT);
                assert_eq!(is_removed, self.fill(number % LIMIT, 1, false) == 1);
            }
            Step::InsertRange(start, length) => {
                let start = start % LIMIT;
                let end = (start + u32::from(length)).min(LIMIT);
                let inserted = self.bitmap.insert_range(start..end);
                assert_eq!(inserted, self.fill(start, end - start, true));
            }
            Step::RemoveRange(start, length) => {
                let start = start % LIMIT;
                let end = (start + u32::from(length)).min(LIMIT);
                let removed = self.bitmap.remove_range(start..end);
                assert_eq!(removed, self.fill(start, end - start, false));
            }
            Step::Append(distance) => {
                let last = self.model.iter().rposition(|is_in| *is_in);
                let next = last.map_or(0, |last| last as u32 + 1) + u32::from(distance);
                if next < LIMIT {
                    self.bitmap.insert(next);
                    self.fill(next, 1, true);
                }
            }
        }
    }

    /// Sets a range of the model, and returns how many numbers changed.
    fn fill(&mut self, start: u32, length: u32, value: bool) -> u64 {
        let range = &mut self.model[start as usize..(start + length) as usize];
        let changed = range.iter().filter(|is_in| **is_in != value).count();
        range.fill(value);
        changed as u64
    }
}

fn elements(model: impl Iterator<Item = bool>) -> impl Iterator<Item = u32> {
    (0..).zip(model).filter(|(_, is_in)| *is_in).map(|(number, _)| number)
}

fn agree(bitmap: &RoaringBitmap, model: impl Iterator<Item = bool>) {
    let mut count = 0;
    let elements = elements(model).inspect(|_| count += 1);
    assert!(bitmap.iter().eq(elements));
    assert_eq!(bitmap.len(), count);
}

fn check(sets: &Sets) {
    let a = Set::build(&sets.a);
    let b = Set::build(&sets.b);
    let pairs = || a.model.iter().copied().zip(b.model.iter().copied());
    agree(&a.bitmap, a.model.iter().copied());
    agree(&(&a.bitmap & &b.bitmap), pairs().map(|(a, b)| a && b));
    agree(&(&a.bitmap | &b.bitmap), pairs().map(|(a, b)| a || b));
    agree(&(&a.bitmap - &b.bitmap), pairs().map(|(a, b)| a && !b));
    agree(&(&a.bitmap ^ &b.bitmap), pairs().map(|(a, b)| a != b));
    assert_eq!(a.bitmap.is_subset(&b.bitmap), pairs().all(|(a, b)| !a || b));
    assert_eq!(a.bitmap.is_disjoint(&b.bitmap), pairs().all(|(a, b)| !(a && b)));
    assert_eq!(a.bitmap.min(), elements(a.model.iter().copied()).next());
    assert_eq!(a.bitmap.max(), elements(a.model.iter().copied()).last());
    let mut bytes = Vec::new();
    a.bitmap.serialize_into(&mut bytes).expect("a vector grows");
    assert_eq!(RoaringBitmap::deserialize_from(&bytes[..]).ok(), Some(a.bitmap));
}

pub(crate) static SET_OPERATIONS: Bug<Sets> = Bug {
    name: "roaring_set_operations",
    package: "roaring",
    law: "bitmaps and their operations behave like arrays of booleans",
    link: "https://github.com/RoaringBitmap/roaring-rs",
    check,
    known_failure: || Sets { a: vec![Step::Insert(0)], b: vec![Step::InsertRange(0, 4_097)] },
};
