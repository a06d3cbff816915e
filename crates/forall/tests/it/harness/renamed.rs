//! The macros in a project that gives the dependency another name.

use crate::support::project::Project;

const DEPENDENCIES: &str =
    "[dev-dependencies]\npbt = { package = \"forall\", path = \"…/crates/forall\" }\n";

const EVERY_MACRO: &str = r#"
use pbt::property::property;
use pbt::runner::{Options, quick_check};
use pbt::{Arbitrary, assume, ensure};

#[derive(Clone, Debug, Arbitrary)]
#[forall(crate = pbt)]
enum Tree<T> {
    Leaf,
    #[forall(weight = 2)]
    Node(Vec<Tree<T>>, #[forall(domain = 0..10_u8)] u8, Option<T>),
}

#[pbt::instrument(crate = pbt)]
fn depth<T>(tree: &Tree<T>) -> usize {
    match tree {
        Tree::Leaf => 0,
        Tree::Node(children, ..) => 1 + children.iter().map(depth).max().unwrap_or(0),
    }
}

#[pbt::property(crate = pbt)]
fn plain(x: u8) {
    assume!(x > 3);
    ensure!(x > 2, "{x}");
    ensure!(!(x == 1));
}

#[pbt::property(
    crate = pbt, tests = 20, implies(depth(tree) < 5), example(Tree::Leaf, 0, "a"), types(u8), types(String)
)]
fn with_every_option<T: PartialEq + Clone>(
    tree: &Tree<T>,
    #[domain(0..=depth(tree))] #[print(|i| format!("{i}"))] i: usize,
    text: &str,
) -> bool {
    i <= depth(tree) && text.len() >= text.chars().count()
}

mod outer {
    pub mod reexported {
        pub use pbt::*;
    }
}

#[outer::reexported::property(crate = crate::outer::reexported, isolate = false)]
fn through_a_reexport(x: u8) -> bool {
    let formula = property! {
        forall limit: u8 in 1..100_u8, print = |x| format!("{x:#x}");
        forall x in 0..*limit;
        implies *limit > 2;
        classify "small": *x < 10;
        check x < limit
    };
    quick_check(&formula, &Options { tests: 10, ..Options::default() }).passed() && x <= u8::MAX
}
"#;

const WITHOUT_THE_OPTION: &str = r#"
#[pbt::property]
fn passes(_x: u8) {}

#[derive(Clone, Debug, pbt::Arbitrary)]
struct Point(u8);

#[pbt::instrument]
fn zero() {}
"#;

#[test]
fn every_macro_works_if_the_dependency_is_renamed() {
    let project = Project::new("renamed", DEPENDENCIES);
    project.write("tests/renamed.rs", EVERY_MACRO);
    let output = project.shell("cargo test --test renamed");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("test result: ok. 4 passed"), "{output:#?}");

    project.write("tests/unaware.rs", WITHOUT_THE_OPTION);
    let output = project.shell("cargo test --test unaware");
    let text = String::from_utf8_lossy(&output.stderr);
    for remedy in
        ["#[property(crate = pbt)]", "#[forall(crate = pbt)]", "#[instrument(crate = pbt)]"]
    {
        let message = format!("error: this crate depends on `forall` as `pbt`: write `{remedy}`\n");
        assert!(text.contains(&message), "{text}");
    }
    assert!(
        text.contains("could not compile `renamed` (test \"unaware\") due to 3 previous errors"),
        "{text}"
    );
}
