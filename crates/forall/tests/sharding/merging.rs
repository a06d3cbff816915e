//! Merged reports equal those of one machine.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use crate::cluster::{Cluster, Reports};
use crate::victims::NAMES;

/// Checks that the reports are equal, byte for byte.
#[track_caller]
fn assert_equal(merged: &Reports, one: &Reports) {
    assert_eq!(merged.len(), one.len());
    for (name, (text, data)) in one {
        let (merged_text, merged_data) = &merged[name];
        assert_eq!(merged_text, text, "{name}");
        assert_eq!(merged_data, data, "{name}");
    }
}

/// Returns the number of reports that begin with `word`.
fn count(reports: &Reports, word: &str) -> usize {
    reports.values().filter(|(text, _)| text.starts_with(word)).count()
}

/// The number of times that a comparison with one machine is repeated. It limits large inputs if they take more than 30
/// milliseconds, and on a busy machine any test may: then even two runs on one machine differ. Shards have more time, so
/// comparing them with each other needs no second attempt.
const ATTEMPTS: usize = 4;

/// Runs all victims on one machine and as shards, until the reports are equal.
#[track_caller]
fn merged_reports_equal_one(cluster: &Cluster, shards: u64) -> Reports {
    for attempt in 1..=ATTEMPTS {
        let one = cluster.run_on_one_machine(&[]);
        cluster.run_shards(shards, &[]);
        let merged = cluster.merged_reports(&[]);
        if attempt == ATTEMPTS || merged == one {
            assert_equal(&merged, &one);
            return one;
        }
    }
    unreachable!("the last attempt returns");
}

#[test]
fn eight_shards_are_merged_into_the_reports_of_one_machine() {
    let cluster = Cluster::new("eight");
    let reports = merged_reports_equal_one(&cluster, 8);
    assert_eq!(reports.len(), NAMES.len());
    assert!(count(&reports, "falsified: ") >= 7, "{reports:#?}");
    assert_eq!(count(&reports, "vacuous: "), 2);
    assert_eq!(count(&reports, "gave up: "), 1);
    assert_eq!(count(&reports, "insufficient coverage: "), 2);
    assert_eq!(count(&reports, "proved: "), 2);
}

#[test]
fn any_number_of_shards_gives_the_same_reports() {
    let cluster = Cluster::new("numbers");
    let reports = [3, 8, 17].map(|shards| {
        let _ = fs::remove_dir_all(cluster.folder.join("shards"));
        cluster.run_shards(shards, &[]);
        cluster.merged_reports(&[])
    });
    assert_eq!(reports[0].len(), NAMES.len());
    assert_equal(&reports[1], &reports[0]);
    assert_equal(&reports[2], &reports[0]);
    merged_reports_equal_one(&Cluster::new("shards-1"), 1);
}

#[test]
fn other_runners_and_settings_give_the_reports_of_one_machine() {
    for runner in ["quick_check", "enumerate", "integrated", "skip_premises", "parallel:threads=2"]
    {
        let cluster = Cluster::new(&runner.replace(':', "-")).with("FORALL_RUNNER", runner);
        merged_reports_equal_one(&cluster, 3);
    }
    let cluster = Cluster::new("settings").with("FORALL_SIZE", "12").with("FORALL_TESTS", "333");
    let cluster = cluster.with("FORALL_MAX_DISCARD_RATIO", "2").with("FORALL_THEMES", "false");
    merged_reports_equal_one(&cluster, 4);
}

#[test]
fn three_of_eight_shards_are_killed_and_run_again() {
    let cluster = Cluster::new("killed").with("FORALL_TESTS", "200000");
    // Those that take long enough to be killed.
    let victims = ["passes", "discards_some", "is_observed", "fails_late", "has_few_inputs"];
    let one = cluster.run_on_one_machine(&victims);
    for number in 1..=8 {
        let shard = format!("{number}/8");
        let mut child = cluster.start_shard(&shard, &victims);
        if number % 3 == 0 || number == 8 {
            sleep(Duration::from_millis(20 * number));
            child.kill().expect("it can be killed");
        }
        child.wait().expect("it ends");
    }
    let killed = ["3/8", "6/8", "8/8"];
    let file = cluster.folder.join("shards/shard-3-of-8/sharding/victims/passes.shard");
    assert!(fs::read_to_string(file).map_or(true, |text| !text.contains("\nend\t")), "too late");
    let output = cluster.merge(&["passes"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(101), "{text}");
    assert!(text.contains("`sharding::victims::passes` cannot be merged"), "{text}");
    for shard in killed {
        cluster.run_shard(shard, &victims);
    }
    assert_equal(&cluster.merged_reports(&victims), &one);
}

#[test]
fn a_shard_names_itself_and_saves_its_failure_with_its_results() {
    let cluster = Cluster::new("names");
    let output = cluster.run_shard("1/2", &["fails_early", "is_covered_too_rarely"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(101), "{text}");
    assert!(text.contains("falsified: fails_early [shard 1 of 2] ("), "{text}");
    assert!(text.contains("shards/shard-1-of-2/sharding/victims/fails_early.txt"), "{text}");
    assert!(text.contains("victims::is_covered_too_rarely ... ok"), "judged when merged: {text}");
    assert!(!cluster.folder.join("failures/sharding").exists(), "other shards must not replay it");
}

#[test]
fn runners_that_learn_run_a_campaign_in_each_shard() {
    let cluster = Cluster::new("learning").with("FORALL_RUNNER", "backjump");
    let victims = ["passes", "fails_early"];
    let output = cluster.run_shard("1/2", &victims);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("falsified: fails_early [shard 1 of 2]"), "{text}");
    cluster.run_shard("2/2", &victims);
    let reports = cluster.merged_reports(&victims);
    let (passed, _) = &reports["passes"];
    assert_eq!(
        passed.lines().collect::<Vec<_>>(),
        [
            "passed: passes, 1,000 tests",
            "note: 2 shards ran campaigns of their own, each with another seed"
        ]
    );
    assert!(reports["fails_early"].0.starts_with("falsified: fails_early ("));
}

#[test]
fn campaigns_of_their_own_are_merged_by_origin() {
    let cluster = Cluster::new("origins").with("FORALL_RUNNER", "find_all");
    let cluster = cluster.with("FORALL_TESTS", "400");
    let victims = ["fails_in_two_ways", "is_observed", "is_covered_too_rarely", "gives_up"];
    cluster.run_shards(4, &victims);
    let reports = cluster.merged_reports(&victims);
    let (text, data) = &reports["fails_in_two_ways"];
    assert!(text.contains("\n  x = 1000\n") && text.contains("\n  x = 1001\n"), "{text}");
    assert_eq!(data["other_failures"].as_array().map(Vec::len), Some(1), "{data}");
    let (text, data) = &reports["is_observed"];
    assert_eq!(data["observed"][0]["tests"], 400, "{text}");
    assert_eq!(data["observed"][1]["name"], "large", "{text}");
    let (text, _) = &reports["is_covered_too_rarely"];
    assert!(text.starts_with("insufficient coverage: "), "{text}");
    let (text, data) = &reports["gives_up"];
    assert!(text.starts_with("gave up: "), "{text}");
    let discarded = data["tally"]["discarded"].as_u64();
    assert!(discarded > Some(400), "{text}");
    assert_eq!(data["discarded_by"][0]["tests"].as_u64(), discarded, "{text}");
}

#[test]
fn shards_with_a_time_limit_are_merged_as_far_as_they_came() {
    let cluster = Cluster::new("timed").with("FORALL_MAX_TIME", "200ms");
    let victims = ["passes", "discards_some"];
    cluster.run_shards(3, &victims);
    let reports = cluster.merged_reports(&victims);
    let passed = |folder: String| {
        let path = cluster.folder.join(folder).join("sharding/victims/passes.jsonl");
        let lines = fs::read_to_string(path).expect("it exists");
        let last = lines.lines().last().expect("it has lines");
        let last: serde_json::Value = serde_json::from_str(last).expect("it is JSON");
        last["report"]["tally"]["passed"].as_u64().expect("it is a number")
    };
    let sum: u64 = (1..=3).map(|number| passed(format!("shards/shard-{number}-of-3"))).sum();
    assert_eq!(reports["passes"].1["tally"]["passed"].as_u64(), Some(sum));
}
