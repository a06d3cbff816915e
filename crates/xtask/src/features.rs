//! `cargo check` of `forall` with the combinations of its features.

use crate::Outcome;
use crate::workspace::{Workspace, cargo};

const PACKAGE: &str = "forall";

/// Which combinations to check.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// None, each alone, and all.
    Single,
    /// Every two of them, too.
    Pairs,
}

/// Runs `cargo check` for each combination, and stops at the first that does not compile.
pub(crate) fn check(workspace: &Workspace, extent: Extent) -> Outcome {
    let package = workspace.packages.iter().find(|package| package.name == PACKAGE);
    let package = package.ok_or_else(|| format!("the workspace has no package `{PACKAGE}`"))?;
    let sets = sets(&package.keys("features"), extent);
    for features in &sets {
        let arguments = ["check", "--quiet", "--locked", "--package", PACKAGE, "--lib"];
        let mut cargo = cargo(workspace);
        let status =
            cargo.args(arguments).args(["--no-default-features", "--features", features]).status();
        let status = status.map_err(|error| format!("cannot run cargo: {error}"))?;
        if !status.success() {
            let command = format!(
                "cargo check -p {PACKAGE} --lib --no-default-features --features '{features}'"
            );
            return Err(format!("`{command}` failed"));
        }
    }
    Ok(format!("{} combinations of the features of {PACKAGE} compile\n", sets.len()))
}

/// Returns the combinations as cargo takes them: names with commas between.
fn sets(features: &[&str], extent: Extent) -> Vec<String> {
    let features: Vec<&str> = features.iter().copied().filter(|name| *name != "default").collect();
    let mut sets = vec![String::new()];
    sets.extend(features.iter().map(|name| (*name).to_owned()));
    if extent == Extent::Pairs {
        for (at, first) in features.iter().enumerate() {
            sets.extend(features[at + 1..].iter().map(|second| format!("{first},{second}")));
        }
    }
    sets.push(features.join(","));
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_none_each_pairs_and_all() {
        let features = ["default", "a", "b", "c"];
        assert_eq!(sets(&features, Extent::Single), ["", "a", "b", "c", "a,b,c"]);
        assert_eq!(
            sets(&features, Extent::Pairs),
            ["", "a", "b", "c", "a,b", "a,c", "b,c", "a,b,c"]
        );
    }
}
