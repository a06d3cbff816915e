//! Resource limits of this process. They cannot be raised again.

use std::io;

use crate::system;

const RLIMIT_AS: i32 = if cfg!(any(target_os = "linux", target_os = "android")) {
    // Linux on MIPS has numbers of its own.
    if cfg!(any(target_arch = "mips", target_arch = "mips64")) { 6 } else { 9 }
} else if cfg!(target_vendor = "apple") {
    5
} else {
    // The number of the BSDs.
    10
};
const RLIMIT_CORE: i32 = 4;

/// Limits the address space of this process to `bytes`. Allocations beyond it fail.
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
    system::limit(RLIMIT_AS, bytes)
}

/// Returns the size of the address space of this process in bytes, to which [`memory`] applies. It is known only on
/// Linux.
///
/// ```
/// # if cfg!(target_os = "linux") && !cfg!(miri) {
/// let before = forall_sys::limit::used_memory().unwrap();
/// let list = vec![1_u8; 100 << 20];
/// assert!(forall_sys::limit::used_memory().unwrap() >= before + list.len() as u64);
/// # }
/// ```
pub fn used_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let kilobytes: u64 = size.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes << 10)
}

/// Disables core dumps of this process, since writing them takes long.
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
    system::limit(RLIMIT_CORE, 0)
}
