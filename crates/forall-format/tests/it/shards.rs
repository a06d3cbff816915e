//! Shards: values of `FORALL_SHARD`, the variables of schedulers, and files.

use forall_format::shard::{Shard, ShardSetting};
use forall_format::shard_file::{
    FailureRecord, ObservationRecord, OriginRecord, SeenValue, ShardFile, ShardFileWriter,
    ShardHeader, ShardTest, TestRecord,
};

/// Returns the shard that the setting and the variables name, or the error.
fn resolved(setting: &str, variables: &[(&str, &str)]) -> String {
    let lookup = |name: &str| {
        let (_, value) = variables.iter().find(|(known, _)| *known == name)?;
        Some((*value).to_owned())
    };
    let setting: ShardSetting = match setting.parse() {
        Ok(setting) => setting,
        Err(error) => return error.to_string(),
    };
    setting.resolve(&lookup).map_or_else(|error| error.to_string(), |shard| shard.to_string())
}

#[test]
fn every_test_belongs_to_one_shard() {
    for count in [1, 2, 3, 8, 17] {
        let shards: Vec<Shard> =
            (1..=count).filter_map(|number| Shard::new(number, count)).collect();
        for n in 0..100 {
            let owners: Vec<&Shard> = shards.iter().filter(|shard| shard.owns(n)).collect();
            assert_eq!(owners, [&shards[0].owner_of(n)]);
            assert_eq!(owners[0].test(n / count), n);
        }
        for tests in [0, 1, 7, 1_000] {
            assert_eq!(shards.iter().map(|shard| shard.share(tests)).sum::<u64>(), tests);
        }
    }
}

#[test]
fn schedulers_number_their_jobs() {
    let slurm = |id, min, step, count| {
        let variables = [
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_MIN", min),
            ("SLURM_ARRAY_TASK_STEP", step),
            ("SLURM_ARRAY_TASK_COUNT", count),
        ];
        resolved("auto", &variables)
    };
    assert_eq!(slurm("0", "0", "1", "8"), "1/8");
    assert_eq!(slurm("8", "1", "1", "8"), "8/8");
    assert_eq!(slurm("5", "1", "2", "8"), "3/8");
    assert_eq!(
        slurm("6", "1", "2", "8"),
        "SLURM_ARRAY_TASK_ID is 6, but 8 shards are numbered 1 to 15 in steps of 2; set FORALL_SHARD to the shard, such as 3/8"
    );
    assert_eq!(resolved("auto/8", &[("JOB_COMPLETION_INDEX", "7")]), "8/8");
    assert_eq!(resolved("auto", &[("CI_NODE_INDEX", "3"), ("CI_NODE_TOTAL", "8")]), "3/8");
    assert_eq!(resolved("auto", &[("CIRCLE_NODE_INDEX", "2"), ("CIRCLE_NODE_TOTAL", "8")]), "3/8");
    let buildkite = [("BUILDKITE_PARALLEL_JOB", "2"), ("BUILDKITE_PARALLEL_JOB_COUNT", "8")];
    assert_eq!(resolved("auto", &buildkite), "3/8");
    assert_eq!(resolved("auto", &[("TEST_SHARD_INDEX", "2"), ("TEST_TOTAL_SHARDS", "8")]), "3/8");
    assert_eq!(resolved("3/8", &buildkite[..1]), "3/8", "an explicit shard takes precedence");
}

#[test]
fn a_job_that_is_not_parallel_runs_everything() {
    assert_eq!(resolved("auto", &[("CI_NODE_TOTAL", "1")]), "1/1");
    let inside = [("CI_NODE_TOTAL", "1"), ("JOB_COMPLETION_INDEX", "2")];
    assert_eq!(resolved("auto/8", &inside[1..]), "3/8");
}

#[test]
fn incomplete_and_contradictory_variables_are_errors() {
    let unset = resolved("auto", &[]);
    assert_eq!(
        unset,
        "FORALL_SHARD is `auto`, but no scheduler numbers this job: none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, \
         CI_NODE_INDEX, CIRCLE_NODE_INDEX, BUILDKITE_PARALLEL_JOB, TEST_SHARD_INDEX is set; \
         set FORALL_SHARD to the shard, such as 3/8"
    );
    assert_eq!(
        resolved("auto", &[("JOB_COMPLETION_INDEX", "2")]),
        "JOB_COMPLETION_INDEX is 2, but Kubernetes does not pass the number of shards; \
         set FORALL_SHARD=auto/N, where N is the number of shards"
    );
    assert_eq!(
        resolved("auto", &[("CIRCLE_NODE_INDEX", "2")]),
        "CIRCLE_NODE_INDEX is 2, but not CIRCLE_NODE_TOTAL; set FORALL_SHARD=auto/N, where N is the number of shards"
    );
    assert_eq!(
        resolved("auto", &[("CI_NODE_INDEX", "9"), ("CI_NODE_TOTAL", "8")]),
        "CI_NODE_INDEX is 9, but 8 shards are numbered 1 to 8; set FORALL_SHARD to the shard, such as 3/8"
    );
    assert_eq!(
        resolved("auto/4", &[("CI_NODE_INDEX", "3"), ("CI_NODE_TOTAL", "8")]),
        "FORALL_SHARD is `auto/4`, but GitLab has 8 jobs (CI_NODE_TOTAL); set FORALL_SHARD=auto"
    );
    let both = [
        ("CI_NODE_INDEX", "3"),
        ("CI_NODE_TOTAL", "8"),
        ("TEST_SHARD_INDEX", "0"),
        ("TEST_TOTAL_SHARDS", "2"),
    ];
    assert_eq!(
        resolved("auto", &both),
        "the variables of GitLab name shard 3/8, and those of Bazel shard 1/2; set FORALL_SHARD to the shard, such as 3/8"
    );
    assert_eq!(
        resolved("auto", &[("CI_NODE_INDEX", "x"), ("CI_NODE_TOTAL", "8")]),
        "CI_NODE_INDEX: `x` is not a whole number, such as 1000 or 0x3e8"
    );
}

fn header() -> ShardHeader {
    ShardHeader {
        package: Some("dictionary".to_owned()),
        property: "words::starts_otherwise".to_owned(),
        formula: "∀ word\n∈ \\d+\t".to_owned(),
        shard: Shard::new(2, 3).expect("it exists"),
        runner: "auto".to_owned(),
        seed: u64::MAX,
        tests: u64::MAX,
        max_discard_ratio: 10,
        is_timed: true,
        size: Some(12),
        themes: false,
    }
}

fn seen(n: u64) -> ObservationRecord {
    let value = SeenValue::Texts(vec![n.to_string(), "a\tb\nc\\".to_owned(), String::new()]);
    ObservationRecord { kind: "tabulate".to_owned(), demanded: 0.0, name: "\r".to_owned(), value }
}

/// Returns the result of a test that is written to a file.
fn result(n: u64) -> TestRecord {
    let origin = OriginRecord::Panic("src/lib.rs".to_owned(), 3, 5);
    match n % 7 {
        0 => TestRecord::Discarded(2),
        1 => TestRecord::Rejected(1, "the range of `i` was empty".to_owned()),
        2 => TestRecord::Passed(vec![seen(n), seen(1)]),
        3 => {
            let failure = FailureRecord {
                origin,
                message: "left\n\tright".to_owned(),
                step: Some(n as usize),
            };
            TestRecord::Failed { max_list_doublings: 2, failure }
        }
        _ => TestRecord::Passed(Vec::new()),
    }
}

/// Returns a file with the results of many tests.
fn file() -> Vec<u8> {
    let shard = header().shard;
    let mut writer = ShardFileWriter::new(Vec::new(), &header());
    for test in 0..20_000 {
        let n = shard.test(test);
        writer.test(n, result(n));
        if test % 50 == 0 {
            writer.reached(shard.test(test + 1));
        }
    }
    writer.end(shard.test(20_000));
    assert!(!writer.has_failed());
    writer.into_inner()
}

#[test]
fn results_are_read_as_they_were_written() {
    let bytes = file();
    let mut file = ShardFile::parse(&bytes[..]).expect("it is complete");
    assert_eq!(file.header(), &header());
    let shard = header().shard;
    for test in 0..20_000 {
        let n = shard.test(test);
        assert_eq!(file.test(n), Ok(ShardTest::Ran(result(n))), "{n}");
    }
    assert_eq!(file.test(shard.test(20_000)), Ok(ShardTest::AfterEnd));
}

#[test]
fn a_file_that_ends_anywhere_never_has_wrong_results() {
    let bytes = file();
    let shard = header().shard;
    for length in (0..bytes.len()).step_by(997) {
        let Ok(mut file) = ShardFile::parse(&bytes[..length]) else { continue };
        let mut test = 0;
        loop {
            let n = shard.test(test);
            match file.test(n).expect("an incomplete line is not damage") {
                ShardTest::Ran(known) => assert_eq!(known, result(n), "{n} of {length} bytes"),
                ShardTest::AfterEnd => panic!("the last line is missing"),
                ShardTest::Missing => break,
            }
            test += 1;
        }
    }
}

#[test]
fn damage_is_reported_with_its_line() {
    let text = String::from_utf8(file()).expect("it is text");
    let damaged = text.replacen("\tpassed\t0,1", "\tpassed\t0,99999", 1);
    let mut file = ShardFile::parse(damaged.as_bytes()).expect("the header is complete");
    let error = file.is_complete().expect_err("an observation is missing");
    let line = damaged.lines().position(|line| line.contains("99999")).expect("it is there") + 1;
    assert_eq!(error.to_string(), format!("line {line} is damaged"));
}
