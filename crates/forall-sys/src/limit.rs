//! Limits of this process, which no later call can lift.

use std::io;

use crate::system;

#[cfg(target_os = "linux")]
const ADDRESSES: i32 = 9;
// As the BSDs, and macOS after them, have it.
#[cfg(not(target_os = "linux"))]
const ADDRESSES: i32 = if cfg!(target_vendor = "apple") { 5 } else { 10 };
const CORE: i32 = 4;

/// Gives this process no more memory than so many bytes: what asks for more is told that there is none.
///
/// ```
/// use forall_sys::limit;
///
/// # if cfg!(target_os = "linux") {
/// limit::memory(4 << 30)?;
/// limit::no_core_dump()?;
/// assert!(Vec::<u8>::new().try_reserve_exact(5 << 30).is_err());
/// # }
/// # std::io::Result::Ok(())
/// ```
pub fn memory(bytes: u64) -> io::Result<()> {
    system::limit(ADDRESSES, bytes)
}

/// Lets this process leave no image of itself when it dies, which takes long.
///
/// ```
/// # if cfg!(target_os = "linux") {
/// forall_sys::limit::no_core_dump()?;
/// let limits = std::fs::read_to_string("/proc/self/limits")?;
/// let core = limits.lines().find(|line| line.starts_with("Max core file size")).unwrap();
/// assert_eq!(core.split_whitespace().nth(4), Some("0"));
/// # }
/// # std::io::Result::Ok(())
/// ```
pub fn no_core_dump() -> io::Result<()> {
    system::limit(CORE, 0)
}
