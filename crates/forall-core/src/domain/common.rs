//! Types that many tests use.
//!
//! In debug builds the compiler takes an instance of a generic function from a crate below if there
//! is one. So what makes and shrinks these is compiled here once, and not in every crate that tests.

use super::{Any, Arbitrary, Domain};
use crate::source::Source;

/// Mentions them. It is not called.
pub static COMMON: [fn(&mut Source); 12] = [
    mention::<Vec<u8>>,
    mention::<Vec<i32>>,
    mention::<Vec<u32>>,
    mention::<Vec<i64>>,
    mention::<Vec<u64>>,
    mention::<Vec<usize>>,
    mention::<Vec<bool>>,
    mention::<Vec<char>>,
    mention::<Vec<String>>,
    mention::<Option<i32>>,
    mention::<Option<u64>>,
    mention::<Option<String>>,
];

fn mention<T: Arbitrary>(source: &mut Source) {
    let domain = Any::<T>::NEW;
    if let Ok(value) = domain.generate(source) {
        domain.print(&value);
        domain.invert(&value, &mut Vec::new());
        domain.shrink(&value).next();
    }
}
