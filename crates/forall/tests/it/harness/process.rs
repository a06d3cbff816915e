//! Processes that end while they shrink or search: their failures are reported and saved.

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

/// Runs the task that the environment names. Passes without a task. The other tests start this test.
#[test]
fn run_the_task_of_a_child_process() {
    let (Ok(task), Ok(folder)) = (env::var(TASK), env::var(FOLDER)) else { return };
    let started = Path::new(&folder).join("started");
    let slow = || run(&folder, &shrinks_slowly(Duration::from_millis(30)));
    let idle = || {
        run(
            &folder,
            &Erased::new(forall("x", 0..9).check(move |_| {
                fs::write(&started, "").unwrap();
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

/// Longer than any test waits.
const LONG: Duration = Duration::from_secs(100);

fn run(folder: &str, property: &Erased) {
    let regressions = Some(folder.to_owned().into());
    let settings = Settings { regressions, seed: Some(1), ..Settings::NONE };
    Test::new("it", "slow").run(property, &runner::quick_check, &settings);
}

/// Returns a property that fails at once. After its second failure, the last before shrinking, every run
/// sleeps for `pause`.
fn shrinks_slowly(pause: Duration) -> Erased {
    let failed = AtomicBool::new(false);
    let failed_again = AtomicBool::new(false);
    let xs = forall("xs", vec(0..1_000_000_u64, 8));
    Erased::new(xs.check(move |(xs, ())| {
        if failed_again.load(Ordering::Relaxed) {
            sleep(pause);
        }
        let fails = xs.iter().all(|x| *x > 10);
        if fails && failed.swap(true, Ordering::Relaxed) {
            failed_again.store(true, Ordering::Relaxed);
        }
        !fails
    }))
}

/// Starts a process with this task. Returns it with the folder in which it saves its failures.
fn start(task: &str, name: &str) -> (Child, PathBuf) {
    let folder = empty_folder(name);
    (start_in(&folder, task, &[]), folder)
}

fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("process").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("tests may write there");
    folder
}

fn start_in(folder: &Path, task: &str, settings: &[(&str, &str)]) -> Child {
    let mut command = Command::new(env::current_exe().expect("this program is a file"));
    command.args(["--exact", "harness::process::run_the_task_of_a_child_process"]);
    for (name, _) in env::vars().filter(|(name, _)| name.starts_with("FORALL_") || name == "CI") {
        command.env_remove(name);
    }
    command.env(TASK, task).env(FOLDER, folder).envs(settings.iter().copied());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
}

fn saved(folder: &Path) -> Option<String> {
    fs::read_to_string(folder.join("it/slow.txt")).ok()
}

/// Waits until `poll` returns a value.
fn wait<T>(child: &mut Child, poll: impl Fn() -> Option<T>) -> T {
    loop {
        if let Some(value) = poll() {
            return value;
        }
        assert_eq!(child.try_wait().expect("it is a child process"), None, "it ended early");
        sleep(Duration::from_millis(2));
    }
}

/// Waits until shrinking has found a simpler input.
fn wait_for_steps(child: &mut Child, folder: &Path) {
    let first = wait(child, || saved(folder));
    wait(child, || (saved(folder)? != first).then_some(()));
}

fn interrupt(child: &Child) {
    signal(child, "-INT");
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(status.expect("the command exists").success());
}

/// Returns the choices and the values of the only saved failure: those of its last shrink step.
fn only_failure(folder: &Path) -> (String, String) {
    let text = saved(folder).expect("a failure is saved");
    assert_eq!(text.matches("\nfails ").count(), 1, "{text}");
    let (entry, values) = text.rsplit_once("\n  # ").expect("its values are in a comment");
    let (_, choices) = entry.rsplit_once(' ').expect("choices follow its state");
    (choices.to_owned(), values.trim_end().to_owned())
}

fn stdout_and_stderr(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

#[cfg(feature = "interrupt")]
#[test]
fn an_interrupt_while_shrinking_reports_and_saves_the_best_input() {
    let (mut child, folder) = start("slow", "interrupt");
    wait_for_steps(&mut child, &folder);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let (_, shown) = stdout_and_stderr(&output);
    assert_eq!(output.status.code(), Some(101), "the test fails: {shown}");
    let (choices, values) = only_failure(&folder);
    assert!(shown.starts_with("falsified: slow "), "{shown}");
    assert!(
        shown.contains(&format!("\n  {values}\n\nthe predicate is false\n")),
        "{values}\n{shown}"
    );
    assert!(shown.contains(&format!("FORALL_REPLAY={choices} ")), "{choices}\n{shown}");
    assert!(shown.ends_with("\ninterrupted: this is the best so far\n"), "{shown}");
}

#[cfg(feature = "interrupt")]
#[test]
fn a_second_interrupt_ends_the_process_at_once() {
    let (mut child, folder) = start("stuck", "stuck");
    wait(&mut child, || saved(&folder));
    interrupt(&child);
    // A signal is lost if the same one is still pending.
    sleep(Duration::from_millis(200));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), stdout_and_stderr(&output).1), (Some(130), String::new()));
    only_failure(&folder);
}

/// Returns whether this process handles interrupts; a shell may start it with interrupts ignored.
fn handles_interrupts() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.unwrap_or(0) & 0b10 == 0
}

#[test]
fn an_interrupt_ends_a_process_that_does_not_shrink() {
    if !handles_interrupts() {
        return;
    }
    for task in ["idle", "idle again"] {
        let (mut child, folder) = start(task, task);
        wait(&mut child, || folder.join("started").exists().then_some(()));
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        let interrupted = 2;
        assert_eq!(
            output.status.signal(),
            Some(interrupted),
            "{task}: {:?}",
            stdout_and_stderr(&output)
        );
        assert_eq!(saved(&folder), None, "{task}");
    }
}

#[test]
fn a_run_continues_where_a_killed_run_stopped() {
    let (mut child, folder) = start("slow", "kill");
    wait_for_steps(&mut child, &folder);
    child.kill().unwrap();
    child.wait().unwrap();
    let (_, before) = only_failure(&folder);
    let next = start_in(&folder, "slow", &[("FORALL_MAX_TIME", "500ms"), ("FORALL_VERBOSE", "1")])
        .wait_with_output()
        .unwrap();
    let (report, _) = stdout_and_stderr(&next);
    assert_eq!(next.status.code(), Some(101), "{report}");
    assert!(report.contains("\n  found by an earlier run"), "{report}");
    assert!(report.contains(&format!("\n  {before}\n")), "{before}\n{report}");
    let (choices, after) = only_failure(&folder);
    assert!(
        report.contains(&format!("\n  {after}\n\nthe predicate is false\n")),
        "{after}\n{report}"
    );
    assert!(report.contains(&format!("FORALL_REPLAY={choices} ")), "{choices}\n{report}");
}

#[test]
fn when_time_is_up_the_best_input_is_reported_and_saved() {
    let folder = empty_folder("time");
    let child = start_in(&folder, "slow", &[("FORALL_MAX_TIME", "500ms")]);
    let output = child.wait_with_output().unwrap();
    let (report, _) = stdout_and_stderr(&output);
    assert_eq!(output.status.code(), Some(101), "{report}");
    let (choices, values) = only_failure(&folder);
    assert!(report.contains("\n  found by test "), "{report}");
    assert!(report.contains(&format!("\n  {values}\n\nthe predicate is false\n")), "{report}");
    assert!(report.contains(&format!("FORALL_REPLAY={choices} ")), "{choices}\n{report}");
    let smallest = format!("xs = {:?}", [11; 8]);
    assert_ne!(values, smallest, "shrinking finished before the time limit");
}
