//! One public item as lines of text.

use syn::{Attribute, Fields, FnArg, ImplItem, Item, ItemImpl, Signature, TraitItem, Visibility};

use super::library::{has, spelled};
use super::names::macro_name;
use super::spelling::text;

/// Returns the line of an item under a name, followed by the lines of its members.
pub(super) fn lines(item: &Item, name: &str) -> Vec<String> {
    let head = match item {
        Item::Const(item) => format!("const {name}: {}", text(&item.ty)),
        Item::Enum(item) => {
            format!("enum {name}{}{}", text(&item.generics), bounds(&item.generics))
        }
        Item::Fn(item) => match macro_name(item) {
            Some(_) => format!("macro {name}: {}", macro_kind(&item.attrs)),
            None => {
                let ident = syn::Ident::new(name, item.sig.ident.span());
                signature(&Signature { ident, ..item.sig.clone() })
            }
        },
        Item::Macro(_) => format!("macro {name}!"),
        Item::Static(item) => format!("static {name}: {}", text(&item.ty)),
        Item::Struct(item) => {
            let tuple = match &item.fields {
                Fields::Unnamed(_) => fields(&item.fields).join(", "),
                _ => String::new(),
            };
            let tuple = if tuple.is_empty() { tuple } else { format!("({tuple})") };
            format!("struct {name}{}{tuple}{}", text(&item.generics), bounds(&item.generics))
        }
        Item::Trait(item) => {
            let supers = if item.supertraits.is_empty() {
                String::new()
            } else {
                format!(": {}", text(&item.supertraits))
            };
            format!("trait {name}{}{supers}{}", text(&item.generics), bounds(&item.generics))
        }
        Item::Type(item) => format!("type {name}{} = {}", text(&item.generics), text(&item.ty)),
        _ => return Vec::new(),
    };
    let attributes = kept_attributes(super::library::attributes(item));
    let mut lines = vec![format!("{attributes}{head}")];
    lines.extend(members(item).into_iter().map(|line| format!("  {line}")));
    lines
}

/// Returns a `where` clause with a space before it.
fn bounds(generics: &syn::Generics) -> String {
    generics.where_clause.as_ref().map_or(String::new(), |bounds| format!(" {}", text(bounds)))
}

/// Returns the attributes that matter to users: features, and what may be added later.
pub(super) fn kept_attributes(attributes: &[Attribute]) -> String {
    let texts = attributes.iter().map(|attribute| spelled(&attribute.meta));
    let kept = texts.filter(|text| {
        text.starts_with("cfg(") || text.starts_with("deprecated") || text == "non_exhaustive"
    });
    kept.map(|text| format!("#[{text}] ")).collect()
}

fn macro_kind(attributes: &[Attribute]) -> &'static str {
    if has(attributes, "proc_macro_attribute") {
        "attribute"
    } else if has(attributes, "proc_macro") {
        "function"
    } else {
        "derive"
    }
}

/// Returns a signature without the attributes of parameters and without `mut`.
fn signature(sig: &Signature) -> String {
    let mut sig = sig.clone();
    for input in &mut sig.inputs {
        match input {
            FnArg::Receiver(receiver) => receiver.attrs.clear(),
            FnArg::Typed(typed) => {
                typed.attrs.clear();
                if let syn::Pat::Ident(pattern) = &mut *typed.pat {
                    pattern.mutability = None;
                }
            }
        }
    }
    text(&sig)
}

fn members(item: &Item) -> Vec<String> {
    match item {
        Item::Struct(item) => {
            let mut members = derives(&item.attrs);
            if matches!(item.fields, Fields::Named(_)) {
                members.extend(fields(&item.fields));
            }
            members
        }
        Item::Enum(item) => {
            let mut members = derives(&item.attrs);
            let visible =
                item.variants.iter().filter(|variant| !has(&variant.attrs, "doc(hidden)"));
            members.extend(visible.map(|variant| {
                let attributes = kept_attributes(&variant.attrs);
                let all = variant.fields.iter().map(|field| match &field.ident {
                    Some(name) => format!("{name}: {}", text(&field.ty)),
                    None => text(&field.ty),
                });
                let all = all.collect::<Vec<_>>().join(", ");
                match &variant.fields {
                    Fields::Named(_) => format!("{attributes}{} {{ {all} }}", variant.ident),
                    Fields::Unnamed(_) => format!("{attributes}{}({all})", variant.ident),
                    Fields::Unit => format!("{attributes}{}", variant.ident),
                }
            }));
            members
        }
        Item::Trait(item) => item.items.iter().filter_map(trait_member).collect(),
        _ => Vec::new(),
    }
}

fn derives(attributes: &[Attribute]) -> Vec<String> {
    let texts = attributes.iter().map(|attribute| spelled(&attribute.meta));
    texts.filter(|text| text.starts_with("derive(")).map(|text| text.replace(',', ", ")).collect()
}

/// Returns the public fields, and `…` if there are others.
fn fields(fields: &Fields) -> Vec<String> {
    let is_public = |field: &&syn::Field| {
        matches!(field.vis, Visibility::Public(_)) && !has(&field.attrs, "doc(hidden)")
    };
    let mut lines: Vec<String> = Vec::new();
    for field in fields.iter().filter(is_public) {
        let name = field.ident.as_ref().map_or(String::new(), |name| format!("{name}: "));
        lines.push(format!("{}pub {name}{}", kept_attributes(&field.attrs), text(&field.ty)));
    }
    if lines.len() < fields.len() {
        lines.push("…".to_owned());
    }
    lines
}

fn trait_member(item: &TraitItem) -> Option<String> {
    match item {
        TraitItem::Fn(item) if !has(&item.attrs, "doc(hidden)") => {
            let provided = if item.default.is_some() { " { … }" } else { "" };
            Some(format!("{}{}{provided}", kept_attributes(&item.attrs), signature(&item.sig)))
        }
        TraitItem::Type(item) if !has(&item.attrs, "doc(hidden)") => {
            let mut item = item.clone();
            item.attrs.clear();
            Some(text(&item).trim_end_matches(';').to_owned())
        }
        TraitItem::Const(item) if !has(&item.attrs, "doc(hidden)") => {
            let provided = if item.default.is_some() { " = …" } else { "" };
            Some(format!("const {}: {}{provided}", item.ident, text(&item.ty)))
        }
        _ => None,
    }
}

/// Returns the public functions and constants of an `impl` of a type.
pub(super) fn inherent(item: &ItemImpl) -> Vec<String> {
    let cfg = kept_attributes(&item.attrs);
    let member = |member: &ImplItem| match member {
        ImplItem::Fn(item) if is_shown(&item.vis, &item.attrs) => {
            Some(format!("{cfg}{}{}", kept_attributes(&item.attrs), signature(&item.sig)))
        }
        ImplItem::Const(item) if is_shown(&item.vis, &item.attrs) => {
            Some(format!("{cfg}const {}: {}", item.ident, text(&item.ty)))
        }
        _ => None,
    };
    let mut members: Vec<String> = item.items.iter().filter_map(member).collect();
    members.sort_unstable();
    // An `impl` with bounds of its own adds its functions for some parameters only.
    let head =
        format!("impl{} {}{}", text(&item.generics), text(&item.self_ty), bounds(&item.generics));
    let is_plain = item.generics.params.is_empty();
    if is_plain || members.is_empty() {
        return members;
    }
    [head].into_iter().chain(members.into_iter().map(|line| format!("  {line}"))).collect()
}

fn is_shown(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    matches!(visibility, Visibility::Public(_)) && !has(attributes, "doc(hidden)")
}

/// Returns the line of an `impl` of a trait.
pub(super) fn implementation(item: &ItemImpl) -> Option<String> {
    let (negative, path, _) = item.trait_.as_ref()?;
    let negative = negative.map_or("", |_| "!");
    let head = format!("impl{} {negative}{}", text(&item.generics), text(path));
    let attributes = kept_attributes(&item.attrs);
    Some(format!("{attributes}{head} for {}{}", text(&item.self_ty), bounds(&item.generics)))
}
