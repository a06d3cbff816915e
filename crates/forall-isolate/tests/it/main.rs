//! Real children with planted faults.

#[cfg(unix)]
mod faults;
#[cfg(unix)]
mod campaign;
