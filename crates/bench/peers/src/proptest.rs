//! proptest: strategies are values, so a tree is a strategy of strategies.

use forall_bench::counted;
use forall_bench::problems::{Expression, Tree};
use proptest::collection::vec;
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_oneof};
use proptest::strategy::BoxedStrategy;
use proptest::test_runner::{TestCaseError, TestRunner};

use crate::{MAX_LIST_LENGTH, MAX_TEXT_LENGTH, Peer};

pub const PEER: Peer = Peer {
    name: "proptest",
    words: |n| run(n, (any::<u64>(), any::<u64>()), |(a, b)| counted::addition(a, b)),
    lists: |n| run(n, vec(any::<i32>(), 0..=MAX_LIST_LENGTH), |list| counted::reversal(&list)),
    texts: |n| {
        let texts = format!("\\PC{{0,{MAX_TEXT_LENGTH}}}");
        run(n, &*texts, |text| counted::encoding(&text));
    },
    expressions: |n| run(n, expressions(Expression::DEPTH), |e| counted::evaluation(&e)),
    trees: |n| {
        let search = trees(Tree::MIN, Tree::MAX, Tree::DEPTH);
        run(n, (search, Tree::MIN..=Tree::MAX), |(tree, key)| counted::insertion(&tree, key));
    },
};

fn run<S: Strategy>(tests: u64, strategy: S, property: impl Fn(S::Value) -> bool) {
    let cases = u32::try_from(tests).expect("no round has as many");
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let judge = |value| property(value).then_some(()).ok_or_else(|| TestCaseError::fail("false"));
    TestRunner::new(config).run(&strategy, judge).expect("the properties of the bench hold");
}

fn expressions(depth: u32) -> BoxedStrategy<Expression> {
    let number = any::<i32>().prop_map(Expression::Number);
    if depth == 0 {
        return number.boxed();
    }
    let part = expressions(depth - 1).prop_map(Box::new).boxed();
    let parts = (part.clone(), part.clone());
    prop_oneof![
        number,
        part.prop_map(Expression::Negative),
        parts.clone().prop_map(|(x, y)| Expression::Sum(x, y)),
        parts.prop_map(|(x, y)| Expression::Product(x, y)),
    ]
    .boxed()
}

fn trees(min: i32, max: i32, depth: u32) -> BoxedStrategy<Tree> {
    if depth == 0 || min > max {
        return Just(Tree::Leaf).boxed();
    }
    let nodes = (min..=max).prop_flat_map(move |key| {
        let parts = (trees(min, key - 1, depth - 1), trees(key + 1, max, depth - 1));
        parts.prop_map(move |(smaller, greater)| Tree::node(smaller, key, greater))
    });
    prop_oneof![1 => Just(Tree::Leaf), 4 => nodes].boxed()
}
