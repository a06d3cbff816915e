//! A process of its own for code under test.
//!
//! Code under test may abort, overflow its stack, exit, eat all memory or never end. Here it runs in a
//! child process, which is the same test binary started again for one test. Before each test, the child
//! writes its choices into a [`Journal`], a file in memory that outlives it. A supervisor waits, and when
//! the child dies, it knows of what and of which input.
//!
//! ```text
//!   supervisor                         child: the same binary, one test
//!   ──────────                         ────────────────────────────────
//!   start it  ───────────────────────▶ take the task from the journal
//!   look at the journal now and then   begin(n, choices) · run · end()     for each test
//!   it died, or test n takes too long ◀┘
//!   read the choices, start it again from n + 1
//! ```
//!
//! Costs a few nanoseconds a test, and some milliseconds a death. Nothing is forked: a test binary has
//! threads. After rusty-fork and the fork mode of proptest; they write a file for every case, and make
//! all earlier cases again to get back to where the child died.

// In reading order.
mod supervise;
mod child;
mod journal;
mod choices;
mod death;
mod limits;
mod words;

pub use self::child::{Child, Task, again};
pub use self::choices::{Choice, decode};
pub use self::death::{Death, Kind};
pub use self::journal::{Entry, Journal};
pub use self::limits::Limits;
pub use self::supervise::{End, Next, probe, supervise, watch};
