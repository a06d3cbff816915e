//! Edges: the paths that the instrumented code took, and how often.

use crate::coverage::region::{self, Region};
use crate::coverage::scan::{self, HitBucket, LINE_LEN, Line, SeenEdges};
use crate::coverage::unavailable::Unavailable;
use crate::platform::SUPPORTS_COVERAGE;

/// The edges of all instrumented code in this process.
///
/// An edge leads from one basic block of the code to another. Each has a counter of eight bits, which the
/// instrumented code increments without a call. Edges are numbered from 0. The numbers of a build do not
/// change.
///
/// ```
/// use forall_sys::coverage::{Edges, SeenEdges, Unavailable};
///
/// let new = Edges::available().map(|mut edges| {
///     edges.clear();
///     let mut counts = Vec::new();
///     let mut taken = 0;
///     edges.copy_to(&mut counts);
///     edges.for_each_hit(|_, _| taken += 1);
///     assert_eq!((counts.len(), taken), (edges.count(), 0));
///     edges.merge_into(&mut SeenEdges::default())
/// });
/// assert_ne!(new, Err(Unavailable::Platform), "this platform is supported");
/// ```
#[derive(Debug)]
pub struct Edges {
    regions: Vec<Region>,
}

impl Edges {
    /// Returns the edges of this process, or the reason why it does not count them.
    pub fn available() -> Result<Edges, Unavailable> {
        let edges = Edges { regions: region::all() };
        match Unavailable::of(SUPPORTS_COVERAGE, edges.count()) {
            None => Ok(edges),
            Some(why) => Err(why),
        }
    }

    /// Returns the number of edges.
    pub fn count(&self) -> usize {
        self.regions.iter().map(Region::size).sum()
    }

    /// Sets all counters to 0. Call it after generating the inputs and before checking them: a generator is
    /// instrumented like all code of its crate.
    pub fn clear(&mut self) {
        for region in &self.regions {
            region.clear();
        }
    }

    /// Calls `visit` with each edge that was taken since [`clear`](Edges::clear), and the bucket of its
    /// count. This is slower than [`merge_into`](Edges::merge_into), which is enough for most tests.
    pub fn for_each_hit(&self, mut visit: impl FnMut(usize, HitBucket)) {
        self.visit(&mut visit);
    }

    /// Not generic, so that it is compiled in this crate. In the crate of the caller it would be
    /// instrumented.
    fn visit(&self, visit: &mut dyn FnMut(usize, HitBucket)) {
        let mut first = 0;
        for region in &self.regions {
            for at in 0..region.whole_lines() {
                visit_line(first + at * LINE_LEN, &region.line(at), visit);
            }
            visit_line(first + region.whole_lines() * LINE_LEN, &region.rest(), visit);
            first += region.size();
        }
    }

    /// Replaces `counts` by a copy of all counters.
    pub fn copy_to(&self, counts: &mut Vec<u8>) {
        counts.resize(self.count(), 0);
        let mut rest = &mut counts[..];
        for region in &self.regions {
            let (here, after) = rest.split_at_mut(region.size());
            region.copy_to(here);
            rest = after;
        }
    }

    /// Adds the counts since [`clear`](Edges::clear) to `seen`, and sets all counters to 0. Returns the
    /// number of edges whose bucket is new to `seen`.
    pub fn merge_into(&mut self, seen: &mut SeenEdges) -> usize {
        let mut seen = seen.lines(self.regions.iter().map(Region::lines).sum());
        let mut new = 0;
        for region in &self.regions {
            let (here, after) = seen.split_at_mut(region.lines());
            let (whole, rest) = here.split_at_mut(region.whole_lines());
            for (at, seen) in whole.iter_mut().enumerate() {
                new += scan::merge(seen, &region.line(at));
                region.reset(at);
            }
            for seen in rest {
                new += scan::merge(seen, &region.rest());
                region.reset_rest();
            }
            seen = after;
        }
        new
    }
}

fn visit_line(first: usize, line: &Line, visit: &mut dyn FnMut(usize, HitBucket)) {
    if scan::is_zero(line) {
        return;
    }
    for (place, counter) in line.iter().enumerate() {
        if let Some(bucket) = HitBucket::of(*counter) {
            visit(first + place, bucket);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use forall::domain::{Domain, any, vec};
    use forall::property::forall;
    use forall::report::Outcome;
    use forall::runner::{Options, quick_check};

    use super::*;
    use crate::coverage::region::tests::planted;

    fn hits(edges: &Edges) -> Vec<(usize, u8)> {
        let mut hits = Vec::new();
        edges.for_each_hit(|edge, bucket| hits.push((edge, bucket.index())));
        hits
    }

    fn two_regions() -> Edges {
        let mut counters = [0; 70];
        counters[0] = 1;
        counters[69] = 9;
        Edges { regions: vec![planted(&counters), planted(&[0, 255])] }
    }

    #[test]
    fn edges_are_numbered_across_regions() {
        let edges = two_regions();
        assert_eq!(edges.count(), 72);
        assert_eq!(hits(&edges), [(0, 0), (69, 3), (71, 7)]);
    }

    #[test]
    fn counters_are_copied_unchanged() {
        let mut counts = vec![9; 3];
        two_regions().copy_to(&mut counts);
        assert_eq!((counts.len(), counts[0], counts[69], counts[71]), (72, 1, 9, 255));
    }

    #[test]
    fn cleared_edges_are_not_visited() {
        let mut edges = two_regions();
        edges.clear();
        assert_eq!(hits(&edges), []);
    }

    #[test]
    fn merging_remembers_and_clears() {
        let mut edges = two_regions();
        let mut seen = SeenEdges::default();
        assert_eq!(edges.merge_into(&mut seen), 3);
        assert_eq!(hits(&edges), []);
        let mut again = two_regions();
        assert_eq!(again.merge_into(&mut seen), 0);
        assert_eq!(seen.count(), 3);
    }

    /// Merging finds as many new edges as a set of all edges and buckets, wherever one region ends and the
    /// next one begins. Most counters are 0, as in practice.
    #[test]
    fn merging_agrees_with_a_set() {
        let counters = any::<u8>().mapped(|number| number.saturating_sub(200) * 4);
        let tests = vec(vec(counters, 300..=300), 1..=4);
        let property =
            forall("cut", 0..=300_usize).forall("tests", tests).check(|(tests, (cut, ()))| {
                let mut seen = SeenEdges::default();
                let mut model = HashSet::new();
                tests.iter().all(|counters| {
                    let (one, other) = counters.split_at(*cut);
                    let mut edges = Edges { regions: vec![planted(one), planted(other)] };
                    let new = hits(&edges).into_iter().filter(|hit| model.insert(*hit)).count();
                    edges.merge_into(&mut seen) == new && hits(&edges).is_empty()
                })
            });
        let tests = if cfg!(miri) { 2 } else { Options::default().tests };
        let options = Options { tests, ..Options::default() };
        assert_eq!(quick_check(&property, &options).outcome, Outcome::Passed);
    }

    #[test]
    fn this_process_is_not_instrumented() {
        let why = Edges::available().map(|edges| edges.count());
        let expected =
            if SUPPORTS_COVERAGE { Unavailable::Uninstrumented } else { Unavailable::Platform };
        assert_eq!(why, Err(expected));
    }
}
