//! The stub: what instrumented code calls, doing nothing.

/// The source of a library for programs that are instrumented and do not link this crate.
///
/// A workspace may have such programs, and they would not link. Compiled without the standard library and
/// put last in the command of the linker, it gives them what is missing; from a library, a linker takes
/// only that. It is a text, since it must not be linked where this crate is.
pub const STUB: &str = include_str!("stub/source.rs");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_in_the_stub_is_in_the_runtime() {
        let runtime = include_str!("symbols.rs");
        let names = STUB.lines().filter_map(|line| {
            let (_, after) = line.split_once("extern \"C\" fn ")?;
            Some(after.split_once('(')?.0)
        });
        let names: Vec<&str> = names.collect();
        assert_eq!(names.len(), 12);
        for name in names {
            assert!(runtime.contains(&format!("\"{name}\" = ")), "{name}");
        }
    }
}
