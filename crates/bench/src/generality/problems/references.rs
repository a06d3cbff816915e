//! Steps that refer to earlier steps.

use forall::Arbitrary;
use forall::domain::vec;
use forall::property::property;

use super::Problem;

const KIND: &str = "references";

/// Returns the problems of this kind.
pub(super) fn all() -> Vec<Problem> {
    vec![use_after_delete(), moved_files(), heavier_to_lighter(), circular(), undo(), parents()]
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Step {
    Create,
    Link(#[forall(domain = 0..=5_usize)] usize, #[forall(domain = 0..=5_usize)] usize),
    Delete(#[forall(domain = 0..=5_usize)] usize),
    Read(#[forall(domain = 0..=5_usize)] usize),
}

fn use_after_delete() -> Problem {
    let property = property! {
        forall steps: Vec<Step>;
        check {
            let mut objects: Vec<(bool, Option<usize>)> = Vec::new();
            let mut is_read_deleted = false;
            for step in steps.iter() {
                match *step {
                    Step::Create => objects.push((true, None)),
                    Step::Link(from, to) if from < objects.len() && to < objects.len() => {
                        objects[from].1 = Some(to);
                    }
                    Step::Delete(at) if at < objects.len() => objects[at].0 = false,
                    Step::Read(at) if objects.get(at).is_some_and(|object| object.0) => {
                        let linked = objects[at].1;
                        is_read_deleted |= linked.is_some_and(|to| !objects[to].0);
                    }
                    _ => {}
                }
            }
            !is_read_deleted
        }
    };
    Problem::new(KIND, "a link to a deleted object", property).choices(18).numbers(3)
}

fn moved_files() -> Problem {
    let property = property! {
        forall moves in vec((0..=7_usize, 0..=7_usize), ..=10);
        check {
            let mut places: Vec<usize> = (0..8).collect();
            for (from, to) in moves.iter() {
                places.swap(*from, *to);
            }
            places[0] != 3 || places[3] != 5 || places[5] != 0
        }
    };
    Problem::new(KIND, "three files in a circle", property).numbers(8)
}

#[derive(Arbitrary, Clone, Debug)]
struct Graph {
    weights: Vec<i8>,
    edges: Vec<Edge>,
}

#[derive(Arbitrary, Clone, Debug)]
struct Edge {
    #[forall(domain = 0..=3_usize)]
    from: usize,
    #[forall(domain = 0..=3_usize)]
    to: usize,
}

fn heavier_to_lighter() -> Problem {
    let property = property! {
        forall graph: Graph;
        implies graph.edges.iter().all(|e| e.from < graph.weights.len() && e.to < graph.weights.len());
        check graph.edges.iter().all(|e| graph.weights[e.from] <= graph.weights[e.to])
    };
    Problem::new(KIND, "from a heavier to a lighter node", property)
}

fn circular() -> Problem {
    let property = property! {
        forall next in vec(0..=7_usize, ..=8);
        implies next.iter().all(|to| *to < next.len());
        check !(0..next.len()).any(|start| {
            let one = next[start];
            let two = next[one];
            one != start && two != start && two != one && next[two] == start
        })
    };
    Problem::new(KIND, "three in a ring", property)
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Edit {
    Insert(#[forall(domain = 0..=9_u8)] u8),
    Undo(#[forall(domain = 1..=3_usize)] usize),
    Redo,
}

fn undo() -> Problem {
    let property = property! {
        forall edits: Vec<Edit>;
        check {
            let mut text: Vec<u8> = Vec::new();
            let mut undone: Vec<u8> = Vec::new();
            for edit in edits.iter() {
                match edit {
                    // Forgets to clear what was undone.
                    Edit::Insert(x) => text.push(*x),
                    Edit::Undo(count) => {
                        for _ in 0..*count {
                            undone.extend(text.pop());
                        }
                    }
                    Edit::Redo => text.extend(undone.pop()),
                }
            }
            text.windows(2).all(|two| two[0] <= two[1] + 2) || !edits.contains(&Edit::Redo)
        }
    };
    Problem::new(KIND, "undone and redone", property).numbers(10)
}

fn parents() -> Problem {
    let property = property! {
        forall parents in vec(0..=9_usize, ..=8);
        check {
            // Node 0 is the root, and node `at + 1` is below an earlier one.
            let depth = |mut node: usize| {
                let mut depth = 0;
                while node > 0 && depth < 20 {
                    node = parents[node - 1].min(node - 1);
                    depth += 1;
                }
                depth
            };
            let depths: Vec<usize> = (0..=parents.len()).map(depth).collect();
            depths.iter().filter(|depth| **depth == 2).count() < 2
                || depths.iter().filter(|depth| **depth == 3).count() < 1
        }
    };
    Problem::new(KIND, "a tree by parents", property)
}
