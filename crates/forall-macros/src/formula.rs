//! `property! { forall x: T in domain; implies premise; check predicate }`

mod observation;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Error, Expr, Result, Token, Type};

use self::observation::Observation;
use crate::node::{Annotations, Scope, env_closure, info};
use crate::text;

/// The parsed input of `property!`, after `$crate,`.
pub(crate) struct Formula {
    root: Ident,
    nodes: Vec<Node>,
    predicate: Expr,
}

enum Node {
    Forall(Quantifier),
    Implies(Expr),
    Observe(Observation),
}

/// `forall x: T in domain, shrink = …, mutate = …, print = …`
struct Quantifier {
    name: Ident,
    ty: Option<Type>,
    annotations: Box<Annotations>,
}

const EXPECTED: &str = "expected `forall`, `implies`, `classify`, `collect`, `tabulate`, `cover`, `maximize`, \
                        `minimize` or `check`, which must come last";

impl Parse for Formula {
    fn parse(input: ParseStream<'_>) -> Result<Formula> {
        let root = input.parse()?;
        input.parse::<Token![,]>()?;
        let mut nodes = Vec::new();
        loop {
            let word: Ident = input.parse().map_err(|error| Error::new(error.span(), EXPECTED))?;
            match &*word.to_string() {
                "forall" => nodes.push(Node::Forall(input.parse()?)),
                "implies" => nodes.push(Node::Implies(input.parse()?)),
                "classify" | "collect" | "tabulate" | "cover" | "maximize" | "minimize" => {
                    nodes.push(Node::Observe(Observation::parse(word, input)?));
                }
                "check" => {
                    return Ok(Formula { root, nodes, predicate: last_expression(input)? });
                }
                _ => {
                    let message = format!("unknown keyword `{word}`: {EXPECTED}");
                    return Err(Error::new(word.span(), message));
                }
            }
            input.parse::<Token![;]>()?;
        }
    }
}

/// Parses the expression after `check`, which must be the end of the input.
fn last_expression(input: ParseStream<'_>) -> Result<Expr> {
    let predicate = input.parse()?;
    input.parse::<Option<Token![;]>>()?;
    if !input.is_empty() {
        return Err(input.error("`check` must come last: move this before it"));
    }
    Ok(predicate)
}

impl Parse for Quantifier {
    fn parse(input: ParseStream<'_>) -> Result<Quantifier> {
        let name: Ident = input.parse()?;
        let ty = match input.parse::<Option<Token![:]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        let annotations = annotations(input)?;
        if ty.is_none() && annotations.domain.is_none() {
            let message = format!(
                "`{name}` has neither a type nor a domain: write `forall {name}: T` or `forall {name} in domain`"
            );
            return Err(Error::new(name.span(), message));
        }
        Ok(Quantifier { name, ty, annotations: Box::new(annotations) })
    }
}

/// Parses `in domain, shrink = …, mutate = …, print = …`, all of it optional.
fn annotations(input: ParseStream<'_>) -> Result<Annotations> {
    let mut annotations = Annotations::default();
    if input.parse::<Option<Token![in]>>()?.is_some() {
        annotations.domain = Some(input.parse()?);
    }
    while input.parse::<Option<Token![,]>>()?.is_some() {
        let key: Ident = input.parse()?;
        input.parse::<Token![=]>()?;
        let expr = Some(input.parse()?);
        match &*key.to_string() {
            "shrink" => annotations.shrink = expr,
            "mutate" => annotations.mutate = expr,
            "print" => annotations.print = expr,
            _ => {
                let message =
                    format!("unknown option `{key}`: expected `shrink`, `mutate` or `print`");
                return Err(Error::new(key.span(), message));
            }
        }
    }
    Ok(annotations)
}

pub(crate) fn expand(formula: Formula) -> TokenStream {
    let root = formula.root;
    let mut chain = quote!(#root::__private::Open::start());
    let mut scope = Scope { root, bound: Vec::new() };
    for node in formula.nodes {
        let call = match &node {
            Node::Forall(quantifier) => quantifier.expand(&scope),
            Node::Implies(premise) => implies(premise, &scope),
            Node::Observe(observation) => observation.expand(&scope),
        };
        chain = quote!(#chain #call);
        if let Node::Forall(quantifier) = node {
            scope.bound.push(quantifier.name);
        }
    }
    let predicate = formula.predicate;
    let info = info("Check", "", "", &predicate, &scope);
    let closure = env_closure(&scope, predicate.span(), &predicate);
    let close = quote_spanned!(predicate.span()=> .close(#info, #closure));
    quote!(#chain #close)
}

fn implies(premise: &Expr, scope: &Scope) -> TokenStream {
    let info = info("Implies", "", "", premise, scope);
    let closure = env_closure(scope, premise.span(), premise);
    quote!(.guard(#info, #closure))
}

impl Quantifier {
    fn expand(&self, scope: &Scope) -> TokenStream {
        let ty = &self.ty;
        let annotations = &self.annotations;
        let name = self.name.to_string();
        let type_text = ty.as_ref().map(text::ty).unwrap_or_default();
        let written_domain = annotations.domain.to_token_stream();
        let info = info("Forall", &name, &type_text, &written_domain, scope);
        let mut domain = annotations.domain_expression(&scope.root, ty);
        // `typed` checks the type, so that an error points at the domain.
        let ty = ty.as_ref().map_or(quote!(_), ToTokens::to_token_stream);
        let span = annotations.domain.as_ref().map_or_else(|| ty.span(), Spanned::span);
        if annotations.domain.is_some() {
            let root = scope.root_at(span);
            domain = quote_spanned!(span=> #root::domain::typed::<#ty, _>(#domain));
        }
        if text::mentions(&annotations.tokens(), &scope.bound).is_empty() {
            return quote_spanned!(span=> .quantify(#info, #domain));
        }
        let closure = env_closure(scope, span, &domain);
        quote_spanned!(span=> .quantify_given(#info, #closure))
    }
}
