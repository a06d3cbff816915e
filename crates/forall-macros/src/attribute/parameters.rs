//! The parameters of a property, which are its quantified variables.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, Error, Expr, FnArg, Pat, PatType, Result, Type, parse_quote};

use super::Function;
use super::nodes::parameter_name;
use crate::node::Annotations;
pub(crate) use crate::passing::Passing;
use crate::passing::{ParameterType, parameter_type};
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
        let name = attribute.path().get_ident().map(Ident::to_string);
        let annotation = match name.as_deref() {
            Some("domain") => &mut annotations.domain,
            Some("shrink") => &mut annotations.shrink,
            Some("mutate") => &mut annotations.mutate,
            Some("print") => &mut annotations.print,
            Some("contract") => &mut annotations.contract,
            Some("annotate") => {
                annotations.annotate.push(attribute.parse_args()?);
                continue;
            }
            _ => {
                attributes.push(attribute);
                continue;
            }
        };
        *annotation = Some(attribute.parse_args::<Expr>()?);
    }
    Ok(annotations)
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
