//! The archives of all published crates, in the order in which they are released.

use std::collections::BTreeSet;

use crate::workspace::{Package, Workspace, cargo};
use crate::{Outcome, lines};

/// What every archive must contain.
const FILES: [&str; 4] = ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// Packages all published crates together, so that they find each other before they are on crates.io, and
/// compiles the content of the archives.
pub(crate) fn build(workspace: &Workspace) -> Outcome {
    let published: Vec<&Package> = workspace.published().collect();
    let order = order(&published)?;
    for name in &order {
        let listing = run(workspace, &["package", "--list", "--allow-dirty", "--package", name])?;
        let listed: BTreeSet<&str> = listing.lines().collect();
        if let Some(missing) = FILES.iter().find(|file| !listed.contains(**file)) {
            return Err(format!("the archive of {name} has no {missing}"));
        }
    }
    let mut arguments = vec!["package", "--locked"];
    arguments.extend(order.iter().flat_map(|name| ["--package", name]));
    run(workspace, &arguments)?;
    Ok(lines(order.iter().enumerate().map(|(at, name)| format!("{}. {name}", at + 1))))
}

/// Returns the names so that each comes after those that it depends on.
fn order<'a>(packages: &[&'a Package]) -> Result<Vec<&'a str>, String> {
    let mut order: Vec<&str> = Vec::new();
    while order.len() < packages.len() {
        let is_left = |name: &str| {
            packages.iter().any(|package| package.name == name) && !order.contains(&name)
        };
        let is_ready = |package: &&&Package| {
            is_left(&package.name) && !package.keys("dependencies").into_iter().any(is_left)
        };
        let Some(next) = packages.iter().find(is_ready) else {
            return Err("published crates depend on each other in a cycle".to_owned());
        };
        order.push(&next.name);
    }
    Ok(order)
}

/// Runs cargo, and returns what it prints on standard output.
fn run(workspace: &Workspace, arguments: &[&str]) -> Result<String, String> {
    let output = cargo(workspace).args(arguments).output();
    let output = output.map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`cargo {}` failed\n{error}", arguments.join(" ")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, dependencies: &[&str]) -> Package {
        let rows = dependencies.iter().map(|name| format!("{name}.workspace = true\n"));
        let manifest =
            format!("[package]\nname = \"{name}\"\n[dependencies]\n{}", rows.collect::<String>());
        let manifest = manifest.parse().expect("this is a manifest");
        Package { name: name.to_owned(), folder: name.to_owned(), manifest }
    }

    #[test]
    fn dependencies_are_released_first() {
        let packages =
            [package("a", &["b", "c", "other"]), package("b", &["c"]), package("c", &[])];
        let packages: Vec<&Package> = packages.iter().collect();
        assert_eq!(order(&packages), Ok(vec!["c", "b", "a"]));
    }

    #[test]
    fn cycles_are_found() {
        let packages = [package("a", &["b"]), package("b", &["a"])];
        let packages: Vec<&Package> = packages.iter().collect();
        assert_eq!(
            order(&packages),
            Err("published crates depend on each other in a cycle".to_owned())
        );
    }

    #[test]
    fn the_published_crates_have_an_order() {
        let workspace = Workspace::load();
        let published: Vec<&Package> = workspace.published().collect();
        let order = order(&published).expect("there is no cycle");
        let place = |name: &str| order.iter().position(|one| *one == name);
        assert!(
            place("forall-core") < place("forall-runners")
                && place("forall-runners") < place("forall")
        );
    }
}
