//! Processes that end in the midst of shrinking, or of a campaign: what was found is shown, and kept.

mod campaign;

use std::env;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

use forall::domain::vec;
use forall::harness::{Settings, Test};
use forall::property::{Erased, forall};
use forall::runner;

const TASK: &str = "TASK_OF_THIS_PROCESS";
const FOLDER: &str = "FOLDER_OF_THIS_PROCESS";

/// What the processes run. Nothing, where nobody says what.
#[test]
fn in_a_process_of_its_own() {
    let (Ok(task), Ok(folder)) = (env::var(TASK), env::var(FOLDER)) else { return };
    let began = Path::new(&folder).join("began");
    let slow = || run(&folder, &shrinks_slowly(Duration::from_millis(30)));
    let idle = || {
        run(
            &folder,
            &Erased::new(forall("x", 0..9).check(move |_| {
                fs::write(&began, "").unwrap();
                sleep(LONG);
                true
            })),
        );
    };
    match &*task {
        "slow" => slow(),
        "idle" => idle(),
        "idle again" => {
            let _ =
                catch_unwind(AssertUnwindSafe(|| run(&folder, &shrinks_slowly(Duration::ZERO))));
            fs::remove_dir_all(Path::new(&folder).join("it")).unwrap();
            idle();
        }
        "campaign" => campaign::run(&folder),
        "stuck" => run(&folder, &shrinks_slowly(LONG)),
        _ => unreachable!("{task}"),
    }
}

/// Longer than anybody waits.
const LONG: Duration = Duration::from_secs(100);

fn run(folder: &str, property: &Erased) {
    let regressions = Some(folder.to_owned().into());
    let settings = Settings { regressions, seed: Some(1), ..Settings::NONE };
    Test::new("it", "slow").run(property, &runner::quick_check, &settings);
}

/// Fails at once. From the second failure on, which is that before shrinking, every try takes so long.
fn shrinks_slowly(pause: Duration) -> Erased {
    let (failed, again) = (AtomicBool::new(false), AtomicBool::new(false));
    let xs = forall("xs", vec(0..1_000_000_u64, 8));
    Erased::new(xs.check(move |(xs, ())| {
        if again.load(Ordering::Relaxed) {
            sleep(pause);
        }
        let fails = xs.iter().all(|x| *x > 10);
        if fails && failed.swap(true, Ordering::Relaxed) {
            again.store(true, Ordering::Relaxed);
        }
        !fails
    }))
}

/// A process with such a task, and the folder in which it keeps what fails.
fn start(task: &str, name: &str) -> (Child, PathBuf) {
    let folder = empty(name);
    (start_in(&folder, task, &[]), folder)
}

fn empty(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("process").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("tests may write there");
    folder
}

fn start_in(folder: &Path, task: &str, settings: &[(&str, &str)]) -> Child {
    let mut command = Command::new(env::current_exe().expect("this program is a file"));
    command.args(["--exact", "harness::process::in_a_process_of_its_own"]);
    for (name, _) in env::vars().filter(|(name, _)| name.starts_with("FORALL_") || name == "CI") {
        command.env_remove(name);
    }
    command.env(TASK, task).env(FOLDER, folder).envs(settings.iter().copied());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
}

fn kept(folder: &Path) -> Option<String> {
    fs::read_to_string(folder.join("it/slow.txt")).ok()
}

/// Waits until something is there.
fn wait<T>(child: &mut Child, there: impl Fn() -> Option<T>) -> T {
    loop {
        if let Some(there) = there() {
            return there;
        }
        assert_eq!(child.try_wait().expect("it is a child"), None, "it ended early");
        sleep(Duration::from_millis(2));
    }
}

/// Waits until shrinking has found something simpler.
fn wait_for_steps(child: &mut Child, folder: &Path) {
    let first = wait(child, || kept(folder));
    wait(child, || (kept(folder)? != first).then_some(()));
}

fn interrupt(child: &Child) {
    signal(child, "-INT");
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(status.expect("there is such a command").success());
}

/// The choices and the values of the only failure that is kept; those of the last step, if it was
/// still being shrunk.
fn only(folder: &Path) -> (String, String) {
    let text = kept(folder).expect("something is kept");
    assert_eq!(text.matches("\nfails ").count(), 1, "{text}");
    let (entry, values) = text.rsplit_once("\n  # ").expect("it is shown");
    let (_, choices) = entry.rsplit_once(' ').expect("it has choices");
    (choices.to_owned(), values.trim_end().to_owned())
}

fn words(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

#[cfg(feature = "interrupt")]
#[test]
fn an_interrupt_while_shrinking_shows_and_keeps_the_best() {
    let (mut child, folder) = start("slow", "interrupt");
    wait_for_steps(&mut child, &folder);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let (_, shown) = words(&output);
    assert_eq!(output.status.code(), Some(101), "a test has failed: {shown}");
    let (choices, values) = only(&folder);
    assert!(shown.starts_with("falsified: slow "), "{shown}");
    assert!(
        shown.contains(&format!("\n  {values}\nthe predicate is false\n")),
        "{values}\n{shown}"
    );
    assert!(shown.contains(&format!("FORALL_REPLAY={choices} ")), "{choices}\n{shown}");
    assert!(shown.ends_with("\ninterrupted: this is the best so far\n"), "{shown}");
}

#[cfg(feature = "interrupt")]
#[test]
fn a_second_interrupt_does_not_wait() {
    let (mut child, folder) = start("stuck", "stuck");
    wait(&mut child, || kept(&folder));
    interrupt(&child);
    // A signal that comes while the same one waits would be lost.
    sleep(Duration::from_millis(200));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), words(&output).1), (Some(130), String::new()));
    only(&folder);
}

/// Does nobody who started this process want interrupts to be ignored?
fn heeds_interrupts() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.unwrap_or(0) & 0b10 == 0
}

#[test]
fn an_interrupt_at_another_time_ends_the_process() {
    if !heeds_interrupts() {
        return;
    }
    for task in ["idle", "idle again"] {
        let (mut child, folder) = start(task, task);
        wait(&mut child, || folder.join("began").exists().then_some(()));
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        let interrupted = 2;
        assert_eq!(output.status.signal(), Some(interrupted), "{task}: {:?}", words(&output));
        assert_eq!(kept(&folder), None, "{task}");
    }
}

#[test]
fn what_was_found_before_a_kill_is_where_the_next_run_begins() {
    let (mut child, folder) = start("slow", "kill");
    wait_for_steps(&mut child, &folder);
    child.kill().unwrap();
    child.wait().unwrap();
    let (_, before) = only(&folder);
    let next =
        start_in(&folder, "slow", &[("FORALL_MAX_TIME", "500ms")]).wait_with_output().unwrap();
    let (report, _) = words(&next);
    assert_eq!(next.status.code(), Some(101), "{report}");
    assert!(report.contains("\nfound by an earlier run"), "{report}");
    assert!(report.contains(&format!("\n  {before}\n")), "{before}\n{report}");
    let (choices, after) = only(&folder);
    assert!(
        report.contains(&format!("\n  {after}\nthe predicate is false\n")),
        "{after}\n{report}"
    );
    assert!(report.contains(&format!("FORALL_REPLAY={choices} ")), "{choices}\n{report}");
}

#[test]
fn when_time_is_up_the_best_is_shown_and_kept() {
    let folder = empty("time");
    let child = start_in(&folder, "slow", &[("FORALL_MAX_TIME", "500ms")]);
    let output = child.wait_with_output().unwrap();
    let (report, _) = words(&output);
    assert_eq!(output.status.code(), Some(101), "{report}");
    let (choices, values) = only(&folder);
    assert!(report.contains("\nfound by test "), "{report}");
    assert!(report.contains(&format!("\n  {values}\nthe predicate is false\n")), "{report}");
    assert!(report.contains(&format!("FORALL_REPLAY={choices} ")), "{choices}\n{report}");
    let smallest = format!("xs = {:?}", [11; 8]);
    assert_ne!(values, smallest, "there was time for all of it");
}
