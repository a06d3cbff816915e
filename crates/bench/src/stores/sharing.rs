//! Two workers that share a store, against one: the tests of the worker that first finds a failure.

use std::fs;
use std::io;
use std::process::Child;
use std::thread;
use std::time::Duration;

use super::project::Project;
use super::servers::{Kind, Server};
use crate::options::Options;
use crate::row::{Bar, Row};

/// The number of searches of each kind.
const SEARCHES: u64 = 8;
/// How much fewer tests each of two workers runs than one alone.
const MIN_GAIN: f64 = 1.8;
/// The time of a test. A worker exchanges inputs about twice in a second, so a fast search would end before.
const MICROSECONDS: &str = "150";
/// The results of a worker.
const RESULTS: &str = ".forall/results/searched/stays_shut.jsonl";

/// A store on this machine.
struct Shared {
    name: &'static str,
    /// The server, unless the store is a folder.
    server: Option<Server>,
}

/// Measures a row for each store that this machine has.
pub(super) fn rows(options: &Options) -> io::Result<Vec<Row>> {
    let stores = [
        ("folder", None),
        ("S3", Some(Kind::S3)),
        ("Azure", Some(Kind::Azure)),
        ("NATS", Some(Kind::Nats)),
    ];
    let name = |store: &str| format!("sharing: one worker against two, {store}");
    let mut wanted = stores.iter().filter(|(store, _)| options.wants(&name(store))).peekable();
    if wanted.peek().is_none() {
        return Ok(Vec::new());
    }
    let projects = [Project::build()?, Project::build()?];
    let searches = options.seeds.unwrap_or(if options.quick { 1 } else { SEARCHES });
    let alone = (0..searches).map(|seed| search(&projects[..1], None, seed));
    let alone = mean(&alone.collect::<io::Result<Vec<u64>>>()?);
    let mut rows = Vec::new();
    for (store, kind) in wanted {
        let mut tests = Vec::new();
        for seed in 0..searches {
            let server = kind.map(Server::start);
            if matches!(server, Some(None)) {
                break;
            }
            let shared = Shared { name: store, server: server.flatten() };
            tests.push(search(&projects, Some(&shared), seed)?);
        }
        if !tests.is_empty() {
            rows.push(Row {
                name: name(store),
                ours: alone,
                theirs: mean(&tests),
                bar: (searches >= SEARCHES).then_some(Bar::FirmAtLeast(MIN_GAIN)),
                unit: "tests",
                note: format!("until one finds the failure, mean of {searches}"),
            });
        }
    }
    Ok(rows)
}

/// Runs a worker in each project until one finds the failure, and returns the number of its tests.
fn search(projects: &[Project], shared: Option<&Shared>, seed: u64) -> io::Result<u64> {
    let folder = tempfile::tempdir()?;
    let store = shared.map(|shared| match &shared.server {
        Some(server) => server.url(),
        None => folder.path().display().to_string(),
    });
    let mut workers = Vec::new();
    for (project, worker) in projects.iter().zip(0..) {
        let _ = fs::remove_dir_all(project.path(".forall"));
        let mut args =
            vec!["fuzz", "--no-coverage", "--no-isolation", "--time", "1h", "stays_shut"];
        args.extend(store.iter().flat_map(|store| ["--store", store]));
        let mut command = project.command(&args);
        command.env("MICROSECONDS", MICROSECONDS).env("FORALL_MAX_SHRINKS", "0");
        command.env("FORALL_SEED", (seed * 2 + worker).to_string());
        let server = shared.and_then(|shared| shared.server.as_ref());
        command.envs(server.map(Server::variables).unwrap_or_default());
        workers.push(command.stderr(std::process::Stdio::null()).spawn()?);
    }
    let finder = first(&mut workers)?;
    for worker in &mut workers {
        worker.kill()?;
        worker.wait()?;
    }
    let results = fs::read_to_string(projects[finder].path(RESULTS))?;
    tests(&results).ok_or_else(|| {
        let store = shared.map_or("no store", |shared| shared.name);
        io::Error::other(format!("a worker with {store} found nothing: {results}"))
    })
}

/// Waits until one of the workers ends, and returns its position.
fn first(workers: &mut [Child]) -> io::Result<usize> {
    loop {
        for (at, worker) in workers.iter_mut().enumerate() {
            if worker.try_wait()?.is_some() {
                return Ok(at);
            }
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// Returns the number of tests in the results of a worker that found a failure.
fn tests(results: &str) -> Option<u64> {
    let end = results.lines().rfind(|line| line.contains("\"type\":\"end\""))?;
    let (_, passed) =
        end.split_once("\"outcome\":\"falsified\"").and(end.split_once("\"passed\":"))?;
    passed.split([',', '}']).next()?.parse().ok()
}

fn mean(numbers: &[u64]) -> f64 {
    numbers.iter().sum::<u64>() as f64 / numbers.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_read_from_results_of_a_failure() {
        let end = |outcome: &str| {
            format!(
                "{{\"type\":\"end\",\"outcome\":\"{outcome}\",\"tally\":{{\"passed\":17,\"discarded\":0}}}}\n"
            )
        };
        assert_eq!(tests(&end("falsified")), Some(17));
        assert_eq!(tests(&end("passed")), None);
        assert_eq!(tests("{\"type\":\"begin\"}\n"), None);
    }
}
