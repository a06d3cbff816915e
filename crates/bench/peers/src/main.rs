//! Runs our loops and those of other libraries on the same properties with the same distributions.
//!
//! Some of the libraries print, so the rows are written to the file named by the first argument.
//! The other arguments are those of the bench, which starts this program.

mod quickcheck;
mod proptest;
mod bolero;
mod arbtest;
mod hegel;
mod fuzzing;
mod libafl;

use std::process::ExitCode;

use forall_bench::counted::{self, count};
use forall_bench::measure::{Figures, measure};
use forall_bench::options::Options;
use forall_bench::row::{Bar, Row};
use forall_bench::{ours, render};

/// The limit on elements of a list.
const MAX_LIST_LENGTH: usize = 100;
/// The limit on characters of a text.
const MAX_TEXT_LENGTH: usize = 64;

/// The loops of one library, one for each counted property.
#[derive(Clone, Copy)]
struct Peer {
    name: &'static str,
    words: fn(u64),
    lists: fn(u64),
    texts: fn(u64),
    expressions: fn(u64),
    trees: fn(u64),
}

const OURS: Peer = Peer {
    name: "forall",
    words: |n| ours::run(&ours::words(counted::addition), n),
    lists: |n| ours::run(&ours::lists(counted::reversal), n),
    texts: |n| ours::run(&ours::texts(MAX_TEXT_LENGTH, counted::encoding), n),
    expressions: |n| ours::run(&ours::expressions(counted::evaluation), n),
    trees: |n| ours::run(&ours::trees(counted::insertion), n),
};

const PEERS: [Peer; 5] =
    [quickcheck::PEER, proptest::PEER, bolero::PEER, arbtest::PEER, hegel::PEER];

/// One property with the loop of every library.
struct Problem {
    name: &'static str,
    unit: &'static str,
    of: fn(&Peer) -> fn(u64),
}

const PROBLEMS: [Problem; 5] = [
    Problem { name: "two u64", unit: "ns/test", of: |peer| peer.words },
    Problem { name: "Vec<i32>", unit: "ns/element", of: |peer| peer.lists },
    Problem { name: "String", unit: "ns/char", of: |peer| peer.texts },
    Problem { name: "recursive enum", unit: "ns/node", of: |peer| peer.expressions },
    Problem { name: "search tree", unit: "ns/key", of: |peer| peer.trees },
];

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    let file = args.next().expect("the first argument is the file for the rows");
    let options = Options::parse(args).expect("the bench passes arguments that it has parsed");
    let mut rows: Vec<Row> =
        PROBLEMS.iter().flat_map(|problem| compare(problem, &options)).collect();
    rows.extend(fuzzing::fuzzing(&options));
    std::fs::write(file, render::rows(&rows, &options)).expect("the bench has created the folder");
    render::exit(&rows, &options)
}

/// Measures the loops of one problem, ours first.
fn compare(problem: &Problem, options: &Options) -> Vec<Row> {
    let name = |peer: &Peer| format!("{}, {}", problem.name, peer.name);
    let peers: Vec<&Peer> = PEERS.iter().filter(|peer| options.wants(&name(peer))).collect();
    if peers.is_empty() {
        return Vec::new();
    }
    let runs = std::iter::once(&OURS).chain(peers.iter().copied()).map(problem.of);
    let cases: Vec<_> = runs.map(|run| move |tests| count(|| run(tests))).collect();
    let figures = measure(&cases, options.effort());
    let theirs = peers.iter().zip(&figures[1..]);
    theirs.map(|(peer, theirs)| row(name(peer), problem.unit, figures[0], *theirs)).collect()
}

fn row(name: String, unit: &'static str, ours: Figures, theirs: Figures) -> Row {
    Row {
        name,
        ours: ours.nanos_per_unit(),
        theirs: theirs.nanos_per_unit(),
        bar: Some(Bar::Below(1.0)),
        unit,
        note: format!("mean sizes {:.1} and {:.1}", ours.units, theirs.units),
    }
}
