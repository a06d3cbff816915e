//! The trees, and what is said of them. Nothing here is ever mutated.

use std::rc::Rc;

use forall::Arbitrary;
use forall::report::Binding;

/// A tree: empty, or a node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Arbitrary)]
pub enum Tree {
    /// No entry.
    #[default]
    E,
    /// Some.
    T(Rc<Node>),
}

/// An entry, and those with smaller and with greater keys.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub struct Node {
    /// Those with smaller keys.
    pub left: Tree,
    /// The key.
    pub key: i32,
    /// The value. There are two only, so half of the wrong values are right by chance.
    pub value: bool,
    /// Those with greater keys.
    pub right: Tree,
}

impl Tree {
    /// A tree of these parts.
    pub fn node(left: Tree, key: i32, value: bool, right: Tree) -> Tree {
        Tree::T(Rc::new(Node { left, key, value, right }))
    }

    /// A tree of one entry.
    pub fn singleton(key: i32, value: bool) -> Tree {
        Tree::node(Tree::E, key, value, Tree::E)
    }

    /// The value of a key.
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

    /// The entries, in the order of their keys if the tree is valid.
    pub fn entries(&self) -> Vec<(i32, bool)> {
        let mut entries = Vec::new();
        self.visit(&mut |node| entries.push((node.key, node.value)));
        entries
    }

    /// Appends the keys.
    pub fn keys(&self, keys: &mut Vec<i32>) {
        self.visit(&mut |node| keys.push(node.key));
    }

    /// Are all keys on the left of each node smaller, and all on its right greater?
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

    /// Goes through the nodes from left to right.
    fn visit(&self, see: &mut impl FnMut(&Node)) {
        if let Tree::T(node) = self {
            node.left.visit(see);
            see(node);
            node.right.visit(see);
        }
    }

    /// The tree as text: `(E)` or `(T left key value right)`.
    pub fn show(&self) -> String {
        match self {
            Tree::E => "(E)".to_owned(),
            Tree::T(node) => {
                let (left, right) = (node.left.show(), node.right.show());
                format!("(T {left} {} {} {right})", node.key, node.value)
            }
        }
    }
}

/// How many nodes the trees of a counterexample have.
pub(super) fn measure(bindings: &[Binding]) -> usize {
    bindings.iter().map(|binding| binding.value.matches("(T ").count()).sum()
}
