//! The parameters of a property: quantified variables.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Error, Expr, FnArg, Pat, PatType, Result, Type, parse_quote};

use super::{Function, unnamed};
use crate::node::Annotations;
use crate::text;

/// One quantified variable.
pub(crate) struct Parameter {
    /// The variable in expressions.
    pub(crate) name: Ident,
    /// The variable in reports: its name, or its pattern.
    pub(crate) shown: String,
    /// Line and column.
    pub(crate) position: (u32, u32),
    /// The type of the values, without a reference.
    pub(crate) owned: Type,
    /// Does the function take a reference?
    pub(crate) by_reference: bool,
    /// Is that a reference to something else than the value?
    pub(crate) coerced: bool,
    pub(crate) annotations: Annotations,
}

/// Reads the parameters, and takes from them the attributes that are ours.
pub(crate) fn take(function: &mut Function, premises: &[Expr]) -> Result<Vec<Parameter>> {
    let inputs = function.sig.inputs.iter_mut().enumerate();
    let parameters: Vec<Parameter> =
        inputs.map(|(i, input)| parameter(i, input)).collect::<Result<_>>()?;
    // One that only the domain of another uses is not unused.
    let written = parameters.iter().map(|parameter| parameter.annotations.written());
    let written: TokenStream =
        written.chain(premises.iter().map(ToTokens::to_token_stream)).collect();
    for (parameter, input) in parameters.iter().zip(&mut function.sig.inputs) {
        let mentioned = text::mentions(&written, std::slice::from_ref(&parameter.name));
        if let (FnArg::Typed(input), false) = (input, mentioned.is_empty()) {
            input.attrs.push(parse_quote!(#[allow(unused_variables)]));
        }
    }
    Ok(parameters)
}

/// Are they all taken in the same way, from all of their types? There is code for up to six of those.
pub(crate) fn are_plain(parameters: &[Parameter]) -> bool {
    let alike = |parameter: &Parameter| parameter.by_reference == parameters[0].by_reference;
    let bare = |parameter: &Parameter| parameter.annotations.written().is_empty();
    parameters.len() <= 6 && parameters.iter().all(|p| alike(p) && bare(p) && !p.coerced)
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
    let (owned, by_reference, coerced) = owned(ty)?;
    let position = text::position(&**pat);
    let (name, shown) = match &**pat {
        Pat::Ident(pattern) => (pattern.ident.clone(), pattern.ident.to_string()),
        pattern => (unnamed(i), text::source(pattern)),
    };
    Ok(Parameter { name, shown, position, owned, by_reference, coerced, annotations })
}

/// Without what a macro may have put around it.
fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => bare(&group.elem),
        Type::Paren(group) => bare(&group.elem),
        ty => ty,
    }
}

/// The type of the value behind a parameter, whether that is a reference, and whether to something
/// else: `&str` is taken from a `String`, `&[T]` from a `Vec<T>`.
fn owned(ty: &Type) -> Result<(Type, bool, bool)> {
    let reference = match bare(ty) {
        Type::Reference(reference) => reference,
        Type::ImplTrait(_) => {
            return Err(Error::new_spanned(ty, "say which type this is; values of it are made"));
        }
        ty => return Ok((ty.clone(), false, false)),
    };
    if reference.mutability.is_some() {
        let help = "a property may not change its inputs; take it by value: `mut x: T`";
        return Err(Error::new_spanned(ty, help));
    }
    match bare(&reference.elem) {
        Type::Path(path) if path.path.is_ident("str") => {
            Ok((parse_quote!(::std::string::String), true, true))
        }
        Type::Slice(slice) => {
            let element = &slice.elem;
            Ok((parse_quote!(::std::vec::Vec<#element>), true, true))
        }
        other => Ok((other.clone(), true, false)),
    }
}

impl Parameter {
    /// What the function is called with, where the value is called `name`.
    pub(crate) fn argument(&self, name: &Ident) -> TokenStream {
        if self.by_reference { quote!(#name) } else { quote!(::core::clone::Clone::clone(#name)) }
    }
}
