//! Every public item is used by an example in the documentation.
//!
//! The example is at an item of the same file, or at an item of the file that defines its type. A type is
//! also shown by an example of a function that returns it. Fields, variants, constants and aliases need no
//! example, and neither does anything `#[doc(hidden)]`. `pub` means public here: the lint
//! `unreachable_pub` sees to that.

use std::collections::BTreeSet;

use syn::spanned::Spanned;
use syn::{
    Attribute, ImplItem, Item, ItemImpl, ItemTrait, Meta, Signature, TraitItem, Type, Visibility,
};

use super::Violation;
use super::printing::is_library;
use crate::workspace::File;

pub(super) const ADVICE: &str = "write an example that uses it, or use it in one nearby";

/// Returns the items without an example, by the path of their file.
pub(super) fn check(files: &[File]) -> Vec<(&str, Violation)> {
    // The functions of a macro crate are called by the compiler.
    let is_checked =
        |file: &&File| is_library(file) && file.crate_folder() != Some("forall-macros");
    let sources: Vec<Source<'_>> = files.iter().filter(is_checked).filter_map(Source::of).collect();
    let hidden: BTreeSet<&str> =
        sources.iter().flat_map(|source| &source.hidden).map(String::as_str).collect();
    let is_hidden = |path: &str| path.split(['/', '.']).any(|part| hidden.contains(part));
    let visible: Vec<&Source<'_>> =
        sources.iter().filter(|source| !is_hidden(source.path)).collect();
    let all: Vec<Place<'_, '_>> = visible
        .iter()
        .flat_map(|source| source.items.iter().map(|item| Place { source, item }))
        .collect();
    let returned: String =
        all.iter().filter(|place| place.is_used(&all)).map(|place| &*place.item.returns).collect();
    let is_shown = |place: &&Place<'_, '_>| {
        place.is_used(&all) || (!place.item.is_function && mentions(&returned, &place.item.name))
    };
    let missing = all.iter().filter(|place| !is_shown(place));
    missing
        .map(|place| (place.source.path, Violation::at(place.item.line, place.item.called.clone())))
        .collect()
}

/// A public item in its file.
struct Place<'s, 'f> {
    source: &'s Source<'f>,
    item: &'s Public,
}

impl Place<'_, '_> {
    /// Does an example of its file, or of a file of its type, use the item?
    fn is_used(&self, all: &[Place<'_, '_>]) -> bool {
        let owner = self.item.owner.as_ref();
        let is_related = |place: &&Place<'_, '_>| {
            owner.is_some_and(|owner| {
                place.item.owner.as_ref() == Some(owner) || place.item.name == *owner
            })
        };
        let related = all.iter().filter(is_related).map(|place| place.source);
        [self.source]
            .into_iter()
            .chain(related)
            .any(|source| mentions(&source.examples, &self.item.called))
    }
}

/// Is this name in the text as a whole word?
fn mentions(text: &str, name: &str) -> bool {
    let goes_on = |next: char| next.is_alphanumeric() || next == '_';
    text.match_indices(name).any(|(at, _)| {
        !text[..at].ends_with(goes_on) && !text[at + name.len()..].starts_with(goes_on)
    })
}

struct Public {
    line: usize,
    name: String,
    /// The type or trait whose function it is.
    owner: Option<String>,
    /// How an example spells it.
    called: String,
    is_function: bool,
    /// The type that it returns.
    returns: String,
}

struct Source<'a> {
    path: &'a str,
    items: Vec<Public>,
    /// The code in its documentation.
    examples: String,
    /// Its modules that are left out of the documentation.
    hidden: Vec<String>,
}

impl<'a> Source<'a> {
    fn of(file: &'a File) -> Option<Source<'a>> {
        let items = syn::parse_file(&file.text).ok()?.items;
        let mut source = Source {
            path: &file.path,
            items: Vec::new(),
            examples: String::new(),
            hidden: Vec::new(),
        };
        source.examples = examples(&file.text);
        items.iter().for_each(|item| source.add(item));
        Some(source)
    }

    fn add(&mut self, item: &Item) {
        match item {
            Item::Mod(item) if is_hidden(&item.attrs) => self.hidden.push(item.ident.to_string()),
            Item::Mod(item) => {
                item.content.iter().flat_map(|(_, items)| items).for_each(|item| self.add(item))
            }
            Item::Fn(item) if is_public(&item.vis, &item.attrs) => {
                self.add_function(&item.sig, None)
            }
            Item::Struct(item) if is_public(&item.vis, &item.attrs) => self.add_type(&item.ident),
            Item::Enum(item) if is_public(&item.vis, &item.attrs) => self.add_type(&item.ident),
            Item::Trait(item) if is_public(&item.vis, &item.attrs) => self.add_trait(item),
            Item::Macro(item)
                if item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export")) =>
            {
                item.ident
                    .iter()
                    .filter(|_| !is_hidden(&item.attrs))
                    .for_each(|name| self.add_type(name));
            }
            Item::Impl(item) if item.trait_.is_none() => self.add_impl(item),
            _ => {}
        }
    }

    fn add_type(&mut self, name: &syn::Ident) {
        let line = name.span().start().line;
        let name = name.to_string();
        let called = name.clone();
        self.items.push(Public {
            line,
            name,
            owner: None,
            called,
            is_function: false,
            returns: String::new(),
        });
    }

    fn add_function(&mut self, signature: &Signature, owner: Option<&str>) {
        let name = signature.ident.to_string();
        let called = match owner {
            Some(owner) if signature.receiver().is_none() => format!("{owner}::{name}"),
            _ => name.clone(),
        };
        let returns = quote::ToTokens::to_token_stream(&signature.output).to_string();
        let line = signature.span().start().line;
        let owner = owner.map(str::to_owned);
        self.items.push(Public { line, name, owner, called, is_function: true, returns });
    }

    fn add_trait(&mut self, item: &ItemTrait) {
        self.add_type(&item.ident);
        for member in &item.items {
            if let TraitItem::Fn(member) = member
                && !is_hidden(&member.attrs)
            {
                let name = member.sig.ident.to_string();
                self.add_function(&member.sig, Some(&item.ident.to_string()));
                // A function of a trait is called on a type that implements it.
                self.items.last_mut().expect("it was added").called = name;
            }
        }
    }

    fn add_impl(&mut self, item: &ItemImpl) {
        let Type::Path(path) = &*item.self_ty else { return };
        let owner = path.path.segments.last().map(|part| part.ident.to_string());
        for member in &item.items {
            if let ImplItem::Fn(member) = member
                && is_public(&member.vis, &member.attrs)
            {
                self.add_function(&member.sig, owner.as_deref());
            }
        }
    }
}

fn is_public(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    matches!(visibility, Visibility::Public(_)) && !is_hidden(attributes)
}

fn is_hidden(attributes: &[Attribute]) -> bool {
    let is_hidden = |attribute: &Attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("doc") && list.tokens.to_string() == "hidden",
        _ => false,
    };
    attributes.iter().any(is_hidden)
}

/// Returns the code in the doc comments of a file. Those of its module do not count: it may be private.
fn examples(text: &str) -> String {
    let docs = text.lines().filter_map(|line| line.trim_start().strip_prefix("///"));
    let docs: String = docs.flat_map(|line| [line, "\n"]).collect();
    let is_rust = |block: &&str| {
        let language = block.lines().next().unwrap_or_default();
        ["", "no_run", "should_panic", "standalone_crate"].contains(&language)
    };
    docs.split("```").skip(1).step_by(2).filter(is_rust).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_without_an_example_are_found() {
        let text = "/// ```\n/// a().x();\n/// ```\npub fn a() -> A {}\n\npub struct A;\n\nimpl A {\n    \
            pub fn x(&self) {}\n\n    pub fn new() -> A {}\n}\n\npub struct B;\npub trait T { fn t(&self); }\n\
            #[doc(hidden)]\npub fn hidden() {}\nfn private() {}\n";
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        let files = [
            file("crates/forall/src/a.rs", text),
            file(
                "crates/forall/src/other.rs",
                "/// ```\n/// B.t();\n/// ```\nimpl B { pub fn f() {} }\n",
            ),
            file("crates/forall/src/lib.rs", "#[doc(hidden)]\npub mod plumbing;\n"),
            file("crates/forall/src/plumbing.rs", "pub fn f() {}\n"),
        ];
        let found = check(&files);
        let found: Vec<String> = found
            .iter()
            .map(|(path, item)| format!("{path}:{} {}", item.line, item.what))
            .collect();
        let expected = [
            "crates/forall/src/a.rs:11 A::new",
            "crates/forall/src/a.rs:14 B",
            "crates/forall/src/a.rs:15 T",
            "crates/forall/src/a.rs:15 t",
            "crates/forall/src/other.rs:4 B::f",
        ];
        assert_eq!(found, expected);
    }
}
