//! `cargo forall list` and `cargo forall doctor`.

use super::project;

#[test]
fn properties_are_listed_with_their_formulas() {
    let output = project().forall("list doubles");
    let expected = "\
i64::doubles  tests/endings.rs:59
    ∀ x: i64. x.wrapping_add(x) == x.wrapping_mul(2)
u32::doubles  tests/endings.rs:59
    ∀ x: u32. x.wrapping_add(x) == x.wrapping_mul(2)
";
    let without_last: String = output
        .out
        .lines()
        .filter(|line| !line.contains("last:"))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!((output.code, without_last.as_str()), (Some(0), expected), "{output:?}");
}

#[test]
fn last_results_and_saved_failures_are_listed() {
    let output = project().forall("run r#match");
    assert_eq!(output.code, Some(1), "{output:?}");
    let output = project().forall("list r#type::");
    assert!(output.out.starts_with("r#type::r#match  tests/endings.rs:"), "{output:?}");
    assert!(
        output.out.contains("\n    ∀ x: u8. x < 250\n    last: falsified, by auto, "),
        "{output:?}"
    );
    assert!(output.out.ends_with("\n    saved: 1 fails\n"), "{output:?}");
    let output = project().forall("list r#type:: --json");
    let line: serde_json::Value = serde_json::from_str(&output.out).expect("it is JSON");
    assert_eq!(line["property"], "r#type::r#match");
    assert_eq!(line["package"], "verbs");
    assert_eq!(line["last"]["outcome"], "falsified");
    assert_eq!(line["saved"]["fails"], 1);
}

#[test]
fn doctor_checks_the_compiler_and_the_project() {
    let output = project().forall("doctor");
    assert!(output.out.starts_with("  ok rustc 1."), "{output:?}");
    assert!(output.out.contains("\n  ok 1 package uses Forall\n"), "{output:?}");
}
