//! quickcheck: lists and texts have fewer elements than the size, and `Gen` has no ranges.

use forall_bench::counted;
use forall_bench::problems::{Expression, Tree};
use quickcheck::{Arbitrary, Gen, QuickCheck, Testable};

use crate::{MAX_LIST_LENGTH, MAX_TEXT_LENGTH, Peer};

pub const PEER: Peer = Peer {
    name: "quickcheck",
    words: |n| run(n, 100, counted::addition as fn(u64, u64) -> bool),
    lists: |n| {
        run(n, MAX_LIST_LENGTH + 1, (|list| counted::reversal(&list)) as fn(Vec<i32>) -> bool);
    },
    texts: |n| run(n, MAX_TEXT_LENGTH + 1, (|text| counted::encoding(&text)) as fn(String) -> bool),
    expressions: |n| run(n, 100, (|Drawn(e)| counted::evaluation(&e)) as fn(Drawn) -> bool),
    trees: |n| {
        run(n, 100, (|Search(t), Key(k)| counted::insertion(&t, k)) as fn(Search, Key) -> bool)
    },
};

fn run(tests: u64, size: usize, property: impl Testable) {
    QuickCheck::new().tests(tests).max_tests(tests).rng(Gen::new(size)).quickcheck(property);
}

#[derive(Clone, Debug)]
struct Drawn(Expression);

impl Arbitrary for Drawn {
    fn arbitrary(g: &mut Gen) -> Drawn {
        Drawn(expression(g, Expression::DEPTH))
    }
}

fn expression(g: &mut Gen, depth: u32) -> Expression {
    let kind = if depth == 0 { 0 } else { choose(g, &[0, 1, 2, 3]) };
    if kind == 0 {
        return Expression::Number(i32::arbitrary(g));
    }
    let mut part = || Box::new(expression(g, depth - 1));
    match kind {
        1 => Expression::Negative(part()),
        2 => Expression::Sum(part(), part()),
        _ => Expression::Product(part(), part()),
    }
}

#[derive(Clone, Debug)]
struct Key(i32);

impl Arbitrary for Key {
    fn arbitrary(g: &mut Gen) -> Key {
        Key(key(g, Tree::MIN, Tree::MAX))
    }
}

#[derive(Clone, Debug)]
struct Search(Tree);

impl Arbitrary for Search {
    fn arbitrary(g: &mut Gen) -> Search {
        Search(tree(g, Tree::MIN, Tree::MAX, Tree::DEPTH))
    }
}

fn tree(g: &mut Gen, min: i32, max: i32, depth: u32) -> Tree {
    if depth == 0 || min > max || choose(g, &[0, 1, 2, 3, 4]) == 0 {
        return Tree::Leaf;
    }
    let key = key(g, min, max);
    let smaller = tree(g, min, key - 1, depth - 1);
    Tree::node(smaller, key, tree(g, key + 1, max, depth - 1))
}

fn key(g: &mut Gen, min: i32, max: i32) -> i32 {
    min + (u32::arbitrary(g) % (max - min + 1) as u32) as i32
}

fn choose(g: &mut Gen, among: &[u32]) -> u32 {
    *g.choose(among).expect("there are some")
}
