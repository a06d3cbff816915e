//! arbtest with arbitrary. It runs for a given time instead of a number of tests, and fills a
//! buffer before each test. The buffer has the size that the problem needs.

use std::ops::RangeInclusive;

use arbitrary::{Result, Unstructured};
use arbtest::arbtest;
use forall_bench::counted;
use forall_bench::problems::{Expression, Tree};

use crate::{MAX_LIST_LENGTH, MAX_TEXT_LENGTH, Peer};

pub const PEER: Peer = Peer {
    name: "arbtest",
    words: |_| run(16, |u| Ok(counted::addition(u.arbitrary()?, u.arbitrary()?))),
    lists: |_| {
        run(512, |u| Ok(counted::reversal(&collect::<Vec<i32>, _>(u, 0..=MAX_LIST_LENGTH)?)))
    },
    texts: |_| {
        run(512, |u| Ok(counted::encoding(&collect::<String, char>(u, 0..=MAX_TEXT_LENGTH)?)))
    },
    expressions: |_| run(1024, |u| Ok(counted::evaluation(&expression(u, Expression::DEPTH)?))),
    trees: |_| {
        run(1024, |u| {
            let tree = tree(u, Tree::MIN, Tree::MAX, Tree::DEPTH)?;
            Ok(counted::insertion(&tree, u.int_in_range(Tree::MIN..=Tree::MAX)?))
        });
    },
};

/// The shortest time budget that arbtest accepts.
const MILLIS: u64 = 1;

fn run(bytes: u32, property: impl Fn(&mut Unstructured<'_>) -> Result<bool>) {
    let test = |u: &mut Unstructured<'_>| property(u).map(|holds| assert!(holds));
    arbtest(test).size_min(bytes).size_max(bytes).budget_ms(MILLIS).run();
}

/// Collections with a uniform length: `arbitrary` decides after each element whether to stop, which
/// makes all lists short.
fn collect<C: FromIterator<T>, T: for<'a> arbitrary::Arbitrary<'a>>(
    u: &mut Unstructured<'_>,
    lengths: RangeInclusive<usize>,
) -> Result<C> {
    let length = u.int_in_range(lengths)?;
    (0..length).map(|_| u.arbitrary()).collect()
}

fn expression(u: &mut Unstructured<'_>, depth: u32) -> Result<Expression> {
    let kind = if depth == 0 { 0 } else { u.int_in_range(0..=3)? };
    if kind == 0 {
        return Ok(Expression::Number(u.arbitrary()?));
    }
    let mut part = || Ok(Box::new(expression(u, depth - 1)?));
    Ok(match kind {
        1 => Expression::Negative(part()?),
        2 => Expression::Sum(part()?, part()?),
        _ => Expression::Product(part()?, part()?),
    })
}

fn tree(u: &mut Unstructured<'_>, min: i32, max: i32, depth: u32) -> Result<Tree> {
    if depth == 0 || min > max || u.int_in_range(0..=4)? == 0 {
        return Ok(Tree::Leaf);
    }
    let key = u.int_in_range(min..=max)?;
    let smaller = tree(u, min, key - 1, depth - 1)?;
    Ok(Tree::node(smaller, key, tree(u, key + 1, max, depth - 1)?))
}
