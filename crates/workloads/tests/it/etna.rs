//! The files for the driver of ETNA.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use serde_json::Value;
use workloads::etna;
use workloads::options::{Options, Verb};
use workloads::record::{Key, Record};
use workloads::trial::{Status, TrialOptions};

#[test]
fn the_files_for_the_driver_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("etna");
    for file in etna::files() {
        let committed = std::fs::read_to_string(folder.join(&file.path)).unwrap_or_default();
        let message = "run `cargo run -p workloads -- etna --out crates/workloads/etna`";
        assert!(committed == file.text, "{} is out of date: {message}", file.path);
    }
}

fn text<'v>(value: &'v Value, path: &str) -> &'v str {
    value.pointer(path).and_then(Value::as_str).unwrap_or_else(|| panic!("{path} is no text"))
}

/// Replaces names in the solve step by the values of a task, as the driver does, and returns the arguments.
fn arguments(steps: &Value, parameters: &BTreeMap<&str, &str>) -> Vec<OsString> {
    let args = steps.pointer("/capabilities/solve/0/Command/args").and_then(Value::as_array);
    let realize = |arg: &Value| {
        let mut arg = arg.as_str().expect("arguments are texts").to_owned();
        for (name, value) in parameters {
            arg = arg.replace(&format!("${{{name}}}"), value);
        }
        arg.into()
    };
    args.expect("there is a solve step").iter().map(realize).collect()
}

#[test]
fn the_solve_step_runs_a_trial_of_each_workload() {
    let files = etna::files();
    let json = |path: String| -> Value {
        let file = files.iter().find(|file| file.path == path).expect("the file exists");
        serde_json::from_str(&file.text).expect("it is JSON")
    };
    for workload in ["BST", "RBT", "STLC", "FSUB", "IFC"] {
        let steps = json(format!("workloads/{workload}/steps.json"));
        let tests = json(format!("tests/{workload}.json"));
        let task = |name: &str| text(&tests, &format!("/0/tasks/0/{name}"));
        let mut parameters: BTreeMap<&str, &str> =
            ["mutant", "property", "strategy", "loop"].map(|name| (name, task(name))).into();
        parameters.extend([("workload", workload), ("timeout", "60")]);
        let options = Options::parse(arguments(&steps, &parameters)).expect("they are valid");
        let Verb::Task(task) = options.verb else { panic!("the step runs a task") };
        let limits =
            TrialOptions { seed: options.seed, time: options.timeout.expect("it is given") };
        let trial = options.test_loop.trial(&task, options.strategy, limits).expect("it is built");
        assert_eq!(trial.status, Status::FoundBug, "{workload}");
        let key = Key::new("task", &task, *options.strategy, options.test_loop, 0);
        let line = Record::new(key, &task, &trial).to_json();
        for field in ["status", "tests", "discarded", "time", "counterexample"] {
            assert!(!line[field].is_null(), "the driver reads `{field}`");
        }
    }
}
