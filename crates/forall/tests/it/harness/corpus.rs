//! Corpora: the inputs that guided runs save on disk and start with.

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use forall::feedback::probe_id;
use forall::harness::{Settings, Test};
use forall::property::{Erased, forall};
use forall::source::ChoiceSequence;

/// Returns the path of a folder for one test, and deletes what an earlier run left there.
fn fresh_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus").join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Runs `property` with this runner and this corpus.
fn run(folder: &Path, runner: &'static str, property: &Erased, tests: u64) {
    let settings = Settings {
        corpus: Some(folder.display().to_string().into()),
        regressions: Some("off".into()),
        runner: Some(runner.into()),
        tests: Some(tests),
        seed: Some(1),
        ..Settings::NONE
    };
    Test::new("it", "kept").check(property, &settings);
}

/// Returns the inputs in the corpus.
fn corpus_inputs(folder: &Path) -> Vec<ChoiceSequence> {
    let text = fs::read_to_string(folder.join("it/kept.txt")).unwrap_or_default();
    let lines = text.lines().skip(1);
    let inputs = lines.filter(|line| !line.starts_with('#') && !line.starts_with("guided by "));
    inputs.map(|line| line.parse().expect("every line is complete")).collect()
}

/// Returns a property that hits one probe per distinct number, and the list of inputs that it was checked with.
fn probing() -> (Erased, Arc<Mutex<Vec<Vec<u8>>>>) {
    let checked: Arc<Mutex<Vec<Vec<u8>>>> = Arc::default();
    let by_check = Arc::clone(&checked);
    let property = forall("xs", forall::any::<Vec<u8>>()).check(move |(xs, ())| {
        by_check.lock().expect("nothing panics while it is locked").push(xs.clone());
        xs.iter().for_each(|x| probe_id(u64::from(*x)));
        true
    });
    (Erased::new(property), checked)
}

/// Returns a property that maximizes the length of a list.
fn lengths() -> Erased {
    let xs = forall("xs", forall::any::<Vec<bool>>());
    Erased::new(xs.maximize("length", |(xs, ())| xs.len() as f64).check(|_| true))
}

#[test]
fn a_guided_run_starts_with_the_corpus_of_the_last_run() {
    let folder = fresh_folder("begins");
    let (property, checked) = probing();
    run(&folder, "fuzz", &property, 500);
    let before = corpus_inputs(&folder);
    assert!(before.len() > 10, "{before:?}");
    checked.lock().unwrap().clear();
    run(&folder, "fuzz", &property, before.len() as u64);
    let after = corpus_inputs(&folder);
    assert!(after.iter().all(|input| before.contains(input)), "the budget allows no other inputs");
    assert!(
        after.len() < before.len(),
        "of inputs with the same coverage, only the smallest stays"
    );
    let sizes: Vec<usize> = checked.lock().unwrap().iter().map(Vec::len).collect();
    assert!(sizes.len() >= before.len(), "every input ran");
    assert!(sizes.first() < sizes.last(), "the smallest input runs first: {sizes:?}");
}

#[test]
fn inputs_that_did_not_run_again_stay_in_the_corpus() {
    let folder = fresh_folder("stays");
    let (property, _) = probing();
    run(&folder, "fuzz", &property, 500);
    let before = corpus_inputs(&folder);
    run(&folder, "fuzz", &property, 1);
    assert_eq!(corpus_inputs(&folder), before, "only the smallest ran, and it is still useful");
}

#[test]
fn inputs_that_add_no_coverage_are_removed() {
    let folder = fresh_folder("forgotten");
    run(&folder, "fuzz", &probing().0, 500);
    let idle = Erased::new(forall("xs", forall::any::<Vec<u8>>()).check(|_| true));
    let before = corpus_inputs(&folder).len();
    run(&folder, "fuzz", &idle, before as u64);
    let after = corpus_inputs(&folder).len();
    assert!(after < before / 2, "{after} of {before}");
}

/// A run with fewer instruments does not know why an input was saved.
#[test]
fn a_run_with_fewer_instruments_removes_nothing() {
    let folder = fresh_folder("less");
    run(&folder, "fuzz", &probing().0, 200);
    let before = corpus_inputs(&folder);
    let other = forall("xs", forall::any::<Vec<u8>>());
    let other = Erased::new(other.maximize("length", |(xs, ())| xs.len() as f64).check(|_| true));
    run(&folder, "target", &other, 300);
    let after = corpus_inputs(&folder);
    assert!(before.iter().all(|input| after.contains(input)));
}

#[test]
fn the_targeted_runner_continues_from_its_best_input() {
    let folder = fresh_folder("target");
    run(&folder, "target", &lengths(), 2_000);
    let longest =
        |inputs: &[ChoiceSequence]| inputs.iter().map(|input| input.0.len()).max().unwrap();
    let before = longest(&corpus_inputs(&folder));
    run(&folder, "target", &lengths(), corpus_inputs(&folder).len() as u64);
    assert_eq!(longest(&corpus_inputs(&folder)), before);
}

#[test]
fn a_failure_of_a_corpus_input_names_the_corpus() {
    let folder = fresh_folder("fails");
    run(&folder, "fuzz", &probing().0, 200);
    let count = corpus_inputs(&folder).len();
    let fails = forall("xs", forall::any::<Vec<u8>>()).check(|(xs, ())| xs.len() < 2);
    let report = catch_unwind(|| run(&folder, "fuzz", &Erased::new(fails), 200)).unwrap_err();
    let report = report.downcast::<String>().expect("the panic message is a report");
    let by =
        report.lines().find(|line| line.starts_with("  found by ")).expect("every report has it");
    let (number, how) =
        by["  found by test ".len()..].split_once(" of 200 ").expect("the origin follows");
    assert!((1..=count).contains(&number.parse().unwrap()), "{report}");
    assert!(how.starts_with("(from the corpus)"), "{report}");
}

#[test]
fn other_runners_ignore_the_corpus() {
    let folder = fresh_folder("others");
    for runner in ["quick_check", "parallel", "enumerate", "portfolio"] {
        run(&folder, runner, &probing().0, 50);
        assert!(!folder.exists(), "{runner}");
    }
}

#[test]
fn without_the_setting_no_corpus_is_written() {
    let (property, checked) = probing();
    let settings =
        Settings { runner: Some("fuzz".into()), tests: Some(10), seed: Some(1), ..Settings::NONE };
    Test::new("it", "kept_nowhere").check(&property, &settings);
    assert!(checked.lock().unwrap().len() >= 10);
    assert!(!Path::new(env!("CARGO_MANIFEST_DIR")).join(".forall/corpus").exists());
}

/// Every run opens the file itself, like separate processes do.
#[test]
fn concurrent_runs_do_not_damage_the_corpus() {
    let folder = fresh_folder("several");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..5).for_each(|_| run(&folder, "fuzz", &probing().0, 100)));
        }
    });
    let mut inputs: Vec<String> =
        corpus_inputs(&folder).iter().map(ChoiceSequence::to_string).collect();
    let count = inputs.len();
    inputs.sort();
    inputs.dedup();
    assert!(
        inputs.len() > 10 && inputs.len() == count,
        "{count} inputs, {} of them distinct",
        inputs.len()
    );
}
