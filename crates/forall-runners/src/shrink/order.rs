//! Order: what comes before what, and what belongs together.
//!
//! The sort and the tree of the standard library are made anew for every type that is in them, which is
//! much to compile for lists as short as these. So there is one sort, of places, for all of them.

use std::cmp::Ordering;

/// The items in this order; equal ones as they were.
pub(super) fn sorted<T: Clone>(items: &[T], compare: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    let mut sorted = Vec::with_capacity(items.len());
    for at in places(items.len(), &|l, r| compare(&items[l], &items[r])) {
        sorted.push(items[at].clone());
    }
    sorted
}

/// Items of the same key together, the least key first.
pub(super) fn grouped<T: Clone, K: Ord>(items: &[T], key: impl Fn(&T) -> K) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    for at in places(items.len(), &|l, r| key(&items[l]).cmp(&key(&items[r]))) {
        let item = items[at].clone();
        match groups.last_mut() {
            Some(group) if key(&group[0]) == key(&item) => group.push(item),
            _ => groups.push(vec![item]),
        }
    }
    groups
}

/// Of each number, how many different ones are less.
pub(super) fn ranks(numbers: &[i128]) -> Vec<usize> {
    let mut ranks = vec![0; numbers.len()];
    let places = places(numbers.len(), &|l, r| numbers[l].cmp(&numbers[r]));
    for pair in places.windows(2) {
        let more = numbers[pair[0]] < numbers[pair[1]];
        ranks[pair[1]] = ranks[pair[0]] + usize::from(more);
    }
    ranks
}

fn places(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..length).collect();
    places.sort_by(|l, r| compare(*l, *r));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_one_key_stay_in_order() {
        let groups = grouped(&["b2", "a1", "b1", "a2"], |item| item.as_bytes()[0]);
        assert_eq!(groups, [["a1", "a2"], ["b2", "b1"]]);
        assert_eq!(sorted(&["b2", "a1", "b1"], |l, r| l[..1].cmp(&r[..1])), ["a1", "b2", "b1"]);
    }

    #[test]
    fn equal_numbers_have_one_rank() {
        assert_eq!(ranks(&[70, -5, 70, 9, -5]), [2, 0, 2, 1, 0]);
        assert!(ranks(&[]).is_empty());
    }
}
