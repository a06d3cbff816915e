//! The measured properties and their types.

use std::hint::black_box;
use std::rc::Rc;

/// Checks that addition commutes: a trivial property, so the loop is measured.
#[inline(always)]
pub fn addition(a: u64, b: u64) -> bool {
    black_box(a).wrapping_add(black_box(b)) == black_box(b).wrapping_add(black_box(a))
}

/// Checks that a word is not one of 2⁶⁴: a trivial property for guided loops.
#[inline(always)]
pub fn missed(word: u64) -> bool {
    word != 0x0123_4567_89AB_CDEF
}

/// Checks that reversing a list twice gives the same list.
#[inline(never)]
pub fn reversal(list: &[i32]) -> bool {
    let mut reversed = list.to_vec();
    reversed.reverse();
    black_box(&mut reversed).reverse();
    black_box(&reversed[..]) == list
}

/// Checks that a text is valid UTF-8 and has no more characters than bytes.
#[inline(never)]
pub fn encoding(text: &str) -> bool {
    let text = black_box(text);
    text.chars().count() <= text.len() && std::str::from_utf8(text.as_bytes()).is_ok()
}

/// Checks that evaluating an expression twice gives the same value.
#[inline(never)]
pub fn evaluation(expression: &Expression) -> bool {
    black_box(expression).eval() == black_box(expression).eval()
}

/// Checks that a search tree is still one after an insertion, and contains the key.
#[inline(never)]
pub fn insertion(tree: &Tree, key: i32) -> bool {
    let tree = black_box(tree).insert(black_box(key));
    tree.is_ordered(i32::MIN, i32::MAX) && tree.has(key)
}

/// A recursive type. Every library generates the same distribution: a number at depth 0, otherwise
/// one of the four variants with equal probability.
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
    /// The depth limit.
    pub const DEPTH: u32 = 5;

    /// Returns the number of nodes.
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

/// A search tree. Insertion shares unchanged parts, because a property borrows its inputs. Every
/// library generates the same distribution: a leaf at depth 0 or if no key fits; otherwise a leaf
/// with probability 1/5, or a node with a uniform key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// The empty tree.
    Leaf,
    /// Smaller keys, a key, greater keys.
    Node(Rc<(Tree, i32, Tree)>),
}

impl Tree {
    /// The depth limit.
    pub const DEPTH: u32 = 6;
    /// The smallest key.
    pub const MIN: i32 = -1000;
    /// The greatest key.
    pub const MAX: i32 = 1000;

    /// Returns a tree of two subtrees and a key between theirs.
    #[inline]
    pub fn node(smaller: Tree, key: i32, greater: Tree) -> Tree {
        Tree::Node(Rc::new((smaller, key, greater)))
    }

    /// Returns the number of keys.
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
