//! The code of the guide, compiled and run by `cargo test`.
//!
//! `build.rs` extracts every Rust block from `docs/guide/src` and turns it into a test, so that all
//! of them are one program to compile. The output of a block is compared with the text block after
//! it. Blocks that name a file (`rust,file=tests/sort.rs`) form a separate project, which
//! `tests/it/reports.rs` runs as a reader would.
//!
//! If output has changed on purpose, `GUIDE=write cargo test -p forall-guide` updates the pages.

pub mod page;

/// Captures the output of blocks.
#[cfg(test)]
mod printed {
    use std::cell::RefCell;

    thread_local! {
        static PRINTED: RefCell<String> = const { RefCell::new(String::new()) };
    }

    pub(crate) fn line(text: &str) {
        PRINTED.with_borrow_mut(|printed| {
            printed.push_str(text);
            printed.push('\n');
        });
    }

    /// Compares the output of a block with the expected text of the page.
    pub(crate) fn expect(page: &str, line: usize, expected: &str) {
        let printed = PRINTED.take();
        let same = printed.trim_end() == expected.trim_end();
        assert!(
            same || super::page::rewrite(page, expected, &printed),
            "docs/guide/src/{page}:{line} shows\n{expected}\nbut the output is\n{printed}"
        );
    }
}

/// Replaces the macro of the standard library.
#[cfg(test)]
macro_rules! println {
    ($($text:tt)*) => { $crate::printed::line(&format!($($text)*)) };
}

#[cfg(test)]
#[expect(unused, clippy::all, reason = "examples show one thing at a time")]
mod pages {
    include!(concat!(env!("OUT_DIR"), "/pages.rs"));
}
