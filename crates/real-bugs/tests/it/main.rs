//! Tests of the committed files: the results, the page of the guide and the manifests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use forall_real_bugs::page;
use forall_real_bugs::programs::Side;
use forall_real_bugs::store;
use forall_real_bugs::table::Table;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

#[test]
fn the_guide_has_the_table_of_the_results() {
    let stored = store::load(&folder().join("results.jsonl")).unwrap();
    let page = fs::read_to_string(folder().join("../../docs/guide/src/real-bugs.md")).unwrap();
    let expected = page::replaced(&page, &Table::new(&stored, |_| true)).unwrap();
    assert!(page == expected, "run `forall-real-bugs table` with `--store` and `--page`");
}

/// Returns the names of the dependencies in the manifest of a package.
fn dependencies(side: Side) -> BTreeSet<String> {
    let manifest = fs::read_to_string(side.manifest()).expect("the package has a manifest");
    let (_, dependencies) = manifest.split_once("[dependencies]").expect("it has dependencies");
    let names = dependencies.lines().filter_map(|line| line.split_once(" = "));
    names.map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn both_packages_have_the_same_dependencies() {
    assert_eq!(dependencies(Side::Buggy), dependencies(Side::Fixed));
}
