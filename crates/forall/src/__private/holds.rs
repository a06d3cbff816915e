//! The type of a closure in the expansion of `dynamic::property!`.

/// Returns whether `condition` holds for `value`. The compiler infers the type of the closure.
pub fn holds<A>(value: &A, condition: impl FnOnce(&A) -> bool) -> bool {
    condition(value)
}
