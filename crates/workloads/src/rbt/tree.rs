//! Red-black trees and their observers. No mutant changes this code.

use std::rc::Rc;

use forall::Arbitrary;
use forall::report::Binding;

/// The colour of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Color {
    /// Red: both children are black.
    R,
    /// Black: every path from the root to a leaf has the same number of black nodes.
    B,
}

/// A tree: empty, or a node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Arbitrary)]
pub enum Tree {
    /// The empty tree. It counts as black.
    #[default]
    E,
    /// A tree with a root node.
    T(Rc<Node>),
}

/// An entry with the subtrees of smaller and greater keys.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub struct Node {
    /// Red or black.
    pub color: Color,
    /// The entries with smaller keys.
    pub left: Tree,
    /// The key and its value.
    pub entry: (i32, bool),
    /// The entries with greater keys.
    pub right: Tree,
}

impl Tree {
    /// Returns a tree with a red root.
    pub fn red(left: Tree, entry: (i32, bool), right: Tree) -> Tree {
        Tree::of(Color::R, left, entry, right)
    }

    /// Returns a tree with a black root.
    pub fn black(left: Tree, entry: (i32, bool), right: Tree) -> Tree {
        Tree::of(Color::B, left, entry, right)
    }

    /// Returns a tree with a root of this colour.
    pub fn of(color: Color, left: Tree, entry: (i32, bool), right: Tree) -> Tree {
        Tree::T(Rc::new(Node { color, left, entry, right }))
    }

    /// Returns the same tree with a root of this colour.
    pub fn colored(&self, color: Color) -> Tree {
        match self {
            Tree::T(node) if node.color != color => {
                Tree::of(color, node.left.clone(), node.entry, node.right.clone())
            }
            tree => tree.clone(),
        }
    }

    /// Returns the root, if it is a node of this colour.
    pub fn root(&self, color: Color) -> Option<&Node> {
        match self {
            Tree::T(node) if node.color == color => Some(node),
            _ => None,
        }
    }

    /// Looks up the value of a key.
    pub fn find(&self, key: i32) -> Option<bool> {
        let mut tree = self;
        while let Tree::T(node) = tree {
            if key == node.entry.0 {
                return Some(node.entry.1);
            }
            tree = if key < node.entry.0 { &node.left } else { &node.right };
        }
        None
    }

    /// Returns the entries from left to right: sorted by key if the tree is valid.
    pub fn entries(&self) -> Vec<(i32, bool)> {
        let mut entries = Vec::new();
        self.visit(&mut |node| entries.push(node.entry));
        entries
    }

    /// Appends the keys to `keys`.
    pub fn keys(&self, keys: &mut Vec<i32>) {
        self.visit(&mut |node| keys.push(node.entry.0));
    }

    /// Checks that the tree is sorted, has the same black height everywhere, no red child of a red
    /// node, and a black root.
    pub fn is_rbt(&self) -> bool {
        self.root(Color::R).is_none() && self.black_height(i64::MIN, i64::MAX).is_some()
    }

    /// Returns the black height, if the keys lie between the bounds and the colours are valid.
    fn black_height(&self, low: i64, high: i64) -> Option<u32> {
        let Tree::T(node) = self else { return Some(1) };
        let key = i64::from(node.entry.0);
        let reds = [&node.left, &node.right].iter().any(|child| child.root(Color::R).is_some());
        if key <= low || high <= key || (node.color == Color::R && reds) {
            return None;
        }
        let left = node.left.black_height(low, key)?;
        let right = node.right.black_height(key, high)?;
        (left == right).then_some(left + u32::from(node.color == Color::B))
    }

    /// Visits the nodes from left to right.
    fn visit(&self, see: &mut impl FnMut(&Node)) {
        if let Tree::T(node) = self {
            node.left.visit(see);
            see(node);
            node.right.visit(see);
        }
    }

    /// Formats the tree: `(E)` or `(T color left key value right)`.
    pub fn show(&self) -> String {
        match self {
            Tree::E => "(E)".to_owned(),
            Tree::T(node) => {
                let left = node.left.show();
                let right = node.right.show();
                let (key, value) = node.entry;
                format!("(T {:?} {left} {key} {value} {right})", node.color)
            }
        }
    }
}

/// Returns the number of tree nodes in a counterexample.
pub(super) fn measure(bindings: &[Binding]) -> usize {
    bindings.iter().map(|binding| binding.value.matches("(T ").count()).sum()
}
