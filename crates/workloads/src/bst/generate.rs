//! Generators of search trees. They always use the correct code, whichever mutant is under test: a
//! mutant must not corrupt its own inputs.

use forall::domain::{Domain, Shrinks, any, integers};
use forall::source::{Reject, Role, Source, SpanLabel};

use super::mutant::Mutant;
use super::tree::Tree;
use crate::keys::{self, Keys};
use crate::strategy::Strategy;

/// The domain of trees that a strategy generates.
#[derive(Clone, Copy, Debug)]
pub struct Trees(pub Strategy);

impl Trees {
    /// Returns the domain of keys for an operation on these trees, given a key that another
    /// operation of the test uses.
    pub fn keys(self, trees: &[&Tree], key: Option<i32>) -> Keys {
        Keys::near(self.0, |known| {
            trees.iter().for_each(|tree| tree.keys(known));
            known.extend(key);
        })
    }
}

impl Domain for Trees {
    type Value = Tree;

    fn generate(&self, source: &mut Source) -> Result<Tree, Reject> {
        match self.0 {
            Strategy::Bespoke => bespoke(source),
            Strategy::TypeBased | Strategy::Dependent => any::<Tree>().generate(source),
            Strategy::Specification => between(source, KEY_BOUNDS, MAX_DEPTH),
            Strategy::Enumerative => {
                let most = source.size();
                let nodes = source.integer(0..=most, 0, Role::Length, |_| 0);
                let value = source.bool(Role::Value, |_| false);
                // Two trees need not have keys in common.
                let from = 2 * source.integer(0..=1, 0, Role::Value, |_| 0);
                Ok(of_nodes(source, nodes, from, value))
            }
        }
    }

    fn shrink<'a>(&'a self, tree: &'a Tree) -> Shrinks<'a, Tree> {
        Shrinks::new(match self.0 {
            Strategy::TypeBased | Strategy::Dependent => any::<Tree>().shrink(tree).collect(),
            _ => simpler(tree),
        })
    }

    fn print(&self, tree: &Tree) -> String {
        tree.show()
    }
}

/// Inserts random keys and values one by one.
fn bespoke(source: &mut Source) -> Result<Tree, Reject> {
    let mut tree = Tree::E;
    for (key, value) in keys::entries(source)? {
        tree = Mutant::Base.insert(key, value, &tree);
    }
    Ok(tree)
}

/// Exclusive bounds of the keys in a tree.
#[derive(Clone, Copy)]
struct KeyBounds {
    low: i32,
    high: i32,
}

const KEY_BOUNDS: KeyBounds = KeyBounds { low: 0, high: 100 };

/// The depth limit of specification-based trees.
const MAX_DEPTH: u32 = 10;

const BETWEEN: SpanLabel = SpanLabel::new("workloads::bst::between");

/// Generates a tree whose keys lie between the bounds, by the recursive definition of a search
/// tree.
fn between(source: &mut Source, bounds: KeyBounds, depth: u32) -> Result<Tree, Reject> {
    let KeyBounds { low, high } = bounds;
    source.span(BETWEEN, |source| {
        // A replayed tree may have any depth; the size only limits fresh ones.
        let more = depth > 0 && high - low > 1;
        let size = u64::from(source.size());
        let shallow = u64::from(MAX_DEPTH - depth) >= size;
        if !more
            || source.integer(0..=1, 0, Role::Branch, |r| i32::from(!shallow && !r.one_in(3))) == 0
        {
            return Ok(Tree::E);
        }
        let key = integers(low + 1, high - 1).without_edge_cases().generate(source)?;
        let value = source.bool(Role::Value, |random| random.one_in(2));
        let left = between(source, KeyBounds { low, high: key }, depth - 1)?;
        let right = between(source, KeyBounds { low: key, high }, depth - 1)?;
        Ok(Tree::node(left, key, value, right))
    })
}

/// Generates a tree with `nodes` nodes. Its keys are consecutive odd numbers above `from`, and all
/// entries have the same value.
fn of_nodes(source: &mut Source, nodes: u32, from: i32, value: bool) -> Tree {
    if nodes == 0 {
        return Tree::E;
    }
    let smaller = source.integer(0..=nodes - 1, 0, Role::Length, |_| 0);
    let key = from + 2 * smaller as i32 + 1;
    let left = of_nodes(source, smaller, from, value);
    Tree::node(left, key, value, of_nodes(source, nodes - 1 - smaller, key + 1, value))
}

/// Returns the subtrees, the tree without any two of its keys, and the tree without any one of
/// them.
pub(crate) fn simpler(tree: &Tree) -> Vec<Tree> {
    let Tree::T(node) = tree else { return Vec::new() };
    let mut keys = Vec::new();
    tree.keys(&mut keys);
    let without = |key, tree: &Tree| Some(Mutant::Base.delete(key, tree));
    let fewer: Vec<(i32, Tree)> =
        keys.iter().filter_map(|key| Some((*key, without(*key, tree)?))).collect();
    let least = fewer.iter().flat_map(|(one, tree)| {
        keys.iter().filter(move |other| *other > one).filter_map(move |key| without(*key, tree))
    });
    let least: Vec<Tree> = least.collect();
    let subtrees = [node.left.clone(), node.right.clone()];
    subtrees.into_iter().chain(least).chain(fewer.into_iter().map(|(_, tree)| tree)).collect()
}
