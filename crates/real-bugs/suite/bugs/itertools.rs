//! Adaptors of iterators.

use itertools::Itertools;

use crate::bug::Bug;

/// Returns all ways to choose one element of each list.
fn product(lists: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let Some((last, rest)) = lists.split_last() else { return vec![Vec::new()] };
    let mut choices = Vec::new();
    for choice in product(rest) {
        for element in last {
            choices.push([&choice[..], &[*element]].concat());
        }
    }
    choices
}

pub(crate) static EMPTY_PRODUCT: Bug<Vec<Vec<u8>>> = Bug {
    name: "itertools_empty_product",
    package: "itertools",
    law: "`multi_cartesian_product` returns all ways to choose one element of each list",
    link: "https://github.com/rust-itertools/itertools/issues/835",
    check: |lists| {
        // At most 4 lists of 4 elements.
        let short = lists.iter().take(4).map(|list| list.iter().take(4).copied().collect());
        let lists: Vec<Vec<u8>> = short.collect();
        let choices = lists.iter().map(|list| list.iter().copied()).multi_cartesian_product();
        assert_eq!(choices.collect_vec(), product(&lists));
    },
    known_failure: Vec::new,
};
