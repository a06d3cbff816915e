//! Shrink candidates for red-black trees: fewer nodes, with keys of the tree.

use super::mutant::Mutant;
use super::tree::{Color, Tree};

/// Returns the subtrees, the tree without any two of its keys, and the tree without any one of
/// them.
pub(crate) fn simpler(tree: &Tree) -> Vec<Tree> {
    let Tree::T(node) = tree else { return Vec::new() };
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
    candidates
}
