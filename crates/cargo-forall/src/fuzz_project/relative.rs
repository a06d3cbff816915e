//! Relative paths, so that an exported project can be committed.

use std::path::{Component, Path};

/// Returns the path from one absolute folder to another absolute path, with `/` between its parts.
pub(super) fn path(from: &Path, to: &Path) -> String {
    let from: Vec<Component<'_>> = from.components().collect();
    let to: Vec<Component<'_>> = to.components().collect();
    let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = from[common..].iter().map(|_| "..".to_owned());
    let down = to[common..].iter().map(|part| part.as_os_str().to_string_lossy().into_owned());
    let parts: Vec<String> = up.chain(down).collect();
    match &parts[..] {
        [] => ".".to_owned(),
        parts => parts.join("/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_go_up_to_the_common_folder() {
        let relative = |from: &str, to: &str| path(Path::new(from), Path::new(to));
        assert_eq!(relative("/a/b/c", "/a/d"), "../../d");
        assert_eq!(relative("/a", "/a/b/c"), "b/c");
        assert_eq!(relative("/a/b", "/a/b"), ".");
    }
}
