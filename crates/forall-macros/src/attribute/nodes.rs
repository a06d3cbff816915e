//! The nodes of a property: their texts in the manifest, and the code from which they are built.

use forall_format::formula::{FormulaNode, NodeKind};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ReturnType};

use super::parameters::{Parameter, Passing};
use super::{Property, instances};
use crate::node::{bind_variables, manifest_node, nested_pairs};
use crate::text;

/// All nodes of a property.
pub(super) struct PropertyNodes {
    /// The nodes in the manifest, the predicate included.
    pub(super) manifest: String,
    /// Nested pairs of node specs, without the predicate.
    pub(super) specs: TokenStream,
}

/// One node of a property.
struct Node {
    manifest: String,
    spec: TokenStream,
}

/// A node before the predicate.
enum Step<'a> {
    /// A quantifier over the parameter with this index.
    Forall(usize),
    /// A premise, in the scope of the first `bound` parameters.
    Implies { premise: &'a Expr, bound: usize },
}

pub(super) fn property_nodes(property: &Property) -> PropertyNodes {
    let parameters = &property.parameters;
    let mut manifest = String::new();
    let mut specs = Vec::new();
    for step in steps(parameters, &property.options.premises) {
        let node = match step {
            Step::Forall(i) => quantifier(&parameters[i], &parameters[..i]),
            Step::Implies { premise, bound } => implication(premise, &parameters[..bound]),
        };
        manifest.push_str(&node.manifest);
        specs.push(node.spec);
    }
    manifest.push_str(&conclusion(property));
    let specs = specs.iter().rev().fold(quote!(()), |rest, spec| quote!((#spec, #rest)));
    PropertyNodes { manifest, specs }
}

/// Returns the nodes in order: a premise follows as soon as all parameters it mentions are bound.
fn steps<'a>(parameters: &[Parameter], premises: &'a [Expr]) -> Vec<Step<'a>> {
    let names = names(parameters);
    let mut steps = Vec::new();
    for bound in 0..=parameters.len() {
        let due = premises.iter().filter(|premise| {
            let mentioned = text::mentions(premise, &names);
            let last = names.iter().rposition(|name| mentioned.contains(name));
            last.map_or(0, |last| last + 1) == bound
        });
        steps.extend(due.map(|premise| Step::Implies { premise, bound }));
        if bound < parameters.len() {
            steps.push(Step::Forall(bound));
        }
    }
    steps
}

fn quantifier(parameter: &Parameter, bound: &[Parameter]) -> Node {
    let ty = &parameter.owned;
    let annotations = &parameter.annotations;
    let tokens = annotations.tokens();
    let mentions = text::mentions(&tokens, &names(bound));
    let formula = FormulaNode {
        kind: NodeKind::Forall,
        name: &parameter.shown,
        ty: &text::ty(ty),
        text: &annotations.domain.as_ref().map(text::source).unwrap_or_default(),
    };
    let manifest = manifest_node(formula, parameter.position, &mentions);
    let mut domain = annotations.domain_expression(&quote!(__forall), ty);
    if let Some(written) = &annotations.domain {
        // `typed` checks the type, so that an error points at the domain.
        domain = quote_spanned!(written.span()=> __forall::domain::typed::<#ty, _>(#domain));
    }
    if !mentions.is_empty() {
        let closure = closure(bound, &tokens, &domain);
        let env = env_type(bound);
        domain = quote!(__forall::domain::dependent::FromEnv((#closure) as fn(&#env) -> _));
    }
    Node { manifest, spec: quote!(__forall::__private::QuantifierSpec(#domain)) }
}

fn implication(premise: &Expr, bound: &[Parameter]) -> Node {
    let text = text::source(premise);
    let formula = FormulaNode { kind: NodeKind::Implies, name: "", ty: "", text: &text };
    let mentions = text::mentions(premise, &names(bound));
    let closure = closure(bound, premise, premise);
    let env = env_type(bound);
    Node {
        manifest: manifest_node(formula, text::position(premise), &mentions),
        spec: quote!(__forall::__private::PremiseSpec((#closure) as fn(&#env) -> bool)),
    }
}

/// Returns the predicate in the manifest: the body of the function if it is one short line,
/// otherwise a call of the function.
fn conclusion(property: &Property) -> String {
    let function = &property.function;
    let name = &function.sig.ident;
    let parameters = &property.parameters;
    let shown: Vec<&str> = parameters.iter().map(|parameter| &*parameter.shown).collect();
    let call = || format!("{name}({})", shown.join(", "));
    let text = function.short_body().unwrap_or_else(call);
    let formula = FormulaNode { kind: NodeKind::Check, name: "", ty: "", text: &text };
    manifest_node(formula, text::position(name), &names(parameters))
}

/// Returns the predicate of a property that is not plain, as a function pointer.
pub(super) fn predicate(property: &Property) -> TokenStream {
    let function = &property.function;
    let parameters = &property.parameters;
    let name = &function.sig.ident;
    // Their own names could shadow the function.
    let names: Vec<Ident> = (0..parameters.len()).map(parameter_name).collect();
    let arguments = parameters.iter().zip(&names).map(|(parameter, name)| parameter.argument(name));
    let bind = bind_variables(&names);
    let env = env_type(parameters);
    let types = instances::arguments(&function.sig.generics);
    let call = quote!(#name #types(#(#arguments),*));
    let verdict = match &function.sig.output {
        ReturnType::Default => quote!({ #call; __forall::report::Verdict::Pass }),
        ReturnType::Type(..) => quote!(__forall::property::IntoVerdict::into_verdict(#call)),
    };
    quote!((|__env| { #bind #verdict }) as fn(&#env) -> __forall::report::Verdict)
}

/// Returns a closure over the environment that evaluates `body`. In `body`, parameters have the
/// types of the signature: references, or clones. Only the by-value parameters that `tokens` mentions
/// are cloned.
fn closure(bound: &[Parameter], tokens: &impl ToTokens, body: &impl ToTokens) -> TokenStream {
    let names = names(bound);
    let mentioned = text::mentions(tokens, &names);
    let bind = bind_variables(&names);
    let by_value = bound.iter().filter(|parameter| parameter.passing == Passing::ByValue);
    let owned = by_value.map(|parameter| &parameter.name).filter(|name| mentioned.contains(name));
    quote!(|__env| { #bind #(#[allow(unused_variables)] let #owned = ::core::clone::Clone::clone(#owned);)* (#body) })
}

fn names(parameters: &[Parameter]) -> Vec<Ident> {
    parameters.iter().map(|parameter| parameter.name.clone()).collect()
}

/// Returns the type of the environment in which these parameters are bound.
fn env_type(bound: &[Parameter]) -> TokenStream {
    let types: Vec<&syn::Type> = bound.iter().map(|parameter| &parameter.owned).collect();
    nested_pairs(&types)
}

/// Returns a name for the parameter with index `i`, used if the parameter has no name of its own.
pub(super) fn parameter_name(i: usize) -> Ident {
    format_ident!("__parameter_{}", i, span = Span::call_site())
}
