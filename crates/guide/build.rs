//! Generates tests from the code blocks of the guide.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use page::{Block, Page, TableExample, folder, pages};

#[path = "src/page.rs"]
pub mod page;

fn main() -> std::fmt::Result {
    println!("cargo::rerun-if-changed={}", folder().display());
    let mut tests = String::new();
    for page in pages() {
        let name = page.path.trim_end_matches(".md").replace(['/', '-'], "_").to_lowercase();
        // A page may be named like a keyword.
        writeln!(tests, "mod r#{name} {{")?;
        write_tests(&mut tests, &page)?;
        write_table_tests(&mut tests, &page)?;
        writeln!(tests, "}}")?;
    }
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    fs::write(Path::new(&out).join("pages.rs"), tests).expect("OUT_DIR is writable");
    Ok(())
}

/// Every domain in a table generates values.
fn write_table_tests(tests: &mut String, page: &Page) -> std::fmt::Result {
    for TableExample { line, code } in page.table_examples() {
        writeln!(tests, "// docs/guide/src/{}:{line}", page.path)?;
        writeln!(tests, "#[test]\nfn table_line_{line}() {{")?;
        writeln!(tests, "use forall::domain::*;\nuse forall::source::Alphabet;")?;
        writeln!(tests, "let domain = {code};")?;
        writeln!(tests, "assert!(sample(&domain, 100).len() > 90);\n}}")?;
    }
    Ok(())
}

fn write_tests(tests: &mut String, page: &Page) -> std::fmt::Result {
    let blocks = page.blocks();
    for (i, block) in blocks.iter().enumerate() {
        if !block.is_rust() || block.file().is_some() || block.is_included() {
            continue;
        }
        let Block { line, text, .. } = block;
        writeln!(tests, "// docs/guide/src/{}:{line}", page.path)?;
        // A property is itself a test, so its block becomes a module.
        if text.contains("#[property") {
            writeln!(tests, "mod line_{line} {{\n{text}}}")?;
            continue;
        }
        writeln!(tests, "#[test]\nfn line_{line}() {{\n{{\n{text}}}")?;
        if let Some(output) = blocks.get(i + 1).filter(|next| next.is_output()) {
            let Block { line, text, .. } = output;
            writeln!(tests, "crate::printed::expect({:?}, {line}, {text:?});", page.path)?;
        }
        writeln!(tests, "}}")?;
    }
    Ok(())
}
