//! The `#[forall(…)]` attributes of fields and variants.

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Lit, Meta, MetaNameValue, Path, Token};

use super::errors::Errors;
use crate::text;

const ON_TYPE: &str = "a type takes `crate = path`";
const ON_FIELD: &str = "a field takes `domain = …`, `default`, `default = …` or `skip`";
const ON_VARIANT: &str = "a variant takes `weight = 3` or `skip`";

/// How the values of a field are generated.
pub(super) enum FieldSource {
    /// By the `Arbitrary` implementation of its type.
    Arbitrary,
    /// By this domain.
    Domain(Expr),
    /// Not at all: the field always has this value, or the default of its type.
    Default(Option<Expr>),
}

/// How often a variant is generated.
pub(super) enum VariantWeight {
    /// No attribute sets it.
    Unset,
    /// In proportion to this weight.
    Weight(u32),
    /// Never.
    Skip,
}

/// Parses the attributes of a field.
pub(super) fn of_field(attributes: &[Attribute], errors: &mut Errors) -> FieldSource {
    let mut source = FieldSource::Arbitrary;
    for meta in arguments(attributes, errors) {
        let new = match &meta {
            Meta::NameValue(pair) if pair.path.is_ident("domain") => {
                FieldSource::Domain(pair.value.clone())
            }
            Meta::NameValue(pair) if pair.path.is_ident("default") => {
                FieldSource::Default(Some(pair.value.clone()))
            }
            Meta::Path(path) if path.is_ident("default") || path.is_ident("skip") => {
                FieldSource::Default(None)
            }
            _ => {
                errors.push(&meta, invalid(&meta, ON_FIELD));
                continue;
            }
        };
        if !matches!(source, FieldSource::Arbitrary) {
            let message = "only one of `domain`, `default` and `skip` is allowed on a field: remove the others";
            errors.push(&meta, message);
        }
        source = new;
    }
    source
}

/// Parses the attributes of a variant.
pub(super) fn of_variant(attributes: &[Attribute], errors: &mut Errors) -> VariantWeight {
    let mut weight = VariantWeight::Unset;
    for meta in arguments(attributes, errors) {
        let new = match &meta {
            Meta::NameValue(pair) if pair.path.is_ident("weight") => {
                parse_weight(&pair.value, errors)
            }
            Meta::Path(path) if path.is_ident("skip") => VariantWeight::Skip,
            _ => {
                errors.push(&meta, invalid(&meta, ON_VARIANT));
                continue;
            }
        };
        if !matches!(weight, VariantWeight::Unset) {
            let message =
                "only one of `weight` and `skip` is allowed on a variant: remove the others";
            errors.push(&meta, message);
        }
        weight = new;
    }
    weight
}

/// Parses the attributes of the type itself. Returns the path to the crate `forall`, if there is one.
pub(super) fn of_type(attributes: &[Attribute], errors: &mut Errors) -> Option<Path> {
    let mut root = None;
    for meta in arguments(attributes, errors) {
        match &meta {
            Meta::NameValue(MetaNameValue { path, value: Expr::Path(value), .. })
                if path.is_ident("crate") =>
            {
                root = Some(value.path.clone());
            }
            _ => {
                let name = meta.path().to_token_stream();
                let message = format!(
                    "`{name}` is not allowed on a type: {ON_TYPE}; {ON_FIELD}; {ON_VARIANT}"
                );
                errors.push(meta, message);
            }
        }
    }
    root
}

/// Returns the arguments of all `#[forall(…)]` attributes.
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

fn parse_weight(value: &Expr, errors: &mut Errors) -> VariantWeight {
    let literal = match value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse::<u16>().ok(),
            _ => None,
        },
        _ => None,
    };
    match literal {
        Some(0) => {
            errors.push(value, "a weight of 0 is not allowed: write `#[forall(skip)]` instead");
        }
        Some(weight) => return VariantWeight::Weight(u32::from(weight)),
        None => {
            let text = text::source(value);
            let message = format!("`{text}` is not a weight: expected an integer from 1 to 65535");
            errors.push(value, message);
        }
    }
    VariantWeight::Unset
}

/// Returns the message for an argument that is unknown or has the wrong form.
fn invalid(meta: &Meta, allowed: &str) -> String {
    let name = meta.path().to_token_stream().to_string();
    match (meta, name.as_str()) {
        (Meta::Path(_), "domain" | "weight") => {
            format!("`{name}` needs a value: {allowed}")
        }
        (_, "skip") => format!("`skip` takes no value: {allowed}"),
        _ => format!("`{name}` is not allowed here: {allowed}"),
    }
}
