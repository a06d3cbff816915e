//! hegel: keeps a tree of the inputs it has tried, so it runs in its default unit of 100 tests.

use forall_bench::counted;
use forall_bench::problems::{Expression, Tree};
use hegel::generators::{integers, text, vecs};
use hegel::{Hegel, Settings, TestCase};

use crate::{MAX_LIST_LENGTH, MAX_TEXT_LENGTH, Peer};

pub const PEER: Peer = Peer {
    name: "hegel",
    words: |n| {
        run(n, |case| {
            let a = case.draw(integers::<u64>());
            let b = case.draw(integers::<u64>());
            counted::addition(a, b)
        });
    },
    lists: |n| {
        run(n, |case| {
            let length = case.draw(integers::<usize>().max_value(MAX_LIST_LENGTH));
            let lists = vecs(integers::<i32>()).min_size(length).max_size(length);
            counted::reversal(&case.draw(lists))
        });
    },
    texts: |n| {
        run(n, |case| {
            let length = case.draw(integers::<usize>().max_value(MAX_TEXT_LENGTH));
            counted::encoding(&case.draw(text().min_size(length).max_size(length)))
        });
    },
    expressions: |n| run(n, |case| counted::evaluation(&expression(case, Expression::DEPTH))),
    trees: |n| {
        run(n, |case| {
            let tree = tree(case, Tree::MIN, Tree::MAX, Tree::DEPTH);
            counted::insertion(&tree, key(case, Tree::MIN, Tree::MAX))
        });
    },
};

/// The default number of tests in a run.
const DEFAULT: u64 = 100;

fn run(tests: u64, property: fn(&TestCase) -> bool) {
    for done in (0..tests).step_by(DEFAULT as usize) {
        let settings = Settings::new().test_cases(DEFAULT.min(tests - done)).database_key("bench");
        Hegel::new(move |case: TestCase| assert!(property(&case))).settings(settings).run();
    }
}

fn expression(case: &TestCase, depth: u32) -> Expression {
    let kind = if depth == 0 { 0 } else { case.draw_silent(integers::<u8>().max_value(3)) };
    if kind == 0 {
        return Expression::Number(case.draw_silent(integers::<i32>()));
    }
    let part = || Box::new(expression(case, depth - 1));
    match kind {
        1 => Expression::Negative(part()),
        2 => Expression::Sum(part(), part()),
        _ => Expression::Product(part(), part()),
    }
}

fn tree(case: &TestCase, min: i32, max: i32, depth: u32) -> Tree {
    if depth == 0 || min > max || case.draw_silent(integers::<u8>().max_value(4)) == 0 {
        return Tree::Leaf;
    }
    let key = key(case, min, max);
    let smaller = tree(case, min, key - 1, depth - 1);
    Tree::node(smaller, key, tree(case, key + 1, max, depth - 1))
}

fn key(case: &TestCase, min: i32, max: i32) -> i32 {
    case.draw_silent(integers::<i32>().min_value(min).max_value(max))
}
