//! Corpora: what guided runs keep on disk, and begin with.

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use forall::feedback::probe_id;
use forall::harness::{Settings, Test};
use forall::property::{Erased, forall};
use forall::source::ChoiceSequence;

/// A folder of its own for each test.
fn empty(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus").join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Runs `property` under a runner, with this corpus.
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

/// The inputs in the corpus.
fn kept(folder: &Path) -> Vec<ChoiceSequence> {
    let text = fs::read_to_string(folder.join("it/kept.txt")).unwrap_or_default();
    let lines = text.lines().skip(1);
    let inputs = lines.filter(|line| !line.starts_with('#') && !line.starts_with("guided by "));
    inputs.map(|line| line.parse().expect("every line is whole")).collect()
}

/// Reaches as many places as there are different numbers in it, and writes down what it is asked.
fn places() -> (Erased, Arc<Mutex<Vec<Vec<u8>>>>) {
    let asked: Arc<Mutex<Vec<Vec<u8>>>> = Arc::default();
    let by_check = Arc::clone(&asked);
    let property = forall("xs", forall::any::<Vec<u8>>()).check(move |(xs, ())| {
        by_check.lock().expect("nobody panics with it").push(xs.clone());
        xs.iter().for_each(|x| probe_id(u64::from(*x)));
        true
    });
    (Erased::new(property), asked)
}

/// Scores as many as there are numbers in it.
fn lengths() -> Erased {
    let xs = forall("xs", forall::any::<Vec<bool>>());
    Erased::new(xs.maximize("length", |(xs, ())| xs.len() as f64).check(|_| true))
}

#[test]
fn a_guided_run_begins_with_what_the_last_one_kept() {
    let folder = empty("begins");
    let (property, asked) = places();
    run(&folder, "fuzz", &property, 500);
    let before = kept(&folder);
    assert!(before.len() > 10, "{before:?}");
    asked.lock().unwrap().clear();
    run(&folder, "fuzz", &property, before.len() as u64);
    let after = kept(&folder);
    assert!(after.iter().all(|input| before.contains(input)), "there was time for nothing else");
    assert!(after.len() < before.len(), "of inputs that do the same, the smallest is enough");
    let sizes: Vec<usize> = asked.lock().unwrap().iter().map(Vec::len).collect();
    assert!(sizes.len() >= before.len(), "all of it was tried");
    assert!(sizes.first() < sizes.last(), "the smallest came first: {sizes:?}");
}

#[test]
fn what_was_not_tried_again_stays() {
    let folder = empty("stays");
    let (property, _) = places();
    run(&folder, "fuzz", &property, 500);
    let before = kept(&folder);
    run(&folder, "fuzz", &property, 1);
    assert_eq!(kept(&folder), before, "the smallest was tried, and is of use");
}

#[test]
fn what_does_nothing_any_more_is_forgotten() {
    let folder = empty("forgotten");
    run(&folder, "fuzz", &places().0, 500);
    let idle = Erased::new(forall("xs", forall::any::<Vec<u8>>()).check(|_| true));
    let before = kept(&folder).len();
    run(&folder, "fuzz", &idle, before as u64);
    let after = kept(&folder).len();
    assert!(after < before / 2, "{after} of {before}");
}

/// A run that sees other things does not know what an input was kept for.
#[test]
fn who_sees_less_forgets_nothing() {
    let folder = empty("less");
    run(&folder, "fuzz", &places().0, 200);
    let before = kept(&folder);
    let other = Erased::new(forall("xs", forall::any::<Vec<u8>>()).check(|_| true));
    run(&folder, "target", &other, 300);
    let after = kept(&folder);
    assert!(before.iter().all(|input| after.contains(input)));
}

#[test]
fn the_targeted_runner_goes_on_from_its_best() {
    let folder = empty("target");
    run(&folder, "target", &lengths(), 2_000);
    let longest =
        |inputs: &[ChoiceSequence]| inputs.iter().map(|input| input.0.len()).max().unwrap();
    let before = longest(&kept(&folder));
    run(&folder, "target", &lengths(), kept(&folder).len() as u64);
    assert_eq!(longest(&kept(&folder)), before);
}

#[test]
fn what_fails_and_was_kept_is_told_as_such() {
    let folder = empty("fails");
    run(&folder, "fuzz", &places().0, 200);
    let count = kept(&folder).len();
    let fails = forall("xs", forall::any::<Vec<u8>>()).check(|(xs, ())| xs.len() < 2);
    let told = catch_unwind(|| run(&folder, "fuzz", &Erased::new(fails), 200)).unwrap_err();
    let told = told.downcast::<String>().expect("a report");
    let by = told.lines().find(|line| line.starts_with("found by ")).expect("it says how");
    let (number, how) = by["found by test ".len()..].split_once(", ").expect("it says more");
    assert!((1..=count).contains(&number.parse().unwrap()), "{told}");
    assert!(how.starts_with("an input that an earlier run saved, and shrunk "), "{told}");
}

#[test]
fn other_runners_do_not_look_at_it() {
    let folder = empty("others");
    for runner in ["quick_check", "parallel", "enumerate", "portfolio"] {
        run(&folder, runner, &places().0, 50);
        assert!(!folder.exists(), "{runner}");
    }
}

#[test]
fn without_the_setting_there_is_none() {
    let (property, asked) = places();
    let settings =
        Settings { runner: Some("fuzz".into()), tests: Some(10), seed: Some(1), ..Settings::NONE };
    Test::new("it", "kept_nowhere").check(&property, &settings);
    assert!(asked.lock().unwrap().len() >= 10);
    assert!(!Path::new(env!("CARGO_MANIFEST_DIR")).join(".forall/corpus").exists());
}

/// Every run has its own handle of the file, as processes have.
#[test]
fn several_at_once_do_not_harm_it() {
    let folder = empty("several");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..5).for_each(|_| run(&folder, "fuzz", &places().0, 100)));
        }
    });
    let mut inputs: Vec<String> = kept(&folder).iter().map(ChoiceSequence::to_string).collect();
    let count = inputs.len();
    inputs.sort();
    inputs.dedup();
    assert!(inputs.len() > 10 && inputs.len() == count, "{count} with {} different", inputs.len());
}
