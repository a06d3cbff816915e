//! Every public item is shown: an example at an item of its file, or of a file of its type, uses it.
//!
//! What says `pub` is public; `unreachable_pub` sees to that. A type is shown by a function that returns it, too.
//! Nothing is asked of what has no use of its own: fields, variants, constants, aliases, what a trait asks of an
//! `impl`, and what is `#[doc(hidden)]`. Lines are read as rustfmt sets them: a parser would be one more dependency.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use regex::Regex;

const KINDS: &str =
    r"const fn |fn |struct |enum |trait |macro_rules! |use forall_macros::(?:\w+ as )?";
static ITEM: LazyLock<Regex> = LazyLock::new(|| regex(&format!(r"^( *)(pub |)({KINDS})(\w+)")));
static BLOCK: LazyLock<Regex> = LazyLock::new(|| regex(r"^(?:pub trait|impl(?:<.*>)?) (\w+)"));

fn regex(text: &str) -> Regex {
    Regex::new(text).expect("it is well-formed")
}

fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let listing = Command::new("git").args(["ls-files", "-z", "*.rs"]).current_dir(&root).output();
    let listing = String::from_utf8(listing.expect("git lists the sources").stdout);
    let listing = listing.expect("paths are text");
    let paths: Vec<&str> = listing.split('\0').filter(|path| !path.is_empty()).collect();
    assert!(!paths.is_empty(), "git lists no sources");
    let read = |path: &str| Some((path.into(), fs::read_to_string(root.join(path)).ok()?));
    paths.into_iter().filter_map(read).collect()
}

struct Item {
    name: String,
    /// The type or trait whose function it is.
    owner: Option<String>,
    /// What an example says that uses it.
    called: String,
    is_function: bool,
    /// What it returns.
    returns: String,
    /// Where it stands.
    place: String,
    /// The examples of its file.
    near: String,
}

/// The code in the doc comments of a file, but for those of its module, which may be private.
fn examples(text: &str) -> String {
    let lines = text.lines().map(str::trim_start);
    let docs = lines.filter_map(|line| line.strip_prefix("///"));
    let docs: String = docs.flat_map(|line| [line, "\n"]).collect();
    let languages = ["", "no_run", "should_panic"];
    let is_rust = |block: &&str| languages.contains(&block.lines().next().unwrap_or_default());
    docs.split("```").skip(1).step_by(2).filter(is_rust).collect()
}

fn says(text: &str, words: &str) -> bool {
    let goes_on = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(words).any(|(at, _)| {
        !text[..at].ends_with(goes_on) && !text[at + words.len()..].starts_with(goes_on)
    })
}

fn items(path: &str, text: &str) -> Vec<Item> {
    let lines: Vec<&str> = text.lines().collect();
    let (mut items, mut around, near) = (Vec::new(), "", examples(text));
    for (at, line) in lines.iter().enumerate() {
        if line.starts_with(char::is_alphabetic) {
            around = line;
        }
        let Some(found) = ITEM.captures(line) else { continue };
        let [indent, public, kind, name] = [1, 2, 3, 4].map(|part| &found[part]);
        let of_trait = around.starts_with("pub trait ") && (indent, kind) == ("    ", "fn ");
        let attribute = lines[at.saturating_sub(1)].trim_start();
        let exported = !public.is_empty() || of_trait || attribute == "#[macro_export]";
        if !exported || attribute == "#[doc(hidden)]" {
            continue;
        }
        let length = lines[at..].iter().take_while(|line| !line.ends_with(['{', '}', ';'])).count();
        let (signature, is_function) = (lines[at..=at + length].join(" "), kind.ends_with("fn "));
        let owner = BLOCK.captures(around).filter(|_| is_function && !indent.is_empty());
        let owner = owner.filter(|_| !around.contains(" for ")).map(|found| found[1].to_owned());
        let called = match &owner {
            Some(owner) if !of_trait && !says(&signature, "self") => format!("{owner}::{name}"),
            _ => name.to_owned(),
        };
        let returns = signature.split_once("->").map_or("", |(_, returns)| returns).to_owned();
        let place = format!("{path}:{}: {called}", at + 1);
        let (name, near) = (name.to_owned(), near.clone());
        items.push(Item { name, owner, called, is_function, returns, place, near });
    }
    items
}

/// What nobody shows of these files.
fn unseen(files: &[(String, String)]) -> Vec<String> {
    let hidden = regex(r"#\[doc\(hidden\)\]\npub mod (\w+)");
    let hidden = files.iter().flat_map(|(_, text)| hidden.captures_iter(text));
    let hidden: Vec<String> = hidden.map(|found| found[1].to_owned()).collect();
    let is_hidden = |path: &str| path.split(['/', '.']).any(|part| hidden.contains(&part.into()));
    let seen = files.iter().filter(|(path, _)| !is_hidden(path));
    let items: Vec<Item> = seen.flat_map(|(path, text)| items(path, text)).collect();
    let is_used = |item: &&Item| {
        let of_type = |one: &&Item| [&one.owner, &Some(one.name.clone())].contains(&&item.owner);
        let of_type = items.iter().filter(|one| item.owner.is_some() && of_type(one));
        [*item].into_iter().chain(of_type).any(|one| says(&one.near, &item.called))
    };
    let (shown, others): (Vec<&Item>, Vec<&Item>) = items.iter().partition(is_used);
    let returned: String = shown.iter().map(|item| &*item.returns).collect();
    let is_shown = |item: &&Item| !item.is_function && says(&returned, &item.name);
    others.into_iter().filter(|item| !is_shown(item)).map(|item| item.place.clone()).collect()
}

#[test]
fn every_public_item_is_shown() {
    for of in ["forall-core", "forall-runners", "forall", "forall-sys"] {
        let files = sources().into_iter().map(|(path, text)| (path.display().to_string(), text));
        let files = files.filter(|(path, _)| path.starts_with(&format!("crates/{of}/src/")));
        let unseen = unseen(&files.collect::<Vec<_>>()).join("\n");
        assert!(unseen.is_empty(), "write an example, or use these in one near by:\n{unseen}");
    }
}

#[test]
fn what_nobody_shows_is_noticed() {
    let text = "/// ```\n/// a().x();\n/// ```\npub fn a() -> A {}\n\npub struct A;\n\nimpl A {\n    \
        pub fn x(&self) {}\n\n    pub fn new() -> A {}\n}\n\npub struct B;\n";
    let unseen = unseen(&[("lib.rs".to_owned(), text.to_owned())]);
    assert_eq!(unseen, ["lib.rs:11: A::new", "lib.rs:14: B"]);
}
