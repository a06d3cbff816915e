//! Properties in processes of their own, as users have them.
#![cfg(unix)]

mod crashes;
mod victims;
