//! Isolated properties: each runs in a child process and survives crashes.
#![cfg(all(unix, target_pointer_width = "64"))]

mod crashes;
mod endless;
mod faults;
#[cfg(target_os = "linux")]
mod full_disk;
mod lifetime;
mod machines;
mod misbehaving_inputs;
mod panic_hooks;
mod unusual_crashes;
mod victims;
mod workspace;
