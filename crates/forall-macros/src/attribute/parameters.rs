//! The parameters of a property, which are its quantified variables.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, Error, Expr, FnArg, Pat, PatType, Result, Type, parse_quote};

use super::Function;
use super::nodes::parameter_name;
use crate::node::Annotations;
use crate::text::{self, Position};

/// The largest number of parameters for which `forall::__private` implements `PredicateFn`.
const MAX_PLAIN_PARAMETERS: usize = 6;

/// One quantified variable.
pub(crate) struct Parameter {
    /// The name of the variable in expressions.
    pub(crate) name: Ident,
    /// The name of the variable in reports, or its pattern if it has no name.
    pub(crate) shown: String,
    pub(crate) position: Position,
    /// The type of the generated values.
    pub(crate) owned: Type,
    /// How the function takes a generated value.
    pub(crate) passing: Passing,
    pub(crate) annotations: Annotations,
}

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
struct ParameterType {
    owned: Type,
    passing: Passing,
}

/// Parses the parameters and removes the attributes of this macro from them.
pub(crate) fn take(function: &mut Function, premises: &[Expr]) -> Result<Vec<Parameter>> {
    let inputs = function.sig.inputs.iter_mut().enumerate();
    let parameters: Vec<Parameter> =
        inputs.map(|(i, input)| parameter(i, input)).collect::<Result<_>>()?;
    // A parameter that only a domain or a premise uses is not unused.
    let annotations = parameters.iter().map(|parameter| parameter.annotations.tokens());
    let tokens: TokenStream =
        annotations.chain(premises.iter().map(ToTokens::to_token_stream)).collect();
    for (parameter, input) in parameters.iter().zip(&mut function.sig.inputs) {
        let mentioned = text::mentions(&tokens, std::slice::from_ref(&parameter.name));
        if let FnArg::Typed(input) = input
            && !mentioned.is_empty()
        {
            input.attrs.push(parse_quote!(#[allow(unused_variables)]));
        }
    }
    Ok(parameters)
}

/// Returns whether a pointer to a function with these parameters implements `PredicateFn`: there are
/// few parameters, none has annotations, and all are passed by value or all by reference.
pub(crate) fn are_plain(parameters: &[Parameter]) -> bool {
    let passing = parameters[0].passing;
    parameters.len() <= MAX_PLAIN_PARAMETERS
        && passing != Passing::Coerced
        && parameters.iter().all(|parameter| {
            parameter.passing == passing && parameter.annotations.tokens().is_empty()
        })
}

fn parameter(i: usize, input: &mut FnArg) -> Result<Parameter> {
    let FnArg::Typed(PatType { attrs, pat, ty, .. }) = input else {
        let message =
            "`self` parameters are not supported: move the property out of the `impl` block";
        return Err(Error::new_spanned(input, message));
    };
    let annotations = take_annotations(attrs)?;
    let ParameterType { owned, passing } = parameter_type(ty)?;
    let (name, shown) = match &**pat {
        Pat::Ident(pattern) => (pattern.ident.clone(), pattern.ident.to_string()),
        pattern => (parameter_name(i), text::source(pattern)),
    };
    Ok(Parameter { name, shown, position: text::position(&**pat), owned, passing, annotations })
}

/// Removes the attributes of this macro from `attributes` and parses them.
fn take_annotations(attributes: &mut Vec<Attribute>) -> Result<Annotations> {
    let mut annotations = Annotations::default();
    for attribute in std::mem::take(attributes) {
        let annotation = match attribute.path().get_ident().map(Ident::to_string).as_deref() {
            Some("domain") => &mut annotations.domain,
            Some("shrink") => &mut annotations.shrink,
            Some("mutate") => &mut annotations.mutate,
            Some("print") => &mut annotations.print,
            _ => {
                attributes.push(attribute);
                continue;
            }
        };
        *annotation = Some(attribute.parse_args::<Expr>()?);
    }
    Ok(annotations)
}

/// Removes parentheses, including the invisible ones around a fragment of another macro.
fn without_parentheses(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => without_parentheses(&group.elem),
        Type::Paren(group) => without_parentheses(&group.elem),
        ty => ty,
    }
}

fn parameter_type(ty: &Type) -> Result<ParameterType> {
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

impl Parameter {
    /// Returns the argument for this parameter, given the name of a reference to the generated value.
    pub(crate) fn argument(&self, reference: &Ident) -> TokenStream {
        match self.passing {
            Passing::ByValue => quote!(::core::clone::Clone::clone(#reference)),
            Passing::ByReference | Passing::Coerced => quote!(#reference),
        }
    }
}
