//! Failures are saved, run first, and never lost.

mod files;

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use forall::domain::{Domain, any, vec};
use forall::harness::{Settings, Test};
use forall::property::{Erased, forall};
use forall::runner;
use forall::source::{ChoiceSequence, ChoiceValue};

/// Returns an empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("regressions").join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Runs a property named `crate_name::tests::name`. Returns its report if it fails.
fn run(folder: &Path, property: &Erased) -> Option<String> {
    run_with(folder, property, Settings { seed: Some(1), ..Settings::NONE })
}

fn run_with(folder: &Path, property: &Erased, settings: Settings) -> Option<String> {
    let regressions = Some(folder.display().to_string().into());
    let settings = Settings { regressions, ..settings };
    let test = Test::new("crate_name::tests", "name");
    let run = || test.run(property, &runner::quick_check, &settings);
    let thrown = catch_unwind(std::panic::AssertUnwindSafe(run)).err()?;
    Some(*thrown.downcast::<String>().expect("a report is a string"))
}

fn saved(folder: &Path) -> String {
    fs::read_to_string(folder.join("crate_name/tests/name.txt")).unwrap_or_default()
}

/// Returns a property that fails for lists of two or more elements while `broken` is set.
fn short(broken: &'static AtomicBool) -> Erased {
    let xs = forall("xs", any::<Vec<u8>>());
    Erased::new(xs.check(|(xs, ())| xs.len() < 2 || !broken.load(Ordering::Relaxed)))
}

#[test]
fn an_unknown_runner_is_an_error_before_saved_failures_run() {
    static BROKEN: AtomicBool = AtomicBool::new(true);
    let folder = folder("unknown-runner");
    assert!(run(&folder, &short(&BROKEN)).is_some());
    let regressions = Some(folder.display().to_string().into());
    let settings = Settings { regressions, runner: Some("nope".into()), ..Settings::NONE };
    let test = Test::new("crate_name::tests", "name");
    let run = || test.check(&short(&BROKEN), &settings);
    let thrown = catch_unwind(std::panic::AssertUnwindSafe(run)).expect_err("it fails");
    let thrown = thrown.downcast::<String>().expect("a report is a string");
    assert!(thrown.starts_with("forall: there is no runner `nope`; the runners are "), "{thrown}");
}

#[test]
fn a_fixed_failure_stays_saved() {
    static BROKEN: AtomicBool = AtomicBool::new(true);
    let folder = folder("fixed");
    let first = run(&folder, &short(&BROKEN)).unwrap();
    assert!(first.contains("found by test ") && first.contains("\n  saved to "), "{first}");
    let heading = "forall-regressions 1\n# Inputs on which crate_name::tests::name failed. They run first.\n\
                   # Keep this file under version control. To forget a failure, delete its lines.\n\n";
    let fails = format!("{heading}fails t,0,t,0,f.ad67fd\n  # xs = [0, 0]\n");
    assert_eq!(saved(&folder), fails);
    assert!(first.contains("FORALL_REPLAY=t,0,t,0,f.ad67fd cargo test tests::name"), "{first}");

    let second = run_with(&folder, &short(&BROKEN), Settings { tests: Some(0), ..Settings::NONE });
    let second = second.expect("saved failures run even with zero tests");
    assert!(second.contains("found by an earlier run; no simpler input failed in"), "{second}");
    assert_eq!(saved(&folder), fails);

    BROKEN.store(false, Ordering::Relaxed);
    assert_eq!(run(&folder, &short(&BROKEN)), None);
    assert_eq!(saved(&folder), fails.replace("\nfails ", "\nfixed "));

    BROKEN.store(true, Ordering::Relaxed);
    assert!(run(&folder, &short(&BROKEN)).unwrap().contains("found by an earlier run"));
    assert_eq!(saved(&folder), fails);
}

#[test]
fn a_saved_failure_runs_once() {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    static BROKEN: AtomicBool = AtomicBool::new(true);
    let folder = folder("once");
    let property = || {
        Erased::new(forall("xs", any::<Vec<u8>>()).check(|(xs, ())| {
            CALLS.fetch_add(1, Ordering::Relaxed);
            xs.len() < 2 || !BROKEN.load(Ordering::Relaxed)
        }))
    };
    run(&folder, &property());
    BROKEN.store(false, Ordering::Relaxed);
    CALLS.store(0, Ordering::Relaxed);
    let settings = Settings { tests: Some(5), ..Settings::NONE };
    assert_eq!(run_with(&folder, &property(), settings), None);
    assert_eq!(CALLS.load(Ordering::Relaxed), 6);
}

#[test]
fn a_failing_input_is_saved_before_it_is_shrunk() {
    let folder = folder("early");
    let path = folder.join("crate_name/tests/name.txt");
    static FAILED: AtomicU64 = AtomicU64::new(0);
    let watched = move |(x, ()): &(u64, ())| {
        let fails = *x > 1_000;
        // The first two calls find the failure and print it; then it is saved.
        if FAILED.load(Ordering::Relaxed) >= 2 {
            assert!(path.exists(), "not saved before shrinking");
        }
        FAILED.fetch_add(u64::from(fails), Ordering::Relaxed);
        !fails
    };
    let property = Erased::new(forall("x", any::<u64>()).check(watched));
    let settings = Settings { trace_shrinks: Some(true), seed: Some(3), ..Settings::NONE };
    let report = run_with(&folder, &property, settings).unwrap();
    assert!(report.contains("x = 1001\n\nthe predicate is false"), "{report}");
    assert!(report.contains("\n\nstep: initial failure\n  x = "), "{report}");
    assert!(report.contains("\nstep: lower values\n  x = 1001\n"), "{report}");
    assert!(
        saved(&folder).ends_with("\n\nfails 1001.e4b6ad\n  # x = 1001\n"),
        "{}",
        saved(&folder)
    );
}

#[test]
fn a_failure_that_no_longer_fits_its_domains_is_marked_stale() {
    static BROKEN: AtomicBool = AtomicBool::new(true);
    let folder = folder("stale");
    run(&folder, &short(&BROKEN));
    let other = Erased::new(forall("x", 3..9).check(|(x, ())| *x < 10));
    assert_eq!(run(&folder, &other), None);
    assert!(saved(&folder).contains("\nstale t,0,t,0,f.ad67fd\n  # xs = [0, 0]\n"));
    // The old domain is back.
    assert!(run(&folder, &short(&BROKEN)).unwrap().contains("found by an earlier run"));
    assert!(saved(&folder).contains("\nfails t,0,t,0,f.ad67fd\n  # xs = [0, 0]\n"));
}

static ALWAYS: AtomicBool = AtomicBool::new(true);

#[test]
fn a_report_says_if_the_failure_cannot_be_saved() {
    let folder = folder("blocked");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("crate_name"), "a file where a folder should be").unwrap();
    let report = run(&folder, &short(&ALWAYS)).unwrap();
    let message = report.lines().find(|line| line.starts_with("forall: ")).unwrap_or_default();
    assert!(message.contains("name.txt cannot be read: "), "{report}");
}

/// Returns the property of worker `k`, which fails for numbers of at least `least`.
fn of_worker(k: u32, least: u16) -> Erased {
    let property = forall("worker", k..=k).forall("x", any::<u16>());
    Erased::new(property.check(move |(x, _)| *x < least))
}

#[test]
fn a_new_failure_near_a_stale_one_is_saved_beside_it() {
    let folder = folder("beside");
    run(&folder, &of_worker(1, 1_000)).unwrap();
    let first = saved(&folder);
    assert!(first.contains("\nfails 1,1000."), "{first}");
    // The saved input does not fit its domains, and the nearest input that does fails too.
    let report = run(&folder, &of_worker(2, 500)).unwrap();
    assert!(report.contains("found by an earlier run") && report.contains("saved to "), "{report}");
    let second = first.replace("fails 1,", "stale 1,");
    assert!(saved(&folder).starts_with(&second), "{}", saved(&folder));
    assert!(saved(&folder)[second.len()..].starts_with("fails 2,500."), "{}", saved(&folder));
    // The next run finds both, and saves neither twice.
    let both = saved(&folder);
    run(&folder, &of_worker(2, 500)).unwrap();
    assert_eq!(saved(&folder), both);
    run(&folder, &of_worker(1, 1_000)).unwrap();
    let swapped = saved(&folder);
    assert!(swapped.contains("\nfails 1,1000."), "{swapped}");
    assert!(swapped.contains("\nstale 2,500."), "{swapped}");
    assert_eq!(swapped.lines().count(), both.lines().count(), "{swapped}");
}

#[test]
fn a_shrink_step_counts_once_its_line_is_complete() {
    let folder = folder("steps");
    let path = folder.join("crate_name/tests/name.txt");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let pair = |x| ChoiceSequence(vec![ChoiceValue::Integer(1), ChoiceValue::Integer(x)]);
    let old = pair(1_000);
    let new = pair(600);
    let heading = "forall-regressions 1\n# mine\n\n";
    let before = format!("{heading}fails {old}\n  # x = 1000\nfixed {}\n", pair(3));
    let step = format!("then {old} {new}\n");
    for end in 0..=step.len() {
        fs::write(&path, format!("{before}{}", &step[..end])).unwrap();
        let settings = Settings { verbose: Some(true), ..Settings::NONE };
        let report = run_with(&folder, &of_worker(1, 500), settings).unwrap();
        let first = if end == step.len() { "  x      = 600\n" } else { "  x      = 1000\n" };
        assert!(report.contains("found by an earlier run, shrunk in "), "{end}: {report}");
        assert!(report.contains(first), "{end}: {report}");
        // The run rewrites the file, and merges the step into its entry.
        let after = format!(
            "{heading}fails {}\n  # worker = 1\n  # x = 500\nfixed {}\n",
            pair(500),
            pair(3)
        );
        assert_eq!(saved(&folder), after, "{end}");
    }
}

#[test]
fn shrink_steps_are_appended_and_then_merged() {
    let folder = folder("added");
    let path = folder.join("crate_name/tests/name.txt");
    static SEEN: AtomicU64 = AtomicU64::new(0);
    let watched = move |(xs, ()): &(Vec<u32>, ())| {
        let text = fs::read_to_string(&path).unwrap_or_default();
        SEEN.fetch_max(text.matches("\nthen ").count() as u64, Ordering::Relaxed);
        assert!(text.matches("\nfails ").count() <= 1, "{text}");
        xs.iter().any(|x| *x < 10)
    };
    let property =
        Erased::new(forall("xs", vec(0..1_000_000_u32, 40).without_edge_cases()).check(watched));
    run(&folder, &property).unwrap();
    assert_eq!(SEEN.load(Ordering::Relaxed), 64, "steps are merged before there are more");
    assert_eq!(saved(&folder).lines().count(), 6, "{}", saved(&folder));
    assert!(saved(&folder).contains("\nfails 10,10,"), "{}", saved(&folder));
}

#[test]
fn the_first_saved_failure_that_fails_is_reported() {
    static FAILING_NUMBER: AtomicU64 = AtomicU64::new(0);
    let folder = folder("first");
    let property = || {
        let x = forall("x", any::<u16>());
        Erased::new(x.check(|(x, ())| u64::from(*x) != FAILING_NUMBER.load(Ordering::Relaxed)))
    };
    FAILING_NUMBER.store(7, Ordering::Relaxed);
    let replay = |text: &str| Some(text.to_owned().into());
    let settings = |x: u16| Settings {
        replay: replay(&choice(x)),
        trace_shrinks: Some(true),
        ..Settings::NONE
    };
    run_with(&folder, &property(), settings(7)).unwrap();
    FAILING_NUMBER.store(9, Ordering::Relaxed);
    run_with(&folder, &property(), settings(9)).unwrap();
    FAILING_NUMBER.store(7, Ordering::Relaxed);
    let report =
        run_with(&folder, &property(), Settings { trace_shrinks: Some(true), ..Settings::NONE })
            .unwrap();
    assert!(report.contains("\n  x = 7\n") && report.contains("\n  saved to "), "{report}");
    assert_eq!(report.matches("step: initial failure").count(), 1, "{report}");
    assert!(saved(&folder).contains("\nfails 7.") && saved(&folder).contains("\nfixed 9."));
}

fn choice(x: u16) -> String {
    ChoiceSequence(vec![ChoiceValue::Integer(x.into())]).to_string()
}

#[test]
fn threads_do_not_lose_each_others_failures() {
    let folder = folder("threads");
    std::thread::scope(|scope| {
        for k in 0..8_u32 {
            let folder = &folder;
            scope.spawn(move || run(folder, &of_worker(k, 1_000)).expect("it fails"));
        }
    });
    let text = saved(&folder);
    for k in 0..8 {
        assert_eq!(text.matches(&format!(" {k},1000.")).count(), 1, "{k}: {text}");
    }
}

#[test]
fn the_shortest_replay_token_is_printed() {
    let long = forall("xs", vec(any::<u64>(), 400)).check(|(xs, ())| xs.is_empty());
    let report = run(&folder("long"), &Erased::new(long)).unwrap();
    assert!(report.contains("replay: FORALL_REPLAY=0x1:0@0 cargo test tests::name"), "{report}");
}

#[test]
fn nothing_is_saved_if_regressions_are_off() {
    let settings = Settings { regressions: Some("off".into()), ..Settings::NONE };
    let test = Test::new("crate_name::tests", "off");
    let run = || test.run(&short(&ALWAYS), &runner::quick_check, &settings);
    let thrown = catch_unwind(run).unwrap_err().downcast::<String>().unwrap();
    assert!(!thrown.contains("kept"), "{thrown}");
}

#[test]
fn all_failures_of_a_run_are_saved() {
    let folder = folder("several");
    let property = forall("x", 0..1_000_u32).check(|(x, ())| {
        assert!(*x < 900, "too large");
        assert!(*x % 50 != 49, "unlucky");
    });
    let regressions = Some(folder.display().to_string().into());
    let settings = Settings { regressions, seed: Some(1), ..Settings::NONE };
    let test = Test::new("crate_name::tests", "name");
    let property = Erased::new(property);
    let run = || test.run(&property, &runner::find_all, &settings);
    catch_unwind(std::panic::AssertUnwindSafe(run)).expect_err("it fails");
    let text = saved(&folder);
    assert!(text.contains("# x = 900\n") && text.contains("# x = 49\n"), "{text}");
}

#[test]
fn a_test_name_can_contain_dots() {
    let folder = folder("dots");
    let regressions = Some(folder.display().to_string().into());
    let settings = Settings { regressions, ..Settings::NONE };
    for name in ["v1.2", "v1.3"] {
        let test = Test::new("crate_name", name);
        let run = || test.run(&short(&ALWAYS), &runner::quick_check, &settings);
        let report = catch_unwind(run).unwrap_err().downcast::<String>().unwrap();
        assert!(report.contains("found by test"), "{report}");
        assert!(folder.join(format!("crate_name/{name}.txt")).exists());
    }
}

#[test]
fn a_replay_token_of_another_property_is_rejected() {
    let replay = Some("t,0,t,0,f.ad67fd".into());
    let settings = Settings { replay, ..Settings::NONE };
    let other = Erased::new(forall("x", 0..9).check(|(x, ())| *x < 9));
    let report = run_with(&folder("misfit"), &other, settings).unwrap();
    assert!(report.contains("`t,0,t,0,f.ad67fd` does not match the inputs of `name`"), "{report}");
}

#[test]
fn a_report_says_if_shrinking_was_cut_short() {
    let settings = Settings { max_shrinks: Some(2), seed: Some(5), ..Settings::NONE };
    let property = Erased::new(forall("x", any::<u64>()).check(|(x, ())| *x < 123_457));
    let report = run_with(&folder("cut"), &property, settings).unwrap();
    assert!(
        report.contains("\n  shrinking was cut short; the next run continues from here\n"),
        "{report}"
    );
    assert!(!report.contains("no simpler input failed"), "{report}");
}

#[test]
fn a_replay_runs_the_body_once() {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let folder = folder("replayed-once");
    let xs = forall("xs", any::<Vec<u8>>());
    let property = Erased::new(xs.check(|(xs, ())| {
        CALLS.fetch_add(1, Ordering::Relaxed);
        xs.len() < 2
    }));
    let fails = |test: &String| {
        let replay = Some(test.clone().into());
        let settings = Settings { replay, ..Settings::NONE };
        run_with(&self::folder("replayed-once-before"), &property, settings).is_some()
    };
    let test = (300..).map(|number| format!("0x2a:{number}@9")).find(fails);
    for token in ["t,0,t,0,f.ad67fd".to_owned(), test.expect("most lists are longer")] {
        CALLS.store(0, Ordering::Relaxed);
        let replay = Some(token.into());
        let report = run_with(&folder, &property, Settings { replay, ..Settings::NONE }).unwrap();
        assert_eq!(CALLS.load(Ordering::Relaxed), 1, "{report}");
        assert!(report.contains("\n  replayed once\n") && !report.contains("replay: "), "{report}");
    }
    assert!(
        saved(&folder).contains("\nfails t,0,t,0,f.ad67fd\n  # xs = [0, 0]\n"),
        "{}",
        saved(&folder)
    );
}

/// Printing runs user code, which may crash or never end.
#[test]
fn choices_are_saved_before_values_are_printed() {
    static SAVED_BEFORE: AtomicBool = AtomicBool::new(false);
    let folder = folder("printing");
    let path = folder.join("crate_name/tests/name.txt");
    let xs = any::<u8>().print_with(move |x| {
        SAVED_BEFORE.store(path.exists(), Ordering::Relaxed);
        format!("number {x}")
    });
    let property = Erased::new(forall("x", xs).check(|(x, ())| *x < 10));
    let settings = Settings { max_shrinks: Some(0), ..Settings::NONE };
    run_with(&folder, &property, settings).unwrap();
    assert!(SAVED_BEFORE.load(Ordering::Relaxed));
    assert_eq!(saved(&folder).matches("fails ").count(), 1, "{}", saved(&folder));
    assert_eq!(saved(&folder).matches("# x = number ").count(), 1, "{}", saved(&folder));
}
