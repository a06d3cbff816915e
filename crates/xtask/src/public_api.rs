//! A snapshot of the public API, which a change must update deliberately.
//!
//! The snapshot is read from the sources: public modules are walked from the root of a crate, and `pub use`
//! is followed into the other crates of the workspace. This needs no nightly compiler, as JSON of rustdoc
//! does, and no build. It sees only source code: items that a macro expands to are listed as the call of the
//! macro.

mod library;
mod names;
mod surface;
mod item;
mod spelling;

use std::fs;

use library::Library;

use crate::Outcome;
use crate::workspace::Workspace;

/// The crates that users name. The others follow their versions exactly and promise nothing.
const CRATES: [&str; 1] = ["forall"];

/// Compares the snapshots with the sources.
pub(crate) fn check(workspace: &Workspace) -> Outcome {
    let library = Library::load(workspace);
    for name in CRATES {
        let path = path(name);
        let old = fs::read_to_string(workspace.root.join(&path)).unwrap_or_default();
        let new = surface::text(&library, name);
        if let Some(difference) = difference(&old, &new) {
            return Err(format!(
                "the public API of `{name}` changed: {difference}\n\
                 If that is intended, run `cargo xtask public-api --write` and commit {path}."
            ));
        }
    }
    Ok("the public API is as in the snapshot\n".to_owned())
}

/// Writes the snapshots.
pub(crate) fn write(workspace: &Workspace) -> Outcome {
    let library = Library::load(workspace);
    let mut written = String::new();
    for name in CRATES {
        let path = path(name);
        let text = surface::text(&library, name);
        let whole = workspace.root.join(&path);
        let folder = whole.parent().expect("a snapshot is in a folder");
        let result = fs::create_dir_all(folder).and_then(|()| fs::write(&whole, &text));
        result.map_err(|error| format!("cannot write {path}: {error}"))?;
        written += &format!("{path}: {} lines\n", text.lines().count());
    }
    Ok(written)
}

fn path(name: &str) -> String {
    format!("docs/public-api/{name}.txt")
}

/// Describes the first line that differs.
fn difference(old: &str, new: &str) -> Option<String> {
    let olds: Vec<&str> = old.lines().collect();
    let news: Vec<&str> = new.lines().collect();
    let at = (0..olds.len().max(news.len())).find(|at| olds.get(*at) != news.get(*at))?;
    let side = |lines: &[&str]| {
        lines.get(at).map_or("the end".to_owned(), |line| format!("`{}`", line.trim()))
    };
    Some(format!("line {} was {} and is {}", at + 1, side(&olds), side(&news)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_snapshot_is_up_to_date() {
        if let Err(problem) = check(&Workspace::load()) {
            panic!("{problem}");
        }
    }

    #[test]
    fn the_first_difference_is_shown() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(difference("a\nb\n", "a\nc\n").unwrap(), "line 2 was `b` and is `c`");
        assert_eq!(difference("a\n", "a\n  c\n").unwrap(), "line 2 was the end and is `c`");
    }
}
