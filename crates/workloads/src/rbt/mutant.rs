//! The names of all mutants, and insertion (Okasaki, 1999) with its buggy variants.

use std::cmp::Ordering;

use super::tree::{Color, Node, Tree};
use crate::workload::mutants;

mutants! {
    Insert1 = "insert_1": "Inserting into a nonempty tree discards the tree.",
    Insert2 = "insert_2": "Inserting a key greater than the root overwrites the root's value.",
    Insert3 = "insert_3": "Inserting an existing key keeps the old value.",
    Delete4 = "delete_4": "Deleting loses the nodes on the path to the key.",
    Delete5 = "delete_5": "Deleting descends on the wrong side.",
    MiscolorInsert = "miscolor_insert": "A new leaf is black.",
    MiscolorDelete = "miscolor_delete": "Deletion does not blacken the root.",
    MiscolorBalLeft = "miscolor_balLeft": "`balance_left` does not redden the right subtree.",
    MiscolorBalRight = "miscolor_balRight": "`balance_right` does not redden the left subtree.",
    MiscolorJoin1 = "miscolor_join_1": "Joining two red trees around a red middle makes them black.",
    MiscolorJoin2 = "miscolor_join_2": "Joining two black trees around a red middle makes them red.",
    NoBalanceInsert1 = "no_balance_insert_1": "Inserting on the left does not balance.",
    NoBalanceInsert2 = "no_balance_insert_2": "Inserting on the right does not balance.",
    SwapCd = "swap_cd": "A right rotation swaps two subtrees.",
    SwapBc = "swap_bc": "A double left rotation swaps two subtrees.",
}

impl Mutant {
    /// Returns the tree with `key` set to `value`.
    pub fn insert(self, key: i32, value: bool, tree: &Tree) -> Tree {
        self.ins(key, value, tree).colored(Color::B)
    }

    /// Inserts an entry. The root of the result may be red and have a red child.
    fn ins(self, key: i32, value: bool, tree: &Tree) -> Tree {
        let Tree::T(node) = tree else {
            let color = if self == Mutant::MiscolorInsert { Color::B } else { Color::R };
            return Tree::of(color, Tree::E, (key, value), Tree::E);
        };
        let Node { color, left, entry, right } = &**node;
        let color = *color;
        let entry = *entry;
        let order = match self {
            Mutant::Insert1 => return Tree::red(Tree::E, (key, value), Tree::E),
            Mutant::Insert2 if key > entry.0 => Ordering::Equal,
            _ => key.cmp(&entry.0),
        };
        match (order, self) {
            (Ordering::Less, Mutant::NoBalanceInsert1) => {
                Tree::of(color, self.ins(key, value, left), entry, right.clone())
            }
            (Ordering::Less, _) => {
                self.balance(color, self.ins(key, value, left), entry, right.clone())
            }
            (Ordering::Greater, Mutant::NoBalanceInsert2) => {
                Tree::of(color, left.clone(), entry, self.insert(key, value, right))
            }
            (Ordering::Greater, _) => {
                self.balance(color, left.clone(), entry, self.ins(key, value, right))
            }
            (Ordering::Equal, Mutant::Insert3) => tree.clone(),
            (Ordering::Equal, _) => Tree::of(color, left.clone(), (entry.0, value), right.clone()),
        }
    }

    /// Builds a node without a red child of a red child: if there is one, the three nodes become a
    /// red node with two black children.
    pub(super) fn balance(self, color: Color, left: Tree, entry: (i32, bool), right: Tree) -> Tree {
        if color == Color::R {
            return Tree::red(left, entry, right);
        }
        let rotated = self.with_reds_left(&left, entry, &right);
        rotated
            .or_else(|| self.with_reds_right(&left, entry, &right))
            .unwrap_or_else(|| Tree::black(left, entry, right))
    }

    /// Balances two red nodes on the left.
    fn with_reds_left(self, left: &Tree, z: (i32, bool), d: &Tree) -> Option<Tree> {
        let l = left.root(Color::R)?;
        let d = d.clone();
        if let Some(ll) = l.left.root(Color::R) {
            let c = l.right.clone();
            let (c, d) = if self == Mutant::SwapCd { (d, c) } else { (c, d) };
            let ab = Tree::black(ll.left.clone(), ll.entry, ll.right.clone());
            return Some(Tree::red(ab, l.entry, Tree::black(c, z, d)));
        }
        let lr = l.right.root(Color::R)?;
        let ab = Tree::black(l.left.clone(), l.entry, lr.left.clone());
        Some(Tree::red(ab, lr.entry, Tree::black(lr.right.clone(), z, d)))
    }

    /// Balances two red nodes on the right.
    fn with_reds_right(self, a: &Tree, x: (i32, bool), right: &Tree) -> Option<Tree> {
        let r = right.root(Color::R)?;
        let a = a.clone();
        if let Some(rl) = r.left.root(Color::R) {
            let b = rl.left.clone();
            let c = rl.right.clone();
            let (b, c) = if self == Mutant::SwapBc { (c, b) } else { (b, c) };
            let cd = Tree::black(c, r.entry, r.right.clone());
            return Some(Tree::red(Tree::black(a, x, b), rl.entry, cd));
        }
        let rr = r.right.root(Color::R)?;
        let cd = Tree::black(rr.left.clone(), rr.entry, rr.right.clone());
        Some(Tree::red(Tree::black(a, x, r.left.clone()), r.entry, cd))
    }
}
