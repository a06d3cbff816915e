//! The child process: the same test binary, started again for one test.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};

use crate::process::lifetime;
use crate::process::limits::{self, Limits};

/// The environment variable with the process id of the parent and the path of the test. It does not begin with
/// `FORALL_`, since users should not set it.
const CHILD_VARIABLE: &str = "__FORALL_ISOLATED";
/// The environment variable with the shared folder, whose path may not be UTF-8.
const FOLDER_VARIABLE: &str = "__FORALL_FOLDER";
/// The environment variable with the memory limit in bytes.
const MEMORY_VARIABLE: &str = "__FORALL_MEMORY";

/// Returns the command that starts this binary again for one test. Parent and child share the files in
/// `folder`. The child ends with this process, and is the leader of its own process group.
///
/// The test harness of Rust runs the test on a thread of its own, whose name is the path of the test and whose stack
/// has the usual size.
///
/// ```
/// use std::path::Path;
///
/// use forall_sys::process::{Limits, child_command, enter_child};
///
/// let command = child_command("tests::parses", Path::new("/tmp/meet"), &Limits::default())?;
/// assert!(command.get_args().any(|arg| arg == "tests::parses"));
/// assert_eq!(enter_child("tests::parses"), None, "the parent did not start this process");
/// # std::io::Result::Ok(())
/// ```
pub fn child_command(test: &str, folder: &Path, limits: &Limits) -> io::Result<Command> {
    let mut command = this_program()?;
    command.args([test, "--exact", "--nocapture", "--test-threads=2", "--include-ignored"]);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command.env(CHILD_VARIABLE, format!("{}:{test}", process::id()));
    command.env(FOLDER_VARIABLE, folder);
    command.env(MEMORY_VARIABLE, limits.memory.to_string());
    // All panics are printed, since any of them may crash the process. Backtraces would slow this down.
    command.env("RUST_BACKTRACE", "0");
    lifetime::bind_to_this_process(&mut command);
    Ok(command)
}

/// Returns a command that starts this program again. On Linux, it starts the running program even if the file was deleted
/// or replaced meanwhile, as a build does.
fn this_program() -> io::Result<Command> {
    let path = env::current_exe()?;
    #[cfg(target_os = "linux")]
    if Path::new(RUNNING_PROGRAM).exists() {
        use std::os::unix::process::CommandExt;

        let mut command = Command::new(RUNNING_PROGRAM);
        command.arg0(path);
        return Ok(command);
    }
    Ok(Command::new(path))
}

/// The program of the process that opens this file, whatever happened to its path.
#[cfg(target_os = "linux")]
const RUNNING_PROGRAM: &str = "/proc/self/exe";

/// What a child process knows when it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnteredChild {
    /// The folder that it shares with its parent.
    pub folder: PathBuf,
    /// The smallest possible limit in bytes, if the limit for its memory is smaller. Then there is no limit.
    pub min_memory: Option<u64>,
}

/// If this process is a child for the test with this path, applies the limits, makes the process end when its
/// parent ends, and returns the shared folder. If its parent has ended already, ends the process.
///
/// A process that the code under test starts inherits the environment variables, but is not a child in this
/// sense: it has a different parent.
///
/// ```
/// use forall_sys::process::enter_child;
///
/// let folder = enter_child("tests::parses");
/// assert!(folder.is_none(), "this process is not a child");
/// ```
pub fn enter_child(test: &str) -> Option<EnteredChild> {
    let variable = env::var(CHILD_VARIABLE).ok()?;
    let (parent, path) = variable.split_once(':')?;
    if path != test {
        return None;
    }
    let parent = parent.parse().ok().filter(|parent| lifetime::is_parent(*parent))?;
    let folder = PathBuf::from(env::var_os(FOLDER_VARIABLE)?);
    let memory = env::var(MEMORY_VARIABLE).ok().and_then(|text| text.parse().ok());
    let min_memory = memory.and_then(limits::shortage);
    limits::apply(memory.filter(|_| min_memory.is_none()));
    lifetime::exit_with(parent);
    Some(EnteredChild { folder, min_memory })
}
