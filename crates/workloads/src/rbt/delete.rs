//! Deletion (Kahrs, 2001), with its buggy variants. If the colours are invalid, there is no result.

use std::cmp::Ordering;

use super::mutant::Mutant;
use super::tree::{Color, Node, Tree};

type Entry = (i32, bool);

impl Mutant {
    /// Returns the tree without `key`.
    pub fn delete(self, key: i32, tree: &Tree) -> Option<Tree> {
        let deleted = self.del(key, tree)?;
        Some(if self == Mutant::MiscolorDelete { deleted } else { deleted.colored(Color::B) })
    }

    /// Deletes a key. If the root was black, the black height of the result is one less.
    fn del(self, key: i32, tree: &Tree) -> Option<Tree> {
        let Tree::T(node) = tree else { return Some(Tree::E) };
        let Node { left, entry, right, .. } = &**node;
        let order = match self {
            Mutant::Delete5 => entry.0.cmp(&key),
            _ => key.cmp(&entry.0),
        };
        let was_black = |tree: &Tree| tree.root(Color::B).is_some();
        match order {
            Ordering::Equal => self.join(left, right),
            Ordering::Less => {
                let lower = self.del(key, left)?;
                match self {
                    Mutant::Delete4 => Some(lower),
                    _ if was_black(left) => self.balance_left(&lower, *entry, right),
                    _ => Some(Tree::red(lower, *entry, right.clone())),
                }
            }
            Ordering::Greater => {
                let lower = self.del(key, right)?;
                match self {
                    Mutant::Delete4 => Some(lower),
                    _ if was_black(right) => self.balance_right(left, *entry, &lower),
                    _ => Some(Tree::red(left.clone(), *entry, lower)),
                }
            }
        }
    }

    /// Builds a node whose left part has a black height that is one too low.
    fn balance_left(self, left: &Tree, entry: Entry, right: &Tree) -> Option<Tree> {
        if left.root(Color::R).is_some() {
            return Some(Tree::red(left.colored(Color::B), entry, right.clone()));
        }
        if right.root(Color::B).is_some() {
            return Some(self.balance(Color::B, left.clone(), entry, right.colored(Color::R)));
        }
        let r = right.root(Color::R)?;
        let rl = r.left.root(Color::B)?;
        let c = match self {
            Mutant::MiscolorBalLeft => r.right.clone(),
            _ => redden(&r.right)?,
        };
        let smaller = Tree::black(left.clone(), entry, rl.left.clone());
        Some(Tree::red(smaller, rl.entry, self.balance(Color::B, rl.right.clone(), r.entry, c)))
    }

    /// Builds a node whose right part has a black height that is one too low.
    fn balance_right(self, left: &Tree, entry: Entry, right: &Tree) -> Option<Tree> {
        if right.root(Color::R).is_some() {
            return Some(Tree::red(left.clone(), entry, right.colored(Color::B)));
        }
        if left.root(Color::B).is_some() {
            return Some(self.balance(Color::B, left.colored(Color::R), entry, right.clone()));
        }
        let l = left.root(Color::R)?;
        let lr = l.right.root(Color::B)?;
        let a = match self {
            Mutant::MiscolorBalRight => l.left.clone(),
            _ => redden(&l.left)?,
        };
        let greater = Tree::black(lr.right.clone(), entry, right.clone());
        Some(Tree::red(self.balance(Color::B, a, l.entry, lr.left.clone()), lr.entry, greater))
    }

    /// Joins two trees of equal black height. All keys of `q` must be greater than those of `p`.
    fn join(self, p: &Tree, q: &Tree) -> Option<Tree> {
        let (Tree::T(x), Tree::T(y)) = (p, q) else {
            return Some(if *p == Tree::E { q.clone() } else { p.clone() });
        };
        match (x.color, y.color) {
            (Color::R, Color::R) => {
                let miscolored = self == Mutant::MiscolorJoin1;
                let outer = if miscolored { Color::B } else { Color::R };
                self.join_around(x, y, outer, |middle| {
                    let right = Tree::red(middle, y.entry, y.right.clone());
                    Some(Tree::red(x.left.clone(), x.entry, right))
                })
            }
            (Color::B, Color::B) => {
                let miscolored = self == Mutant::MiscolorJoin2;
                let outer = if miscolored { Color::R } else { Color::B };
                self.join_around(x, y, outer, |middle| {
                    let right = Tree::black(middle, y.entry, y.right.clone());
                    self.balance_left(&x.left, x.entry, &right)
                })
            }
            (Color::B, Color::R) => {
                Some(Tree::red(self.join(p, &y.left)?, y.entry, y.right.clone()))
            }
            (Color::R, Color::B) => {
                Some(Tree::red(x.left.clone(), x.entry, self.join(&x.right, q)?))
            }
        }
    }

    /// Joins the trees between two roots, and puts the roots around the result: as its children if
    /// its root is red, otherwise with `otherwise`.
    fn join_around(
        self,
        x: &Node,
        y: &Node,
        outer: Color,
        otherwise: impl FnOnce(Tree) -> Option<Tree>,
    ) -> Option<Tree> {
        let middle = self.join(&x.right, &y.left)?;
        let Some(root) = middle.root(Color::R) else { return otherwise(middle) };
        let left = Tree::of(outer, x.left.clone(), x.entry, root.left.clone());
        let right = Tree::of(outer, root.right.clone(), y.entry, y.right.clone());
        Some(Tree::red(left, root.entry, right))
    }
}

/// Returns the tree with a red root, or `None` if the root is not black.
fn redden(tree: &Tree) -> Option<Tree> {
    tree.root(Color::B)?;
    Some(tree.colored(Color::R))
}
