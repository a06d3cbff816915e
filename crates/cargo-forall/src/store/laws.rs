//! What every store must do.

use std::env;
#[cfg(any(feature = "buckets", feature = "nats"))]
use std::process::Command;
use std::thread;

use forall_format::state_path::PropertyName;

use super::{Entry, EntryName, Kind, Store, StoreFolder};

#[path = "../../tests/it/servers.rs"]
#[cfg(any(feature = "buckets", feature = "nats"))]
mod servers;

/// The store that the child process tests.
const URL: &str = "STORE_OF_THE_TEST";

fn folder(module: &str, name: &str) -> StoreFolder {
    StoreFolder::new(Kind::Corpus, "two-words", PropertyName { module, name })
}

fn open(url: &str) -> Box<dyn Store> {
    super::open(url).expect("the URL is valid")
}

fn entries_are_added_once(store: &dyn Store) {
    let folder = folder("words", "starts");
    assert_eq!(store.list(&folder), Ok(Vec::new()));
    let mut names: Vec<EntryName> = ["a\n", "b\n", "a\n"]
        .map(|content| store.put(&folder, content.as_bytes()).expect("it is available"))
        .to_vec();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 2);
    assert_eq!(store.list(&folder), Ok(names.clone()));
    store.remove(&folder, &names[0]).expect("it is available");
    assert_eq!(store.list(&folder), Ok(vec![names[1].clone()]));
    assert_eq!(store.remove(&folder, &names[0]), Ok(()));
    let again = ["a\n", "b\n"].map(|content| store.put(&folder, content.as_bytes()));
    assert!(again.iter().all(Result::is_ok), "{again:?}");
    assert_eq!(store.list(&folder), Ok(names));
}

fn folders_are_apart(store: &dyn Store) {
    let one = folder("words::É", "ends");
    let inner = folder("words::É::ends", "ends");
    store.put(&one, b"one\n").expect("it is available");
    let name = store.put(&inner, b"inner\n").expect("it is available");
    assert_eq!(store.list(&one).map(|names| names.len()), Ok(1));
    assert_eq!(store.list(&inner), Ok(vec![name]));
}

fn entries_that_are_missing_are_reported(store: &dyn Store) {
    let folder = folder("words", "is_missing");
    let there = store.put(&folder, b"there\n").expect("it is available");
    let names = [EntryName::of(b"gone\n"), there];
    let entries = super::read(store, &folder, &names).expect("it is available");
    let [Entry::Unusable(reason), Entry::Content(text)] = &entries[..] else {
        panic!("{entries:?}");
    };
    assert_eq!(text, "there\n");
    assert!(reason.contains(" cannot be read: "), "{reason}");
}

fn several_writers_lose_nothing(url: &str) {
    let folder = folder("words", "is_written");
    thread::scope(|scope| {
        for writer in 0..4 {
            let folder = &folder;
            scope.spawn(move || {
                let store = open(url);
                let content = |n: u32| format!("{}\n", writer / 2 * 1_000 + n).into_bytes();
                let contents: Vec<Vec<u8>> = (0..50).map(content).collect();
                store.put_all(folder, &contents[..25]).expect("it is available");
                for content in &contents[25..] {
                    store.put(folder, content).expect("it is available");
                }
            });
        }
    });
    let store = open(url);
    let names = store.list(&folder).expect("it is available");
    assert_eq!(names.len(), 100, "half of the entries were written twice");
    let contents = store.get_all(&folder, &names);
    for (name, content) in names.iter().zip(contents) {
        assert_eq!(EntryName::of(&content.expect("it is available")), *name);
    }
}

fn obeys_the_laws(url: &str) {
    let store = open(url);
    entries_are_added_once(&*store);
    folders_are_apart(&*store);
    entries_that_are_missing_are_reported(&*store);
    several_writers_lose_nothing(url);
}

#[test]
fn a_folder_obeys_the_laws() {
    let root = tempfile::tempdir().expect("tests may write there");
    obeys_the_laws(root.path().to_str().expect("it is text"));
}

/// Tests the store that a variable names. A process of its own has the credentials in its environment.
#[test]
#[ignore = "started by other tests"]
fn the_store_of_the_variable_obeys_the_laws() {
    if let Ok(url) = env::var(URL) {
        obeys_the_laws(&url);
    }
}

#[cfg(any(feature = "buckets", feature = "nats"))]
fn a_server_obeys_the_laws(kind: servers::Kind) {
    let Some(server) = servers::Server::start(kind) else { return };
    let program = env::current_exe().expect("this program is a file");
    let mut child = Command::new(program);
    let test = "store::laws::the_store_of_the_variable_obeys_the_laws";
    child.args([test, "--exact", "--ignored", "--nocapture"]);
    let output = child.envs(server.variables()).env(URL, server.url()).output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert!(!text.contains(servers::PASSWORD), "{text}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("1 passed"), "{text}");
}

#[cfg(feature = "buckets")]
#[test]
fn a_bucket_of_s3_obeys_the_laws() {
    a_server_obeys_the_laws(servers::Kind::S3);
}

#[cfg(feature = "buckets")]
#[test]
fn a_container_of_azure_obeys_the_laws() {
    a_server_obeys_the_laws(servers::Kind::Azure);
}

#[cfg(feature = "nats")]
#[test]
fn a_bucket_of_nats_obeys_the_laws() {
    a_server_obeys_the_laws(servers::Kind::Nats);
}
