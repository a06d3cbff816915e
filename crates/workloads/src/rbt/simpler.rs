//! Shrink candidates for red-black trees: fewer nodes, with keys of the tree.

use forall::domain::{Shrinks, from_fn};
use forall::property::forall;

use super::generate::of_size;
use super::mutant::Mutant;
use super::tree::{Color, Tree};
use crate::enumerate::Inputs;
use crate::keys::choices;

/// The limit on enumerated candidates. To check them all takes some hundredths of a second.
const MAX_ENUMERATED_TREES: usize = 20_000;

/// Returns the subtrees, the tree without any two of its keys, and the tree without any one of
/// them. There are few valid shapes, so in the end all trees with fewer keys are candidates.
pub(super) fn simpler(tree: &Tree) -> Shrinks<'_, Tree> {
    let Tree::T(node) = tree else { return Shrinks::none() };
    let entries = tree.entries();
    let without = |key, tree: &Tree| Mutant::Base.delete(key, tree);
    let keys = || entries.iter().map(|(key, _)| *key);
    let fewer: Vec<(i32, Tree)> =
        keys().filter_map(|key| Some((key, without(key, tree)?))).collect();
    let mut candidates = vec![node.left.colored(Color::B), node.right.colored(Color::B)];
    for (one, tree) in &fewer {
        let others = keys().filter(|other| other > one);
        candidates.extend(others.filter_map(|other| without(other, tree)));
    }
    candidates.extend(fewer.into_iter().map(|(_, tree)| tree));
    let small = (0..entries.len()).flat_map(move |nodes| {
        let subsets = choices(&entries, nodes);
        shapes(nodes as u32).into_iter().flat_map(move |shape| {
            let filled = subsets.iter().map(|subset| fill(&shape, &mut subset.iter().copied()));
            filled.collect::<Vec<_>>()
        })
    });
    Shrinks::new(candidates.into_iter().chain(small.take(MAX_ENUMERATED_TREES)))
}

/// Returns all valid trees with `nodes` nodes. Their keys do not matter.
fn shapes(nodes: u32) -> Vec<Tree> {
    let trees = forall("t", from_fn(of_size)).check(|_| true);
    Inputs::of(&trees, nodes).flatten().map(|(tree, ())| tree).collect()
}

/// Returns the tree of this shape with these entries, from left to right.
fn fill(shape: &Tree, entries: &mut impl Iterator<Item = (i32, bool)>) -> Tree {
    let Tree::T(node) = shape else { return Tree::E };
    let left = fill(&node.left, entries);
    let entry = entries.next().unwrap_or(node.entry);
    Tree::of(node.color, left, entry, fill(&node.right, entries))
}
