//! `cargo forall fuzz --store` and `cargo forall replay --store`.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use forall::source::{ChoiceSequence, ChoiceValue};
use forall_format::hash::fnv1a;
use forall_format::regressions::{RegressionEntry, RegressionFile, RegressionState};

#[cfg(any(feature = "buckets", feature = "nats"))]
use std::{
    io::{BufRead, BufReader},
    process::Stdio,
};

use crate::project::Project;
#[cfg(any(feature = "buckets", feature = "nats"))]
use crate::{project::ProgramOutput, servers, servers::Server};

const TESTS: &str = "
use forall::property;

#[forall::instrument]
fn kind(text: &str) -> u8 {
    if text.len() > 9 {
        if text.starts_with('a') { 1 } else { 2 }
    } else if text.contains(' ') {
        3
    } else {
        4
    }
}

#[property]
fn has_a_kind(text: String) -> bool {
    kind(&text) < 5
}

#[property]
fn is_small(x: u64) -> bool {
    x < u64::MAX / 10_000_000
}
";

/// Returns a project with an empty store.
fn project(name: &'static str) -> Project {
    let project = Project::with_macros(name).file("src/lib.rs", "").file("tests/texts.rs", TESTS);
    fs::create_dir(project.path("store")).expect("it is new");
    project
}

/// Returns the name of the entry with this content.
fn name(content: &str) -> String {
    let reversed: Vec<u8> = content.bytes().rev().collect();
    format!("{:016x}{:016x}", fnv1a(content.as_bytes()), fnv1a(&reversed))
}

/// Returns the number of entries in a folder of the store.
fn entries(folder: &Path) -> usize {
    fs::read_dir(folder).map_or(0, Iterator::count)
}

#[test]
fn workers_exchange_inputs_and_failures() {
    let project = project("store");
    let fuzz = "fuzz --no-coverage --time 2s --store store";
    let said = project.forall(&format!("{fuzz} has_a_kind"));
    assert_eq!(said.code, Some(0), "{said:?}");
    let sent = entries(&project.path("store/corpus/store/texts/has_a_kind"));
    assert!(sent > 1, "{said:?}");
    assert!(said.err.ends_with(&format!("\nstore: {sent} sent, 0 received")), "{said:?}");

    let said = project.forall(&format!("{fuzz} --corpus .forall/other has_a_kind"));
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.err.ends_with(&format!(", {sent} received")), "{sent}: {said:?}");

    let said = project.forall(&format!("{fuzz} is_small"));
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(entries(&project.path("store/failures/store/texts/is_small")) > 0, "{said:?}");
    fs::remove_dir_all(project.path(".forall")).expect("there is one");
    let said = project.forall("replay --store store");
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.err.contains("x = 1844674407370"), "{said:?}");
    let said = project.forall("replay --store store has_a_kind");
    let none = "error: no failures of these properties are in the store";
    assert_eq!((said.code, &*said.err), (Some(2), none));
}

#[test]
fn a_search_goes_on_without_its_store() {
    let project = project("lost-store");
    let search = project.start("fuzz --no-coverage --time 6s --store store has_a_kind");
    let started = Instant::now();
    while entries(&project.path("store/corpus/lost-store/texts/has_a_kind")) == 0 {
        assert!(started.elapsed() < Duration::from_secs(600), "nothing is sent");
        sleep(Duration::from_millis(10));
    }
    fs::rename(project.path("store"), project.path("gone")).expect("nothing holds it");
    sleep(Duration::from_secs(2));
    fs::rename(project.path("gone"), project.path("store")).expect("nothing holds it");
    let said = project.said(&search.wait_with_output().expect("it ends"));
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.err.contains("; the search goes on without it"), "{said:?}");
    assert!(said.err.contains("store: available again"), "{said:?}");
    let corpus = project.read(".forall/corpus/texts/has_a_kind.txt");
    let is_input = |line: &&str| line.contains('.') && !line.starts_with(['#', 'g']);
    let inputs = corpus.lines().filter(is_input).count();
    let sent = entries(&project.path("store/corpus/lost-store/texts/has_a_kind"));
    assert!(sent >= inputs, "{sent} of {inputs}");
}

#[test]
fn a_missing_store_does_not_stop_the_search() {
    let project = project("no-store");
    let said = project.forall("fuzz --no-coverage --time 1s --store elsewhere has_a_kind");
    assert_eq!(said.code, Some(0), "{said:?}");
    let lost = "store: elsewhere cannot be used as a store: ";
    assert!(said.err.contains(lost) && said.err.contains("; the search goes on"), "{said:?}");
    assert!(said.err.contains("the next run with this store copies them"), "{said:?}");
    assert!(!project.path("elsewhere").exists());
}

#[test]
fn urls_that_are_no_stores_are_errors() {
    let project = project("no-urls");
    let error = |store: &str| {
        let said = project.forall(&format!("fuzz --no-coverage --store {store} has_a_kind"));
        assert_eq!(said.code, Some(2), "{said:?}");
        said.err
    };
    let text = error("redis://user:secret@localhost/x");
    let start = "error: stores of the kind `redis:` are not supported; a store is a folder that all workers can write to";
    assert!(text.contains(start) && !text.contains("secret"), "{text}");
    let text = error("s3://user:secret@bucket/x");
    let start = "error: s3: URLs of stores consist of a bucket and a folder only: s3://BUCKET/FOLDER; credentials and options \
         are read from variables such as AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL";
    assert!(text.contains(start) && !text.contains("secret"), "{text}");
    let text = error("nats://user:secret@localhost:4222");
    let start = "error: nats://localhost:4222 names no bucket; write nats://HOST:PORT/BUCKET";
    assert!(text.contains(start) && !text.contains("secret"), "{text}");
}

#[cfg(not(feature = "buckets"))]
#[test]
fn a_store_whose_feature_is_missing_is_an_error() {
    let project = project("no-feature");
    let said = project.forall("replay --store s3://bucket/x");
    let expected = "error: s3://bucket/x cannot be used: this `cargo forall` was installed without the feature `buckets`; `cargo \
         install cargo-forall --features buckets` adds it";
    assert_eq!((said.code, &*said.err), (Some(2), expected));
}

/// Runs a command whose environment has the credentials for the server. Its output must not contain them.
#[cfg(any(feature = "buckets", feature = "nats"))]
fn with_credentials(project: &Project, server: &Server, args: &str) -> ProgramOutput {
    let mut command = project.command(args);
    let output = command.envs(server.variables()).output().expect("the program starts");
    let said = project.said(&output);
    assert!(!format!("{said:?}").contains(servers::PASSWORD), "{said:?}");
    said
}

/// A worker begins before the server does, another one receives what it found, and a developer replays its failure.
#[cfg(any(feature = "buckets", feature = "nats"))]
fn a_server_is_a_store(kind: servers::Kind, project: &Project, missing: &str) {
    let Some(mut server) = Server::stopped(kind) else { return };
    let store = format!("--store {}", server.url());
    let fuzz = format!("fuzz --no-coverage {store} --time");
    let mut early = project.command(&format!("{fuzz} 15s has_a_kind"));
    let early = early.envs(server.variables()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut early = early.spawn().expect("the program starts");
    let mut lines = BufReader::new(early.stderr.take().expect("it is piped")).lines();
    let mut text = String::new();
    for line in lines.by_ref().map(|line| line.expect("it is text")) {
        text += &format!("{line}\n");
        if line.contains("; the search goes on without it") {
            break;
        }
    }
    server.run();
    text.extend(lines.map(|line| line.expect("it is text") + "\n"));
    let mut output = early.wait_with_output().expect("it ends");
    output.stderr = text.into_bytes();
    let said = project.said(&output);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(!format!("{said:?}").contains(servers::PASSWORD), "{said:?}");
    assert_eq!(said.err.matches("; the search goes on without it").count(), 1, "{said:?}");
    assert!(said.err.contains("Connection refused"), "{said:?}");
    assert!(said.err.contains("store: available again"), "{said:?}");
    let (_, counts) = said.err.rsplit_once("\nstore: ").expect("it ends with the counts");
    let sent = counts.strip_suffix(" sent, 0 received").expect("there is no other worker");

    let said =
        with_credentials(project, &server, &format!("{fuzz} 2s --corpus .forall/other has_a_kind"));
    assert!(said.err.ends_with(&format!(", {sent} received")), "{sent}: {said:?}");
    let said = with_credentials(project, &server, &format!("{fuzz} 2s is_small"));
    assert_eq!(said.code, Some(1), "{said:?}");
    fs::remove_dir_all(project.path(".forall")).expect("there is one");
    let said = with_credentials(project, &server, &format!("replay {store}"));
    assert_eq!(said.code, Some(1), "{said:?}");
    assert_eq!(said.err.matches("falsified: is_small").count(), 1, "{said:?}");

    let store = format!("--store {}", server.url_of("nowhere"));
    let said = with_credentials(project, &server, &format!("replay {store}"));
    assert_eq!(
        (said.code, &*said.err),
        (Some(2), missing.replace("PORT", &server.port.to_string()).as_str())
    );
}

#[cfg(feature = "buckets")]
#[test]
fn a_bucket_of_s3_is_a_store() {
    let missing = "error: s3://nowhere/a/b cannot be listed: there is no bucket `nowhere`";
    a_server_is_a_store(servers::Kind::S3, &project("s3"), missing);
}

#[cfg(feature = "buckets")]
#[test]
fn a_container_of_azure_is_a_store() {
    let missing = "error: az://nowhere/a/b cannot be listed: there is no bucket `nowhere`";
    a_server_is_a_store(servers::Kind::Azure, &project("azurite"), missing);
}

#[cfg(feature = "nats")]
#[test]
fn a_bucket_of_nats_is_a_store() {
    let missing = "error: nats://127.0.0.1:PORT/nowhere/a/b cannot be listed: there is no bucket `nowhere`; `nats kv add \
         nowhere` creates it";
    a_server_is_a_store(servers::Kind::Nats, &project("nats"), missing);
}

#[cfg(feature = "nats")]
#[test]
fn a_wrong_password_is_named_and_not_printed() {
    let Some(server) = Server::start(servers::Kind::Nats) else { return };
    let project = project("denied");
    let url = server.url().replace(servers::PASSWORD, "swordfish");
    let said = project.forall(&format!("replay --store {url}"));
    let port = server.port;
    let expected = format!(
        "error: nats://127.0.0.1:{port}/corpora/a/b cannot be listed: nats: authorization violation"
    );
    assert_eq!((said.code, said.err), (Some(2), expected));
}

#[cfg(feature = "buckets")]
#[test]
fn an_account_is_required_for_azure() {
    let said = project("azure").forall("replay --store az://container/x");
    let expected = "error: az://container/x cannot be used: Account must be specified; set AZURE_STORAGE_ACCOUNT_NAME and \
         AZURE_STORAGE_ACCOUNT_KEY";
    assert_eq!((said.code, &*said.err), (Some(2), expected));
}

#[test]
fn workers_of_a_store_run_different_searches() {
    let project = project("seeds");
    let seed = |store: &str| {
        let mut command = project.command(&format!("fuzz --no-coverage --time 1s {store} is_sm"));
        let said = project.said(&command.env("CI", "true").output().expect("the program starts"));
        fs::remove_dir_all(project.path(".forall/regressions")).expect("it found a failure");
        let results = project.read(".forall/results/texts/is_small.jsonl");
        let (_, seed) = results.split_once("\"seed\":").unwrap_or_else(|| panic!("{said:?}"));
        seed.split(',').next().map(str::to_owned)
    };
    assert_eq!(seed(""), seed(""));
    assert_ne!(seed("--store store"), seed("--store store"));
}

#[test]
fn failures_of_a_store_are_replayed_by_their_simplest_inputs() {
    let project = project("origins");
    let folder = "store/failures/origins/texts/is_small";
    project.forall("fuzz --no-coverage --time 1s --store store is_small");
    assert_eq!(entries(&project.path(folder)), 1, "the steps of shrinking are replaced");
    // Another worker has found the same, and was killed before it shrank it.
    let choices = ChoiceSequence(vec![ChoiceValue::Integer(i128::from(u64::MAX))]);
    let entry = RegressionEntry::new(RegressionState::Fails, choices, [("x", "large")]);
    let mut file = RegressionFile::new("texts::is_small");
    file.put(None, entry);
    let text = file.to_string();
    project.write(&format!("{folder}/{}", name(&text)), &text);
    project.write(&format!("{folder}/{}", "0".repeat(32)), "damaged");
    let said = project.forall("replay --store store");
    assert_eq!(said.code, Some(1), "{said:?}");
    assert_eq!(said.err.matches("falsified: is_small").count(), 1, "{said:?}");
    assert!(said.err.contains("is damaged\n"), "{said:?}");
    assert!(said.out.ends_with("\nfails like a simpler input\n"), "{said:?}");
}

/// The number of workers that are killed.
const KILLS: u64 = 12;

#[test]
fn killed_workers_leave_a_store_that_others_use() {
    let project = project("killed");
    let fuzz = "fuzz --no-coverage --time 100s --store store is_small";
    let failures = project.path("store/failures/killed/texts/is_small");
    // Builds the tests.
    project.forall("fuzz --no-coverage --time 1s is_small");
    let mut was_accepted = false;
    for kill in 0..KILLS {
        let _ = fs::remove_dir_all(project.path(".forall"));
        let mut worker = project.start(fuzz);
        sleep(Duration::from_millis(400 + 97 * kill));
        worker.kill().expect("it can be killed");
        worker.wait().expect("it was killed");
        let is_there = entries(&failures) > 0;
        assert!(is_there || !was_accepted, "a failure is lost");
        was_accepted |= is_there;
    }
    let _ = fs::remove_dir_all(project.path(".forall"));
    let said = project.forall(fuzz);
    assert_eq!(said.code, Some(1), "{said:?}");
    let said = project.forall("replay --store store");
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(!said.err.contains("store: "), "no entry is damaged: {said:?}");
    assert_eq!(said.err.matches("falsified: is_small").count(), 1, "{said:?}");
}

#[test]
fn workers_and_the_content_of_a_store_are_listed() {
    let project = project("listed");
    let listed = |more: &str| project.forall(&format!("list --store store {more}"));
    assert!(listed("is_small").out.contains("\n    store: 0 inputs, 0 failures"));
    let said = project.forall("fuzz --no-coverage --time 1s --store store is_small");
    assert_eq!(said.code, Some(1), "{said:?}");
    let said = listed("is_small");
    assert!(said.out.contains(", 1 failure\n    worker "), "{said:?}");
    assert!(said.out.contains(": falsified, "), "{said:?}");
    let json = listed("--json is_small").out;
    assert!(json.contains("\"failures\":1") && json.contains("\"seconds_ago\":"), "{json}");
    let said = project.forall("list --store elsewhere");
    assert_eq!(said.code, Some(2), "{said:?}");
}

#[test]
fn a_corpus_without_useless_inputs_is_enough() {
    let project = project("minimized");
    let folder = "store/corpus/minimized/texts/has_a_kind";
    let said = project.forall("fuzz --time 2s --store store has_a_kind");
    assert_eq!(said.code, Some(0), "{said:?}");
    let sent = entries(&project.path(folder));
    let long = |letter: &str| ChoiceValue::String(letter.repeat(20));
    for letter in ["a", "b", "c", "d"] {
        let text = format!("{}\n", ChoiceSequence(vec![long(letter)]));
        project.write(&format!("{folder}/{}", name(&text)), &text);
    }
    let said = project.forall("minimize --store store has_a_kind");
    assert_eq!(said.code, Some(0), "{said:?}");
    let judged = format!(" of {} inputs removed", sent + 4);
    assert!(said.out.contains(&judged), "{said:?}");
    let left = entries(&project.path(folder));
    assert!(left < sent + 4 && left > 1, "{left} of {sent}: {said:?}");
    let reached = |corpus: &str| {
        let fuzz = format!("fuzz --time 500ms --store store --corpus {corpus} has_a_kind");
        let said = project.forall(&fuzz);
        assert_eq!(said.code, Some(0), "{said:?}");
        let results = project.read(".forall/results/texts/has_a_kind.jsonl");
        let (_, reached) = results.split_once("\"reached\":").expect("the run is guided");
        reached.split(',').next().and_then(|text| text.parse::<u64>().ok()).expect("a number")
    };
    assert_eq!(reached(".forall/corpus"), reached(".forall/other"), "the coverage stays");
}
