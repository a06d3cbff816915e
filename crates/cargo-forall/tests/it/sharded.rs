//! `cargo forall run --shard` and `cargo forall merge`.

use std::env;
use std::fs;

use crate::project::Project;

const TESTS: &str = "
use forall::property;

#[property]
fn is_small(x: u64) -> bool {
    x < u64::MAX / 100 * 99
}

#[property]
fn is_sorted_twice(mut list: Vec<u8>) -> bool {
    list.sort();
    list.is_sorted()
}

#[property]
fn is_run_by_no_shard(x: u8) -> bool {
    x < 255 || x == 255
}
";

fn project() -> Project {
    Project::with_macros("sharded").file("src/lib.rs", "").file("tests/lists.rs", TESTS)
}

#[test]
fn shards_are_run_and_merged() {
    let project = project();
    let one = project.forall("run --seed 7 --jobs 1 is_s");
    let expected = "  falsified  is_small\n     passed  is_sorted_twice\n2 properties: 1 passed, 1 falsified\n";
    assert_eq!((one.code, &*one.out), (Some(1), expected), "{one:?}");
    fs::remove_dir_all(project.path(".forall")).expect("a failure was saved");

    for shard in ["1/2", "2/2"] {
        let said = project.forall(&format!("run --seed 7 --shard {shard} --jobs 1 is_s"));
        let words = shard.replace('/', " of ");
        let name = words.replace(' ', "-");
        let note = format!(
            "shard {words}; `cargo forall merge` combines the results in .forall/results/shard-{name}"
        );
        assert!(said.err.ends_with(&note), "{said:?}");
        assert!(said.err.contains(&format!("falsified: is_small [shard {words}] (")), "{said:?}");
    }
    assert!(!project.path(".forall/regressions").exists(), "only merging saves failures");
    let said = project.forall("run --seed 7 --shard 2/2 --json is_sorted_twice");
    assert!(said.out.contains("\"shard\":\"2/2\""), "{said:?}");
    project.forall("report --output report.html");
    let page = project.read("report.html");
    assert!(page.contains("\"shard\":\"1/2\"") && page.contains("\"shard\":\"2/2\""), "{page}");

    let merged = project.forall("merge .forall/results");
    assert_eq!((merged.code, merged.out), (one.code, one.out));
    let note = "no shard has run 1 property: is_run_by_no_shard";
    assert_eq!(merged.err, format!("{}\n{note}", one.err));
    assert!(project.path(".forall/regressions/lists/is_small.txt").exists());
}

#[test]
fn missing_shards_and_invalid_arguments_are_errors() {
    let project = project();
    let said = project.forall("merge elsewhere");
    assert_eq!((said.code, &*said.err), (Some(2), "error: there is no folder `elsewhere`"));
    let said = project.forall("run --shard 9/8");
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.err.contains("`9/8` is not a shard such as 3/8"), "{said:?}");
    let said = project.forall("run --shard auto is_sorted_twice");
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(
        said.err.starts_with("error: FORALL_SHARD is `auto`, but no scheduler numbers this job"),
        "{said:?}"
    );

    project.forall("run --shard 2/3 is_sorted_twice");
    let said = project.forall("merge .forall");
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.err.contains("shard 1/3 is missing in .forall\n"), "{said:?}");
    assert!(said.err.contains("such as with FORALL_SHARD=1/3, and merge again"), "{said:?}");
}

const BEFORE_THE_SEARCH: &str = "
use forall::property;

#[property(example(7))]
fn an_example_fails(x: u64) -> bool {
    x != 7
}

#[property]
fn a_saved_failure_fails(x: u8) -> bool {
    x != 77
}

#[property(isolate, example(7))]
fn an_example_crashes(x: u64) -> bool {
    if x == 7 {
        std::process::abort();
    }
    x != 7
}
";

#[test]
fn failures_before_the_search_are_merged() {
    let project = Project::with_macros("early")
        .file("src/lib.rs", "")
        .file("tests/early.rs", BEFORE_THE_SEARCH);
    project.forall("run a_saved_failure_fails");
    let saved = ".forall/regressions/early/a_saved_failure_fails.txt";
    let text = project.read(saved);
    let one = project.forall("run --jobs 1");
    assert_eq!(one.code, Some(1), "{one:?}");
    assert_eq!(one.out.lines().last(), Some("3 properties: 3 falsified"), "{one:?}");
    assert_eq!(project.read(saved), text);

    for shard in ["1/2", "2/2"] {
        let said = project.forall(&format!("run --shard {shard} --jobs 1"));
        assert_eq!((said.code, &said.out), (Some(1), &one.out), "{said:?}");
    }
    let merged = project.forall("merge .forall/results");
    assert_eq!(merged, one);
}

#[test]
fn packages_with_the_same_tests_are_merged_apart() {
    let member = |name: &str| {
        format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
             [dev-dependencies]\nforall = {{ workspace = true }}\n"
        )
    };
    let property = "#[forall::property]\nfn holds(x: u64) -> bool {\n    x % 7 < LIMIT\n}\n";
    let project = Project::virtual_workspace("sharded-twice", &["one", "two"])
        .file("one/Cargo.toml", &member("sharded-one"))
        .file("two/Cargo.toml", &member("sharded-two"))
        .file("one/src/lib.rs", "")
        .file("two/src/lib.rs", "")
        .file("one/tests/it.rs", &property.replace("LIMIT", "7"))
        .file("two/tests/it.rs", &property.replace("LIMIT", "6"));
    for shard in ["1/2", "2/2"] {
        project.forall(&format!("run --shard {shard} --seed 7"));
    }
    let merged = project.forall("merge one/.forall/results two/.forall/results");
    let mut lines: Vec<&str> = merged.out.lines().collect();
    lines.sort_unstable();
    let expected = [
        "     passed  sharded-one: it::holds",
        "  falsified  sharded-two: it::holds",
        "2 properties: 1 passed, 1 falsified",
    ];
    assert_eq!((merged.code, lines), (Some(1), expected.to_vec()), "{merged:?}");

    let said = project.forall("merge one/.forall/results");
    assert_eq!(said.out, "     passed  sharded-one: it::holds\n1 property: 1 passed\n");
    assert!(said.err.ends_with("no shard has run 1 property: sharded-two: it::holds"), "{said:?}");
}

const COUNTED: &str = "
use std::fs::File;
use std::io::Write;

use forall::property;

fn count(name: &str) {
    let mut file = File::options().create(true).append(true).open(\"tests.log\").unwrap();
    // In one write, because processes append to the file at the same time.
    file.write_all(format!(\"{name}\\n\").as_bytes()).unwrap();
}

#[property]
fn one_is_counted(_x: u64) {
    count(\"one\");
}

#[property]
fn two_is_counted(_x: u64) {
    count(\"two\");
}

#[property]
fn three_is_counted(_x: u64) {
    count(\"three\");
}
";

#[test]
fn partitions_of_nextest_and_shards_run_each_test_once() {
    let project =
        Project::with_macros("nextest").file("src/lib.rs", "").file("tests/counted.rs", COUNTED);
    let version = project.shell("cargo nextest --version");
    if version.code != Some(0) {
        assert!(env::var_os("NEXTEST_REQUIRED").is_none(), "nextest is not installed");
        eprintln!("skipped: nextest is not installed");
        return;
    }
    for shard in 1..=3 {
        for partition in 1..=2 {
            let said = project.shell(&format!(
                "FORALL_SHARD={shard}/3 cargo nextest run --partition slice:{partition}/2"
            ));
            assert_eq!(said.code, Some(0), "{said:?}");
        }
    }
    let log = project.read("tests.log");
    for name in ["one", "two", "three"] {
        assert_eq!(log.lines().filter(|line| *line == name).count(), 1_000, "{name}");
    }
    let said = project.forall("merge .forall/results");
    let expected = "     passed  one_is_counted
     passed  three_is_counted
     passed  two_is_counted
3 properties: 3 passed
";
    assert_eq!((said.code, &*said.out), (Some(0), expected), "{said:?}");
    assert_eq!(project.lines("tests.log"), 3_000, "merging runs no test again");
}
