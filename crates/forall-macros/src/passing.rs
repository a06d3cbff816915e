//! How functions take their parameters, and the types of the values that are generated for them.

use syn::{Error, Result, Type, parse_quote};

use crate::text;

/// How a function takes a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passing {
    /// `T`: a clone of the generated `T`.
    ByValue,
    /// `&T`: a reference to the generated `T`.
    ByReference,
    /// `&str` or `&[T]`: a reference into the generated `String` or `Vec<T>`.
    Coerced,
}

/// The type of a parameter.
pub(crate) struct ParameterType {
    pub(crate) owned: Type,
    pub(crate) passing: Passing,
}

/// Removes parentheses, including the invisible ones around a fragment of another macro.
pub(crate) fn without_parentheses(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => without_parentheses(&group.elem),
        Type::Paren(group) => without_parentheses(&group.elem),
        ty => ty,
    }
}

/// Returns how a parameter of this type is taken, and the type to generate.
pub(crate) fn parameter_type(ty: &Type) -> Result<ParameterType> {
    let reference = match without_parentheses(ty) {
        Type::Reference(reference) => reference,
        Type::ImplTrait(_) => {
            let message = "`impl Trait` parameters are not supported: name a concrete type";
            return Err(Error::new_spanned(ty, message));
        }
        ty => return Ok(ParameterType { owned: ty.clone(), passing: Passing::ByValue }),
    };
    let referent = without_parentheses(&reference.elem);
    if reference.mutability.is_some() {
        let owned = text::source(referent);
        let message =
            format!("`&mut` parameters are not supported: take the value, as in `mut x: {owned}`");
        return Err(Error::new_spanned(ty, message));
    }
    Ok(match referent {
        Type::Path(path) if path.path.is_ident("str") => {
            ParameterType { owned: parse_quote!(::std::string::String), passing: Passing::Coerced }
        }
        Type::Slice(slice) => {
            let element = &slice.elem;
            let owned = parse_quote!(::std::vec::Vec<#element>);
            ParameterType { owned, passing: Passing::Coerced }
        }
        other => ParameterType { owned: other.clone(), passing: Passing::ByReference },
    })
}
