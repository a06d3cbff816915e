//! Processes end when they should, and nothing is left of them.

use std::fs;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::Duration;

use forall::property;

use crate::workspace::{Workspace, code_and_text};

#[test]
fn a_test_that_is_slow_once_does_not_fail() {
    let workspace = Workspace::new("is_slow_once");
    let mut command = workspace.command(&["is_slow_once"]);
    command.env("SLOW", workspace.folder.join("slow"));
    command.env("FORALL_RESULTS", workspace.folder.join("results"));
    let output = command.output().expect("it starts");
    assert_eq!(output.status.code(), Some(0), "{:?}", code_and_text(&output));
    let notice = "forall: a test of `is_slow_once` took longer than 300ms, but not when it was run again; \
                  it does not count\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), notice);
    assert_eq!(workspace.saved("is_slow_once"), None);
    let results = workspace.folder.join("results/isolation/victims/is_slow_once.jsonl");
    let results = fs::read_to_string(results).expect("results are written");
    assert_eq!(results.matches("\"type\":\"end\"").count(), 1, "{results}");
    assert!(results.contains("\"outcome\":\"passed\""), "{results}");
}

#[test]
fn temporary_folders_are_deleted_after_every_end() {
    let workspace = Workspace::new("temporary");
    let temporary = workspace.folder.join("tmp");
    fs::create_dir(&temporary).expect("tests may write there");
    let folders = || fs::read_dir(&temporary).expect("it exists").count();
    let heartbeats = workspace.folder.join("heartbeats");
    for (signal, left) in [("-INT", 0), ("-TERM", 0), ("-KILL", 1)] {
        let _ = fs::remove_file(&heartbeats);
        let mut command = workspace.command(&["writes_heartbeats"]);
        command.env("TMPDIR", &temporary).env("HEARTBEATS", &heartbeats);
        let mut run = command.spawn().expect("it starts");
        while !heartbeats.exists() {
            sleep(Duration::from_millis(10));
        }
        let sent = Command::new("kill").args([signal, &run.id().to_string()]).status();
        assert!(sent.expect("the command exists").success());
        run.wait().expect("it ends");
        assert_eq!(folders(), left, "{signal}");
    }
    let mut command = workspace.command(&["trivial"]);
    let output = command.env("TMPDIR", &temporary).env("FORALL_ISOLATE", "1").output();
    assert_eq!(output.expect("it starts").status.code(), Some(0));
    assert_eq!(folders(), 0, "the next run deletes it");
}

#[test]
#[cfg(target_os = "linux")]
fn the_temporary_folder_may_have_any_name() {
    use std::os::unix::ffi::OsStrExt;

    let workspace = Workspace::new("odd-folders");
    for name in [&b"\xFF\xC3"[..], b" a:b c;", "größer".as_bytes()] {
        let temporary = workspace.folder.join(std::ffi::OsStr::from_bytes(name));
        fs::create_dir(&temporary).expect("tests may write there");
        let output = workspace.command(&["aborts"]).env("TMPDIR", &temporary).output();
        let (code, text) = code_and_text(&output.expect("it starts"));
        assert_eq!(code, Some(101), "{temporary:?}: {text}");
        assert!(text.contains("\nthe process aborted\n"), "{temporary:?}: {text}");
    }
}

/// A child process ends soon after its parent is killed.
#[test]
fn a_child_does_not_outlive_its_parent() {
    let workspace = Workspace::new("orphan");
    let heartbeats = workspace.folder.join("heartbeats");
    let mut parent = workspace
        .command(&["writes_heartbeats"])
        .env("HEARTBEATS", &heartbeats)
        .spawn()
        .expect("it starts");
    let count = || fs::metadata(&heartbeats).map_or(0, |file| file.len());
    while count() == 0 {
        sleep(Duration::from_millis(10));
    }
    parent.kill().expect("it is still running");
    parent.wait().expect("it was killed");
    let mut last = count();
    for _ in 0..200 {
        sleep(Duration::from_millis(250));
        if count() == last {
            return;
        }
        last = count();
    }
    panic!("the child still runs");
}

/// Returns the number of running processes with this argument.
#[cfg(target_os = "linux")]
fn count_processes(argument: &str) -> usize {
    let all = fs::read_dir("/proc").expect("Linux lists processes there").flatten();
    let has_argument = |process: &fs::DirEntry| {
        let command = fs::read_to_string(process.path().join("cmdline")).unwrap_or_default();
        command.split('\0').any(|part| part == argument)
    };
    all.filter(has_argument).count()
}

/// Waits until this holds.
#[cfg(target_os = "linux")]
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..3_000 {
        if holds() {
            return;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("after 30 seconds: {what}");
}

#[test]
#[cfg(target_os = "linux")]
fn processes_that_a_child_leaves_are_killed() {
    let workspace = Workspace::new("leaves_a_process");
    let argument = format!("100.{}", std::process::id());
    let mut command = workspace.command(&["leaves_a_process"]);
    let output = command.env("LEFT_PROCESS", &argument).output().expect("it starts");
    assert_eq!(output.status.code(), Some(0), "{:?}", code_and_text(&output));
    assert_eq!(count_processes(&argument), 0);
}

/// The number of processes that `leaves_processes` leaves.
const LEFT_PROCESSES: u32 = 20;

/// Leaves some processes running, and does not end.
#[property(tests = 1_000_000)]
#[ignore = "it leaves processes running"]
#[expect(clippy::zombie_processes, reason = "this is the fault")]
fn leaves_processes(_x: u8) {
    static LEFT: AtomicU32 = AtomicU32::new(0);
    let argument = std::env::var("LEFT_PROCESS").expect("the test sets it");
    if LEFT.fetch_add(1, Ordering::Relaxed) < LEFT_PROCESSES {
        Command::new("sleep").arg(argument).spawn().expect("`sleep` starts");
    } else {
        sleep(Duration::from_millis(100));
    }
}

/// Starts a process that runs `leaves_processes`, waits until it has left them, kills it, and waits until no process is
/// left.
#[cfg(target_os = "linux")]
fn kill_while_it_leaves_processes(workspace: &Workspace, command: &mut Command) {
    let argument = format!("{}.{}", 1_000, std::process::id());
    command.env("LEFT_PROCESS", &argument).stdout(Stdio::null()).stderr(Stdio::null());
    let mut parent = command.spawn().expect("it starts");
    let program = workspace.folder.join("program");
    let program = program.to_str().expect("the folder has a plain name");
    let is_ready = || count_processes(&argument) == LEFT_PROCESSES as usize;
    wait_until("it leaves processes", is_ready);
    parent.kill().expect("it is still running");
    parent.wait().expect("it was killed");
    let left = || count_processes(&argument) + count_processes(program);
    wait_until("no process is left", || left() == 0);
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_of_a_test_outlives_a_killed_parent() {
    let workspace = Workspace::new("leaves_processes");
    let mut command = workspace.separate_command(&["lifetime::leaves_processes"]);
    kill_while_it_leaves_processes(&workspace, command.env("FORALL_ISOLATE", "1"));
}

/// The thread that looks at the parent does it too, without a signal of the kernel.
#[test]
#[cfg(target_os = "linux")]
fn a_test_ends_its_processes_without_the_kernel() {
    let workspace = Workspace::new("leaves_processes_alone");
    let command = workspace.separate_command(&["lifetime::leaves_processes"]);
    kill_while_it_leaves_processes(&workspace, &mut started_by_a_shell(&command, "setsid "));
}

#[test]
fn a_child_that_does_not_exit_after_its_report_is_killed() {
    let workspace = Workspace::new("does_not_exit");
    let (code, text) = workspace.run(&["does_not_exit"]);
    assert_eq!(code, Some(0), "{text}");
}

/// A process that finds its parent gone must not run the test as a parent.
#[test]
fn a_child_whose_parent_has_ended_ends() {
    let workspace = Workspace::new("late");
    let mut parent = Command::new("true").spawn().expect("`true` starts");
    parent.wait().expect("it ends");
    let isolated = format!("{}:victims::trivial", parent.id());
    for (variable, value) in
        [("__FORALL_ISOLATED", isolated), ("__FORALL_PARENT", parent.id().to_string())]
    {
        let output = workspace.command(&["trivial"]).env(variable, value).output();
        let output = output.expect("it starts");
        assert_eq!(output.status.code(), Some(1), "{variable}: {:?}", code_and_text(&output));
    }
}

/// Returns a command that starts a shell, which starts `command` as `cargo forall` does on systems other than Linux:
/// the kernel sends no signal when the shell ends.
#[cfg(target_os = "linux")]
fn started_by_a_shell(command: &Command, prefix: &str) -> Command {
    let args: Vec<String> =
        command.get_args().map(|arg| arg.to_string_lossy().into_owned()).collect();
    let line = format!("__FORALL_PARENT=$$ {prefix}\"$0\" {} & exec sleep 100", args.join(" "));
    let mut shell = Command::new("sh");
    shell.args(["-c", &line]).arg(command.get_program());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell
}

/// On Linux, the kernel ends a test of `cargo forall`. This is for other systems.
#[test]
#[cfg(target_os = "linux")]
fn a_test_ends_with_the_process_that_started_it() {
    let workspace = Workspace::new("follows");
    let heartbeats = workspace.folder.join("heartbeats");
    let mut shell = started_by_a_shell(&workspace.command(&["writes_heartbeats"]), "");
    shell.env("HEARTBEATS", &heartbeats).stdout(Stdio::null()).stderr(Stdio::null());
    let mut shell = shell.spawn().expect("there is a shell");
    let count = || fs::metadata(&heartbeats).map_or(0, |file| file.len());
    while count() == 0 {
        sleep(Duration::from_millis(10));
    }
    shell.kill().expect("it is still running");
    shell.wait().expect("it was killed");
    let mut last = count();
    for _ in 0..40 {
        sleep(Duration::from_millis(250));
        if count() == last {
            return;
        }
        last = count();
    }
    panic!("the test still runs");
}

/// The time of a stopped process does not count.
#[test]
#[cfg(target_os = "linux")]
fn a_child_that_is_stopped_does_not_fail() {
    let workspace = Workspace::new("stopped");
    let mut command = workspace.command(&["trivial"]);
    command.env("FORALL_ISOLATE", "1").env("FORALL_TEST_TIMEOUT", "500ms");
    let mut parent = command.env("FORALL_MAX_TIME", "8s").spawn().expect("it starts");
    let child = (0..1_000).find_map(|_| {
        sleep(Duration::from_millis(10));
        only_child(parent.id())
    });
    // The child runs tests by then.
    sleep(Duration::from_millis(500));
    let signal = |signal: &str| {
        let id = child.expect("the test starts a child").to_string();
        Command::new("kill").args([signal, &id]).status().expect("the command exists").success()
    };
    assert!(signal("-STOP"));
    sleep(Duration::from_secs(2));
    assert!(parent.try_wait().expect("it is a child").is_none(), "it waits");
    // On a busy machine, the child may have exceeded its time limit. Another one then runs the input again.
    signal("-CONT");
    let output = parent.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{:?}: {text}", code_and_text(&output));
    assert_eq!(workspace.saved("trivial"), None);
}

/// Returns the only child of a process.
#[cfg(target_os = "linux")]
fn only_child(parent: u32) -> Option<u32> {
    let threads = fs::read_dir(format!("/proc/{parent}/task")).ok()?;
    let children = threads.flatten().filter_map(|thread| {
        let text = fs::read_to_string(thread.path().join("children")).ok()?;
        text.trim().parse().ok()
    });
    children.last()
}

#[test]
fn a_memory_limit_without_isolation_is_reported_once() {
    let workspace = Workspace::new("unlimited");
    let mut command = workspace.separate_command(&["trivial", "reserves_much_memory"]);
    let output = command.env("FORALL_MEMORY_LIMIT", "1GB").output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(text.matches("`memory_limit` has no effect without `isolate`").count(), 1, "{text}");
    let mut command = workspace.separate_command(&["trivial"]);
    command.env("FORALL_MEMORY_LIMIT", "1GB").env("FORALL_ISOLATE", "1");
    let output = command.output().expect("it starts");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

/// Writing to this device fails like writing to a full disk.
#[test]
#[cfg(target_os = "linux")]
fn results_and_observations_that_cannot_be_written_are_reported() {
    let workspace = Workspace::new("unwritten");
    let files = [
        ("results", "FORALL_RESULTS", "isolation/victims/trivial.jsonl"),
        ("observations", "FORALL_OBSERVATIONS", "isolation.victims.trivial.jsonl"),
    ];
    for (name, variable, file) in files {
        let file = workspace.folder.join(name).join(file);
        fs::create_dir_all(file.parent().expect("it is in a folder")).expect("it is new");
        std::os::unix::fs::symlink("/dev/full", file).expect("it is new");
        for isolate in ["0", "1"] {
            let mut command = workspace.separate_command(&["trivial"]);
            command.env(variable, workspace.folder.join(name));
            let output = command.env("FORALL_ISOLATE", isolate).output().expect("it starts");
            assert_eq!(output.status.code(), Some(0), "the property passes");
            let text = String::from_utf8_lossy(&output.stderr);
            let expected = format!("forall: {name} cannot be written: No space left on device");
            assert!(text.starts_with(&expected) && text.lines().count() == 1, "{text}");
        }
    }
}
