//! The options that select what cargo builds, and the filter.

use std::sync::LazyLock;

use crate::project::{ProgramOutput, Project};

fn property(name: &str) -> String {
    format!("#[forall::property(tests = 3)]\nfn {name}(x: u8) {{\n    let _ = x;\n}}\n")
}

/// Returns a program with a property among its unit tests.
fn program(name: &str) -> String {
    format!("fn main() {{}}\n#[cfg(test)]\n{}", property(name))
}

/// A workspace with a package that has every kind of target, and another package.
static PROJECT: LazyLock<Project> = LazyLock::new(|| {
    let member = |name: &str, more: &str| {
        format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n{more}\n\
             [dev-dependencies]\nforall = {{ workspace = true }}\n"
        )
    };
    let features = "\n[features]\ndefault = [\"usual\"]\nusual = []\nextra = []\n";
    let by_feature =
        |feature: &str, name: &str| format!("#[cfg(feature = \"{feature}\")]\n{}", property(name));
    let library = format!(
        "#[cfg(test)]\nmod tests {{\n{}{}{}}}\n",
        property("in_the_library"),
        by_feature("usual", "with_default_features"),
        by_feature("extra", "with_extra")
    );
    let profile = "#[forall::property(tests = 3)]\nfn checks_overflow(x: u8) -> bool {\n    \
                   let _ = x;\n    cfg!(debug_assertions)\n}\n";
    Project::virtual_workspace("selected", &["left", "right"])
        .file("left/Cargo.toml", &member("selected-left", features))
        .file("left/src/lib.rs", &library)
        .file("left/src/bin/tool.rs", &program("in_the_program"))
        .file("left/examples/show.rs", &program("in_the_example"))
        .file("left/tests/ini.rs", &format!("{}{profile}", property("in_a_file")))
        .file("left/tests/two-words.rs", &property("in_another_file"))
        .file("right/Cargo.toml", &member("selected-right", ""))
        .file("right/src/lib.rs", "")
        .file("right/tests/mini.rs", &property("reads_ini_files"))
});

/// Returns the names of the properties that are listed.
#[track_caller]
fn listed(args: &str) -> Vec<String> {
    let said = PROJECT.forall(&format!("list --json {args}"));
    assert_eq!(said.code, Some(0), "{said:?}");
    let line = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("it is JSON");
    let names = said.out.lines().map(|text| line(text)["property"].as_str().map(str::to_owned));
    names.map(|name| name.expect("every property has a name")).collect()
}

#[test]
fn targets_are_selected_as_in_cargo_test() {
    for (args, expected) in [
        ("--lib -p selected-left", vec!["tests::in_the_library", "tests::with_default_features"]),
        ("--bin tool", vec!["in_the_program"]),
        ("--bins", vec!["in_the_program"]),
        ("--test ini", vec!["checks_overflow", "in_a_file"]),
        ("--test two-words --test mini", vec!["in_another_file", "reads_ini_files"]),
        ("--example show", vec!["in_the_example"]),
        ("--examples", vec!["in_the_example"]),
    ] {
        assert_eq!(listed(args), expected, "{args}");
    }
    assert_eq!(listed("--tests"), listed(""));
    assert_eq!(listed("").len(), 7);
}

#[test]
fn packages_are_selected_as_in_cargo_test() {
    assert_eq!(listed("-p selected-right"), ["reads_ini_files"]);
    assert_eq!(listed("--workspace --exclude selected-left"), ["reads_ini_files"]);
    assert_eq!(listed("-p selected-*").len(), 7);
    assert_eq!(listed("--manifest-path right/Cargo.toml"), ["reads_ini_files"]);
    assert_eq!(listed("--manifest-path right/Cargo.toml --workspace").len(), 7);
}

#[test]
fn features_are_selected_as_in_cargo_test() {
    let library = |args: &str| listed(&format!("-p selected-left --lib {args}"));
    assert_eq!(library("--no-default-features"), ["tests::in_the_library"]);
    let all = ["tests::in_the_library", "tests::with_default_features", "tests::with_extra"];
    assert_eq!(library("--features extra"), all);
    assert_eq!(library("-F extra"), all);
    assert_eq!(library("--all-features"), all);
    let extra = ["tests::in_the_library", "tests::with_extra"];
    assert_eq!(library("--no-default-features --features extra"), extra);
}

#[test]
fn the_profile_is_selected_as_in_cargo_test() {
    let code = |args: &str| PROJECT.forall(&format!("{args} checks_overflow --test ini")).code;
    assert_eq!(code("run"), Some(0));
    assert_eq!(code("run --profile release"), Some(1));
    assert_eq!(code("run --release"), Some(1));
    assert_eq!(code("run --release --profile dev"), Some(2));
}

#[track_caller]
fn is_rejected(said: &ProgramOutput, message: &str) {
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{said:?}");
    assert!(said.err.starts_with(message), "{said:?}");
    assert_eq!(said.err.matches("error: ").count(), 1, "{said:?}");
}

#[test]
fn an_unknown_target_or_package_is_one_error() {
    is_rejected(&PROJECT.forall("run --test inn"), "error: no test target named `inn`");
    let said = PROJECT.forall("run -p selected-lef");
    is_rejected(&said, "error: package ID specification `selected-lef` did not match any packages");
    let expected = "error: there is no package `selected-lef` in this workspace; \
                    did you mean `selected-left`?";
    is_rejected(&PROJECT.forall("regressions -p selected-lef"), expected);
    is_rejected(&PROJECT.forall("report --workspace --exclude selected-lef"), expected);
}

#[test]
fn a_filter_finds_properties_targets_and_packages() {
    for (filter, expected) in [
        ("ini", vec!["checks_overflow", "in_a_file", "reads_ini_files"]),
        ("ini::", vec!["checks_overflow", "in_a_file", "reads_ini_files"]),
        ("mini", vec!["reads_ini_files"]),
        ("two-words", vec!["in_another_file"]),
        ("two_words", vec!["in_another_file"]),
        ("selected-right", vec!["reads_ini_files"]),
        ("file", vec!["in_a_file", "in_another_file", "reads_ini_files"]),
    ] {
        assert_eq!(listed(filter), expected, "{filter}");
    }
    let said = PROJECT.forall("list two-word");
    is_rejected(&said, "error: no property matches `two-word`; did you mean `two-words`?");
    let said = PROJECT.forall("run selected-rihgt");
    is_rejected(
        &said,
        "error: no property matches `selected-rihgt`; did you mean `selected-right`?",
    );
    let said = PROJECT.forall("run --tests 100");
    let expected = "error: no property matches `100`; `--num-tests 100` sets the number of tests";
    is_rejected(&said, expected);
    let said = PROJECT.forall("run nothing");
    is_rejected(
        &said,
        "error: no property matches `nothing`; `cargo forall list` lists all of them",
    );
}
