//! Names: what a path leads to.

use syn::{Item, ItemFn, UseTree};

use super::library::{ItemId, Library, ModuleId, attributes, has, spelled};

/// What a name stands for. One name can stand for a module, a type, a value and a macro at once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    Module(ModuleId),
    Item(ItemId),
    /// A path into a crate that is not ours.
    Foreign(String),
}

/// One name that a `use` item brings in.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    pub(super) path: Vec<String>,
    /// `None` stands for `*`.
    pub(super) name: Option<String>,
}

/// Re-exports are not nested deeper than this, unless they form a cycle.
const MAX_DEPTH: usize = 16;

pub(super) fn leaves(tree: &UseTree) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    add_leaves(tree, &[], &mut leaves);
    leaves
}

fn add_leaves(tree: &UseTree, prefix: &[String], leaves: &mut Vec<Leaf>) {
    let longer = |part: &syn::Ident| {
        let is_self = part == "self" && !prefix.is_empty();
        let part = (!is_self).then(|| part.to_string());
        prefix.iter().cloned().chain(part).collect::<Vec<String>>()
    };
    match tree {
        UseTree::Path(path) => add_leaves(&path.tree, &longer(&path.ident), leaves),
        UseTree::Group(group) => {
            group.items.iter().for_each(|tree| add_leaves(tree, prefix, leaves))
        }
        UseTree::Glob(_) => leaves.push(Leaf { path: prefix.to_vec(), name: None }),
        UseTree::Name(name) => {
            let path = longer(&name.ident);
            let name = path.last().cloned();
            leaves.push(Leaf { path, name });
        }
        UseTree::Rename(rename) => {
            leaves
                .push(Leaf { path: longer(&rename.ident), name: Some(rename.rename.to_string()) });
        }
    }
}

/// Returns the name that an item defines, if other code can use it.
pub(super) fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => {
            return Some(macro_name(item).unwrap_or_else(|| item.sig.ident.to_string()));
        }
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// Returns the name of the macro that a function of a macro crate defines.
pub(super) fn macro_name(item: &ItemFn) -> Option<String> {
    item.attrs.iter().find_map(|attribute| {
        let text = spelled(&attribute.meta);
        let derive = text.strip_prefix("proc_macro_derive(");
        let derive =
            derive.map(|rest| rest.split([',', ')']).next().unwrap_or_default().to_owned());
        let other = matches!(&*text, "proc_macro" | "proc_macro_attribute");
        derive.or_else(|| other.then(|| item.sig.ident.to_string()))
    })
}

pub(super) fn is_exported_macro(item: &Item) -> bool {
    matches!(item, Item::Macro(_)) && has(attributes(item), "macro_export")
}

impl Library {
    /// Returns what a path in a module leads to. It is empty if the path leads nowhere we know.
    pub(super) fn resolve(&self, module: ModuleId, path: &[String]) -> Vec<Target> {
        self.resolve_within(module, path, MAX_DEPTH)
    }

    fn resolve_within(&self, module: ModuleId, path: &[String], depth: usize) -> Vec<Target> {
        let Some((first, rest)) = path.split_first() else { return vec![Target::Module(module)] };
        let here = &self.modules[module];
        let start = match first.as_str() {
            "crate" => vec![Target::Module(here.root)],
            "self" => vec![Target::Module(module)],
            "super" => here.parent.map(Target::Module).into_iter().collect(),
            name => {
                let mut found = self.lookup(module, name, depth);
                if found.is_empty() {
                    found.extend(self.roots.get(name).map(|root| Target::Module(*root)));
                }
                found
            }
        };
        if start.is_empty() {
            return vec![Target::Foreign(path.join("::"))];
        }
        rest.iter().fold(start, |targets, name| self.step(&targets, name, depth))
    }

    /// Returns what a name leads to from any of these.
    fn step(&self, targets: &[Target], name: &str, depth: usize) -> Vec<Target> {
        let mut found = Vec::new();
        for target in targets {
            match target {
                // Only modules and crates can be at the start of a longer path.
                Target::Item(_) => {}
                Target::Module(module) if name == "super" => {
                    found.extend(self.modules[*module].parent.map(Target::Module));
                }
                Target::Module(module) => found.extend(self.lookup(*module, name, depth)),
                Target::Foreign(path) => found.push(Target::Foreign(format!("{path}::{name}"))),
            }
        }
        found
    }

    /// Returns what a name stands for in a module.
    fn lookup(&self, module: ModuleId, name: &str, depth: usize) -> Vec<Target> {
        let Some(depth) = depth.checked_sub(1) else { return Vec::new() };
        let here = &self.modules[module];
        let mut found: Vec<Target> =
            here.children.get(name).map(|child| Target::Module(*child)).into_iter().collect();
        let mut globs = Vec::new();
        for (id, item) in self.items(module) {
            if let Item::Use(item) = item {
                for leaf in leaves(&item.tree) {
                    match &leaf.name {
                        Some(leaf_name) if leaf_name == name => {
                            found.extend(self.resolve_within(module, &leaf.path, depth))
                        }
                        Some(_) => {}
                        None => globs.push(leaf.path),
                    }
                }
            } else if name_of(item).is_some_and(|defined| defined == name) {
                found.push(Target::Item(id));
            }
        }
        if here.parent.is_none() {
            found.extend(
                self.exported_macros(module)
                    .filter(|(_, defined)| defined == name)
                    .map(|(id, _)| Target::Item(id)),
            );
        }
        for path in &globs {
            if !found.is_empty() {
                break;
            }
            let modules = self.resolve_within(module, path, depth);
            found.extend(
                self.step(&modules, name, depth)
                    .into_iter()
                    .filter(|target| !matches!(target, Target::Foreign(_))),
            );
        }
        found.sort();
        found.dedup();
        found
    }

    /// Returns the macros that any module of a crate exports at the root of the crate.
    pub(super) fn exported_macros(&self, root: ModuleId) -> impl Iterator<Item = (ItemId, String)> {
        let modules =
            (0..self.modules.len()).filter(move |module| self.modules[*module].root == root);
        let items = modules.flat_map(|module| self.items(module));
        let macros = items.filter(|(_, item)| is_exported_macro(item));
        macros.filter_map(|(id, item)| Some((id, name_of(item)?)))
    }
}
