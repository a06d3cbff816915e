//! Compiler messages for common mistakes. `TRYBUILD=overwrite cargo test -p forall ui` rewrites the expected
//! messages; review them before committing.

mod asynchronous;

#[test]
fn common_mistakes_have_clear_compiler_messages() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
