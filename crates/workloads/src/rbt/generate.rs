//! Where trees come from. They are built by the correct code, whichever mutant is under test: else
//! it would spoil the inputs instead of being tested.

use std::ops::RangeInclusive;

use forall::domain::{Domain, Shrinks, any};
use forall::source::{Reject, Role, Source, SpanLabel};

use super::mutant::Mutant;
use super::simpler::simpler;
use super::tree::{Color, Tree};
use crate::keys::{self, Keys};
use crate::strategy::Strategy;

/// Trees of this strategy.
#[derive(Clone, Copy, Debug)]
pub struct Trees(pub Strategy);

impl Trees {
    /// Keys for an operation on this tree, and on one that has this key.
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
                let height = source.integer(0..=HEIGHT, 0, Role::Length, |random| {
                    random.below(u64::from(HEIGHT) + 1) as u32
                });
                Ok(of_height(source, height, &mut 0))
            }
            Strategy::Enumerative => {
                let most = source.size();
                let nodes = source.integer(0..=most, 0, Role::Length, |_| 0);
                let height = source.integer(0..=HIGHEST, 0, Role::Length, |_| 0);
                let value = source.bool(Role::Value, |_| false);
                of_nodes(source, (nodes, height), (0, value), Color::R)
            }
        }
    }

    fn shrink<'a>(&'a self, tree: &'a Tree) -> Shrinks<'a, Tree> {
        match self.0 {
            Strategy::TypeBased | Strategy::Dependent => {
                Shrinks::new(any::<Tree>().shrink(tree).collect::<Vec<_>>())
            }
            _ => simpler(tree),
        }
    }

    fn print(&self, tree: &Tree) -> String {
        tree.show()
    }
}

/// Keys and values at random, inserted one after the other.
fn bespoke(source: &mut Source) -> Result<Tree, Reject> {
    let mut tree = Tree::E;
    for (key, value) in keys::entries(source)? {
        tree = Mutant::Base.insert(key, value, &tree);
    }
    Ok(tree)
}

/// How many black nodes are on a way down at most, in trees of the specification.
const HEIGHT: u32 = 3;

const SUBTREE: SpanLabel = SpanLabel::new("workloads::rbt::subtree");

/// A tree with a black root and so many black nodes on each way down: its children are a black node
/// lower, or are red and their children are.
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

/// The next entry from left to right, with a key a little greater than the last one.
fn entry(source: &mut Source, last: &mut i32) -> (i32, bool) {
    *last += source.integer(1..=3, 1, Role::Value, |random| 1 + random.below(3) as i32);
    (*last, source.bool(Role::Value, |random| random.one_in(2)))
}

/// A tree of as many nodes as the source is large.
pub(super) fn of_size(source: &mut Source) -> Result<Tree, Reject> {
    let nodes = source.size();
    let height = source.integer(0..=HIGHEST, 0, Role::Length, |_| 0);
    of_nodes(source, (nodes, height), (0, false), Color::R)
}

/// Trees of no more than 15 nodes have no more black nodes than this on a way down.
const HIGHEST: u32 = 4;

/// Any tree of so many nodes and of this height in black nodes, whose keys are the odd numbers from
/// here on and whose values are all the same.
fn of_nodes(
    source: &mut Source,
    (nodes, height): (u32, u32),
    (from, value): (i32, bool),
    parent: Color,
) -> Result<Tree, Reject> {
    if (nodes, height) == (0, 0) {
        return Ok(Tree::E);
    }
    let red = parent == Color::B && reds(height).contains(&nodes);
    let color = match (red, height > 0 && blacks(height).contains(&nodes)) {
        (true, true) if source.branch(2) == 0 => Color::B,
        (true, _) => Color::R,
        (false, true) => Color::B,
        (false, false) => return Err(source.reject("no such tree has so many nodes")),
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
    let key = from + 2 * smaller as i32 + 1;
    let left = of_nodes(source, (smaller, below), (from, value), color)?;
    let right = of_nodes(source, (others - smaller, below), (key + 1, value), color)?;
    Ok(Tree::of(color, left, (key, value), right))
}

/// How many nodes a tree with a black root can have, or an empty one.
fn blacks(height: u32) -> RangeInclusive<u32> {
    (1 << height) - 1..=(1 << (2 * height)) - 1
}

/// How many nodes a tree with a red root can have.
fn reds(height: u32) -> RangeInclusive<u32> {
    2 * blacks(height).start() + 1..=2 * blacks(height).end() + 1
}
