//! Graphs, whose edges name their nodes by number.

use std::sync::LazyLock;

use forall::Arbitrary;

use super::{Question, Size, Small, rank};

#[derive(Arbitrary, Clone, Copy, Debug, PartialEq)]
struct Edge {
    #[forall(domain = 0..=3_usize)]
    from: usize,
    #[forall(domain = 0..=3_usize)]
    to: usize,
}

#[derive(Arbitrary, Clone, Debug)]
struct Graph {
    weights: Vec<i8>,
    edges: Vec<Edge>,
}

impl Graph {
    fn size(&self) -> Size {
        let weights = self.weights.iter().map(|weight| rank(*weight));
        let ends = self.edges.iter().flat_map(|edge| [edge.from as u64, edge.to as u64]);
        (self.weights.len() + self.edges.len(), weights.chain(ends).collect())
    }

    /// Returns whether the ends of all edges exist.
    fn has_valid_edges(&self) -> bool {
        let count = self.weights.len();
        self.edges.iter().all(|edge| edge.from < count && edge.to < count)
    }

    fn has(&self, from: usize, to: usize) -> bool {
        self.edges.contains(&Edge { from, to })
    }

    /// Returns the nodes that can be reached from the first one.
    fn reached(&self) -> Vec<usize> {
        let mut reached = vec![0];
        let mut at = 0;
        while let Some(from) = reached.get(at).copied() {
            for edge in self.edges.iter().filter(|edge| edge.from == from) {
                if !reached.contains(&edge.to) {
                    reached.push(edge.to);
                }
            }
            at += 1;
        }
        reached
    }
}

static SMALL: LazyLock<Small<Graph>> =
    LazyLock::new(|| Small::new(14, Graph::size, Graph::has_valid_edges));

fn check(name: &'static str, fails: fn(&Graph) -> bool) {
    SMALL.check(Question { name, fails });
}

#[test]
fn graphs_with_given_edges_shrink_to_the_minimum() {
    check("a loop", |graph| graph.edges.iter().any(|edge| edge.from == edge.to));
    check("two in a circle", |graph| {
        graph.edges.iter().any(|edge| edge.from != edge.to && graph.has(edge.to, edge.from))
    });
    check("an edge twice", |graph| {
        graph.edges.iter().enumerate().any(|(i, edge)| graph.edges[..i].contains(edge))
    });
    check("two out of one", |graph| {
        let other = |one: &Edge, two: &Edge| one.from == two.from && one.to != two.to;
        graph.edges.iter().any(|one| graph.edges.iter().any(|two| other(one, two)))
    });
}

#[test]
fn graphs_with_given_paths_shrink_to_the_minimum() {
    check("a path of two", |graph| {
        let next = |one: &Edge, two: &Edge| {
            one.to == two.from && one.from != one.to && two.from != two.to && one.from != two.to
        };
        graph.edges.iter().any(|one| graph.edges.iter().any(|two| next(one, two)))
    });
    check("out of reach", |graph| graph.reached().len() < graph.weights.len());
    check("reached and heavy", |graph| {
        !graph.edges.is_empty()
            && graph.reached().into_iter().skip(1).any(|node| graph.weights[node] > 1)
    });
    check("an edge to a heavy node", |graph| {
        graph.edges.iter().any(|edge| edge.from != edge.to && graph.weights[edge.to] > 1)
    });
}
