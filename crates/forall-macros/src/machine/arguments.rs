//! The arguments of operations: values with a domain, and handles of earlier steps.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, Expr, FnArg, Pat, Result, Type};

use crate::passing::{ParameterType, Passing, parameter_type, without_parentheses};
use crate::text;

/// An argument of an operation.
pub(super) struct Argument {
    pub(super) name: Ident,
    pub(super) kind: ArgumentKind,
}

#[expect(clippy::large_enum_variant, reason = "a trait has few arguments")]
pub(super) enum ArgumentKind {
    /// A value that is generated.
    Value {
        owned: Type,
        /// The type in the signature.
        written: Type,
        passing: Passing,
        domain: Option<Expr>,
    },
    /// A handle that an earlier step has made.
    Handle { kind: Ident, usage: HandleUse },
}

/// How an operation takes a handle.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum HandleUse {
    /// `&Self::File`.
    Shared,
    /// `&mut Self::File`.
    Exclusive,
    /// `Self::File`: the handle is used up.
    Consumed,
}

/// Parses the arguments after `self`, and removes the attributes of this macro from them.
pub(super) fn parse<'a>(
    inputs: impl Iterator<Item = &'a mut FnArg>,
    handles: &[Ident],
) -> Result<Vec<Argument>> {
    inputs.map(|input| argument(input, handles)).collect()
}

fn argument(input: &mut FnArg, handles: &[Ident]) -> Result<Argument> {
    let FnArg::Typed(typed) = input else {
        return Err(Error::new_spanned(input, "`self` comes first"));
    };
    let Pat::Ident(pattern) = &*typed.pat else {
        return Err(Error::new_spanned(&typed.pat, "an argument needs a name, which reports show"));
    };
    let name = pattern.ident.clone();
    if name == "model" || name == "reply" {
        let message = format!("`{name}` has another meaning in attributes: rename this argument");
        return Err(Error::new(name.span(), message));
    }
    let mut domain = None;
    for attribute in std::mem::take(&mut typed.attrs) {
        if attribute.path().is_ident("domain") {
            domain = Some(attribute.parse_args::<Expr>()?);
        } else {
            typed.attrs.push(attribute);
        }
    }
    if let Some((kind, usage)) = handle(&typed.ty, handles) {
        if let Some(domain) = domain {
            let message =
                "a handle is one that an earlier step has made: use `#[when(…)]` to select it";
            return Err(Error::new_spanned(domain, message));
        }
        return Ok(Argument { name, kind: ArgumentKind::Handle { kind, usage } });
    }
    let message = "a handle is an argument of its own: `Self::H`, `&Self::H` or `&mut Self::H`";
    reject_handles_inside(&typed.ty, handles, message)?;
    let ParameterType { owned, passing } = parameter_type(&typed.ty)?;
    let written = (*typed.ty).clone();
    Ok(Argument { name, kind: ArgumentKind::Value { owned, written, passing, domain } })
}

/// Returns the handle that this type is, and how it is taken.
fn handle(ty: &Type, handles: &[Ident]) -> Option<(Ident, HandleUse)> {
    match without_parentheses(ty) {
        Type::Reference(reference) => {
            let usage = match reference.mutability {
                Some(_) => HandleUse::Exclusive,
                None => HandleUse::Shared,
            };
            handle_in(&reference.elem, handles).map(|kind| (kind, usage))
        }
        ty => handle_in(ty, handles).map(|kind| (kind, HandleUse::Consumed)),
    }
}

/// Returns the name of the associated type if `ty` is `Self::Name`.
pub(super) fn handle_in(ty: &Type, handles: &[Ident]) -> Option<Ident> {
    let Type::Path(path) = without_parentheses(ty) else { return None };
    let segments = &path.path.segments;
    let is_associated = segments.len() == 2 && segments[0].ident == "Self";
    let name = &segments.last().filter(|_| is_associated)?.ident;
    handles.iter().find(|handle| *handle == name).cloned()
}

/// Rejects a type that contains a handle in another place.
pub(super) fn reject_handles_inside(ty: &Type, handles: &[Ident], message: &str) -> Result<()> {
    let names = text::mentions(ty, handles);
    let own = text::mentions(ty, &[Ident::new("Self", ty.span())]);
    if names.is_empty() || own.is_empty() {
        return Ok(());
    }
    Err(Error::new_spanned(ty, message))
}

impl Argument {
    /// Returns the type of this argument in a step.
    pub(super) fn step_type(&self) -> TokenStream {
        match &self.kind {
            ArgumentKind::Value { owned, .. } => owned.to_token_stream(),
            ArgumentKind::Handle { .. } => quote!(__forall::machine::Handle),
        }
    }

    /// Returns whether a method takes the value itself, and not a reference to it.
    pub(super) fn is_by_value(&self) -> bool {
        matches!(self.kind, ArgumentKind::Value { passing: Passing::ByValue, .. })
    }

    /// Returns the domain of a value.
    pub(super) fn domain(owned: &Type, domain: Option<&Expr>) -> TokenStream {
        match domain {
            Some(domain) => {
                let span = domain.span();
                quote_spanned!(span=> __forall::domain::typed::<#owned, _>(#domain))
            }
            None => {
                let span = owned.span();
                quote_spanned!(span=> __forall::domain::any::<#owned>())
            }
        }
    }
}
