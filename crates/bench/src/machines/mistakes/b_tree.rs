//! A B-tree of minimum degree 2: nodes have one to three keys. Deleting borrows from a sibling, or merges with it.

use std::collections::BTreeSet;

#[forall::machine(model = Model)]
pub(super) trait Set {
    fn insert(&mut self, #[domain(0..24)] key: u8) -> bool;
    fn remove(&mut self, #[domain(0..24)] key: u8) -> bool;
    #[always]
    fn keys(&self) -> Vec<u8>;
}

#[derive(Default, Hash)]
pub(super) struct Model(BTreeSet<u8>);

impl Set for Model {
    fn insert(&mut self, key: u8) -> bool {
        self.0.insert(key)
    }

    fn remove(&mut self, key: u8) -> bool {
        self.0.remove(&key)
    }

    fn keys(&self) -> Vec<u8> {
        self.0.iter().copied().collect()
    }
}

/// If the mistake is 1, merging two inner nodes loses the key between them; if it is 2, a node that borrows from
/// its right sibling takes that sibling's last child.
#[derive(Default)]
pub(super) struct Tree<const MISTAKE: u8> {
    root: Node,
}

#[derive(Default)]
struct Node {
    keys: Vec<u8>,
    /// One more than the keys; none in a leaf.
    children: Vec<Node>,
}

/// The greatest number of keys of a node.
const MAX_KEYS: usize = 3;

impl<const MISTAKE: u8> Set for Tree<MISTAKE> {
    fn insert(&mut self, key: u8) -> bool {
        if self.root.has(key) {
            return false;
        }
        if self.root.keys.len() == MAX_KEYS {
            let old = std::mem::take(&mut self.root);
            self.root.children.push(old);
            self.root.split(0);
        }
        self.root.insert(key);
        true
    }

    fn remove(&mut self, key: u8) -> bool {
        if !self.root.has(key) {
            return false;
        }
        self.root.remove(key, MISTAKE);
        if self.root.keys.is_empty() && !self.root.children.is_empty() {
            self.root = self.root.children.remove(0);
        }
        true
    }

    fn keys(&self) -> Vec<u8> {
        let mut keys = Vec::new();
        self.root.list(&mut keys);
        keys
    }
}

impl Node {
    /// Returns the index of the first key that is not less than `key`.
    fn index(&self, key: u8) -> usize {
        self.keys.partition_point(|known| *known < key)
    }

    fn has(&self, key: u8) -> bool {
        let at = self.index(key);
        self.keys.get(at) == Some(&key) || self.children.get(at).is_some_and(|child| child.has(key))
    }

    fn list(&self, keys: &mut Vec<u8>) {
        for (at, key) in self.keys.iter().enumerate() {
            if let Some(child) = self.children.get(at) {
                child.list(keys);
            }
            keys.push(*key);
        }
        if let Some(last) = self.children.last() {
            last.list(keys);
        }
    }

    /// Splits a full child in two.
    fn split(&mut self, at: usize) {
        let child = &mut self.children[at];
        let keys = child.keys.split_off(2);
        let middle = child.keys.remove(1);
        let split_at = child.children.len().min(2);
        let children = child.children.split_off(split_at);
        self.keys.insert(at, middle);
        self.children.insert(at + 1, Node { keys, children });
    }

    /// Inserts a key that is not in the tree. This node is not full.
    fn insert(&mut self, key: u8) {
        let mut at = self.index(key);
        if self.children.is_empty() {
            self.keys.insert(at, key);
            return;
        }
        if self.children[at].keys.len() == MAX_KEYS {
            self.split(at);
            at = self.index(key);
        }
        self.children[at].insert(key);
    }

    /// Removes a key that is in the tree. This node is the root, or has a key to spare.
    fn remove(&mut self, key: u8, mistake: u8) {
        let at = self.index(key);
        let is_here = self.keys.get(at) == Some(&key);
        if self.children.is_empty() {
            self.keys.remove(at);
        } else if is_here && self.children[at].keys.len() > 1 {
            let before = self.children[at].last();
            self.children[at].remove(before, mistake);
            self.keys[at] = before;
        } else if is_here && self.children[at + 1].keys.len() > 1 {
            let after = self.children[at + 1].first();
            self.children[at + 1].remove(after, mistake);
            self.keys[at] = after;
        } else if is_here {
            self.merge(at, 0);
            self.children[at].remove(key, mistake);
        } else {
            let child = self.fill(at, mistake);
            if self.children[child].has(key) {
                self.children[child].remove(key, mistake);
            }
        }
    }

    fn last(&self) -> u8 {
        match self.children.last() {
            Some(child) => child.last(),
            None => self.keys[self.keys.len() - 1],
        }
    }

    fn first(&self) -> u8 {
        match self.children.first() {
            Some(child) => child.first(),
            None => self.keys[0],
        }
    }

    /// Gives a child a key to spare, and returns its index.
    fn fill(&mut self, at: usize, mistake: u8) -> usize {
        let can_give = |child: Option<&Node>| child.is_some_and(|child| child.keys.len() > 1);
        if self.children[at].keys.len() > 1 {
            return at;
        }
        if at > 0 && can_give(self.children.get(at - 1)) {
            let left = &mut self.children[at - 1];
            let key = left.keys.remove(left.keys.len() - 1);
            let child = left.children.pop();
            let key = std::mem::replace(&mut self.keys[at - 1], key);
            self.children[at].keys.insert(0, key);
            if let Some(child) = child {
                self.children[at].children.insert(0, child);
            }
            return at;
        }
        if can_give(self.children.get(at + 1)) {
            let right = &mut self.children[at + 1];
            let key = right.keys.remove(0);
            let taken = if mistake == 2 { right.children.len().saturating_sub(1) } else { 0 };
            let child = (!right.children.is_empty()).then(|| right.children.remove(taken));
            let key = std::mem::replace(&mut self.keys[at], key);
            self.children[at].keys.push(key);
            self.children[at].children.extend(child);
            return at;
        }
        let left = at.saturating_sub(1);
        self.merge(left, mistake);
        left
    }

    /// Merges two neighbours and the key between them.
    fn merge(&mut self, left: usize, mistake: u8) {
        let right = self.children.remove(left + 1);
        let key = self.keys.remove(left);
        let child = &mut self.children[left];
        if mistake != 1 || right.children.is_empty() {
            child.keys.push(key);
        }
        child.keys.extend(right.keys);
        child.children.extend(right.children);
    }
}
