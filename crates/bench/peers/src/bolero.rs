//! bolero: generators are functions of a driver.

use std::fmt::Debug;
use std::ops::Bound::Included;
use std::panic::RefUnwindSafe;

use bolero::generator::bolero_generator::{Driver, ValueGenerator};
use bolero::{check, produce};
use forall_bench::counted;
use forall_bench::problems::{Expression, Tree};

use crate::{MAX_LIST_LENGTH, MAX_TEXT_LENGTH, Peer};

pub const PEER: Peer = Peer {
    name: "bolero",
    words: |n| run(n, produce::<(u64, u64)>(), |(a, b)| counted::addition(*a, *b)),
    lists: |n| {
        let lists = produce::<Vec<i32>>().with().len(0..=MAX_LIST_LENGTH);
        run(n, lists, |list| counted::reversal(list));
    },
    texts: |n| {
        let texts = produce::<String>().with().len(0..=MAX_TEXT_LENGTH);
        run(n, texts, |text| counted::encoding(text));
    },
    expressions: |n| run(n, Expressions, counted::evaluation),
    trees: |n| run(n, Trees, |(tree, key)| counted::insertion(tree, *key)),
};

fn run<G>(tests: u64, generator: G, property: impl Fn(&G::Output) -> bool + RefUnwindSafe)
where
    G: ValueGenerator<Output: Debug>,
{
    check!()
        .with_generator(generator)
        .with_iterations(tests as usize)
        .for_each(|value| assert!(property(value)));
}

#[derive(Debug)]
struct Expressions;

impl ValueGenerator for Expressions {
    type Output = Expression;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<Expression> {
        expression(driver, Expression::DEPTH)
    }
}

fn expression<D: Driver>(driver: &mut D, depth: u32) -> Option<Expression> {
    let kind = if depth == 0 { 0 } else { driver.gen_u8(Included(&0), Included(&3))? };
    if kind == 0 {
        return Some(Expression::Number(driver.produce()?));
    }
    let mut part = || Some(Box::new(expression(driver, depth - 1)?));
    Some(match kind {
        1 => Expression::Negative(part()?),
        2 => Expression::Sum(part()?, part()?),
        _ => Expression::Product(part()?, part()?),
    })
}

#[derive(Debug)]
struct Trees;

impl ValueGenerator for Trees {
    type Output = (Tree, i32);

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<(Tree, i32)> {
        let tree = tree(driver, Tree::MIN, Tree::MAX, Tree::DEPTH)?;
        Some((tree, driver.gen_i32(Included(&Tree::MIN), Included(&Tree::MAX))?))
    }
}

fn tree<D: Driver>(driver: &mut D, min: i32, max: i32, depth: u32) -> Option<Tree> {
    if depth == 0 || min > max || driver.gen_u8(Included(&0), Included(&4))? == 0 {
        return Some(Tree::Leaf);
    }
    let key = driver.gen_i32(Included(&min), Included(&max))?;
    let smaller = tree(driver, min, key - 1, depth - 1)?;
    Some(Tree::node(smaller, key, tree(driver, key + 1, max, depth - 1)?))
}
