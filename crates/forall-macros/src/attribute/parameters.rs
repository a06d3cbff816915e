//! The parameters of a property: quantified variables.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Error, Expr, FnArg, ItemFn, Pat, PatType, Result, Type, parse_quote};

use super::unnamed;
use crate::node::Annotations;
use crate::text;

/// One quantified variable.
pub(crate) struct Parameter {
    /// The variable in expressions.
    pub(crate) name: Ident,
    /// The variable in reports: its name, or its pattern.
    pub(crate) shown: String,
    /// The type of the values, without a reference.
    pub(crate) owned: Type,
    /// Does the function take a reference?
    pub(crate) by_reference: bool,
    pub(crate) annotations: Annotations,
}

/// Reads the parameters, and takes from them the attributes that are ours.
pub(crate) fn take(function: &mut ItemFn) -> Result<Vec<Parameter>> {
    let inputs = function.sig.inputs.iter_mut().enumerate();
    inputs.map(|(i, input)| parameter(i, input)).collect()
}

fn parameter(i: usize, input: &mut FnArg) -> Result<Parameter> {
    let FnArg::Typed(PatType { attrs, pat, ty, .. }) = input else {
        return Err(Error::new_spanned(input, "a property stands alone; it has no `self`"));
    };
    let mut annotations = Annotations::default();
    let mut kept = Vec::new();
    for attribute in attrs.drain(..) {
        let slot = match attribute.path().get_ident().map(Ident::to_string).as_deref() {
            Some("domain") => &mut annotations.domain,
            Some("shrink") => &mut annotations.shrink,
            Some("mutate") => &mut annotations.mutate,
            Some("print") => &mut annotations.print,
            _ => {
                kept.push(attribute);
                continue;
            }
        };
        *slot = Some(attribute.parse_args::<Expr>()?);
    }
    *attrs = kept;
    let (owned, by_reference) = owned(ty)?;
    let (name, shown) = match &**pat {
        Pat::Ident(pattern) => (pattern.ident.clone(), pattern.ident.to_string()),
        pattern => (unnamed(i), text::source(pattern)),
    };
    Ok(Parameter { name, shown, owned, by_reference, annotations })
}

/// The type of the value behind a parameter: `&str` is taken from a `String`, `&[T]` from a `Vec<T>`.
fn owned(ty: &Type) -> Result<(Type, bool)> {
    let Type::Reference(reference) = ty else {
        return match ty {
            Type::ImplTrait(_) => {
                Err(Error::new_spanned(ty, "say which type this is; values of it are made"))
            }
            ty => Ok((ty.clone(), false)),
        };
    };
    if reference.mutability.is_some() {
        let help = "a property may not change its inputs; take it by value: `mut x: T`";
        return Err(Error::new_spanned(ty, help));
    }
    let owned = match &*reference.elem {
        Type::Path(path) if path.path.is_ident("str") => parse_quote!(::std::string::String),
        Type::Slice(slice) => {
            let element = &slice.elem;
            parse_quote!(::std::vec::Vec<#element>)
        }
        other => other.clone(),
    };
    Ok((owned, true))
}

impl Parameter {
    /// What the function is called with.
    pub(crate) fn argument(&self) -> TokenStream {
        let name = &self.name;
        if self.by_reference { quote!(#name) } else { quote!(::core::clone::Clone::clone(#name)) }
    }
}
