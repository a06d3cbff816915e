//! The job files in `docs/deploy`, with the variables that their platforms set for each job.

use std::fs;
use std::path::Path;

use crate::cluster::Cluster;

/// A variable of a job.
type Variable = (&'static str, String);

/// Returns the lines of a job file without indentation and comments.
fn lines(file: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/deploy").join(file);
    let text = fs::read_to_string(path).expect("the file exists");
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

/// Returns the value of the only line that begins with this key.
#[track_caller]
fn value(lines: &[String], key: &str) -> String {
    let values: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix(key)).collect();
    let [value] = values[..] else { panic!("`{key}` occurs {} times", values.len()) };
    value.trim().to_owned()
}

/// Runs a job for each list of variables, and checks that the merged reports are those of one machine.
fn jobs_are_one_campaign(name: &str, jobs: &[Vec<Variable>]) {
    let cluster = Cluster::new(name);
    let victims = ["passes", "fails_late", "discards_some"];
    let one = cluster.run_on_one_machine(&victims);
    for variables in jobs {
        let mut command = cluster.command(&victims);
        command.env("FORALL_RESULTS", cluster.folder.join("shards"));
        command.envs(variables.iter().map(|(name, value)| (name, value)));
        command.output().expect("it starts");
    }
    assert_eq!(cluster.merged_reports(&victims), one);
}

#[test]
fn a_kubernetes_job_runs_all_shards() {
    let lines = lines("kubernetes-job.yaml");
    let count: u64 = value(&lines, "completions:").parse().expect("it is a number");
    assert_eq!(value(&lines, "parallelism:"), count.to_string());
    assert_eq!(value(&lines, "completionMode:"), "Indexed");
    let at = lines.iter().position(|line| line == "- name: FORALL_SHARD").expect("it is set");
    let shard = lines[at + 1].strip_prefix("value: ").expect("it has a value").to_owned();
    assert_eq!(shard, format!("auto/{count}"));
    let job = |index: u64| {
        vec![("FORALL_SHARD", shard.clone()), ("JOB_COMPLETION_INDEX", index.to_string())]
    };
    jobs_are_one_campaign("kubernetes", &(0..count).map(job).collect::<Vec<_>>());
}

#[test]
fn a_matrix_of_github_runs_all_shards() {
    let lines = lines("github-actions.yml");
    let shard = value(&lines, "FORALL_SHARD:");
    let matrix = value(&lines, "shard: [");
    let numbers = matrix.trim_end_matches(']').split(", ");
    let job = |number: &str| vec![("FORALL_SHARD", shard.replace("${{ matrix.shard }}", number))];
    jobs_are_one_campaign("github", &numbers.map(job).collect::<Vec<_>>());
}

#[test]
fn a_parallel_job_of_gitlab_runs_all_shards() {
    let lines = lines("gitlab-ci.yml");
    let count: u64 = value(&lines, "parallel:").parse().expect("it is a number");
    let shard = value(&lines, "FORALL_SHARD:");
    let job = |index: u64| {
        vec![
            ("FORALL_SHARD", shard.clone()),
            ("CI_NODE_INDEX", index.to_string()),
            ("CI_NODE_TOTAL", count.to_string()),
        ]
    };
    jobs_are_one_campaign("gitlab", &(1..=count).map(job).collect::<Vec<_>>());
}
