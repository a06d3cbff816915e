//! Generators of red-black trees. They always use the correct code, whichever mutant is under test:
//! a mutant must not corrupt its own inputs.

use std::ops::RangeInclusive;

use forall::domain::{Domain, Shrinks, any};
use forall::source::{Reject, Role, Source, SpanLabel};

use super::mutant::Mutant;
use super::simpler::simpler;
use super::tree::{Color, Tree};
use crate::keys::{self, Keys};
use crate::strategy::Strategy;

/// The domain of trees that a strategy generates.
#[derive(Clone, Copy, Debug)]
pub struct Trees(pub Strategy);

impl Trees {
    /// Returns the domain of keys for an operation on this tree, given a key that another operation
    /// of the test uses.
    pub fn keys(self, tree: &Tree, key: Option<i32>) -> Keys {
        Keys::near(self.0, |known| {
            tree.keys(known);
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
            Strategy::Specification => {
                let height = source.integer(0..=MAX_BLACK_HEIGHT, 0, Role::Length, |random| {
                    random.below(u64::from(MAX_BLACK_HEIGHT) + 1) as u32
                });
                Ok(of_height(source, height, &mut 0))
            }
            Strategy::Enumerative => {
                let most = source.size();
                let nodes = source.integer(0..=most, 0, Role::Length, |_| 0);
                let height = source.integer(0..=MAX_ENUMERATED_HEIGHT, 0, Role::Length, |_| 0);
                let value = source.bool(Role::Value, |_| false);
                let shape = Shape { nodes, height, parent: Color::R };
                of_shape(source, shape, Filling { key_above: 0, value })
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

/// The black height of specification-based trees is at most this.
const MAX_BLACK_HEIGHT: u32 = 3;

const SUBTREE: SpanLabel = SpanLabel::new("workloads::rbt::subtree");

/// Generates a tree with a black root and this black height. Its children have a black height of
/// one less, or are red and have such children.
fn of_height(source: &mut Source, height: u32, last: &mut i32) -> Tree {
    if height == 0 {
        return Tree::E;
    }
    source.span(SUBTREE, |source| {
        let left = red_or_lower(source, height - 1, last);
        let entry = entry(source, last);
        Tree::black(left, entry, red_or_lower(source, height - 1, last))
    })
}

fn red_or_lower(source: &mut Source, height: u32, last: &mut i32) -> Tree {
    source.span(SUBTREE, |source| {
        if source.branch(2) == 0 {
            return of_height(source, height, last);
        }
        let left = of_height(source, height, last);
        let entry = entry(source, last);
        Tree::red(left, entry, of_height(source, height, last))
    })
}

/// Generates the next entry from left to right, with a key slightly greater than the last one.
fn entry(source: &mut Source, last: &mut i32) -> (i32, bool) {
    *last += source.integer(1..=3, 1, Role::Value, |random| 1 + random.below(3) as i32);
    (*last, source.bool(Role::Value, |random| random.one_in(2)))
}

/// The black height of trees with at most 15 nodes is at most this.
const MAX_ENUMERATED_HEIGHT: u32 = 4;

/// Constraints on the shape of a tree.
struct Shape {
    nodes: u32,
    /// The black height.
    height: u32,
    /// The colour of the parent.
    parent: Color,
}

/// The entries of a tree: its keys are the odd numbers above a key, and all values are the same.
#[derive(Clone, Copy)]
struct Filling {
    key_above: i32,
    value: bool,
}

/// Generates a tree of this shape.
fn of_shape(source: &mut Source, shape: Shape, filling: Filling) -> Result<Tree, Reject> {
    let Shape { nodes, height, parent } = shape;
    if nodes == 0 && height == 0 {
        return Ok(Tree::E);
    }
    let red = parent == Color::B && reds(height).contains(&nodes);
    let color = match (red, height > 0 && blacks(height).contains(&nodes)) {
        (true, true) if source.branch(2) == 0 => Color::B,
        (true, _) => Color::R,
        (false, true) => Color::B,
        (false, false) => return Err(source.reject("no tree has this shape")),
    };
    let (below, children) = match color {
        Color::R => (height, blacks(height)),
        Color::B => {
            let below = height - 1;
            (below, *blacks(below).start()..=*reds(below).end())
        }
    };
    let others = nodes - 1;
    let least = (*children.start()).max(others.saturating_sub(*children.end()));
    let most = (*children.end()).min(others - children.start());
    let smaller = source.integer(least..=most, least, Role::Length, |_| least);
    let key = filling.key_above + 2 * smaller as i32 + 1;
    let left = Shape { nodes: smaller, height: below, parent: color };
    let left = of_shape(source, left, filling)?;
    let right = Shape { nodes: others - smaller, height: below, parent: color };
    let right = of_shape(source, right, Filling { key_above: key + 1, ..filling })?;
    Ok(Tree::of(color, left, (key, filling.value), right))
}

/// Returns the possible numbers of nodes of a tree that is empty or has a black root.
fn blacks(height: u32) -> RangeInclusive<u32> {
    (1 << height) - 1..=(1 << (2 * height)) - 1
}

/// Returns the possible numbers of nodes of a tree with a red root.
fn reds(height: u32) -> RangeInclusive<u32> {
    2 * blacks(height).start() + 1..=2 * blacks(height).end() + 1
}
