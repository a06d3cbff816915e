//! Forms of properties other than nested nodes: erased, and built at run time.

pub mod dynamic;
mod erased;

pub use self::erased::{Erased, ErasedInputs, Layer, LayeredTest, Stage};
