//! Our properties, written with the builder.

use forall::block::Property;
use forall::domain::{Domain, any, from_fn, integers, string, vec};
use forall::feedback::probe_id;
use forall::property::forall;
use forall::runner::{Options, fuzz, quick_check};
use forall::source::{Alphabet, Reject, Source};

use crate::measure::Count;
use crate::problems::{self, Expression, Tree};

/// Runs this many tests, which all pass.
pub fn run(property: &impl Property, tests: u64) {
    let options = Options { tests, ..Options::default() };
    assert!(quick_check(property, &options).passed(), "the properties of the bench hold");
}

/// Runs this many guided tests of one word, which all pass and reach one place.
pub fn fuzz_words(tests: u64) -> Count {
    let property = forall("word", any::<u64>()).check(|(word, ())| {
        probe_id(0);
        problems::missed(*word)
    });
    let report = fuzz(&property, &Options { tests, ..Options::default() });
    assert!(report.passed(), "one word in 2⁶⁴ was hit");
    Count { tests: report.tally.tests(), units: tests }
}

/// A property of two words.
pub fn words(check: impl Fn(u64, u64) -> bool + Sync + 'static) -> impl Property + Sync + 'static {
    forall("a", any::<u64>().without_edge_cases())
        .forall("b", any::<u64>().without_edge_cases())
        .check(move |(b, (a, ()))| check(*a, *b))
}

/// A property of lists of up to 100 numbers.
pub fn lists(check: impl Fn(&[i32]) -> bool + 'static) -> impl Property + 'static {
    forall("list", vec(any::<i32>().without_edge_cases(), 0..=100).without_edge_cases())
        .check(move |(list, ())| check(list))
}

/// A property of a search tree and a key.
pub fn trees(check: impl Fn(&Tree, i32) -> bool + 'static) -> impl Property + 'static {
    forall("tree", from_fn(|source| tree(source, Tree::MIN, Tree::MAX, Tree::DEPTH)))
        .forall("key", integers(Tree::MIN, Tree::MAX).without_edge_cases())
        .check(move |(key, (tree, ()))| check(tree, *key))
}

/// A property of expressions.
pub fn expressions(check: impl Fn(&Expression) -> bool + 'static) -> impl Property + 'static {
    forall("expression", from_fn(|source| expression(source, Expression::DEPTH)))
        .check(move |(expression, ())| check(expression))
}

/// A property of texts of up to `longest` characters.
pub fn texts(longest: usize, check: impl Fn(&str) -> bool + 'static) -> impl Property + 'static {
    forall("text", string(Alphabet::ANY, 0..=longest)).check(move |(text, ())| check(text))
}

fn tree(source: &mut Source, min: i32, max: i32, depth: u32) -> Result<Tree, Reject> {
    if depth == 0 || min > max || source.branch(5) == 0 {
        return Ok(Tree::Leaf);
    }
    let key = integers(min, max).without_edge_cases().generate(source)?;
    let smaller = tree(source, min, key - 1, depth - 1)?;
    let greater = tree(source, key + 1, max, depth - 1)?;
    Ok(Tree::node(smaller, key, greater))
}

fn expression(source: &mut Source, depth: u32) -> Result<Expression, Reject> {
    let kind = if depth == 0 { 0 } else { source.branch(4) };
    if kind == 0 {
        return Ok(Expression::Number(any::<i32>().without_edge_cases().generate(source)?));
    }
    let first = Box::new(expression(source, depth - 1)?);
    if kind == 1 {
        return Ok(Expression::Negative(first));
    }
    let second = Box::new(expression(source, depth - 1)?);
    Ok(if kind == 2 { Expression::Sum(first, second) } else { Expression::Product(first, second) })
}
