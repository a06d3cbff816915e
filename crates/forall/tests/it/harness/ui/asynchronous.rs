//! Compiler messages for mistakes in async properties that only the types show. The compiler drops tests unless it
//! builds them, so these are not in `tests/ui`.

use crate::support::project::Project;

const DEPENDENCIES: &str = "[dev-dependencies]\nforall = { path = \"…/crates/forall\" }\n";

const MISTAKES: &str = r#"
use forall::property;

#[property(executor = drop)]
async fn the_executor_returns_nothing(x: u32) -> bool {
    x > 0
}

#[property(executor = 7)]
async fn the_executor_is_not_a_function(x: u32) -> bool {
    x > 0
}

#[property(executor = "tokio")]
async fn the_feature_is_off(x: u32) -> bool {
    x > 0
}

#[property]
async fn the_output_is_not_a_verdict(x: u32) -> u32 {
    x
}
"#;

const MESSAGES: [&str; 4] = [
    r#"
error: `executor = "tokio"` needs the feature `tokio` of the crate `forall`: add `features = ["tokio"]` to the dependency
  --> tests/mistakes.rs:14:23
   |
14 | #[property(executor = "tokio")]
   |                       ^^^^^^^
"#,
    "
error[E0308]: mismatched types
  --> tests/mistakes.rs:4:23
   |
 4 | #[property(executor = drop)]
   |                       ^^^^
   |                       |
   |                       expected fn pointer, found fn item
   |                       arguments to this method are incorrect
   |
   = note: expected fn pointer `fn(Body<'_>) -> Verdict`
                 found fn item `fn(_) -> () {std::mem::drop::<_>}`
",
    "
error[E0308]: mismatched types
  --> tests/mistakes.rs:9:23
   |
 9 | #[property(executor = 7)]
   |                       ^
   |                       |
   |                       expected fn pointer, found `usize`
   |                       arguments to this method are incorrect
   |
   = note: expected fn pointer `fn(Body<'_>) -> Verdict`
",
    "
error[E0277]: a property cannot end in `u32`
  --> tests/mistakes.rs:19:1
   |
19 | #[property]
   | ^^^^^^^^^^^ this is neither `bool`, `()`, `Result` nor `Verdict`
",
];

#[test]
fn mistakes_in_async_properties_have_clear_compiler_messages() {
    let project = Project::new("async-errors", DEPENDENCIES);
    project.write("tests/mistakes.rs", MISTAKES);
    let output = project.shell("cargo test --test mistakes");
    let text = String::from_utf8_lossy(&output.stderr);
    for message in MESSAGES {
        assert!(text.contains(message), "{message} is not in\n{text}");
    }
    assert!(text.contains("due to 4 previous errors"), "{text}");
}
