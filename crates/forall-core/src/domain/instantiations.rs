//! Instantiations for types that many tests use.
//!
//! In debug builds, the compiler reuses an instantiation of a generic function from a dependency. So the
//! functions that generate and shrink these types are compiled here once, and not in every test crate.

use super::{Any, Arbitrary, Domain};
use crate::source::Source;

/// Functions that use these types. Nothing calls them.
pub static COMMON_TYPES: [fn(&mut Source); 12] = [
    instantiate::<Vec<u8>>,
    instantiate::<Vec<i32>>,
    instantiate::<Vec<u32>>,
    instantiate::<Vec<i64>>,
    instantiate::<Vec<u64>>,
    instantiate::<Vec<usize>>,
    instantiate::<Vec<bool>>,
    instantiate::<Vec<char>>,
    instantiate::<Vec<String>>,
    instantiate::<Option<i32>>,
    instantiate::<Option<u64>>,
    instantiate::<Option<String>>,
];

fn instantiate<T: Arbitrary>(source: &mut Source) {
    let domain = Any::<T>::NEW;
    if let Ok(value) = domain.generate(source) {
        domain.print(&value);
        domain.invert(&value, &mut Vec::new());
        domain.shrink(&value).next();
    }
}
