//! The sources of all published crates as one tree of modules.

use std::collections::BTreeMap;

use syn::{Attribute, Item, Meta, Visibility};

use crate::workspace::Workspace;

/// A module by its place in [`Library::modules`].
pub(super) type ModuleId = usize;

/// An item by its module and its place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ItemId {
    pub(super) module: ModuleId,
    pub(super) place: usize,
}

pub(super) struct Module {
    /// The root of its crate.
    pub(super) root: ModuleId,
    pub(super) parent: Option<ModuleId>,
    pub(super) name: String,
    /// Is it declared with `pub`?
    pub(super) is_public: bool,
    /// Is it, or a module around it, left out of the documentation?
    pub(super) is_hidden: bool,
    pub(super) items: Vec<Item>,
    pub(super) children: BTreeMap<String, ModuleId>,
}

#[derive(Default)]
pub(super) struct Library {
    pub(super) modules: Vec<Module>,
    /// The roots of the crates, as paths name them: `forall_core`.
    pub(super) roots: BTreeMap<String, ModuleId>,
}

impl Library {
    /// Parses the libraries of the published crates.
    pub(super) fn load(workspace: &Workspace) -> Library {
        let mut library = Library::default();
        for package in workspace.published() {
            let files: BTreeMap<&str, &str> = workspace
                .sources(&package.folder)
                .map(|(path, file)| (path, &*file.text))
                .collect();
            library.add(&package.name, &files);
        }
        library
    }

    /// Adds a crate, given its files by their paths. A crate without `src/lib.rs` has no API.
    pub(super) fn add(&mut self, name: &str, files: &BTreeMap<&str, &str>) {
        let name = name.replace('-', "_");
        if let Some(items) = parse(files, "src/lib.rs") {
            let root = self.modules.len();
            self.roots.insert(name.clone(), root);
            let children = BTreeMap::new();
            let module = Module {
                root,
                parent: None,
                name,
                is_public: true,
                is_hidden: false,
                items,
                children,
            };
            self.modules.push(module);
            self.add_children(root, "src", files);
        }
    }

    fn add_children(&mut self, parent: ModuleId, folder: &str, files: &BTreeMap<&str, &str>) {
        for place in 0..self.modules[parent].items.len() {
            let around = &mut self.modules[parent];
            let Item::Mod(item) = &mut around.items[place] else { continue };
            if is_for_tests(&item.attrs) {
                continue;
            }
            let name = item.ident.to_string();
            let inner = format!("{folder}/{name}");
            let inline = item.content.take().map(|(_, items)| items);
            let items = inline
                .or_else(|| parse(files, &format!("{inner}.rs")))
                .or_else(|| parse(files, &format!("{inner}/mod.rs")));
            let Some(items) = items else { continue };
            let module = Module {
                root: around.root,
                parent: Some(parent),
                name: name.clone(),
                is_public: matches!(item.vis, Visibility::Public(_)),
                is_hidden: around.is_hidden || has(&item.attrs, "doc(hidden)"),
                items,
                children: BTreeMap::new(),
            };
            let id = self.modules.len();
            self.modules.push(module);
            self.modules[parent].children.insert(name, id);
            self.add_children(id, &inner, files);
        }
    }

    pub(super) fn item(&self, id: ItemId) -> &Item {
        &self.modules[id.module].items[id.place]
    }

    /// Returns the items of a module that are there without `cfg(test)`.
    pub(super) fn items(&self, module: ModuleId) -> impl Iterator<Item = (ItemId, &Item)> {
        let items = self.modules[module].items.iter().enumerate();
        let items = items.map(move |(place, item)| (ItemId { module, place }, item));
        items.filter(|(_, item)| !is_for_tests(attributes(item)))
    }

    /// Returns the path of a module from its crate: `forall_core::domain`.
    pub(super) fn path(&self, module: ModuleId) -> String {
        let here = &self.modules[module];
        match here.parent {
            Some(parent) => format!("{}::{}", self.path(parent), here.name),
            None => here.name.clone(),
        }
    }
}

/// Parses a file; an error is the problem of the compiler.
fn parse(files: &BTreeMap<&str, &str>, path: &str) -> Option<Vec<Item>> {
    syn::parse_file(files.get(path)?).ok().map(|file| file.items)
}

/// Returns the attributes of an item.
pub(super) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Is the item public, as far as its own module can say?
pub(super) fn is_public(item: &Item) -> bool {
    let visibility = match item {
        Item::Const(item) => &item.vis,
        Item::Enum(item) => &item.vis,
        Item::Fn(item) => &item.vis,
        Item::Mod(item) => &item.vis,
        Item::Static(item) => &item.vis,
        Item::Struct(item) => &item.vis,
        Item::Trait(item) => &item.vis,
        Item::Type(item) => &item.vis,
        Item::Use(item) => &item.vis,
        _ => return false,
    };
    matches!(visibility, Visibility::Public(_))
}

/// Is there an attribute that reads like this, without spaces: `doc(hidden)`?
pub(super) fn has(attributes: &[Attribute], text: &str) -> bool {
    attributes.iter().any(|attribute| spelled(&attribute.meta) == text)
}

/// Returns an attribute without its brackets and spaces.
pub(super) fn spelled(meta: &Meta) -> String {
    quote::ToTokens::to_token_stream(meta).to_string().replace(' ', "")
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    has(attributes, "cfg(test)") || has(attributes, "cfg(doctest)")
}
