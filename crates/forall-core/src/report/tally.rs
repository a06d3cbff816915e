//! Tallies: the numbers of tests by verdict.

/// The numbers of tests by verdict, without failing tests.
///
/// ```
/// use forall::report::Tally;
///
/// let mut tally = Tally { passed: 5, ..Tally::default() };
/// tally.discard(1);
/// tally.reject(0, "no such number");
/// assert_eq!((tally.tests(), &tally.by_node[..]), (7, &[1, 1][..]));
///
/// let mut both = tally.clone();
/// both.add(&tally);
/// assert_eq!((both.passed, both.reasons), (10, vec![(0, "no such number")]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of tests that passed.
    pub passed: u64,
    /// The number of tests that a premise discarded.
    pub discarded: u64,
    /// The number of tests for which a domain could not generate a value.
    pub rejected: u64,
    /// The number of discarded and rejected tests for each node of the property.
    pub by_node: Vec<u64>,
    /// The first reason for a rejection, with the index of the node of the property.
    pub reasons: Vec<(usize, &'static str)>,
}

impl Tally {
    /// Returns the number of tests counted, with any verdict.
    #[inline]
    pub fn tests(&self) -> u64 {
        self.passed + self.discarded + self.rejected
    }

    /// Adds the counts of another tally.
    pub fn add(&mut self, other: &Tally) {
        self.passed += other.passed;
        self.discarded += other.discarded;
        self.rejected += other.rejected;
        self.by_node.resize(self.by_node.len().max(other.by_node.len()), 0);
        for (sum, count) in self.by_node.iter_mut().zip(&other.by_node) {
            *sum += count;
        }
        for (node, reason) in &other.reasons {
            if !self.reasons.iter().any(|(known, _)| known == node) {
                self.reasons.push((*node, reason));
            }
        }
    }

    /// Counts a test that the premise at `node` discarded.
    pub fn discard(&mut self, node: usize) {
        self.discarded += 1;
        self.count(node);
    }

    /// Counts a test for which the quantifier at `node` generated no value, for this reason.
    pub fn reject(&mut self, node: usize, reason: &'static str) {
        self.rejected += 1;
        if !self.reasons.iter().any(|(known, _)| *known == node) {
            self.reasons.push((node, reason));
        }
        self.count(node);
    }

    fn count(&mut self, node: usize) {
        if self.by_node.len() <= node {
            self.by_node.resize(node.saturating_add(1), 0);
        }
        self.by_node[node] += 1;
    }
}
