//! The reports in the guide are what a reader gets.

use std::fs;

use forall_guide::page::{Block, folder, pages, rewrite};

use crate::project::Project;

const DEPENDENCIES: &str = "\
[dev-dependencies]
fixedbitset = \"=0.5.7\"
forall = { path = \"…/crates/forall\" }
tokio = { version = \"1\", features = [\"sync\"] }
";

/// All blocks that name a file form one project, which runs once. A text block after such code is
/// its output, and a text block that names a file is the content of that file after the run.
#[test]
fn reports_are_as_shown() {
    let project = Project::new("my-crate", DEPENDENCIES);
    let mut expected: Vec<Expected> = Vec::new();
    for page in pages() {
        let mut reported = false;
        for block in page.blocks() {
            match block.file() {
                Some(file) if block.is_rust() => project.write(file, &block.text),
                None if !(reported && block.is_output()) => {}
                _ => expected.push(Expected { page: page.path.clone(), block: block.clone() }),
            }
            reported = block.is_rust() && block.file().is_some();
        }
    }
    let output = output_of(&project, "FORALL_SEED=42 cargo test --no-fail-fast");
    for Expected { page, block } in expected {
        let actual = match block.file() {
            Some(file) => fs::read_to_string(project.folder.join(file)).unwrap_or_default(),
            None => report(&output, &block.text),
        };
        let Block { line, text, .. } = block;
        assert!(
            actual.trim_end() == text.trim_end() || rewrite(&page, &text, &actual),
            "docs/guide/src/{page}:{line} shows\n{text}\nbut the output is\n{actual}"
        );
    }
    all_settings_are_documented(&project);
}

/// A text block of a page.
struct Expected {
    page: String,
    block: Block,
}

/// The error message for an unknown setting lists all settings. The guide must document each of
/// them.
fn all_settings_are_documented(project: &Project) {
    let output = output_of(project, "FORALL_NONSENSE=1 cargo test --test sort");
    let (_, known) =
        output.split_once("; the settings are ").expect("the error lists the settings");
    let known = known.lines().next().unwrap_or_default().split(", ");
    let page = fs::read_to_string(folder().join("settings.md")).expect("the page is in the guide");
    for name in known.filter_map(|name| name.strip_prefix("FORALL_")) {
        let row = format!("`{}`", name.to_lowercase());
        assert!(page.contains(&row) || name == "PROFILE", "settings.md does not document {row}");
    }
}

fn output_of(project: &Project, line: &str) -> String {
    String::from_utf8_lossy(&project.shell(line).stdout).into_owned()
}

/// Returns the report with the same heading as this one, or the whole output if no report has it.
fn report(output: &str, text: &str) -> String {
    let heading = text.lines().next().unwrap_or_default();
    match output.split_once(&format!("\n{heading}\n")) {
        Some((_, rest)) => {
            let rest = rest.split("\n\n---- ").next().unwrap_or_default();
            let rest = rest.split("\n\n\n").next().unwrap_or_default();
            format!("{heading}\n{rest}\n")
        }
        None => output.to_owned(),
    }
}
