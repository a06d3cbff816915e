//! The child: the same test binary, started again for one test.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::process::limits::{self, Limits};

/// Whose child this is, where its folder is, and for which test it was started. It does not begin with
/// `FORALL_`, since it is not for users to set.
const FOLDER: &str = "__FORALL_ISOLATED";
const MEMORY: &str = "__FORALL_MEMORY";

/// The command that starts this binary again, for the test of this path alone. What passes between the
/// two lies in `folder`.
///
/// With two threads for tests the harness runs it on a thread with the usual stack: with one, it would run
/// on the main thread, whose stack is another.
///
/// ```
/// use std::path::Path;
///
/// use forall_sys::process::{Limits, child_command, enter_child};
///
/// let command = child_command("tests::parses", Path::new("/tmp/meet"), &Limits::default())?;
/// assert!(command.get_args().any(|arg| arg == "tests::parses"));
/// assert_eq!(enter_child("tests::parses"), None, "this process was not started so");
/// # std::io::Result::Ok(())
/// ```
pub fn child_command(test: &str, folder: &Path, limits: &Limits) -> io::Result<Command> {
    let mut command = Command::new(env::current_exe()?);
    command.args([test, "--exact", "--nocapture", "--test-threads=2", "--include-ignored"]);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command.env(FOLDER, format!("{}:{}:{test}", process::id(), folder.display()));
    command.env(MEMORY, limits.memory.to_string());
    // Panics are printed, for the last may be the end, and there may be many.
    command.env("RUST_BACKTRACE", "0");
    Ok(command)
}

/// Is this process a child for the test of this path? Then it is held to its limits from now on, and ends
/// when its parent does: the folder in which they meet.
///
/// What the code under test starts inherits the environment, but has another parent.
///
/// ```
/// use forall_sys::process::enter_child;
///
/// let folder = enter_child("tests::parses");
/// assert!(folder.is_none(), "this process is nobody's child");
/// ```
pub fn enter_child(test: &str) -> Option<PathBuf> {
    let told = env::var(FOLDER).ok()?;
    let (parent, rest) = told.split_once(':')?;
    let folder = rest.strip_suffix(test)?.strip_suffix(':')?;
    let parent = parent.parse().ok().filter(|parent| Some(*parent) == parent_id())?;
    limits::confine(env::var(MEMORY).ok().and_then(|text| text.parse().ok()));
    end_with(parent);
    Some(PathBuf::from(folder))
}

/// Ends this process soon after its parent, whatever it is at.
fn end_with(parent: u32) {
    thread::spawn(move || {
        while parent_id() == Some(parent) {
            thread::sleep(Duration::from_millis(100));
        }
        process::exit(1);
    });
}

#[cfg(unix)]
fn parent_id() -> Option<u32> {
    Some(std::os::unix::process::parent_id())
}

#[cfg(not(unix))]
fn parent_id() -> Option<u32> {
    None
}
