//! `cargo forall list` and `cargo forall doctor`.

use super::project;

#[test]
fn properties_are_listed_with_their_formulas() {
    let said = project().forall("list doubles");
    let expected = "\
i64::doubles  tests/endings.rs:59
    ∀ x: i64. x.wrapping_add(x) == x.wrapping_mul(2)
u32::doubles  tests/endings.rs:59
    ∀ x: u32. x.wrapping_add(x) == x.wrapping_mul(2)
";
    let without_last: String = said
        .out
        .lines()
        .filter(|line| !line.contains("last:"))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!((said.code, without_last.as_str()), (Some(0), expected), "{said:?}");
}

#[test]
fn last_results_and_saved_failures_are_listed() {
    let said = project().forall("run r#match");
    assert_eq!(said.code, Some(1), "{said:?}");
    let said = project().forall("list r#type::");
    assert!(said.out.starts_with("r#type::r#match  tests/endings.rs:"), "{said:?}");
    assert!(
        said.out.contains("\n    ∀ x: u8. x < 250\n    last: falsified, by auto, "),
        "{said:?}"
    );
    assert!(said.out.ends_with("\n    saved: 1 fails\n"), "{said:?}");
    let said = project().forall("list r#type:: --json");
    let line: serde_json::Value = serde_json::from_str(&said.out).expect("it is JSON");
    assert_eq!(line["property"], "r#type::r#match");
    assert_eq!(line["package"], "verbs");
    assert_eq!(line["last"]["outcome"], "falsified");
    assert_eq!(line["saved"]["fails"], 1);
}

#[test]
fn doctor_checks_the_compiler_and_the_project() {
    let said = project().forall("doctor");
    assert!(said.out.starts_with("  ok rustc 1."), "{said:?}");
    assert!(said.out.contains("\n  ok 1 package uses Forall\n"), "{said:?}");
}
