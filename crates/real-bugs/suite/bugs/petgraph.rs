//! Graphs.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::Direction;
use petgraph::algo::astar;
use petgraph::graph::DiGraph;
use petgraph::graphmap::DiGraphMap;

use crate::bug::Bug;
use crate::input::input;

input! {
    enum Step {
        AddNode(u8),
        AddEdge(u8, u8, u8),
        RemoveNode(u8),
        RemoveEdge(u8, u8),
    }
}

/// The nodes, and the weights of the edges.
#[derive(Default)]
struct Model {
    nodes: BTreeSet<u8>,
    edges: BTreeMap<(u8, u8), u8>,
}

fn apply(step: &Step, graph: &mut DiGraphMap<u8, u8>, model: &mut Model) {
    match *step {
        Step::AddNode(node) => {
            graph.add_node(node);
            model.nodes.insert(node);
        }
        Step::AddEdge(from, to, weight) => {
            model.nodes.extend([from, to]);
            assert_eq!(graph.add_edge(from, to, weight), model.edges.insert((from, to), weight));
        }
        Step::RemoveNode(node) => {
            assert_eq!(graph.remove_node(node), model.nodes.remove(&node));
            model.edges.retain(|(from, to), _| *from != node && *to != node);
        }
        Step::RemoveEdge(from, to) => {
            assert_eq!(graph.remove_edge(from, to), model.edges.remove(&(from, to)));
        }
    }
    assert_eq!(graph.node_count(), model.nodes.len());
    assert_eq!(graph.edge_count(), model.edges.len());
}

fn agree(graph: &DiGraphMap<u8, u8>, model: &Model) {
    for node in &model.nodes {
        let neighbors =
            |direction| -> BTreeSet<u8> { graph.neighbors_directed(*node, direction).collect() };
        let edges = model.edges.keys();
        let targets = edges.clone().filter(|(from, _)| from == node).map(|(_, to)| *to);
        let origins = edges.filter(|(_, to)| to == node).map(|(from, _)| *from);
        assert_eq!(neighbors(Direction::Outgoing), targets.collect());
        assert_eq!(neighbors(Direction::Incoming), origins.collect());
    }
    let edges = graph.all_edges().map(|(from, to, weight)| ((from, to), *weight));
    assert_eq!(edges.collect::<BTreeMap<_, _>>(), model.edges);
}

pub(crate) static REMOVE_NODE: Bug<Vec<Step>> = Bug {
    name: "petgraph_remove_node",
    package: "petgraph",
    law: "a `DiGraphMap` behaves like a set of nodes and a map of edges",
    link: "https://github.com/petgraph/petgraph/issues/432",
    check: |steps| {
        let mut graph = DiGraphMap::new();
        let mut model = Model::default();
        steps.iter().for_each(|step| apply(step, &mut graph, &mut model));
        agree(&graph, &model);
    },
    known_failure: || vec![Step::AddEdge(1, 2, 0), Step::AddEdge(2, 1, 0), Step::RemoveNode(1)],
};

input! {
    /// A graph with weighted edges. The heuristic of a node is a fraction of its distance to the goal, in units of
    /// 1/255, so it never overestimates.
    struct Map { nodes: u8, edges: Vec<(u8, u8, u8)>, fractions: Vec<u8> }
}

struct Edge {
    from: usize,
    to: usize,
    weight: u32,
}

impl Map {
    fn node_count(&self) -> usize {
        usize::from(self.nodes) % 8 + 2
    }

    fn edges(&self) -> impl Iterator<Item = Edge> {
        let count = self.node_count();
        let node = move |node: u8| usize::from(node) % count;
        self.edges.iter().take(40).map(move |(from, to, weight)| Edge {
            from: node(*from),
            to: node(*to),
            weight: u32::from(*weight),
        })
    }

    /// Returns the distance of each node to the last one.
    fn distances(&self) -> Vec<Option<u32>> {
        let count = self.node_count();
        let mut distances = vec![None; count];
        distances[count - 1] = Some(0);
        for _ in 0..count {
            for edge in self.edges() {
                let through = distances[edge.to].map(|rest: u32| rest + edge.weight);
                let known = distances[edge.from];
                distances[edge.from] = known.into_iter().chain(through).min();
            }
        }
        distances
    }
}

pub(crate) static ASTAR_INCONSISTENT: Bug<Map> = Bug {
    name: "petgraph_astar_inconsistent",
    package: "petgraph",
    law: "`astar` with a heuristic that never overestimates finds a shortest path",
    link: "https://github.com/petgraph/petgraph/issues/379",
    check: |map| {
        let mut graph = DiGraph::<(), u32>::new();
        let nodes: Vec<_> = (0..map.node_count()).map(|_| graph.add_node(())).collect();
        for Edge { from, to, weight } in map.edges() {
            graph.add_edge(nodes[from], nodes[to], weight);
        }
        let distances = map.distances();
        let heuristic = |node: usize| {
            let fraction = map.fractions.get(node).map_or(0, |fraction| u32::from(*fraction));
            distances[node].map_or(fraction, |distance| distance * fraction / 255)
        };
        let goal = nodes[nodes.len() - 1];
        let found = astar(
            &graph,
            nodes[0],
            |node| node == goal,
            |edge| *edge.weight(),
            |node| heuristic(node.index()),
        );
        assert_eq!(found.map(|(cost, _)| cost), distances[0]);
    },
    known_failure: || Map {
        nodes: 254,
        edges: vec![(89, 183, 0), (74, 166, 0), (0, 170, 0), (78, 1, 2), (0, 158, 1)],
        fractions: vec![0, 0, 128],
    },
};
