//! The walk over everything that users can name.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use syn::{Item, ItemImpl, Path, Type};

use super::item;
use super::library::{ItemId, Library, ModuleId, attributes, has, is_public};
use super::names::{Leaf, Target, is_exported_macro, leaves, name_of};
use super::spelling;
use crate::lines;

/// Returns the snapshot of a crate.
pub(super) fn text(library: &Library, name: &str) -> String {
    let name = name.replace('-', "_");
    let root = library.roots[&name];
    let mut walk = Walk::new(library);
    walk.enqueue(root, name);
    while let Some(visit) = walk.queue.pop_front() {
        walk.module(visit.module, &visit.path, "");
    }
    walk.render()
}

/// A module to walk, and the path by which users know it.
struct Visit {
    module: ModuleId,
    path: String,
}

/// An item at the first path where it was found.
struct Definition {
    id: ItemId,
    name: String,
    cfg: String,
}

/// The content of one public module.
#[derive(Default)]
struct Page {
    definitions: Vec<Definition>,
    /// Other names for items that are defined at other paths.
    aliases: BTreeSet<String>,
}

struct Walk<'a> {
    library: &'a Library,
    queue: VecDeque<Visit>,
    pages: BTreeMap<String, Page>,
    /// The first public path of each module and item.
    modules: BTreeMap<ModuleId, String>,
    items: BTreeMap<ItemId, String>,
}

impl<'a> Walk<'a> {
    fn new(library: &'a Library) -> Walk<'a> {
        let pages = BTreeMap::new();
        Walk {
            library,
            queue: VecDeque::new(),
            pages,
            modules: BTreeMap::new(),
            items: BTreeMap::new(),
        }
    }

    fn page(&mut self, path: &str) -> &mut Page {
        self.pages.entry(path.to_owned()).or_default()
    }

    fn enqueue(&mut self, module: ModuleId, path: String) {
        if let Some(first) = self.modules.get(&module) {
            let alias = format!("mod {path} = {first}");
            let (parent, _) = path.rsplit_once("::").unwrap_or(("", &path));
            if *first != path {
                self.page(parent).aliases.insert(alias);
            }
            return;
        }
        self.modules.insert(module, path.clone());
        self.page(&path);
        self.queue.push_back(Visit { module, path });
    }

    /// Adds what is public in a module to a page. `cfg` is what the way to it depends on.
    fn module(&mut self, module: ModuleId, path: &str, cfg: &str) {
        let library = self.library;
        for (id, item) in library.items(module) {
            if !is_public(item) || has(attributes(item), "doc(hidden)") {
                continue;
            }
            match item {
                Item::Mod(item) => {
                    let name = item.ident.to_string();
                    if let Some(child) = library.modules[module].children.get(&name) {
                        self.enqueue(*child, format!("{path}::{name}"));
                    }
                }
                Item::Use(item) => {
                    let cfg = format!("{cfg}{}", item::kept_attributes(&item.attrs));
                    leaves(&item.tree).iter().for_each(|leaf| self.leaf(module, path, leaf, &cfg));
                }
                item => {
                    let name = name_of(item).expect("public items have names");
                    self.define(id, path, name, cfg);
                }
            }
        }
        if library.modules[module].parent.is_none()
            && self.modules.get(&module).is_some_and(|first| first == path)
        {
            for (id, name) in library.exported_macros(module) {
                self.define(id, path, name, cfg);
            }
        }
    }

    /// Adds what one name of a `pub use` stands for.
    fn leaf(&mut self, module: ModuleId, path: &str, leaf: &Leaf, cfg: &str) {
        for target in self.library.resolve(module, &leaf.path) {
            match (target, &leaf.name) {
                // A private module of a macro crate can have the name of a macro.
                (Target::Module(target), Some(_)) if !self.library.modules[target].is_public => {}
                (Target::Module(target), Some(name)) => {
                    self.enqueue(target, format!("{path}::{name}"))
                }
                (Target::Module(target), None) => self.module(target, path, cfg),
                (Target::Item(id), Some(name)) => self.define(id, path, name.clone(), cfg),
                (Target::Foreign(foreign), Some(name)) => {
                    self.page(path).aliases.insert(format!("{cfg}use {foreign} as {name}"));
                }
                (Target::Item(_), None) => {}
                (Target::Foreign(foreign), None) => {
                    self.page(path).aliases.insert(format!("{cfg}use {foreign}::*"));
                }
            }
        }
    }

    fn define(&mut self, id: ItemId, path: &str, name: String, cfg: &str) {
        let item = self.library.item(id);
        // A macro that must be at the root of its crate may be hidden there and public under another name.
        let is_renamed_macro = is_exported_macro(item) && name_of(item).as_ref() != Some(&name);
        if has(attributes(item), "doc(hidden)") && !is_renamed_macro {
            return;
        }
        let whole = format!("{path}::{name}");
        match self.items.get(&id) {
            Some(first) if *first == whole => {}
            Some(first) => {
                let renamed = !first.ends_with(&format!("::{name}"));
                let name = if renamed { format!(" as {name}") } else { String::new() };
                let alias = format!("{cfg}use {first}{name}");
                self.page(path).aliases.insert(alias);
            }
            None => {
                self.items.insert(id, whole);
                self.page(path).definitions.push(Definition { id, name, cfg: cfg.to_owned() });
            }
        }
    }

    fn render(mut self) -> String {
        let mut impls = self.implementations();
        let mut text = String::new();
        for (path, page) in &mut self.pages {
            text += &format!("{}mod {path}\n", if text.is_empty() { "" } else { "\n" });
            text += &lines(page.aliases.iter().map(|alias| format!("  {alias}")));
            page.definitions.sort_by(|a, b| (&a.name, a.id).cmp(&(&b.name, b.id)));
            for definition in &page.definitions {
                let item = item::lines(self.library.item(definition.id), &definition.name);
                let first = item.first().map(|line| format!("  {}{line}", definition.cfg));
                let rest = item.iter().skip(1).map(|line| format!("  {line}"));
                text += &lines(first.into_iter().chain(rest));
                let impls = impls.remove(&definition.id).unwrap_or_default();
                text += &lines(impls.iter().map(|line| format!("    {line}")));
            }
        }
        text + &self.expansions()
    }

    /// Returns the lines of all `impl`s by the public item that they belong to. They are sorted, so that
    /// moving them to another file changes nothing.
    fn implementations(&self) -> BTreeMap<ItemId, Vec<String>> {
        let mut impls: BTreeMap<ItemId, Vec<Vec<String>>> = BTreeMap::new();
        for module in 0..self.library.modules.len() {
            for (_, item) in self.library.items(module) {
                let Item::Impl(item) = item else { continue };
                if has(&item.attrs, "doc(hidden)") {
                    continue;
                }
                if let Some(owner) = self.owner(module, item) {
                    let lines = match item::implementation(item) {
                        Some(line) => vec![line],
                        None => item::inherent(item),
                    };
                    impls.entry(owner).or_default().push(lines);
                }
            }
        }
        let sorted = |mut blocks: Vec<Vec<String>>| {
            blocks.sort_by_key(|lines| (is_of_trait(lines), lines.clone()));
            blocks.concat()
        };
        impls.into_iter().map(|(owner, blocks)| (owner, sorted(blocks))).collect()
    }

    /// Returns the public item under which an `impl` is listed: its type, otherwise its trait.
    fn owner(&self, module: ModuleId, item: &ItemImpl) -> Option<ItemId> {
        let of_trait = item.trait_.as_ref().map(|(_, path, _)| self.resolve(module, path));
        let is_private = |targets: &Vec<Target>| {
            let ours = targets.iter().any(|target| matches!(target, Target::Item(_)));
            ours && self.public(targets).is_none()
        };
        if of_trait.as_ref().is_some_and(is_private) {
            return None;
        }
        let of_type = match &*item.self_ty {
            Type::Path(path) if path.qself.is_none() => self.resolve(module, &path.path),
            _ => Vec::new(),
        };
        if is_private(&of_type) {
            return None;
        }
        self.public(&of_type).or_else(|| self.public(&of_trait.unwrap_or_default()))
    }

    fn resolve(&self, module: ModuleId, path: &Path) -> Vec<Target> {
        let parts: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        self.library.resolve(module, &parts)
    }

    /// Returns the first of these that is a public type or trait.
    fn public(&self, targets: &[Target]) -> Option<ItemId> {
        targets.iter().find_map(|target| match target {
            Target::Item(id) => {
                let is_type = !matches!(self.library.item(*id), Item::Fn(_) | Item::Macro(_));
                (is_type && self.items.contains_key(id)).then_some(*id)
            }
            _ => None,
        })
    }

    /// Lists the calls of macros that may define public items, for which there are no lines above.
    fn expansions(&self) -> String {
        let library = self.library;
        let public_crates: BTreeSet<ModuleId> =
            self.items.keys().map(|id| library.modules[id.module].root).collect();
        let is_public = |module: &ModuleId| {
            let module = &library.modules[*module];
            public_crates.contains(&module.root) && !module.is_hidden
        };
        let mut calls = BTreeSet::new();
        for module in (0..library.modules.len()).filter(is_public) {
            let own: BTreeSet<String> =
                library.items(module).filter_map(|(_, item)| macro_rules(item)).collect();
            for (_, item) in library.items(module) {
                if let Item::Macro(item) = item
                    && own.contains(&spelling::text(&item.mac.path))
                {
                    let name = spelling::text(&item.mac.path);
                    calls.insert(format!(
                        "  {}: {name}! {{ {} }}",
                        library.path(module),
                        spelling::text(&item.mac.tokens)
                    ));
                }
            }
        }
        if calls.is_empty() {
            String::new()
        } else {
            format!("\ndefined by macros\n{}", lines(calls))
        }
    }
}

fn is_of_trait(lines: &[String]) -> bool {
    lines.first().is_some_and(|line| line.contains(" for "))
}

/// Returns the name of a macro that is defined here.
fn macro_rules(item: &Item) -> Option<String> {
    matches!(item, Item::Macro(_)).then(|| name_of(item)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the snapshot of a crate `own` over a crate `own-core`.
    fn snapshot(core: &str, own: &str) -> String {
        let mut library = Library::default();
        let inner = "pub fn deep() {}\n#[cfg(test)] pub fn test() {}\npub(crate) fn near() {}";
        library.add("own-core", &BTreeMap::from([("src/lib.rs", core), ("src/inner.rs", inner)]));
        library.add("own", &BTreeMap::from([("src/lib.rs", own)]));
        text(&library, "own")
    }

    #[track_caller]
    fn check(core: &str, own: &str, expected: &[&str]) {
        let text = snapshot(core, own);
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn items_and_their_members_are_listed() {
        let own = "
            #[derive(Clone, Debug)] pub struct S<A> { pub a: A, b: u8 }
            impl<A> S<A> { pub fn b(&self, mut x: u8,) -> u8 { self.b } fn hidden(&self) {} }
            impl<A> From<A> for S<A> { fn from(a: A) -> S<A> { S { a, b: 0 } } }
            #[non_exhaustive] pub enum E { One, Two(u8), Three { x: u8 } }
            pub trait T: Clone { type V: Clone; const N: usize; fn f(&self); fn g(&self) {} }
            impl T for u8 {}
            struct Private; impl T for Private {}
            #[doc(hidden)] pub fn hidden() {}
            #[cfg(feature = \"x\")] pub const C: u8 = 1;
            macro_rules! imp { ($t:ty) => { impl T for $t {} } }
            imp! { u16 }
        ";
        let expected = [
            "mod own",
            "  #[cfg(feature=\"x\")] const C: u8",
            "  #[non_exhaustive] enum E",
            "    One",
            "    Two(u8)",
            "    Three { x: u8 }",
            "  struct S<A>",
            "    derive(Clone, Debug)",
            "    pub a: A",
            "    …",
            "    impl<A> S<A>",
            "      fn b(&self, x: u8) -> u8",
            "    impl<A> From<A> for S<A>",
            "  trait T: Clone",
            "    type V: Clone",
            "    const N: usize",
            "    fn f(&self)",
            "    fn g(&self) { … }",
            "    impl T for u8",
            "",
            "defined by macros",
            "  own: imp! { u16 }",
        ];
        check("", own, &expected);
    }

    #[test]
    fn exports_are_followed_across_crates() {
        let core = "mod inner; pub mod open { pub use crate::inner::*; pub struct X; impl X { pub fn x() {} } }";
        let own = "pub use own_core::open; pub use open::X as Y; pub use std::fmt; pub mod other { pub use super::Y; }";
        let expected = [
            "mod own",
            "  use std::fmt as fmt",
            "  struct Y",
            "    fn x()",
            "",
            "mod own::open",
            "  use own::Y as X",
            "  fn deep()",
            "",
            "mod own::other",
            "  use own::Y",
        ];
        check(core, own, &expected);
    }

    #[test]
    fn macros_are_listed_where_users_find_them() {
        let core = "mod a { #[macro_export] macro_rules! shout { () => {} } }
            #[macro_export] #[doc(hidden)] macro_rules! __sing { () => {} }
            #[proc_macro_derive(D, attributes(d))] pub fn derive(x: T) -> T { x }
            mod whisper {} #[proc_macro] pub fn whisper(x: T) -> T { x }";
        let own = "pub use own_core::{D, __sing as sing, shout, whisper};";
        check(
            core,
            own,
            &[
                "mod own",
                "  macro D: derive",
                "  macro shout!",
                "  macro sing!",
                "  macro whisper: function",
            ],
        );
    }
}
