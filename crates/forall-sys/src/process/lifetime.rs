//! Lifetimes: a process that was started for a test ends with the process that started it, and all processes
//! that it started end with it.

use std::env;
use std::io;
use std::process::{self, Child, Command};
use std::sync::Once;
use std::thread;
use std::time::Duration;

use crate::process::early_exit::exit_immediately;
use crate::system;

/// The environment variable with the process id of the parent. It does not begin with `FORALL_`, since users
/// should not set it.
const PARENT_VARIABLE: &str = "__FORALL_PARENT";

/// How often a process checks whether its parent exists.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Makes the process that `command` starts the leader of its own process group, and makes it end with this
/// process.
///
/// On Linux, the kernel ends it when the thread that starts it ends. On other Unix systems, and for the processes
/// that it starts to end too, it has to call [`follow_parent`].
///
/// ```
/// use std::process::Command;
///
/// use forall_sys::process::{bind_to_this_process, kill_group};
///
/// # if cfg!(unix) {
/// let mut command = Command::new("sleep");
/// bind_to_this_process(command.arg("100"));
/// let mut child = command.spawn()?;
/// kill_group(&child);
/// assert!(!child.wait()?.success());
/// # }
/// # std::io::Result::Ok(())
/// ```
pub fn bind_to_this_process(command: &mut Command) {
    command.env(PARENT_VARIABLE, process::id().to_string());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(target_os = "linux")]
    system::signal_end_of_parent(command);
}

/// Kills all processes in the group of a process that was started after [`bind_to_this_process`]. It may have
/// ended already: the processes that it started are still in its group.
pub fn kill_group(leader: &Child) {
    kill_group_of(leader.id());
}

fn kill_group_of(leader: u32) {
    const SIGKILL: i32 = 9;
    if let Ok(id) = i32::try_from(leader) {
        // An error means that no process is left.
        let _ = system::send_signal(-id, SIGKILL);
    }
}

/// Continues a process that is stopped. It has no effect on any other process.
pub(crate) fn continue_process(process: u32) {
    const SIGCONT: i32 =
        if cfg!(any(target_os = "linux", target_os = "android")) { 18 } else { 19 };
    if let Ok(id) = i32::try_from(process) {
        // It may have ended.
        let _ = system::send_signal(id, SIGCONT);
    }
}

/// Sends SIGTERM to this process, which ends it unless the signal is handled or ignored.
///
/// ```no_run
/// forall_sys::process::terminate();
/// ```
pub fn terminate() {
    const SIGTERM: i32 = 15;
    if let Ok(id) = i32::try_from(process::id()) {
        let _ = system::send_signal(id, SIGTERM);
    }
}

/// If this process was started after [`bind_to_this_process`], makes it and all processes in its group end soon
/// after its parent has ended, also if that happened before this call.
///
/// ```
/// forall_sys::process::follow_parent(); // does nothing in a process that was started by a user
/// ```
pub fn follow_parent() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let parent = env::var(PARENT_VARIABLE).ok().and_then(|text| text.parse().ok());
        if let Some(parent) = parent.filter(|parent| is_parent(*parent)) {
            exit_with(parent);
        }
    });
}

/// Returns whether `parent` started this process. It did not start a process that the code under test starts,
/// which only inherits the environment variables. If `parent` has ended, ends this process.
pub(crate) fn is_parent(parent: u32) -> bool {
    let is_parent = parent_id() == Some(parent);
    if !is_parent && has_ended(parent) {
        exit_immediately(1);
    }
    is_parent
}

/// Ends this process and all processes in the group that it leads, soon after its parent has ended.
///
/// On Linux, a signal of the kernel does it at once. The code under test may handle or block that signal, but it
/// cannot stop the thread that looks at the parent.
pub(crate) fn exit_with(parent: u32) {
    #[cfg(target_os = "linux")]
    system::handle_end_of_parent(end_group);
    thread::spawn(move || {
        while parent_id() == Some(parent) {
            thread::sleep(POLL_INTERVAL);
        }
        end_group();
    });
}

/// Kills all processes in the group that this process leads, which includes this process. If it leads none, it only
/// ends itself. Functions that were registered for its exit do not run, since they may not return.
///
/// A signal handler may call it.
fn end_group() {
    kill_group_of(process::id());
    exit_immediately(1);
}

fn has_ended(process: u32) -> bool {
    const NO_SUCH_PROCESS: i32 = 3;
    let sent = i32::try_from(process).map_or(Ok(()), |process| system::send_signal(process, 0));
    sent.err().and_then(|error: io::Error| error.raw_os_error()) == Some(NO_SUCH_PROCESS)
}

#[cfg(unix)]
fn parent_id() -> Option<u32> {
    Some(std::os::unix::process::parent_id())
}

#[cfg(not(unix))]
fn parent_id() -> Option<u32> {
    None
}
