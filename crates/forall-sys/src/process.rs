//! A process of its own for code under test.
//!
//! Code under test may abort, overflow its stack, exit, eat all memory or never end. Here it runs in a
//! child process, which is the same test binary started again for one test. Before each test, the child
//! writes what it is at into a [`Journal`], a file in memory that outlives it. Its parent waits, and when
//! the child dies, knows of what and of which input.
//!
//! ```text
//!   parent                             child: the same binary, one test
//!   ──────                             ────────────────────────────────
//!   start it  ───────────────────────▶ take the task from the journal
//!   look at the journal now and then   begin(input) · run · end()          for each test
//!   it died, or one takes too long   ◀┘
//!   read the input, note that it kills, start another
//! ```
//!
//! Costs a few nanoseconds a test, and some milliseconds a crash. Nothing is forked: a test binary has
//! threads. After rusty-fork and the fork mode of proptest; they write a file for every case, and make
//! all earlier cases again to get back to where the child died.
//!
//! ```
//! use forall_sys::process::{Journal, Page};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("journal");
//! let child = Journal::open(&path)?;
//! child.slot().begin(17, 0, &[1, 2, 3]); // and it dies in the midst of it
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

pub use self::child::{child_command, enter_child};
pub use self::crash::{Crash, Kind};
pub use self::journal::{Entry, Journal, Page};
pub use self::limits::Limits;
pub use self::stderr_tail::TEST_SURVIVED;
pub use self::watch::{End, watch};
