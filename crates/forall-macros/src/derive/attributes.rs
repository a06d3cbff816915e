//! What `#[forall(…)]` says on a field and on a variant.

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Lit, Meta, Token};

use super::errors::Errors;

const ON_FIELD: &str = "a field takes `domain = …`, `default`, `default = …` or `skip`";
const ON_VARIANT: &str = "a variant takes `weight = 3` or `skip`";

/// How a field is made.
pub(super) enum Made {
    /// As its type says.
    Arbitrary,
    /// As this domain says.
    Domain(Expr),
    /// Always the same: this, or the default of its type.
    Default(Option<Expr>),
}

/// How often a variant is made.
pub(super) enum Often {
    /// Nothing was said.
    Usual,
    /// This often in the sum of all weights.
    Weight(u32),
    /// Never.
    Skip,
}

/// Reads the attributes of a field.
pub(super) fn of_field(attributes: &[Attribute], errors: &mut Errors) -> Made {
    let mut made = Made::Arbitrary;
    for meta in arguments(attributes, errors) {
        let said = match &meta {
            Meta::NameValue(pair) if pair.path.is_ident("domain") => {
                Made::Domain(pair.value.clone())
            }
            Meta::NameValue(pair) if pair.path.is_ident("default") => {
                Made::Default(Some(pair.value.clone()))
            }
            Meta::Path(path) if path.is_ident("default") || path.is_ident("skip") => {
                Made::Default(None)
            }
            _ => {
                errors.push(&meta, unknown(&meta, ON_FIELD));
                continue;
            }
        };
        if !matches!(made, Made::Arbitrary) {
            errors.push(&meta, "this says for a second time how the field is made");
        }
        made = said;
    }
    made
}

/// Reads the attributes of a variant.
pub(super) fn of_variant(attributes: &[Attribute], errors: &mut Errors) -> Often {
    let mut often = Often::Usual;
    for meta in arguments(attributes, errors) {
        let said = match &meta {
            Meta::NameValue(pair) if pair.path.is_ident("weight") => weight(&pair.value, errors),
            Meta::Path(path) if path.is_ident("skip") => Often::Skip,
            _ => {
                errors.push(&meta, unknown(&meta, ON_VARIANT));
                continue;
            }
        };
        if !matches!(often, Often::Usual) {
            errors.push(&meta, "this says for a second time how often the variant is made");
        }
        often = said;
    }
    often
}

/// On the type itself, nothing can be said.
pub(super) fn of_type(attributes: &[Attribute], errors: &mut Errors) {
    for meta in arguments(attributes, errors) {
        let message = format!("the type itself takes no `#[forall(…)]`: {ON_FIELD}, {ON_VARIANT}");
        errors.push(meta, message);
    }
}

/// Everything in all the `#[forall(…)]` among these.
fn arguments(attributes: &[Attribute], errors: &mut Errors) -> Vec<Meta> {
    let mut all = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("forall")) {
        match attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated) {
            Ok(metas) => all.extend(metas),
            Err(error) => errors.add(error),
        }
    }
    all
}

fn weight(value: &Expr, errors: &mut Errors) -> Often {
    let literal = match value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse::<u16>().ok(),
            _ => None,
        },
        _ => None,
    };
    match literal {
        Some(0) => errors.push(value, "a weight of 0 is written `#[forall(skip)]`"),
        Some(weight) => return Often::Weight(u32::from(weight)),
        None => errors.push(value, "a weight is a whole number from 1 to 65535, such as `3`"),
    }
    Often::Usual
}

fn unknown(meta: &Meta, allowed: &str) -> String {
    let name = meta.path().to_token_stream();
    match (meta, name.to_string().as_str()) {
        (Meta::Path(_), "domain" | "weight") => format!("`{name}` needs a value: {allowed}"),
        (_, "skip") => format!("`skip` has no value: {allowed}"),
        _ => format!("`{name}` means nothing here: {allowed}"),
    }
}
