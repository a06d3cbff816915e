//! The paths in the sources of a crate that lead to another of its modules.
//!
//! Paths are found everywhere, not only behind `use`: `crate::a::B`, `super::super::a`, and
//! `use crate::{a, b::C}`. A name that the root re-exports counts for the module that defines it. Tests
//! may use anything, so `#[cfg(test)]` is left out. `$crate` is left out too: it is written for users.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenTree};

use super::Arrows;
use crate::source::{group, is_ident, is_punct, line, tokens, trees};

/// A source file by its path in the crate, such as `src/block/run.rs`.
pub(super) struct Source<'a> {
    pub(super) path: &'a str,
    pub(super) text: &'a str,
}

impl Source<'_> {
    /// Returns the path of its module, which is empty for the root.
    fn module(&self) -> Vec<String> {
        let inside = self.path.trim_start_matches("src/").trim_end_matches(".rs");
        let mut parts: Vec<&str> = inside.split('/').collect();
        if matches!(parts.last(), Some(&("lib" | "main" | "mod"))) {
            parts.pop();
        }
        parts.into_iter().map(str::to_owned).collect()
    }
}

/// Returns the modules of a crate at its root, and which of them each uses.
pub(super) fn arrows(sources: &[Source<'_>]) -> Arrows {
    let found: Vec<Found> = sources.iter().map(find).collect();
    let is_file = |module: &[String]| module.first().cloned();
    let modules: BTreeSet<String> =
        found.iter().filter_map(|found| is_file(&found.module)).collect();
    let mut root = Root::default();
    for one in &found {
        root.add(one, &modules);
    }
    let mut arrows: Arrows =
        modules.iter().map(|module| (module.clone(), BTreeMap::new())).collect();
    for (one, source) in found.iter().zip(sources) {
        let Some(user) = one.module.first() else { continue };
        let uses = arrows.get_mut(user).expect("every module has an entry");
        for path in &one.paths {
            let used = root.target(&path.parts, &modules).filter(|used| used != user);
            if let Some(used) = used {
                uses.entry(used).or_insert_with(|| format!("{}:{}", source.path, path.line));
            }
        }
    }
    arrows
}

/// What the root of a crate is called, and what it re-exports.
#[derive(Default)]
struct Root {
    /// Another name for the crate: `extern crate self as forall;`.
    alias: Option<String>,
    /// The modules that define names at the root.
    owners: BTreeMap<String, String>,
}

impl Root {
    fn add(&mut self, found: &Found, modules: &BTreeSet<String>) {
        self.alias = self.alias.take().or_else(|| found.alias.clone());
        if let Some(module) = found.module.first() {
            let macros = found.macros.iter().map(|name| (name.clone(), module.clone()));
            self.owners.extend(macros);
            return;
        }
        for path in &found.uses {
            let from = path.iter().find(|part| !matches!(part.as_str(), "crate" | "self"));
            if let (Some(module), Some(name)) =
                (from.filter(|from| modules.contains(*from)), path.last())
            {
                self.owners.insert(name.clone(), module.clone());
            }
        }
    }

    /// Returns the module that a path from the root leads to.
    fn target(&self, path: &[String], modules: &BTreeSet<String>) -> Option<String> {
        let is_inside = path[0] == "crate" || Some(&path[0]) == self.alias.as_ref();
        let name = path.get(1).filter(|_| is_inside)?;
        modules.get(name).or_else(|| self.owners.get(name)).cloned()
    }
}

struct Path {
    parts: Vec<String>,
    line: usize,
}

/// What was found in a file.
#[derive(Default)]
struct Found {
    module: Vec<String>,
    /// Every path of two parts or more; `super` is resolved to a path from `crate`.
    paths: Vec<Path>,
    /// The paths of `use` items of the root.
    uses: Vec<Vec<String>>,
    /// Macros that are exported to the root.
    macros: Vec<String>,
    alias: Option<String>,
}

fn find(source: &Source<'_>) -> Found {
    let module = source.module();
    let mut found = Found { module: module.clone(), ..Found::default() };
    walk(&tokens(source.text), &module, &mut found);
    found
}

fn walk(level: &[TokenTree], module: &[String], found: &mut Found) {
    let mut at = 0;
    while at < level.len() {
        if is_test(&level[at..]) {
            at += item_length(&level[at..]);
            continue;
        }
        let rest = &level[at..];
        at += match &level[at] {
            TokenTree::Group(group) => {
                walk(&trees(group.stream()), module, found);
                1
            }
            TokenTree::Ident(ident) if ident == "mod" => inline_module(rest, module, found),
            TokenTree::Ident(ident) if ident == "use" => use_item(&rest[1..], module, found) + 1,
            TokenTree::Ident(ident) if ident == "extern" && is_ident(rest.get(2), "self") => {
                found.alias = rest.get(4).map(ToString::to_string);
                5
            }
            TokenTree::Ident(ident) if ident == "macro_rules" => {
                found.macros.extend(rest.get(2).map(ToString::to_string));
                3
            }
            TokenTree::Punct(sign) if sign.as_char() == '$' && is_ident(rest.get(1), "crate") => 2,
            TokenTree::Ident(_) => path(rest, module, found),
            _ => 1,
        };
    }
}

/// Do the tokens start with `#[cfg(test)]`?
fn is_test(tokens: &[TokenTree]) -> bool {
    let attribute =
        group(tokens.get(1), Delimiter::Bracket).filter(|_| is_punct(tokens.first(), '#'));
    attribute
        .is_some_and(|attribute| attribute.stream().to_string().replace(' ', "") == "cfg(test)")
}

/// Returns the number of tokens of an item: up to a semicolon or a block.
fn item_length(tokens: &[TokenTree]) -> usize {
    let ends = |tree: &TokenTree| {
        is_punct(Some(tree), ';') || group(Some(tree), Delimiter::Brace).is_some()
    };
    tokens.iter().position(ends).map_or(tokens.len(), |end| end + 1)
}

/// Walks `mod name { … }`, in which `super` means another module. Returns the number of tokens used.
fn inline_module(tokens: &[TokenTree], module: &[String], found: &mut Found) -> usize {
    let Some(body) = group(tokens.get(2), Delimiter::Brace) else { return 1 };
    let mut inner = module.to_vec();
    inner.push(tokens[1].to_string());
    walk(&trees(body.stream()), &inner, found);
    3
}

/// Reads a `use` item after its keyword. Returns the number of tokens used.
fn use_item(tokens: &[TokenTree], module: &[String], found: &mut Found) -> usize {
    let length = item_length_of_use(tokens);
    let mut paths = Vec::new();
    use_tree(&tokens[..length], &[], &mut paths);
    if module.is_empty() {
        found.uses.extend(paths.iter().cloned());
    }
    let line = tokens.first().map_or(0, line);
    found.paths.extend(paths.into_iter().map(|path| Path { parts: resolved(path, module), line }));
    length
}

fn item_length_of_use(tokens: &[TokenTree]) -> usize {
    tokens.iter().position(|tree| is_punct(Some(tree), ';')).unwrap_or(tokens.len())
}

/// Adds a path for each leaf of a tree such as `crate::{a, b::C as D}`.
fn use_tree(tokens: &[TokenTree], prefix: &[String], paths: &mut Vec<Vec<String>>) {
    let mut path = prefix.to_vec();
    for tree in tokens {
        match tree {
            TokenTree::Ident(ident) if ident == "as" => break,
            TokenTree::Ident(ident) => path.push(ident.to_string()),
            TokenTree::Group(group) => {
                let inside = trees(group.stream());
                let leaves = inside.split(|tree| is_punct(Some(tree), ','));
                leaves
                    .filter(|leaf| !leaf.is_empty())
                    .for_each(|leaf| use_tree(leaf, &path, paths));
                return;
            }
            _ => {}
        }
    }
    // `use crate::a as b;` makes a name at the root that is called `b`: the last part is what counts.
    let renamed = tokens.iter().skip_while(|tree| !is_ident(Some(tree), "as")).nth(1);
    path.extend(renamed.map(ToString::to_string));
    paths.push(path);
}

/// Reads a path in code. Returns the number of tokens used.
fn path(tokens: &[TokenTree], module: &[String], found: &mut Found) -> usize {
    let mut path = vec![tokens[0].to_string()];
    let mut length = 1;
    while is_punct(tokens.get(length), ':') && is_punct(tokens.get(length + 1), ':') {
        let Some(TokenTree::Ident(part)) = tokens.get(length + 2) else { break };
        path.push(part.to_string());
        length += 3;
    }
    if path.len() > 1 {
        found.paths.push(Path { parts: resolved(path, module), line: line(&tokens[0]) });
    }
    length
}

/// Replaces `self` and `super` at the start of a path by the path from `crate`.
fn resolved(path: Vec<String>, module: &[String]) -> Vec<String> {
    let ups = path.iter().take_while(|part| *part == "super").count();
    if ups == 0 && path[0] != "self" {
        return path;
    }
    let base = &module[..module.len().saturating_sub(ups)];
    let rest = path.into_iter().skip(ups.max(1));
    ["crate".to_owned()].into_iter().chain(base.iter().cloned()).chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks what `a` uses, among the modules `a` to `e`.
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let lib = "extern crate self as own;\npub use b::{Item, more::Other as Renamed};\npub use foreign::c;\n";
        let mut sources = vec![
            Source { path: "src/lib.rs", text: lib },
            Source { path: "src/a/inner.rs", text },
            Source { path: "src/c.rs", text: "#[macro_export]\nmacro_rules! shout { () => {} }" },
        ];
        let others = ["src/b.rs", "src/d.rs", "src/e.rs"];
        sources.extend(others.map(|path| Source { path, text: "" }));
        let found = arrows(&sources);
        let found: Vec<&str> = found["a"].keys().map(String::as_str).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn paths_are_found_in_use_items_and_in_code() {
        check("use crate::b::X;", &["b"]);
        check("use crate::{b, c::{X, Y}, a::Z};", &["b", "c"]);
        check("fn f() -> crate::d::X { g(own::e::y::<crate::b::Z>()) }", &["b", "d", "e"]);
        check("pub(crate) fn f(b: u8) {} use std::c; use foreign::d;", &[]);
        check("/// [`crate::b`]\nfn f() { \"crate::c\"; }", &[]);
    }

    #[test]
    fn super_leads_to_the_module_above() {
        check("use super::b;", &[]);
        check("use super::super::b; fn f() { super::super::c::x() }", &["b", "c"]);
        check("mod deep { use super::super::super::{b, d::X}; }", &["b", "d"]);
        check("mod deep { use super::super::b; }", &[]);
        check("use self::b;", &[]);
    }

    #[test]
    fn names_of_the_root_count_for_the_module_that_defines_them() {
        check("use crate::Item;", &["b"]);
        check("use crate::Renamed;", &["b"]);
        check("fn f() { crate::shout!() }", &["c"]);
        check("use crate::foreign_name;", &[]);
    }

    #[test]
    fn tests_and_macros_for_users_may_use_anything() {
        check("#[cfg(test)]\nmod tests { use crate::b; }\nuse crate::c;", &["c"]);
        check("#[cfg(test)]\nuse crate::b;\nuse crate::c;", &["c"]);
        check("macro_rules! m { () => { $crate::b::x() } }", &[]);
    }
}
