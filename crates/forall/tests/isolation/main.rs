//! Isolated properties: each runs in a child process and survives crashes.
#![cfg(unix)]

mod crashes;
mod victims;
