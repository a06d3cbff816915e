//! Measuring guided loops does not distort the measurement.

use std::time::Duration;

use forall::property::forall;
use forall::report::Tally;
use forall::runner::{Options, quick_check};
use workloads::charts::charts;
use workloads::experiment::{Experiment, Job};
use workloads::guided::{FeedbackKind, Guided, Pool, Schedule};
use workloads::pools::POOLS;
use workloads::record::Record;
use workloads::strategy::Strategy;
use workloads::test_loop::TestLoop;
use workloads::trial::{Status, TrialOptions};
use workloads::workload::{BASE, Task, Workload};
use workloads::{ifc, page, store};

use crate::{KNOWN, tests};

fn task(workload: &str, mutant: &str, property: &str) -> Task {
    Workload::named(workload).expect(KNOWN).task(mutant, property).expect(KNOWN)
}

const LONG: Duration = Duration::from_secs(600);

/// Without a pool the tests are those of `quick_check`, so the baseline of the comparison is
/// `quick_check`.
#[test]
fn without_a_pool_the_tests_are_those_of_quick_check() {
    let fresh = Guided {
        pool: Pool::Fresh,
        energy: Schedule::Fixed(0),
        feedback: FeedbackKind::None,
        tests: None,
    };
    for task in
        [task("BST", "insert_1", "InsertPost"), task("STLC", "subst_var_all", "MultiPreserve")]
    {
        let count = |test_loop: TestLoop| {
            let trial = test_loop
                .trial(&task, &Strategy::TypeBased, TrialOptions { seed: 3, time: LONG })
                .unwrap();
            assert_eq!(trial.status, Status::FoundBug);
            trial.tally
        };
        assert_eq!(count(TestLoop::Guided(fresh)), count(TestLoop::Erased));
    }
}

#[test]
fn a_bug_found_after_the_limit_does_not_count() {
    let task = task("BST", "insert_1", "InsertPost");
    let status = |tests| {
        let test_loop = Guided {
            pool: Pool::Fresh,
            energy: Schedule::Fixed(0),
            feedback: FeedbackKind::None,
            tests: Some(tests),
        };
        TestLoop::Guided(test_loop)
            .trial(&task, &Strategy::TypeBased, TrialOptions { seed: 3, time: LONG })
            .unwrap()
            .status
    };
    assert_eq!((status(1), status(1_000_000)), (Status::TimedOut, Status::FoundBug));
}

/// The tests are not instrumented, so this uses the feedback that needs no instrumentation.
#[test]
fn every_pool_finds_an_easy_bug() {
    let task = task("IFC", "OpNop_1", "SSNI");
    for test_loop in POOLS {
        let TestLoop::Guided(guided) = test_loop else { panic!("{test_loop} is guided") };
        if matches!(guided.energy, Schedule::UpTo(100 | 1_000)) {
            continue;
        }
        let test_loop = TestLoop::Guided(Guided { feedback: FeedbackKind::Plain, ..*guided });
        let trial = test_loop
            .trial(&task, &Strategy::Dependent, TrialOptions { seed: 1, time: LONG })
            .unwrap();
        assert_eq!(trial.status, Status::FoundBug, "{test_loop}");
    }
}

/// The utility of the experiment distinguishes the pools of the paper: none runs the same tests as another.
#[test]
fn the_six_pools_are_different_programs() {
    let correct = Task { mutant: BASE, ..task("IFC", "OpNop_1", "SSNI") };
    let pools =
        [Pool::Fifo, Pool::Filo, Pool::Heap, Pool::Static, Pool::Monotonic, Pool::Resetting];
    let mut tallies: Vec<Tally> = Vec::new();
    for pool in pools {
        let energy = Schedule::UpTo(10);
        let guided = Guided { pool, energy, feedback: FeedbackKind::Plain, tests: Some(3_000) };
        let options = TrialOptions { seed: 1, time: LONG };
        let trial = TestLoop::Guided(guided).trial(&correct, &Strategy::TypeBased, options);
        let tally = trial.expect("it is built").tally;
        assert!(!tallies.contains(&tally), "{pool:?} runs the tests of another pool: {tallies:?}");
        tallies.push(tally);
    }
}

/// Without feedback about the code, valid inputs are mutated: nothing else would make their number grow.
#[test]
fn the_third_loop_mutates_valid_inputs() {
    let task = Task { mutant: BASE, ..task("BST", "insert_1", "InsertPost") };
    let passed = |pool, feedback| {
        let guided = Guided { pool, energy: Schedule::Fixed(100), feedback, tests: Some(5_000) };
        let options = TrialOptions { seed: 1, time: LONG };
        let trial = TestLoop::Guided(guided).trial(&task, &Strategy::TypeBased, options);
        trial.expect("it is built").tally.passed
    };
    let fresh = passed(Pool::Fresh, FeedbackKind::None);
    let mutated = passed(Pool::Default, FeedbackKind::Valid);
    assert!(mutated > fresh * 5 / 4, "{mutated} valid inputs with mutation, {fresh} without");
}

/// The loop of another library runs our inputs, and keeps those with new behaviour: it has more valid inputs than chance.
#[cfg(feature = "peers")]
#[test]
fn the_guided_loop_of_crabcheck_mutates_useful_inputs() {
    let guided = |pool, feedback| Guided {
        pool,
        energy: Schedule::Fixed(100),
        feedback,
        tests: Some(5_000),
    };
    let run = |task: &Task, guided: Guided| {
        let options = TrialOptions { seed: 1, time: LONG };
        TestLoop::Guided(guided).trial(task, &Strategy::TypeBased, options).expect("it is built")
    };
    let easy = task("BST", "insert_1", "InsertPost");
    let crabcheck = guided(Pool::Crabcheck, FeedbackKind::Plain);
    assert_eq!(run(&easy, crabcheck).status, Status::FoundBug);
    let correct = Task { mutant: BASE, ..easy };
    let mutated = run(&correct, crabcheck).tally;
    let fresh = run(&correct, guided(Pool::Fresh, FeedbackKind::None)).tally;
    assert_eq!((mutated.tests(), run(&correct, crabcheck).tally), (5_000, mutated.clone()));
    assert!(mutated.passed > fresh.passed, "{mutated:?} and {fresh:?}");
}

#[test]
fn related_states_are_indistinguishable() {
    let from = Strategy::Dependent;
    let property = forall("o", ifc::Observers(from))
        .forall("s1", ifc::States(from))
        .forall_given("s2", move |(s1, (o, ()))| ifc::IndistinguishableStates::of(from, *o, s1))
        .check(|(s2, (s1, (o, ())))| {
            ifc::indistinguishable(*o, s1, s2) && ifc::indistinguishable(*o, s2, s1)
        });
    let options = Options { tests: tests(5_000, 1_000_000), ..Options::default() };
    let report = quick_check(&property, &options);
    assert!(report.passed(), "{report}");
}

/// Type-based states are stranger than bespoke ones, and the correct rules hold for them too.
#[test]
fn correct_rules_pass_on_all_states() {
    for name in ["SSNI", "LLNI"] {
        let property = ifc::erased("base", name, &Strategy::Dependent).unwrap();
        let options = Options {
            tests: tests(2_000, 1_000_000),
            max_discard_ratio: u64::MAX,
            max_shrinks: 0,
            ..Options::default()
        };
        let report = quick_check(&property, &options);
        assert!(report.passed(), "{name}: {report}");
    }
}

#[test]
fn the_best_fuzzer_is_charted_by_property() {
    let experiment = Experiment::named("best").unwrap();
    let wanted = |job: &Job| job.task.mutant == "OpNop_1" && !job.test_loop.needs_edges();
    let jobs: Vec<Job> = experiment.jobs(1).into_iter().filter(wanted).collect();
    assert_eq!(jobs.len(), 4);
    let record = |job: &Job| {
        let trial = job
            .test_loop
            .trial(&job.task, job.strategy, TrialOptions { seed: job.seed(), time: LONG })
            .unwrap();
        assert_eq!(trial.status, Status::FoundBug, "{:?}", job.key());
        Record::new(job.key(), &job.task, &trial)
    };
    let records: Vec<Record> = jobs.iter().map(record).collect();
    let names: Vec<String> = charts(&records).into_iter().map(|chart| chart.name).collect();
    assert_eq!(names, ["best-llni", "best-ssni"]);
    let page = page::page(&store::Stored { records, ..store::Stored::default() });
    assert!(page.contains("IFC, SSNI: tasks solved by recycling-1000-plain"), "{page}");
}
