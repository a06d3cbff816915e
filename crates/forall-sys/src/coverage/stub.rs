//! The stub: empty versions of the functions that instrumented code calls.

/// The source code of a library for instrumented programs that do not link this crate.
///
/// A workspace may contain such programs, and without the library they would not link. It is compiled without
/// the standard library and comes last in the command line of the linker, which takes only missing functions
/// from it. It is source code because it must not be linked into programs that link this crate.
pub const STUB: &str = include_str!("stub/source.rs");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runtime_defines_all_functions_of_the_stub() {
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
