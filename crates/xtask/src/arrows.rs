//! Which module of a crate may use which: one table for each published crate, and no cycles.
//!
//! `rules/modules/forall-core.txt` has a row for every module of `forall-core`, from the bottom up. A row
//! names the modules that its module uses, all of them from earlier rows. So a table without cycles is
//! the only kind that can be written.

mod paths;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::workspace::{Package, Workspace};
use crate::{Outcome, lines};

/// The modules that each module uses, by name, with a place where it does.
type Arrows = BTreeMap<String, BTreeMap<String, String>>;

/// A row of a table: a module and the modules that it may use.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    module: String,
    uses: BTreeSet<String>,
}

impl Row {
    fn of(module: &str, uses: &BTreeMap<String, String>) -> Row {
        Row { module: module.to_owned(), uses: uses.keys().cloned().collect() }
    }
}

/// Compares the tables with the sources.
pub(crate) fn check(workspace: &Workspace) -> Outcome {
    let mut problems = Vec::new();
    for package in workspace.published() {
        let arrows = arrows(workspace, package);
        let table = path(package);
        match fs::read_to_string(workspace.root.join(&table)) {
            Ok(text) => {
                let found = differences(&parse(&text), &arrows);
                problems.extend(found.iter().map(|line| format!("{table}: {line}")));
            }
            Err(_) if arrows.is_empty() => {}
            Err(_) => {
                problems.push(format!("{table} does not exist: run `cargo xtask arrows --write`"))
            }
        }
    }
    if problems.is_empty() {
        return Ok("no module uses a module above it\n".to_owned());
    }
    Err(format!("modules and their tables differ\n{}", lines(problems)))
}

/// Brings the tables up to date. Rows keep their order, so an arrow to a later row stays an error.
pub(crate) fn write(workspace: &Workspace) -> Outcome {
    let mut written = Vec::new();
    let mut problems = Vec::new();
    for package in workspace.published() {
        let arrows = arrows(workspace, package);
        if arrows.is_empty() {
            continue;
        }
        let table = path(package);
        let old = fs::read_to_string(workspace.root.join(&table)).unwrap_or_default();
        match updated(&parse(&old), &arrows) {
            Ok(rows) => {
                let text = render(package, &rows);
                if text != old {
                    let result = fs::write(workspace.root.join(&table), text);
                    result.map_err(|error| format!("cannot write {table}: {error}"))?;
                    written.push(format!("{table}: updated"));
                }
            }
            Err(cycle) => {
                problems.push(format!("modules of {} use each other:\n{cycle}", package.name))
            }
        }
    }
    if !problems.is_empty() {
        return Err(lines(problems));
    }
    check(workspace)?;
    Ok(lines(written))
}

fn path(package: &Package) -> String {
    format!("crates/xtask/rules/modules/{}.txt", package.name)
}

fn arrows(workspace: &Workspace, package: &Package) -> Arrows {
    let sources = workspace.sources(&package.folder);
    let files: Vec<paths::Source<'_>> =
        sources.map(|(path, file)| paths::Source { path, text: &file.text }).collect();
    paths::arrows(&files)
}

fn parse(table: &str) -> Vec<Row> {
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let (module, uses) = line.split_once(':')?;
        let uses = uses.split_whitespace().map(str::to_owned).collect();
        Some(Row { module: module.to_owned(), uses })
    };
    rows.filter_map(row).collect()
}

fn render(package: &Package, rows: &[Row]) -> String {
    let row = |row: &Row| {
        let uses: Vec<&str> = row.uses.iter().map(String::as_str).collect();
        format!("{}: {}", row.module, uses.join(" ")).trim_end().to_owned()
    };
    format!(
        "# The modules of {}, from the bottom up, and what each uses. A row can only name earlier rows.\n\
         # `cargo xtask arrows --write` updates the names in the rows; their order is for people to decide.\n{}",
        package.name,
        lines(rows.iter().map(row))
    )
}

/// Returns what is wrong with a table.
fn differences(table: &[Row], arrows: &Arrows) -> Vec<String> {
    let mut problems = Vec::new();
    let mut earlier = BTreeSet::new();
    for row in table {
        let module = &row.module;
        match arrows.get(module) {
            Some(uses) => problems.extend(row_differences(row, uses)),
            None => problems.push(format!("there is no module `{module}`: remove its row")),
        }
        let later = row.uses.difference(&earlier);
        problems.extend(
            later.map(|used| format!("`{module}` names `{used}`, which is not an earlier row")),
        );
        earlier.insert(module.clone());
    }
    let missing = arrows.keys().filter(|module| !earlier.contains(*module));
    problems.extend(
        missing
            .map(|module| format!("`{module}` has no row: add one above the modules that use it")),
    );
    problems
}

fn row_differences(row: &Row, uses: &BTreeMap<String, String>) -> Vec<String> {
    let module = &row.module;
    let unnamed = uses.iter().filter(|(used, _)| !row.uses.contains(*used));
    let unused = row.uses.iter().filter(|used| !uses.contains_key(*used));
    let unnamed = unnamed.map(|(used, place)| {
        format!("`{module}` uses `{used}` in {place}, which its row does not name")
    });
    unnamed
        .chain(
            unused.map(|used| format!("`{module}` does not use `{used}`: remove it from its row")),
        )
        .collect()
}

/// Returns the rows in the order of the table, with a new module below the first that uses it.
fn updated(table: &[Row], arrows: &Arrows) -> Result<Vec<Row>, String> {
    if table.is_empty() {
        return sorted(arrows);
    }
    let known = table.iter().filter_map(|row| arrows.get_key_value(&row.module));
    let mut rows: Vec<Row> = known.map(|(module, uses)| Row::of(module, uses)).collect();
    for (module, uses) in arrows {
        if rows.iter().any(|row| row.module == *module) {
            continue;
        }
        let user = rows.iter().position(|row| row.uses.contains(module));
        rows.insert(user.unwrap_or(rows.len()), Row::of(module, uses));
    }
    Ok(rows)
}

/// Returns the modules from the bottom up. If modules use each other, returns how.
fn sorted(arrows: &Arrows) -> Result<Vec<Row>, String> {
    let mut rows: Vec<Row> = Vec::new();
    let mut left = arrows.clone();
    while !left.is_empty() {
        let is_ready =
            |uses: &BTreeMap<String, String>| uses.keys().all(|used| !left.contains_key(used));
        let Some(module) =
            left.iter().find(|(_, uses)| is_ready(uses)).map(|(module, _)| module.clone())
        else {
            return Err(cycle(left));
        };
        let uses = left.remove(&module).expect("it was found");
        rows.push(Row::of(&module, &uses));
    }
    Ok(rows)
}

/// Lists the arrows of a cycle, given modules that each use another one.
fn cycle(mut left: Arrows) -> String {
    // A module that none of the others uses is not part of a cycle.
    let unused = |left: &Arrows| {
        let is_used = |module: &String| left.values().any(|uses| uses.contains_key(module));
        left.keys().find(|module| !is_used(module)).cloned()
    };
    while let Some(module) = unused(&left) {
        left.remove(&module);
    }
    let arrows = left.iter().flat_map(|(module, uses)| {
        let inside = uses.iter().filter(|(used, _)| left.contains_key(*used));
        inside.map(move |(used, place)| format!("  {module} → {used} in {place}"))
    });
    lines(arrows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrows_of(text: &str) -> Arrows {
        let with_place = |used: String| (used, "a.rs:1".to_owned());
        let uses = |row: Row| (row.module, row.uses.into_iter().map(with_place).collect());
        parse(text).into_iter().map(uses).collect()
    }

    #[test]
    fn the_tables_match_the_sources() {
        if let Err(problems) = check(&Workspace::load()) {
            panic!("{problems}");
        }
    }

    #[test]
    fn every_difference_is_named() {
        let found = differences(&parse("a: b\nb:\nc: b\ne:\n"), &arrows_of("a: b\nb: a\nc:\nd:\n"));
        let expected = [
            "`a` names `b`, which is not an earlier row",
            "`b` uses `a` in a.rs:1, which its row does not name",
            "`c` does not use `b`: remove it from its row",
            "there is no module `e`: remove its row",
            "`d` has no row: add one above the modules that use it",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn modules_are_sorted_from_the_bottom_up() {
        let text = "data:\nlanguage: data\nblock: data language\n";
        assert_eq!(sorted(&arrows_of(text)), Ok(parse(text)));
    }

    #[test]
    fn only_the_arrows_of_a_cycle_are_listed() {
        let cycle = sorted(&arrows_of("low:\na: b low\nb: a\nhigh: a\n"));
        assert_eq!(cycle, Err("  a → b in a.rs:1\n  b → a in a.rs:1\n".to_owned()));
    }

    #[test]
    fn rows_keep_their_order() {
        let rows = updated(&parse("z:\na:\n"), &arrows_of("z: new\na: z\nnew:\n"));
        assert_eq!(rows, Ok(parse("new:\nz: new\na: z\n")));
    }
}
