//! The job files in `docs/deploy`: their fields, and the variables that their platforms set for each job.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use yaml_rust2::{Yaml, YamlLoader};

use crate::cluster::Cluster;

/// A variable of a job.
type Variable = (&'static str, String);

/// Parses a job file.
fn parse(file: &str) -> Yaml {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/deploy").join(file);
    let text = fs::read_to_string(path).expect("the file exists");
    let documents = YamlLoader::load_from_str(&text).expect("it is YAML");
    let [document] = &documents[..] else { panic!("there are {} documents", documents.len()) };
    document.clone()
}

/// Returns the names of the fields.
fn keys(yaml: &Yaml) -> BTreeSet<&str> {
    let fields = yaml.as_hash().expect("it has fields");
    fields.keys().map(|key| key.as_str().expect("names are text")).collect()
}

/// Checks that there are no other fields, whose names may be misspelt.
#[track_caller]
fn assert_fields(yaml: &Yaml, known: &[&str]) {
    let unknown: Vec<&str> = keys(yaml).into_iter().filter(|key| !known.contains(key)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

fn text(yaml: &Yaml) -> &str {
    yaml.as_str().unwrap_or_else(|| panic!("{yaml:?} is not text"))
}

fn number(yaml: &Yaml) -> u64 {
    let number = yaml.as_i64().and_then(|number| u64::try_from(number).ok());
    number.unwrap_or_else(|| panic!("{yaml:?} is not a number"))
}

fn list(yaml: &Yaml) -> &[Yaml] {
    yaml.as_vec().unwrap_or_else(|| panic!("{yaml:?} is not a list"))
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

/// Checks the fields of an indexed job of Kubernetes, with the names of `batch/v1`. Returns its container.
fn check_indexed_job(job: &Yaml) -> &Yaml {
    assert_fields(job, &["apiVersion", "kind", "metadata", "spec"]);
    assert_eq!((text(&job["apiVersion"]), text(&job["kind"])), ("batch/v1", "Job"));
    let spec = &job["spec"];
    assert_fields(
        spec,
        &[
            "completionMode",
            "completions",
            "parallelism",
            "backoffLimitPerIndex",
            "maxFailedIndexes",
            "podFailurePolicy",
            "successPolicy",
            "template",
        ],
    );
    assert_eq!(text(&spec["completionMode"]), "Indexed");
    assert_eq!(number(&spec["parallelism"]), number(&spec["completions"]));
    assert!(number(&spec["maxFailedIndexes"]) <= number(&spec["completions"]));
    number(&spec["backoffLimitPerIndex"]);
    let pod = &spec["template"]["spec"];
    assert_fields(pod, &["restartPolicy", "containers", "volumes"]);
    // A policy for failures and a limit for each index need this.
    assert_eq!(text(&pod["restartPolicy"]), "Never");
    let [container] = list(&pod["containers"]) else { panic!("there is one container") };
    let fields = ["name", "image", "workingDir", "command", "env", "resources", "volumeMounts"];
    assert_fields(container, &fields);
    let names = |yaml: &Yaml| -> Vec<String> {
        list(yaml).iter().map(|one| text(&one["name"]).to_owned()).collect()
    };
    assert_eq!(names(&container["volumeMounts"]), names(&pod["volumes"]));
    container
}

#[test]
fn a_kubernetes_job_runs_all_shards() {
    let job = parse("kubernetes-job.yaml");
    let container = check_indexed_job(&job);
    let spec = &job["spec"];
    for rule in list(&spec["podFailurePolicy"]["rules"]) {
        assert!(["FailIndex", "Ignore"].contains(&text(&rule["action"])), "{rule:?}");
        let codes = &rule["onExitCodes"];
        if !codes.is_badvalue() {
            assert_eq!(codes["containerName"], container["name"]);
            assert_eq!((text(&codes["operator"]), list(&codes["values"]).len()), ("In", 2));
        }
    }
    let count = number(&spec["completions"]);
    let variables = list(&container["env"]);
    let value = |name: &str| {
        let found = variables.iter().find(|variable| text(&variable["name"]) == name);
        text(&found.unwrap_or_else(|| panic!("{name} is not set"))["value"]).to_owned()
    };
    assert_eq!(value("FORALL_RESULTS"), text(&container["volumeMounts"][0]["mountPath"]));
    let shard = value("FORALL_SHARD");
    assert_eq!(shard, format!("auto/{count}"));
    let job = |index: u64| {
        vec![("FORALL_SHARD", shard.clone()), ("JOB_COMPLETION_INDEX", index.to_string())]
    };
    jobs_are_one_campaign("kubernetes", &(0..count).map(job).collect::<Vec<_>>());
}

#[test]
fn a_search_on_kubernetes_ends_with_the_first_counterexample() {
    let job = parse("kubernetes-search.yaml");
    let container = check_indexed_job(&job);
    assert_eq!(number(&job["spec"]["successPolicy"]["rules"][0]["succeededCount"]), 1);
    let store = text(&container["volumeMounts"][0]["mountPath"]);
    let command = list(&container["command"]);
    let (search, rest) = text(&command[2]).split_once(';').expect("there are two commands");
    assert!(search.ends_with(&format!(" --store {store}")), "{search}");
    for code in 0..4 {
        let script = format!("(exit {code});{rest}");
        let status = Command::new(text(&command[0])).args([text(&command[1]), &script]).status();
        assert_eq!(status.expect("there is a shell").success(), code == 1, "{code}");
    }
}

#[test]
fn a_matrix_of_github_runs_all_shards() {
    let workflow = parse("github-actions.yml");
    assert_fields(&workflow, &["name", "on", "jobs"]);
    let jobs = &workflow["jobs"];
    for name in keys(jobs) {
        let fields = ["runs-on", "strategy", "env", "steps", "needs", "if"];
        assert_fields(&jobs[name], &fields);
        for step in list(&jobs[name]["steps"]) {
            assert_fields(step, &["uses", "run", "if", "with"]);
            assert!(step["uses"].is_badvalue() != step["run"].is_badvalue(), "{step:?}");
        }
    }
    assert!(keys(jobs).contains(text(&jobs["merge"]["needs"])));
    let shard = text(&jobs["shard"]["env"]["FORALL_SHARD"]);
    let numbers = list(&jobs["shard"]["strategy"]["matrix"]["shard"]).iter().map(number);
    let job = |number: u64| {
        vec![("FORALL_SHARD", shard.replace("${{ matrix.shard }}", &number.to_string()))]
    };
    jobs_are_one_campaign("github", &numbers.map(job).collect::<Vec<_>>());
}

#[test]
fn a_parallel_job_of_gitlab_runs_all_shards() {
    let pipeline = parse("gitlab-ci.yml");
    let stages: Vec<&str> = list(&pipeline["stages"]).iter().map(text).collect();
    let jobs = keys(&pipeline).into_iter().filter(|key| *key != "stages");
    for name in jobs {
        let fields =
            ["stage", "image", "parallel", "variables", "script", "allow_failure", "artifacts"];
        assert_fields(&pipeline[name], &fields);
        assert!(stages.contains(&text(&pipeline[name]["stage"])), "{name}");
        assert!(!list(&pipeline[name]["script"]).is_empty(), "{name}");
    }
    let count = number(&pipeline["shard"]["parallel"]);
    let shard = text(&pipeline["shard"]["variables"]["FORALL_SHARD"]).to_owned();
    let job = |index: u64| {
        vec![
            ("FORALL_SHARD", shard.clone()),
            ("CI_NODE_INDEX", index.to_string()),
            ("CI_NODE_TOTAL", count.to_string()),
        ]
    };
    jobs_are_one_campaign("gitlab", &(1..=count).map(job).collect::<Vec<_>>());
}
