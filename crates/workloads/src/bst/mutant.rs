//! The operations on search trees, each with its buggy variants.

use std::cmp::Ordering;

use super::tree::{Node, Tree};
use crate::workload::mutants;

mutants! {
    Insert1 = "insert_1": "Inserting into a nonempty tree discards the tree.",
    Insert2 = "insert_2": "Inserting a key greater than the root overwrites the root's value.",
    Insert3 = "insert_3": "Inserting an existing key keeps the old value.",
    Delete4 = "delete_4": "Deleting loses the nodes on the path to the key.",
    Delete5 = "delete_5": "Deleting descends on the wrong side.",
    Union6 = "union_6": "Union does not compare keys.",
    Union7 = "union_7": "Union compares the roots, but not the keys below them.",
    Union8 = "union_8": "In a union, the left tree's value does not always win.",
}

impl Mutant {
    /// Returns the tree with `key` set to `value`.
    pub fn insert(self, key: i32, value: bool, tree: &Tree) -> Tree {
        let Tree::T(node) = tree else { return Tree::singleton(key, value) };
        let Node { left, key: root, value: old, right } = &**node;
        let left = left.clone();
        let right = right.clone();
        let order = match self {
            Mutant::Insert1 => return Tree::singleton(key, value),
            Mutant::Insert2 if key > *root => Ordering::Equal,
            _ => key.cmp(root),
        };
        match order {
            Ordering::Less => Tree::node(self.insert(key, value, &left), *root, *old, right),
            Ordering::Greater => Tree::node(left, *root, *old, self.insert(key, value, &right)),
            Ordering::Equal if self == Mutant::Insert3 => Tree::node(left, *root, *old, right),
            Ordering::Equal => Tree::node(left, *root, value, right),
        }
    }

    /// Returns the tree without `key`.
    pub fn delete(self, key: i32, tree: &Tree) -> Tree {
        let Tree::T(node) = tree else { return Tree::E };
        let Node { left, key: root, value, right } = &**node;
        let order = match self {
            Mutant::Delete5 => root.cmp(&key),
            _ => key.cmp(root),
        };
        let lost = self == Mutant::Delete4;
        match order {
            Ordering::Equal => join(left, right),
            Ordering::Less if lost => self.delete(key, left),
            Ordering::Greater if lost => self.delete(key, right),
            Ordering::Less => Tree::node(self.delete(key, left), *root, *value, right.clone()),
            Ordering::Greater => Tree::node(left.clone(), *root, *value, self.delete(key, right)),
        }
    }

    /// Returns the union of both trees. If both have a key, the left tree's entry wins.
    pub fn union(self, a: &Tree, b: &Tree) -> Tree {
        match (a, b) {
            (Tree::E, tree) | (tree, Tree::E) => tree.clone(),
            (Tree::T(x), Tree::T(y)) => match self {
                Mutant::Union6 => self.beside(x, y),
                Mutant::Union7 | Mutant::Union8 => self.union_by_roots(x, y),
                _ => {
                    let left = self.union(&x.left, &below(x.key, b));
                    let right = self.union(&x.right, &above(x.key, b));
                    Tree::node(left, x.key, x.value, right)
                }
            },
        }
    }

    /// Joins two nodes as if all keys of `y` were greater than those of `x`.
    fn beside(self, x: &Node, y: &Node) -> Tree {
        let middle = self.union(&x.right, &y.left);
        let right = Tree::node(middle, y.key, y.value, y.right.clone());
        Tree::node(x.left.clone(), x.key, x.value, right)
    }

    fn union_by_roots(self, x: &Node, y: &Node) -> Tree {
        match x.key.cmp(&y.key) {
            Ordering::Greater => self.union_by_roots(y, x),
            Ordering::Equal => {
                let left = self.union(&x.left, &y.left);
                let right = self.union(&x.right, &y.right);
                Tree::node(left, x.key, x.value, right)
            }
            Ordering::Less if self == Mutant::Union7 => self.beside(x, y),
            Ordering::Less => {
                let left = self.union(&x.left, &below(x.key, &y.left));
                let rest = Tree::node(above(x.key, &y.left), y.key, y.value, y.right.clone());
                Tree::node(left, x.key, x.value, self.union(&x.right, &rest))
            }
        }
    }
}

/// Joins two trees. All keys of `b` must be greater than those of `a`.
fn join(a: &Tree, b: &Tree) -> Tree {
    match (a, b) {
        (Tree::E, tree) | (tree, Tree::E) => tree.clone(),
        (Tree::T(x), Tree::T(y)) => {
            let right = Tree::node(join(&x.right, &y.left), y.key, y.value, y.right.clone());
            Tree::node(x.left.clone(), x.key, x.value, right)
        }
    }
}

/// Returns the entries with smaller keys.
fn below(key: i32, tree: &Tree) -> Tree {
    match tree {
        Tree::E => Tree::E,
        Tree::T(node) if key <= node.key => below(key, &node.left),
        Tree::T(node) => {
            Tree::node(node.left.clone(), node.key, node.value, below(key, &node.right))
        }
    }
}

/// Returns the entries with greater keys.
fn above(key: i32, tree: &Tree) -> Tree {
    match tree {
        Tree::E => Tree::E,
        Tree::T(node) if key >= node.key => above(key, &node.right),
        Tree::T(node) => {
            Tree::node(above(key, &node.left), node.key, node.value, node.right.clone())
        }
    }
}
