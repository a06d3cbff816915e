//! Very long inputs, as a saved failure may be: shrinking starts with large steps, and ends in time.

use std::time::{Duration, Instant};

use forall::Arbitrary;
use forall::block::{Property, TestCase, invert, regenerate};
use forall::property::property;
use forall::report::Failure;
use forall::shrink::{Alternating, Minimized, ShrinkLimits, minimize};
use forall::source::{Policy, Source};

const LENGTH: usize = 100_000;

/// The time limit of shrinking in these tests.
const TIME: Duration = Duration::from_secs(2);

/// Returns the test case with these inputs.
fn case<P: Property>(property: &P, inputs: &P::Inputs) -> TestCase<P::Inputs> {
    let choices = invert(property, inputs).expect("these domains can invert values");
    regenerate(property, Source::replay(choices, Policy::STRICT)).expect("these choices fit")
}

fn shrink<P: Property>(property: &P, inputs: &P::Inputs, time: Duration) -> Minimized<P::Inputs> {
    let deadline = Some(Instant::now() + time);
    let limits = ShrinkLimits { tries: 10_000, deadline, stop: None };
    minimize(property, case(property, inputs), Failure::predicate_false(), &Alternating, limits)
}

fn numbers(length: usize) -> Vec<u32> {
    (0..length as u32).map(|n| n.wrapping_mul(2_654_435_761)).collect()
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Step {
    Clear,
    Push(u8),
    Append(Vec<u8>),
}

fn steps(length: usize) -> Vec<Step> {
    let step = |n: usize| match n % 3 {
        0 => Step::Append(vec![1, n as u8, 3]),
        1 => Step::Push(n as u8),
        _ => Step::Clear,
    };
    (0..length).map(step).collect()
}

fn appended(steps: &[Step]) -> usize {
    steps.iter().filter(|step| matches!(step, Step::Append(bytes) if bytes.len() > 2)).count()
}

#[derive(Arbitrary, Clone, Debug)]
enum Tree {
    Leaf(bool),
    Node(Box<Tree>, Box<Tree>),
}

impl Tree {
    /// Returns the tree with `2.pow(depth)` leaves. Only the leaf number `at` is true.
    fn with_true_leaf(depth: u32, at: u32) -> Tree {
        if depth == 0 {
            return Tree::Leaf(at == 0);
        }
        let half = 1 << (depth - 1);
        let left = Tree::with_true_leaf(depth - 1, at);
        let right = Tree::with_true_leaf(depth - 1, at.wrapping_sub(half));
        Tree::Node(Box::new(left), Box::new(right))
    }

    fn any(&self) -> bool {
        match self {
            Tree::Leaf(leaf) => *leaf,
            Tree::Node(left, right) => left.any() || right.any(),
        }
    }
}

#[test]
fn long_lists_shrink_to_the_minimum_in_time() {
    let large = |xs: &[u32]| xs.iter().filter(|x| **x > 4_000_000_000).count();
    let few = property! { forall xs: Vec<u32>; check large(xs) < 3 };
    let (xs, ()) = shrink(&few, &(numbers(LENGTH), ()), 10 * TIME).inputs;
    assert_eq!(xs, [4_000_000_001; 3]);
}

#[test]
fn long_sequences_of_steps_shrink_to_the_minimum_in_time() {
    let few = property! { forall steps: Vec<Step>; check appended(steps) < 3 };
    let (shrunk, ()) = shrink(&few, &(steps(LENGTH), ()), 10 * TIME).inputs;
    assert_eq!(shrunk, vec![Step::Append(vec![0; 3]); 3]);
}

#[test]
fn large_trees_shrink_to_the_minimum_in_time() {
    let none = property! { forall tree: Tree; check !tree.any() };
    let tree = Tree::with_true_leaf(14, 9_999);
    let (shrunk, ()) = shrink(&none, &(tree, ()), 10 * TIME).inputs;
    assert!(matches!(shrunk, Tree::Leaf(true)), "{shrunk:?}");
}

#[test]
fn shrinking_a_long_input_ends_soon_after_its_deadline() {
    // Many elements must remain, so there are many parts to examine.
    let many = property! { forall steps: Vec<Step>; check appended(steps) < 5_000 };
    let since = Instant::now();
    let shrunk = shrink(&many, &(steps(LENGTH), ()), TIME);
    assert!(since.elapsed() < 8 * TIME, "it took {:?}", since.elapsed());
    assert!(shrunk.inputs.0.len() < LENGTH / 2, "{} steps are left", shrunk.inputs.0.len());
}

#[test]
fn the_first_cuts_of_a_long_input_are_made_even_after_the_deadline() {
    let few = property! { forall xs: Vec<u32>; check xs.len() < 1_000 };
    let (xs, ()) = shrink(&few, &(numbers(LENGTH), ()), Duration::ZERO).inputs;
    assert!(xs.len() < LENGTH / 10, "{} elements are left", xs.len());
    let (short, ()) = shrink(&few, &(numbers(2_000), ()), Duration::ZERO).inputs;
    assert_eq!(short.len(), 2_000, "a short input is not changed after the deadline");
}
