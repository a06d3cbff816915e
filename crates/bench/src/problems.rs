//! The properties that are measured, and the types they are about.

use std::hint::black_box;
use std::rc::Rc;

/// Addition commutes: next to nothing, so what is measured is the loop.
#[inline(always)]
pub fn addition(a: u64, b: u64) -> bool {
    black_box(a).wrapping_add(black_box(b)) == black_box(b).wrapping_add(black_box(a))
}

/// No word is the one in 2⁶⁴ that nobody hits: next to nothing too, for loops that are guided.
#[inline(always)]
pub fn missed(word: u64) -> bool {
    word != 0x0123_4567_89AB_CDEF
}

/// A list reversed twice is itself.
#[inline(never)]
pub fn reversal(list: &[i32]) -> bool {
    let mut reversed = list.to_vec();
    reversed.reverse();
    black_box(&mut reversed).reverse();
    black_box(&reversed[..]) == list
}

/// A text is valid UTF-8, and has no more characters than bytes.
#[inline(never)]
pub fn encoding(text: &str) -> bool {
    let text = black_box(text);
    text.chars().count() <= text.len() && std::str::from_utf8(text.as_bytes()).is_ok()
}

/// An expression has one value.
#[inline(never)]
pub fn evaluation(expression: &Expression) -> bool {
    black_box(expression).eval() == black_box(expression).eval()
}

/// A search tree stays one when a key is inserted, and then has that key.
#[inline(never)]
pub fn insertion(tree: &Tree, key: i32) -> bool {
    let tree = black_box(tree).insert(black_box(key));
    tree.is_ordered(i32::MIN, i32::MAX) && tree.has(key)
}

/// A recursive type. Every library draws the same expressions: at depth 0 a number, else one of the
/// four with the same likelihood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Number(i32),
    /// `-x`
    Negative(Box<Expression>),
    /// `x + y`
    Sum(Box<Expression>, Box<Expression>),
    /// `x * y`
    Product(Box<Expression>, Box<Expression>),
}

impl Expression {
    /// How deep an expression may be.
    pub const DEPTH: u32 = 5;

    /// How many nodes it has.
    pub fn nodes(&self) -> u64 {
        match self {
            Expression::Number(_) => 1,
            Expression::Negative(x) => 1 + x.nodes(),
            Expression::Sum(x, y) | Expression::Product(x, y) => 1 + x.nodes() + y.nodes(),
        }
    }

    fn eval(&self) -> i32 {
        match self {
            Expression::Number(number) => *number,
            Expression::Negative(x) => x.eval().wrapping_neg(),
            Expression::Sum(x, y) => x.eval().wrapping_add(y.eval()),
            Expression::Product(x, y) => x.eval().wrapping_mul(y.eval()),
        }
    }
}

/// A search tree. It shares what an insertion leaves as it was, since a property only borrows its
/// inputs. Every library draws the same trees: at depth 0, or where no key fits, a leaf; else a leaf
/// one time in five, and a key with the same likelihood as any other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// Nothing.
    Leaf,
    /// Smaller keys, a key, greater keys.
    Node(Rc<(Tree, i32, Tree)>),
}

impl Tree {
    /// How deep a tree may be.
    pub const DEPTH: u32 = 6;
    /// The least key.
    pub const MIN: i32 = -1000;
    /// The greatest key.
    pub const MAX: i32 = 1000;

    /// A tree of two trees and a key between theirs.
    #[inline]
    pub fn node(smaller: Tree, key: i32, greater: Tree) -> Tree {
        Tree::Node(Rc::new((smaller, key, greater)))
    }

    /// How many keys it has.
    pub fn keys(&self) -> u64 {
        match self {
            Tree::Leaf => 0,
            Tree::Node(node) => 1 + node.0.keys() + node.2.keys(),
        }
    }

    fn insert(&self, new: i32) -> Tree {
        let Tree::Node(node) = self else {
            return Tree::node(Tree::Leaf, new, Tree::Leaf);
        };
        let (smaller, key, greater) = &**node;
        match new.cmp(key) {
            std::cmp::Ordering::Less => Tree::node(smaller.insert(new), *key, greater.clone()),
            std::cmp::Ordering::Equal => self.clone(),
            std::cmp::Ordering::Greater => Tree::node(smaller.clone(), *key, greater.insert(new)),
        }
    }

    fn has(&self, wanted: i32) -> bool {
        let Tree::Node(node) = self else {
            return false;
        };
        match wanted.cmp(&node.1) {
            std::cmp::Ordering::Less => node.0.has(wanted),
            std::cmp::Ordering::Equal => true,
            std::cmp::Ordering::Greater => node.2.has(wanted),
        }
    }

    fn is_ordered(&self, min: i32, max: i32) -> bool {
        let Tree::Node(node) = self else {
            return true;
        };
        let (smaller, key, greater) = &**node;
        min <= *key
            && *key <= max
            && smaller.is_ordered(min, key.saturating_sub(1))
            && greater.is_ordered(key.saturating_add(1), max)
    }
}
