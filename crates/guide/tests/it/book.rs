//! Checks of the book as a whole.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use forall_guide::page::{Page, folder, pages};

/// Returns the targets of links, except links to other sites.
fn links(text: &str) -> Vec<String> {
    let prose: String = text.split("```").step_by(2).collect();
    let ends = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    ends.map(|(target, _)| target.to_owned()).filter(|target| !target.contains("://")).collect()
}

/// Returns the anchors that mdBook gives to the headings of a page.
fn anchors(page: &Page) -> BTreeSet<String> {
    let headings = page.text.lines().filter(|line| line.starts_with('#') && line.contains(' '));
    let words = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase());
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    words.map(|line| line.chars().filter(kept).collect::<String>().replace(' ', "-")).collect()
}

/// Resolves `..`: `runners/../domains.md` becomes `domains.md`.
fn resolve(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(resolved.pop()),
            part => resolved.push(part),
        }
    }
    resolved
}

#[test]
fn links_of_the_guide_resolve() {
    let pages = pages();
    for page in &pages {
        for link in links(&page.text) {
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let file = if file.is_empty() {
                page.path.clone()
            } else {
                let here = Path::new(&page.path).parent().unwrap_or(Path::new(""));
                resolve(&here.join(file)).to_string_lossy().into_owned()
            };
            let target = pages.iter().find(|page| page.path == file);
            let exists =
                target.is_some_and(|page| anchor.is_empty() || anchors(page).contains(anchor));
            assert!(exists, "{} links to `{link}`, which does not exist", page.path);
        }
    }
}

#[test]
fn links_of_the_readme_resolve() {
    let root = folder().join("../../..");
    let readme =
        fs::read_to_string(root.join("README.md")).expect("the README is in the repository");
    for link in links(&readme) {
        assert!(root.join(&link).exists(), "README.md links to `{link}`, which does not exist");
    }
}

#[test]
fn every_page_is_in_the_summary() {
    let all = pages();
    let summary = all.iter().find(|page| page.path == "SUMMARY.md").expect("the book has one");
    let listed: BTreeSet<String> = links(&summary.text).into_iter().collect();
    let expected = all.iter().map(|page| page.path.clone()).filter(|path| path != "SUMMARY.md");
    assert_eq!(listed, expected.collect());
}

#[test]
fn every_runner_has_a_page_with_its_code() {
    let runners = folder().join("../../../crates/forall-runners/src/runner");
    for entry in fs::read_dir(runners).expect("the crate of the runners is in the repository") {
        let name = entry.expect("the folder can be listed").file_name();
        let name = name.to_string_lossy();
        let name = name.trim_end_matches(".rs");
        let path = format!("runners/{name}.md");
        let page = pages().into_iter().find(|page| page.path == path);
        let page = page.unwrap_or_else(|| panic!("docs/guide/src/{path} does not exist"));
        let file = format!("../../../../crates/forall-runners/src/runner/{name}.rs");
        let code = format!("{{{{#include {file}}}}}");
        assert!(page.text.contains(&code), "{path} does not include the code: {code}");
    }
}

/// The text of `requirements.md`.
fn requirements() -> String {
    fs::read_to_string(folder().join("requirements.md")).expect("the page is in the guide")
}

#[test]
fn the_page_of_requirements_states_the_rust_version() {
    let version = concat!("Rust ", env!("CARGO_PKG_RUST_VERSION"), " or later");
    assert!(requirements().contains(version), "requirements.md does not say `{version}`");
}

#[test]
fn the_page_of_requirements_lists_all_features() {
    let manifest = folder().join("../../../crates/forall/Cargo.toml");
    let manifest = fs::read_to_string(manifest).expect("the manifest is in the repository");
    let (_, rest) = manifest.split_once("[features]\n").expect("the crate has features");
    let (features, _) = rest.split_once("\n[").expect("another table follows");
    let names = features.lines().filter_map(|line| line.split_once(" = [")).map(|(name, _)| name);
    let names: Vec<&str> = names.filter(|name| *name != "default").collect();
    assert!(names.len() > 5, "{names:?}");
    for name in names {
        let row = format!("\n| `{name}` |");
        assert!(requirements().contains(&row), "requirements.md does not list `{name}`");
    }
}

/// The functions that the module `domain` exports.
fn domain_functions() -> Vec<String> {
    let module = folder().join("../../../crates/forall-core/src/domain.rs");
    let module = fs::read_to_string(module).expect("the module is in the repository");
    let exports = module.split("pub use self::").skip(1).filter_map(|rest| rest.split(';').next());
    let names = exports
        .flat_map(|names| names.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')));
    let is_function = |name: &&str| name.starts_with(char::is_lowercase) && !name.contains(':');
    names.filter(is_function).map(str::to_owned).collect()
}

#[test]
fn every_domain_is_on_the_page_of_all_domains() {
    let page = pages().into_iter().find(|page| page.path == "all-domains.md");
    let page = page.expect("the page is in the guide");
    let functions = domain_functions();
    assert!(functions.len() > 25, "{functions:?}");
    for name in functions {
        let calls = [format!("{name}("), format!("{name}::<")];
        assert!(calls.iter().any(|call| page.text.contains(call)), "`{name}` is missing");
    }
}

#[test]
fn included_files_exist() {
    for page in pages() {
        for block in page.blocks().into_iter().filter(|block| block.is_included()) {
            let file = block.text.trim().trim_start_matches("{{#include ").trim_end_matches("}}");
            let path = folder().join(&page.path).with_file_name("").join(file);
            assert!(path.exists(), "{}:{}: {file}", page.path, block.line);
        }
    }
}

/// Code that is not compiled becomes outdated.
#[test]
fn all_code_is_compiled() {
    for page in pages() {
        for block in page.blocks() {
            let unchecked = ["ignore", "no_run", "compile_fail"];
            let skips = block.info.split(',').any(|part| unchecked.contains(&part));
            assert!(!block.info.is_empty() && !skips, "{}:{}", page.path, block.line);
        }
    }
}

/// Output must follow code whose output is captured; otherwise it is compared with nothing.
#[test]
fn all_output_is_compared() {
    for page in pages() {
        let blocks = page.blocks();
        for (i, block) in blocks.iter().enumerate().filter(|(_, block)| block.is_output()) {
            let code = i.checked_sub(1).map(|before| &blocks[before]);
            let runs = code.is_some_and(|code| {
                code.is_rust() && (code.file().is_some() || !code.text.contains("#[property"))
            });
            assert!(runs || block.file().is_some(), "{}:{}", page.path, block.line);
        }
    }
}
