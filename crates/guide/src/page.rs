//! Pages of the guide and the code blocks in them.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::{env, fs};

/// A page.
#[derive(Clone, Debug)]
pub struct Page {
    /// The path relative to the folder of the book: `runners/fuzz.md`.
    pub path: String,
    /// The source.
    pub text: String,
}

/// A fenced code block.
#[derive(Clone, Debug)]
pub struct Block {
    /// The line after the opening fence, counted from 1.
    pub line: usize,
    /// The info string: `rust,file=tests/sort.rs`.
    pub info: String,
    /// The content, including hidden lines of code.
    pub text: String,
}

/// Returns the folder of the book.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/src")
}

/// Returns all pages, sorted by path.
pub fn pages() -> Vec<Page> {
    let mut pages = Vec::new();
    let mut folders = vec![folder()];
    while let Some(inside) = folders.pop() {
        let entries = fs::read_dir(&inside).expect("the book is in the repository");
        for entry in entries {
            let path = entry.expect("the folder can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(Page::read(&path));
            }
        }
    }
    pages.sort_by(|one, other| one.path.cmp(&other.path));
    pages
}

impl Page {
    fn read(path: &Path) -> Page {
        let text = fs::read_to_string(path).expect("pages are text");
        let path = path.strip_prefix(folder()).expect("the page is in the book");
        Page { path: path.to_string_lossy().replace('\\', "/"), text }
    }

    /// Returns the code blocks, from top to bottom.
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut lines = self.text.lines().zip(1..);
        while let Some((line, number)) = lines.next() {
            let Some(info) = line.trim_start().strip_prefix("```") else { continue };
            let mut block = Block { line: number + 1, info: info.to_owned(), text: String::new() };
            for (line, _) in lines.by_ref().take_while(|(line, _)| !line.starts_with("```")) {
                block.text.push_str(if block.is_rust() { shown_or_not(line) } else { line });
                block.text.push('\n');
            }
            blocks.push(block);
        }
        blocks
    }
}

/// A domain in the last column of a table.
#[derive(Clone, Debug)]
pub struct TableExample {
    /// The line of the row, counted from 1.
    pub line: usize,
    /// The expression, without backticks.
    pub code: String,
}

impl Page {
    /// Returns the code in the last column of all tables whose last column is called `example`.
    pub fn table_examples(&self) -> Vec<TableExample> {
        let mut examples = Vec::new();
        let mut in_examples = false;
        for (line, number) in self.text.lines().zip(1..) {
            let Some(row) = line.strip_prefix('|').and_then(|row| row.strip_suffix(" |")) else {
                in_examples = in_examples && line.starts_with("|--");
                continue;
            };
            let (_, last) = row.rsplit_once(" | ").unwrap_or(("", row));
            if last == "example" {
                in_examples = true;
            } else if in_examples {
                let code = last.trim_matches('`').replace(r"\|", "|");
                examples.push(TableExample { line: number, code });
            }
        }
        examples
    }
}

impl Block {
    /// Returns whether it is Rust code.
    pub fn is_rust(&self) -> bool {
        self.info.split(',').next() == Some("rust")
    }

    /// Returns whether it is the output of the block before it.
    pub fn is_output(&self) -> bool {
        self.info.split(',').next() == Some("text")
    }

    /// Returns the file that it defines, if any.
    pub fn file(&self) -> Option<&str> {
        self.info.split(',').find_map(|part| part.strip_prefix("file="))
    }

    /// Returns whether it includes a source file that is compiled elsewhere.
    pub fn is_included(&self) -> bool {
        self.text.starts_with("{{#include ")
    }
}

/// If `GUIDE=write` is set, replaces the output `old` of this page by `new` and returns true. The
/// new pages are meant to be reviewed and committed.
pub fn rewrite(page: &str, old: &str, new: &str) -> bool {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    if env::var_os("GUIDE").is_none_or(|asked| asked != "write") {
        return false;
    }
    let _turn = ONE_AT_A_TIME.lock();
    let path = folder().join(page);
    let text = fs::read_to_string(&path).expect("pages are text");
    let block = |text: &str| format!("\n{}\n```\n", text.trim_end());
    fs::write(path, text.replace(&block(old), &block(new))).expect("the book can be written");
    true
}

/// Removes the `# ` that hides a line of code from the reader.
fn shown_or_not(line: &str) -> &str {
    match line.trim_start() {
        "#" => "",
        start => start.strip_prefix("# ").unwrap_or(line),
    }
}
