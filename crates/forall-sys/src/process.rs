//! Runs code under test in a child process.
//!
//! Code under test may abort, overflow its stack, exit, use all memory or run forever. So it runs in a child
//! process, which is the same test binary, started again for one test. Before each test, the child writes the
//! input to a [`Journal`], a memory-mapped file that outlives the child. If the child crashes, its parent
//! knows the reason and the input.
//!
//! ```text
//!   parent                             child: the same binary, one test
//!   ──────                             ────────────────────────────────
//!   starts it ───────────────────────▶ reads the task from the journal
//!   polls the journal                  begin(input) · run · end()          for each test
//!   detects a crash or a timeout     ◀┘
//!   records the input as crashing, starts another child
//! ```
//!
//! This costs a few nanoseconds for each test, and some milliseconds for each crash. Processes are not
//! forked, because a test binary has threads. The idea comes from rusty-fork and the fork mode of proptest.
//! These write a file for every case, and run all earlier cases again after a crash.
//!
//! ```
//! use forall_sys::process::{Journal, Page};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("journal");
//! let child = Journal::open(&path)?;
//! child.slot().begin(17, 0, &[1, 2, 3]); // the child crashes during this test
//!
//! let parent = Journal::open(&path)?;
//! let last: Vec<u64> = parent.slots().filter_map(Page::entry).map(|entry| entry.number).collect();
//! assert_eq!(last, [17]);
//! # std::io::Result::Ok(())
//! ```

// In reading order.
mod watch;
mod child;
mod journal;
mod slots;
mod crash;
mod limits;
mod stderr_tail;
mod early_exit;
mod lifetime;

pub use self::child::{EnteredChild, child_command, enter_child};
pub use self::crash::{Crash, CrashKind};
pub use self::early_exit::{exit_immediately, expect_exit, on_early_exit};
pub use self::journal::{Entry, Journal, Page};
pub use self::lifetime::{bind_to_this_process, follow_parent, kill_group, terminate};
pub use self::limits::Limits;
pub use self::stderr_tail::TEST_SURVIVED;
pub use self::watch::{End, watch};
