//! The test harness: settings, files, processes and messages.

mod corpus;
mod newcomer;
mod observations;
#[cfg(unix)]
mod process;
mod regressions;
mod renamed;
mod results;
mod ui;
