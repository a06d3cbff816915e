//! Sorting and grouping.
//!
//! The sort and the maps of the standard library are compiled for each element type, which takes long for lists
//! as short as these. So there is one sort, of indices, for all types.

use std::cmp::Ordering;

/// Returns the items in this order. The sort is stable.
pub(super) fn sorted<T: Clone>(items: &[T], compare: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    let mut sorted = Vec::with_capacity(items.len());
    for at in sorted_indices(items.len(), &|l, r| compare(&items[l], &items[r])) {
        sorted.push(items[at].clone());
    }
    sorted
}

/// Groups the items by key, the smallest key first.
pub(super) fn grouped<T: Clone, K: Ord>(items: &[T], key: impl Fn(&T) -> K) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    for at in sorted_indices(items.len(), &|l, r| key(&items[l]).cmp(&key(&items[r]))) {
        let item = items[at].clone();
        match groups.last_mut() {
            Some(group) if key(&group[0]) == key(&item) => group.push(item),
            _ => groups.push(vec![item]),
        }
    }
    groups
}

/// Returns for each number how many distinct numbers are less.
pub(super) fn ranks(numbers: &[i128]) -> Vec<usize> {
    let mut ranks = vec![0; numbers.len()];
    let indices = sorted_indices(numbers.len(), &|l, r| numbers[l].cmp(&numbers[r]));
    for pair in indices.windows(2) {
        let more = numbers[pair[0]] < numbers[pair[1]];
        ranks[pair[1]] = ranks[pair[0]] + usize::from(more);
    }
    ranks
}

/// Returns the indices below `length` in this order.
fn sorted_indices(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..length).collect();
    indices.sort_by(|l, r| compare(*l, *r));
    indices
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
