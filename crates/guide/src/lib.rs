//! The code of the guide, compiled and run by `cargo test`.
//!
//! `build.rs` takes every block of Rust out of `docs/guide/src` and makes a test of it, so that all of them are one
//! program to compile. What a block prints is what the text after it says. Blocks that name a file
//! (`rust,file=tests/sort.rs`) are a project of their own, which `tests/it/reports.rs` runs as a reader would.
//!
//! Where output has changed for a good reason, `GUIDE=write cargo test -p forall-guide` writes it anew.

pub mod page;

/// What blocks print, to be compared.
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

    /// This page says `expected` at this line.
    pub(crate) fn expect(page: &str, line: usize, expected: &str) {
        let printed = PRINTED.take();
        let same = printed.trim_end() == expected.trim_end();
        assert!(
            same || super::page::rewrite(page, expected, &printed),
            "docs/guide/src/{page}:{line} says\n{expected}\nbut it is\n{printed}"
        );
    }
}

/// In place of the one of the standard library.
#[cfg(test)]
macro_rules! println {
    ($($text:tt)*) => { $crate::printed::line(&format!($($text)*)) };
}

#[cfg(test)]
#[expect(unused, clippy::all, reason = "examples show one thing at a time")]
mod pages {
    include!(concat!(env!("OUT_DIR"), "/pages.rs"));
}
