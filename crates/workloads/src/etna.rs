//! Files for the driver of ETNA (`etna-cli`), which runs each trial as a process and collects its line of JSON.
//!
//! For each workload there are a manifest (`etna.toml`), the commands (`steps.json`), and the tests of an experiment. The
//! driver replaces `${…}` in a command by the values of a task. It sets mutants in source code by itself; here a mutant is
//! an argument, so the list of mutations is empty, and the mutant is part of the task.

use std::io;
use std::path::Path;

use serde_json::{Value, json};

use crate::strategy::Strategy;
use crate::workload::{WORKLOADS, Workload};

/// A file for the driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EtnaFile {
    /// The path, relative to the folder of an experiment.
    pub path: String,
    /// The content.
    pub text: String,
}

/// The arguments of the program in a trial. The driver replaces the names.
const ARGUMENTS: [&str; 12] = [
    "task",
    "${workload}",
    "${mutant}",
    "${property}",
    "--strategy",
    "${strategy}",
    "--loop",
    "${loop}",
    "--seed",
    "random",
    "--timeout",
    "${timeout}",
];

/// The numbers of ETNA: trials for each task, and seconds for each trial.
const TRIALS: u64 = 10;
const TIMEOUT: f64 = 60.0;

/// Returns the files for all workloads.
pub fn files() -> Vec<EtnaFile> {
    WORKLOADS.iter().flat_map(files_of).collect()
}

/// Writes the files into this folder.
pub fn write(folder: &Path) -> io::Result<()> {
    for EtnaFile { path, text } in files() {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        std::fs::write(path, text)?;
    }
    Ok(())
}

fn files_of(workload: &'static Workload) -> [EtnaFile; 3] {
    let name = workload.name;
    let file = |path: String, text: String| EtnaFile { path, text };
    let pretty = |value: Value| format!("{value:#}\n");
    [
        file(format!("workloads/{name}/etna.toml"), manifest(workload)),
        file(format!("workloads/{name}/steps.json"), pretty(steps())),
        file(format!("tests/{name}.json"), pretty(tests(workload))),
    ]
}

fn manifest(workload: &Workload) -> String {
    let strategies: Vec<String> =
        workload.strategies.iter().map(|strategy| format!("{:?}", strategy.to_string())).collect();
    format!(
        "name = \"{name}\"\nlanguage = \"Rust\"\ndescription = \"{name} of ETNA, with Forall. The program \
         `workloads` must be on the path.\"\nstrategies = [{strategies}]\n",
        name = workload.name,
        strategies = strategies.join(", ")
    )
}

fn steps() -> Value {
    let command = |args: &[&str]| json!({ "Command": { "command": "workloads", "args": args } });
    json!({
        "setup_steps": [command(&["list"])],
        "build_steps": [],
        "capabilities": { "solve": [command(&ARGUMENTS)] },
    })
}

fn tests(workload: &'static Workload) -> Value {
    let tasks: Vec<Value> = workload
        .tasks()
        .map(|task| {
            json!({
                "mutant": task.mutant,
                "property": task.property,
                "strategy": Strategy::Bespoke.to_string(),
                "loop": "integrated",
            })
        })
        .collect();
    json!([{
        "workload": workload.name,
        "trials": TRIALS,
        "timeout": TIMEOUT,
        "mutations": [],
        "tasks": tasks,
    }])
}
