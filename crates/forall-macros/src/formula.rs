//! `property! { forall x: T in domain; implies premise; check predicate }`

mod dynamic;
mod observation;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Error, Expr, LitBool, Result, Token, Type};

pub(crate) use self::dynamic::expand_dynamic;
use self::observation::Observation;
use crate::node::{Annotations, Scope, contract_closure, env_closure, info, quantifier_info};
use crate::premise::{Premise, Requirements, Restriction, Variable};
use crate::text;

/// The parsed input of `property!`, after `$crate,`.
pub(crate) struct Formula {
    root: Ident,
    nodes: Vec<Node>,
    predicate: Expr,
}

enum Node {
    Forall(Quantifier),
    Implies(Implication),
    Observe(Observation),
}

/// `forall x: T in domain, shrink = …, mutate = …, print = …, key = …`
struct Quantifier {
    name: Ident,
    ty: Option<Type>,
    annotations: Box<Annotations>,
    /// Options with other names, which only dynamic properties have.
    augments: Vec<Augment>,
}

/// `key = value`
struct Augment {
    key: Ident,
    value: Expr,
}

/// `implies premise, restrict = false`
struct Implication {
    premise: Expr,
    /// Whether the premise may restrict domains.
    restrict: bool,
}

const EXPECTED: &str = "expected `forall`, `implies`, `classify`, `collect`, `tabulate`, `cover`, `maximize`, \
                        `minimize`, `measure` or `check`, which must come last";

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
                "classify" | "collect" | "tabulate" | "cover" | "maximize" | "minimize"
                | "measure" => {
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

impl Parse for Implication {
    fn parse(input: ParseStream<'_>) -> Result<Implication> {
        let mut implication = Implication { premise: input.parse()?, restrict: true };
        while input.parse::<Option<Token![,]>>()?.is_some() {
            let key: Ident = input.parse()?;
            if key != "restrict" {
                let message = format!("unknown option `{key}`: expected `restrict`");
                return Err(Error::new(key.span(), message));
            }
            input.parse::<Token![=]>()?;
            implication.restrict = input.parse::<LitBool>()?.value;
        }
        Ok(implication)
    }
}

impl Parse for Quantifier {
    fn parse(input: ParseStream<'_>) -> Result<Quantifier> {
        let name: Ident = input.parse()?;
        let ty = match input.parse::<Option<Token![:]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        let annotations = Box::default();
        let mut quantifier = Quantifier { name, ty, annotations, augments: Vec::new() };
        quantifier.parse_options(input)?;
        if quantifier.ty.is_none() && quantifier.annotations.domain.is_none() {
            let name = quantifier.name;
            let message = format!(
                "`{name}` has neither a type nor a domain: write `forall {name}: T` or `forall {name} in domain`"
            );
            return Err(Error::new(name.span(), message));
        }
        Ok(quantifier)
    }
}

pub(crate) fn expand(formula: Formula) -> Result<TokenStream> {
    let root = formula.root;
    let mut chain = quote!(#root::__private::Open::start());
    let requirements = requirements(&formula.nodes, &root);
    let mut scope = Scope { root, bound: Vec::new() };
    for node in formula.nodes {
        let call = match &node {
            Node::Forall(quantifier) => {
                quantifier.reject_augments()?;
                let restriction = requirements.restriction(scope.bound.len(), &scope.root);
                quantifier.expand(&scope, restriction.as_ref())
            }
            Node::Implies(implication) => implies(&implication.premise, &scope),
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
    Ok(quote!(#chain #close))
}

/// Returns what the premises require of the variables.
fn requirements(nodes: &[Node], root: &Ident) -> Requirements {
    let mut variables = Vec::new();
    let mut premises = Vec::new();
    for node in nodes {
        match node {
            Node::Forall(Quantifier { name, ty, annotations, .. }) => {
                variables.push(Variable::new(name, ty, annotations, root));
            }
            Node::Implies(Implication { premise, restrict: true }) => {
                premises.push(Premise { expr: premise, bound: variables.len() });
            }
            Node::Implies(_) | Node::Observe(_) => {}
        }
    }
    Requirements::new(variables, &premises)
}

fn implies(premise: &Expr, scope: &Scope) -> TokenStream {
    let info = info("Implies", "", "", premise, scope);
    let closure = env_closure(scope, premise.span(), premise);
    quote!(.guard(#info, #closure))
}

impl Quantifier {
    /// Parses `in domain, shrink = …, mutate = …, print = …, contract = …, annotate = …, key = …`, all of it optional.
    fn parse_options(&mut self, input: ParseStream<'_>) -> Result<()> {
        if input.parse::<Option<Token![in]>>()?.is_some() {
            self.annotations.domain = Some(input.parse()?);
        }
        while input.parse::<Option<Token![,]>>()?.is_some() {
            let key: Ident = input.parse()?;
            input.parse::<Token![=]>()?;
            let value: Expr = input.parse()?;
            match &*key.to_string() {
                "shrink" => self.annotations.shrink = Some(value),
                "mutate" => self.annotations.mutate = Some(value),
                "print" => self.annotations.print = Some(value),
                "contract" => self.annotations.contract = Some(value),
                "annotate" => self.annotations.annotate.push(value),
                _ => self.augments.push(Augment { key, value }),
            }
        }
        Ok(())
    }

    /// Returns an error if there is an option that only dynamic properties have.
    fn reject_augments(&self) -> Result<()> {
        let Some(Augment { key, .. }) = self.augments.first() else { return Ok(()) };
        let message = format!(
            "unknown option `{key}`: expected `shrink`, `mutate`, `print`, `contract` or `annotate`"
        );
        Err(Error::new(key.span(), message))
    }

    fn expand(&self, scope: &Scope, restriction: Option<&Restriction>) -> TokenStream {
        let ty = &self.ty;
        let annotations = &self.annotations;
        let name = self.name.to_string();
        let type_text = ty.as_ref().map(text::ty).unwrap_or_default();
        let written_domain = annotations.domain.to_token_stream();
        let mut mentions = text::mentions(&written_domain, &scope.bound);
        mentions.extend(restriction.iter().flat_map(|restriction| restriction.mentions.clone()));
        let info = quantifier_info(&scope.root, &name, &type_text, &written_domain, &mentions);
        let mut domain = annotations.domain_expression(&scope.root, ty);
        // `typed` checks the type, so that an error points at the domain.
        let ty = ty.as_ref().map_or(quote!(_), ToTokens::to_token_stream);
        let span = annotations.domain.as_ref().map_or_else(|| ty.span(), Spanned::span);
        if annotations.domain.is_some() {
            let root = scope.root_at(span);
            domain = quote_spanned!(span=> #root::domain::typed::<#ty, _>(#domain));
        }
        let restriction = restriction.map(|restriction| restriction.closure(&scope.bound));
        let is_dependent = !text::mentions(&annotations.ability_tokens(), &scope.bound).is_empty();
        if is_dependent {
            domain = env_closure(scope, span, &domain);
        }
        let quantify = match (is_dependent, restriction) {
            (false, None) => quote_spanned!(span=> .quantify(#info, #domain)),
            (false, Some(restrict)) => {
                quote_spanned!(span=> .quantify_restricted(#info, #domain, #restrict))
            }
            (true, None) => quote_spanned!(span=> .quantify_given(#info, #domain)),
            (true, Some(restrict)) => {
                quote_spanned!(span=> .quantify_given_restricted(#info, #domain, #restrict))
            }
        };
        let extras = self.extras(scope);
        quote!(#quantify #extras)
    }

    /// Returns the calls that attach the contract and the annotations.
    fn extras(&self, scope: &Scope) -> TokenStream {
        let contract = self.annotations.contract.as_ref().map(|contract| {
            let text = text::source(contract);
            let closure = contract_closure(scope, contract);
            quote!(.contract(#text, #closure))
        });
        let annotations = self.annotations.annotate.iter().map(|annotation| {
            let closure = env_closure(scope, annotation.span(), annotation);
            quote!(.annotate(#closure))
        });
        quote!(#contract #(#annotations)*)
    }
}
