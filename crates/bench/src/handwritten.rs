//! Handwritten loops without a library: the fastest possible with this random number generator.

use forall::source::Random;

use crate::problems::Tree;

const SEED: u64 = 1;

/// Checks pairs of words.
pub fn words(tests: u64, check: impl Fn(u64, u64) -> bool) {
    let mut random = Random::from_seed(SEED);
    for _ in 0..tests {
        assert!(check(random.word(), random.word()));
    }
}

/// Checks lists of up to 100 numbers.
pub fn lists(tests: u64, check: impl Fn(&[i32]) -> bool) {
    let mut random = Random::from_seed(SEED);
    for _ in 0..tests {
        let length = random.below(101);
        let list: Vec<i32> = (0..length).map(|_| random.word() as i32).collect();
        assert!(check(&list));
    }
}

/// Checks search trees with a key.
pub fn trees(tests: u64, check: impl Fn(&Tree, i32) -> bool) {
    let mut random = Random::from_seed(SEED);
    for _ in 0..tests {
        let tree = tree(&mut random, Tree::MIN, Tree::MAX, Tree::DEPTH);
        let key = key(&mut random, Tree::MIN, Tree::MAX);
        assert!(check(&tree, key));
    }
}

fn tree(random: &mut Random, min: i32, max: i32, depth: u32) -> Tree {
    if depth == 0 || min > max || random.below(5) == 0 {
        return Tree::Leaf;
    }
    let key = key(random, min, max);
    let smaller = tree(random, min, key - 1, depth - 1);
    let greater = tree(random, key + 1, max, depth - 1);
    Tree::node(smaller, key, greater)
}

fn key(random: &mut Random, min: i32, max: i32) -> i32 {
    min + random.below((max - min + 1) as u64) as i32
}
