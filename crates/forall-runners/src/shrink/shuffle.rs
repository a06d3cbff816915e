//! Random lists: some elements of the best case, in a random order.
//!
//! If a property depends on the order of elements, such as that of insertions into a tree, a shorter list fails only in
//! another order. So several elements must be deleted and others moved at once. Numbers outside of the lists, such as the
//! key to delete, take the values of others of their kind.

use super::descent::{Descent, Number};
use super::shape::List;
use crate::source::{ChoiceValue, Random};

/// Longer lists are left alone.
const MAX_LENGTH: usize = 32;

/// The number of proposed cases for each property call: many are not new, or not simpler.
const STEPS_PER_TRY: u64 = 10;

/// Tries random lists, with at most `tries` property calls. Returns whether one of them fails.
pub(super) fn lists(descent: &mut Descent<'_>, random: &mut Random, tries: u64) -> bool {
    let lists: Vec<List> = List::all(descent.best())
        .into_iter()
        .filter(|list| list.len() > list.min.max(1) && list.len() <= MAX_LENGTH)
        .collect();
    if lists.is_empty() {
        return false;
    }
    let max_tried = descent.tried() + tries;
    for _ in 0..STEPS_PER_TRY * tries {
        if descent.tried() >= max_tried || descent.spent() {
            return false;
        }
        let values = with_other_numbers(descent, &lists, random);
        if descent.attempt(shuffled(&values, &lists, random)) {
            return true;
        }
    }
    false
}

/// Returns the values with about half of the lists replaced. A list inside of a replaced one moves with its element.
fn shuffled(values: &[ChoiceValue], lists: &[List], random: &mut Random) -> Vec<ChoiceValue> {
    let mut shuffled = Vec::with_capacity(values.len());
    let mut from = 0;
    for list in lists {
        if list.range.start < from || lists.len() > 1 && random.one_in(2) {
            continue;
        }
        shuffled.extend_from_slice(&values[from..list.range.start]);
        let order = some_elements(list, random);
        shuffled.extend(list.write(order.iter().map(|at| &values[list.bodies[*at].clone()])));
        from = list.range.end;
    }
    shuffled.extend_from_slice(&values[from..]);
    shuffled
}

/// Returns the indices of a random number of elements, in a random order. A few less than before are likelier than many.
fn some_elements(list: &List, random: &mut Random) -> Vec<usize> {
    let spare = (list.len() - list.min) as u64;
    let fewer = random.below(spare + 1).min(random.below(spare + 1));
    let count = list.len() - fewer as usize;
    let mut order: Vec<usize> = (0..list.len()).collect();
    for at in 0..count {
        order.swap(at, at + random.below((list.len() - at) as u64) as usize);
    }
    order.truncate(count);
    order
}

/// Returns the values of the best case, where about half of the numbers outside of the lists are replaced by another number
/// of their kind.
fn with_other_numbers(
    descent: &Descent<'_>,
    lists: &[List],
    random: &mut Random,
) -> Vec<ChoiceValue> {
    let mut values = descent.values();
    let numbers = descent.numbers();
    let is_outside = |number: &&Number| !lists.iter().any(|list| list.range.contains(&number.at));
    for number in numbers.iter().filter(is_outside) {
        let same: Vec<&Number> = numbers.iter().filter(|other| other.kind == number.kind).collect();
        if random.one_in(2) {
            let other = same[random.below(same.len() as u64) as usize];
            values[number.at] = ChoiceValue::Integer(other.value);
        }
    }
    values
}
