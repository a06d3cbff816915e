//! What the compiler says to the commonest mistakes. After a change of wording, look at what
//! `TRYBUILD=overwrite cargo test -p forall ui` writes before committing it.

#[test]
fn mistakes_are_explained() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
