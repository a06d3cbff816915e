//! The result and observation files that a run writes for other programs.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use forall::block::generate;
use forall::harness::{Settings, Test};
use forall::observe;
use forall::property::{Erased, property};
use forall::runner::{self, Options, quick_check};
use forall::source::Source;
use serde_json::Value;

/// Returns an empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("results").join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn run(folder: &Path, property: &Erased, runner: &forall::harness::Runner<'_>, tests: u64) {
    let here = Some(folder.display().to_string().into());
    let settings = Settings {
        tests: Some(tests),
        seed: Some(1),
        regressions: Some("off".into()),
        observations: here.clone(),
        results: here,
        ..Settings::NONE
    };
    let test = Test::new("crate_name::tests", "name");
    let _ = catch_unwind(AssertUnwindSafe(|| test.run(property, runner, &settings)));
}

fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("the run wrote it");
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// Returns a property with labels and values that need escaping in JSON.
fn quoting() -> Erased {
    Erased::new(property! {
        forall text: String;
        forall n: u8;
        implies n % 4 != 3;
        collect n % 3;
        check {
            observe::classify("long \"ones\"\n", text.len() > 8);
            text.len() < 20
        }
    })
}

/// Returns whether a reader accepts the line. Readers show nothing at all if they reject one line.
fn is_readable(line: &Value) -> bool {
    let text = |key: &str| line[key].is_string();
    let common = line["run_start"].is_f64() && text("property");
    match line["type"].as_str() {
        Some("info") => common && text("title") && text("content"),
        Some("test_case") => {
            let status = ["passed", "failed", "gave_up"].map(Value::from).contains(&line["status"]);
            let seconds = |timing: &Value| {
                timing.as_object().is_some_and(|all| all.values().all(Value::is_number))
            };
            common
                && status
                && text("status_reason")
                && text("representation")
                && line["features"].is_object()
                && line.get("coverage") == Some(&Value::Null)
                && line.get("how_generated").is_none_or(Value::is_string)
                && line.get("timing").is_none_or(seconds)
        }
        _ => false,
    }
}

#[test]
fn every_observation_line_is_readable() {
    for (name, runner) in [
        ("quick_check", &runner::quick_check as &forall::harness::Runner<'_>),
        ("fuzz", &runner::fuzz),
        ("skip_premises", &runner::skip_premises),
    ] {
        let folder = folder(name);
        run(&folder, &quoting(), runner, 300);
        let all = lines(&folder.join("crate_name.tests.name.jsonl"));
        assert!(all.iter().all(is_readable), "{all:#?}");
        assert!(all.iter().all(|line| line["run_start"] == all[0]["run_start"]));
        let of = |status: &str| all.iter().filter(|line| line["status"] == status).count();
        assert!(of("passed") > 2, "{name}");
        assert_eq!(of("failed"), 2, "{name}: the original failure and the shrunk one");
        let simplest = &all[all.len() - 2];
        assert_eq!(simplest["how_generated"], "shrunk");
        let report = all.last().unwrap();
        assert_eq!((&report["type"], &report["title"]), (&"info".into(), &"Report".into()));
    }
}

/// A user-defined runner can read inputs with the types of the property.
#[test]
fn recording_results_does_not_change_the_type_of_inputs() {
    let folder = folder("inputs");
    let property = Erased::new(property! { forall n: u8; check *n == *n });
    let looks = |property: &Erased, options: &Options| {
        let inputs = generate(property, &mut Source::from_seed(1, 5)).expect("nothing is filtered");
        assert!(inputs.get::<(u8, ())>().is_some());
        quick_check(property, options)
    };
    run(&folder, &property, &looks, 10);
    let all = lines(&folder.join("crate_name/tests/name.jsonl"));
    assert_eq!(all.last().unwrap()["type"], "end", "the run ended");
}

#[test]
fn features_are_the_observations() {
    let folder = folder("features");
    run(&folder, &quoting(), &runner::quick_check, 100);
    let all = lines(&folder.join("crate_name.tests.name.jsonl"));
    let passed = all.iter().find(|line| line["status"] == "passed").unwrap();
    let n: u64 = passed["arguments"]["n"].as_str().unwrap().parse().unwrap();
    assert_eq!(passed["features"]["n % 3"], n % 3, "a number stays a number");
    assert!(passed["features"]["long \"ones\"\n"].is_boolean());
    assert!(passed["features"]["choices"].is_u64());
    let discarded = all.iter().find(|line| line["status"] == "gave_up").unwrap();
    assert_eq!(discarded["status_reason"], "premise: n % 4 != 3");
}

#[test]
fn the_number_of_observations_is_bounded() {
    let folder = folder("bounded");
    let passes = Erased::new(property! { forall n: u32; check *n == *n });
    run(&folder, &passes, &runner::quick_check, 100_000);
    let all = lines(&folder.join("crate_name.tests.name.jsonl"));
    assert!((3_000..6_000).contains(&all.len()), "{}", all.len());
}

#[test]
fn results_contain_begin_failing_and_end_lines() {
    let folder = folder("falsified");
    run(&folder, &quoting(), &runner::quick_check, 300);
    let all = lines(&folder.join("crate_name/tests/name.jsonl"));
    let [begin, .., end] = &all[..] else { panic!("{all:#?}") };
    assert_eq!(begin["type"], "begin");
    assert_eq!(begin["property"], "crate_name::tests::name");
    assert_eq!(begin["tests"], 300);
    assert!(begin["formula"].as_str().unwrap().starts_with("∀ text: String."), "{begin}");
    assert!(all.iter().any(|line| line["type"] == "failing"));
    assert_eq!(end["type"], "end");
    assert!(end["text"].as_str().unwrap().starts_with("falsified: name"), "{end}");
    let report = &end["report"];
    assert_eq!(report["outcome"], "falsified");
    let by = report["counterexample"]["found"].as_str().unwrap();
    let (by, _) = by.split_once(" of seed ").unwrap();
    assert!(end["text"].as_str().unwrap().contains(&format!("\n  found by {by}")), "{end}");
    let shrunk = report["counterexample"]["shrunk"].as_array().unwrap();
    assert_eq!((&shrunk[1]["name"], &shrunk[1]["value"]), (&"n".into(), &"0".into()));
    assert!(end["replay"].as_str().unwrap().contains("FORALL_REPLAY="), "{end}");
}

#[test]
fn a_long_run_records_its_progress() {
    let folder = folder("progress");
    let slow = Erased::new(property! {
        forall n: u8;
        check {
            std::thread::sleep(std::time::Duration::from_millis(2));
            *n == *n
        }
    });
    run(&folder, &slow, &runner::quick_check, 300);
    let all = lines(&folder.join("crate_name/tests/name.jsonl"));
    let passed: Vec<u64> = all
        .iter()
        .filter(|line| line["type"] == "progress")
        .map(|line| line["tally"]["passed"].as_u64().unwrap())
        .collect();
    assert!(passed.len() > 1 && passed.is_sorted(), "{passed:?}");
    assert_eq!(all.last().unwrap()["report"]["tally"]["passed"], 300);
}

#[test]
fn only_a_new_folder_is_hidden_from_version_control() {
    let new = folder("new");
    run(&new, &quoting(), &runner::quick_check, 10);
    assert_eq!(fs::read_to_string(new.join(".gitignore")).expect("the run wrote it"), "*\n");
    let existing = folder("existing");
    fs::create_dir_all(&existing).expect("folders can be made");
    // The second run finds files there. `./` and `.` are the folder of the package in the same way.
    for path in [existing.clone(), existing.join("."), existing.join("./")] {
        run(&path, &quoting(), &runner::quick_check, 10);
        assert!(existing.join("crate_name/tests/name.jsonl").exists());
        assert!(!existing.join(".gitignore").exists(), "{}", path.display());
    }
}

/// The parsers of other settings check it, but an attribute contains a number.
#[test]
fn a_size_that_is_too_large_is_refused() {
    let settings = Settings { size: Some(u32::MAX), tests: Some(1), ..Settings::NONE };
    let run = || Test::new("it", "huge").check(&quoting(), &settings);
    let report = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_err();
    let report = report.downcast::<String>().expect("the panic message is a report");
    let expected =
        "forall: `size = 4294967295` of `huge` is too large: use a whole number from 0 to 1000\n";
    assert_eq!(*report, expected);
}
