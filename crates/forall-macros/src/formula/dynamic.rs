//! `dynamic::property! { forall x: T in domain, key = value; implies premise; check predicate }`
//!
//! The code of a node looks up the variables that it mentions in the environment, which is a dictionary.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, Expr, Result, Type};

use super::observation::Parts;
use super::{Augment, Formula, Node, Quantifier};
use crate::node::{Scope, info, quantifier_info};
use crate::text;

/// The variables that the code of a node may name, with their types.
struct DynamicScope {
    scope: Scope,
    types: Vec<Type>,
}

pub(crate) fn expand_dynamic(formula: Formula) -> Result<TokenStream> {
    let root = formula.root;
    let mut chain = quote!(#root::property::dynamic::property());
    let scope = Scope { root, bound: Vec::new() };
    let mut scope = DynamicScope { scope, types: Vec::new() };
    for node in formula.nodes {
        let call = match &node {
            Node::Forall(quantifier) => scope.quantify(quantifier)?,
            Node::Implies(implication) => {
                let premise = &implication.premise;
                let info = info("Implies", "", "", premise, &scope.scope);
                let closure = scope.closure(premise, premise);
                quote!(.guard(#info, #closure))
            }
            Node::Observe(observation) => {
                let Parts { info, kind, value } = observation.parts(&scope.scope);
                let closure = scope.closure(&value, &value);
                quote!(.observe_node(#info, #kind, #closure))
            }
        };
        chain = quote!(#chain #call);
        if let Node::Forall(Quantifier { name, ty: Some(ty), .. }) = node {
            scope.scope.bound.push(name);
            scope.types.push(ty);
        }
    }
    let predicate = formula.predicate;
    let info = info("Check", "", "", &predicate, &scope.scope);
    let closure = scope.closure(&predicate, &predicate);
    Ok(quote!(#chain .close(#info, #closure)))
}

impl DynamicScope {
    /// Returns a closure over the environment that evaluates `body`. `tokens` mentions the variables of `body`.
    fn closure(&self, tokens: &impl ToTokens, body: &impl ToTokens) -> TokenStream {
        let root = &self.scope.root;
        let bind = self.bindings(tokens);
        let location = Span::call_site().located_at(tokens.span());
        quote_spanned!(location=> move |__env: &#root::property::dynamic::Env| { #bind (#body) })
    }

    /// Returns the statements that look up the variables that `tokens` mentions.
    fn bindings(&self, tokens: &impl ToTokens) -> TokenStream {
        let bound = &self.scope.bound;
        let mentioned = text::mentions(tokens, bound);
        let latest = |name: &Ident| bound.iter().rposition(|other| other == name);
        let bindings = bound.iter().zip(&self.types).enumerate().map(|(at, (name, ty))| {
            if !mentioned.contains(name) || latest(name) != Some(at) {
                return TokenStream::new();
            }
            let text = name.to_string();
            quote!(#[allow(unused_variables)] let #name = __env.get::<#ty>(#text);)
        });
        bindings.collect()
    }

    fn quantify(&self, quantifier: &Quantifier) -> Result<TokenStream> {
        let Quantifier { name, ty, annotations, augments } = quantifier;
        let Some(ty) = ty else {
            let message = format!(
                "`{name}` has no type, which a dynamic property needs: write `forall {name}: T in domain`"
            );
            return Err(Error::new(name.span(), message));
        };
        let root = &self.scope.root;
        let written_domain = annotations.domain.to_token_stream();
        let tokens = annotations.ability_tokens();
        let mentions = text::mentions(&tokens, &self.scope.bound);
        let info =
            quantifier_info(root, &name.to_string(), &text::ty(ty), &written_domain, &mentions);
        let domain = annotations.domain_expression(root, ty);
        let domain = quote_spanned!(tokens.span()=> #root::domain::typed::<#ty, _>(#domain));
        let mut call = if mentions.is_empty() {
            quote!(.quantify(#info, #domain))
        } else {
            let closure = self.closure(&tokens, &domain);
            quote!(.quantify(#info, #root::domain::dependent::FromEnv(#closure)))
        };
        if let Some(contract) = &annotations.contract {
            let contract = self.contract(ty, contract);
            call = quote!(#call #contract);
        }
        for annotation in &annotations.annotate {
            let closure = self.closure(annotation, annotation);
            call = quote!(#call .annotate(#closure));
        }
        for Augment { key, value } in augments {
            let key = key.to_string();
            let closure = self.closure(value, value);
            call = quote!(#call .augment(#key, #closure));
        }
        Ok(call)
    }

    fn contract(&self, ty: &Type, contract: &Expr) -> TokenStream {
        let root = &self.scope.root;
        let text = text::source(contract);
        let bind = self.bindings(contract);
        quote! {
            .contract(#text, move |__env: &#root::property::dynamic::Env, __value: &#ty| {
                #bind
                #root::__private::holds::<#ty>(__value, #contract)
            })
        }
    }
}
