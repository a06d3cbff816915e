//! Search trees and their observers. No mutant changes this code.

use std::rc::Rc;

use forall::Arbitrary;
use forall::report::Binding;

/// A tree: empty, or a node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Arbitrary)]
pub enum Tree {
    /// The empty tree.
    #[default]
    E,
    /// A tree with a root node.
    T(Rc<Node>),
}

/// An entry with the subtrees of smaller and greater keys.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub struct Node {
    /// The entries with smaller keys.
    pub left: Tree,
    /// The key.
    pub key: i32,
    /// The value. With only two values, half of all wrong values are right by chance.
    pub value: bool,
    /// The entries with greater keys.
    pub right: Tree,
}

impl Tree {
    /// Returns a tree with the given root and subtrees.
    pub fn node(left: Tree, key: i32, value: bool, right: Tree) -> Tree {
        Tree::T(Rc::new(Node { left, key, value, right }))
    }

    /// Returns a tree of one entry.
    pub fn singleton(key: i32, value: bool) -> Tree {
        Tree::node(Tree::E, key, value, Tree::E)
    }

    /// Looks up the value of a key.
    pub fn find(&self, key: i32) -> Option<bool> {
        let mut tree = self;
        while let Tree::T(node) = tree {
            if key == node.key {
                return Some(node.value);
            }
            tree = if key < node.key { &node.left } else { &node.right };
        }
        None
    }

    /// Returns the entries from left to right: sorted by key if the tree is valid.
    pub fn entries(&self) -> Vec<(i32, bool)> {
        let mut entries = Vec::new();
        self.visit(&mut |node| entries.push((node.key, node.value)));
        entries
    }

    /// Appends the keys to `keys`.
    pub fn keys(&self, keys: &mut Vec<i32>) {
        self.visit(&mut |node| keys.push(node.key));
    }

    /// Checks that at every node all keys on the left are smaller, and all on the right greater.
    pub fn is_bst(&self) -> bool {
        fn between(tree: &Tree, low: i64, high: i64) -> bool {
            let Tree::T(node) = tree else { return true };
            let key = i64::from(node.key);
            low < key
                && key < high
                && between(&node.left, low, key)
                && between(&node.right, key, high)
        }
        between(self, i64::MIN, i64::MAX)
    }

    /// Visits the nodes from left to right.
    fn visit(&self, see: &mut impl FnMut(&Node)) {
        if let Tree::T(node) = self {
            node.left.visit(see);
            see(node);
            node.right.visit(see);
        }
    }

    /// Formats the tree: `(E)` or `(T left key value right)`.
    pub fn show(&self) -> String {
        match self {
            Tree::E => "(E)".to_owned(),
            Tree::T(node) => {
                let left = node.left.show();
                let right = node.right.show();
                format!("(T {left} {} {} {right})", node.key, node.value)
            }
        }
    }
}

/// Returns the number of tree nodes in a counterexample.
pub(super) fn measure(bindings: &[Binding]) -> usize {
    bindings.iter().map(|binding| binding.value.matches("(T ").count()).sum()
}
