//! Variables without a value, which CI systems set for inputs that are not given.

use super::project;

/// An empty folder would be the package itself, and a folder for results gets a `.gitignore` for everything in it.
#[test]
fn empty_variables_change_no_file_of_the_package() {
    let project = project();
    let variables = ["RESULTS", "OBSERVATIONS", "CORPUS", "REGRESSIONS", "RUNNER", "PROFILE"];
    let empty = variables.map(|name| format!("FORALL_{name}= ")).concat();
    let said = project.shell(&format!("{empty}CI= cargo test --offline --test others adds"));
    assert!(said.out.contains("test result: ok. 1 passed"), "{said:?}");
    for name in [".gitignore", "regressions.lock", "corpus.lock", "others"] {
        assert!(!project.path(name).exists(), "{name}");
    }
}
