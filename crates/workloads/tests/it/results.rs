//! The results under version control.

use std::path::Path;

use workloads::{page, store};

#[test]
fn the_results_page_shows_the_store() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let stored = store::load(&folder.join("store.jsonl")).expect("the store is readable");
    assert!(!stored.records.is_empty());
    let committed = std::fs::read_to_string(folder.join("index.html")).expect("there is a page");
    let message = "run `cargo run -p workloads -- report --store crates/workloads/results/store.jsonl --out \
                   crates/workloads/results`";
    assert!(committed == page::page(&stored), "the page is out of date: {message}");
}
