//! The nodes of a property: their texts in the manifest, and the code from which they are built.

use forall_format::formula::{FormulaNode, NodeKind};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ReturnType};

use super::options::{Options, Score};
use super::parameters::{Parameter, Passing};
use super::{Property, instances};
use crate::node::{bind_variables, manifest_node, nested_pairs};
use crate::premise::{Premise, Requirements, Restriction, Variable};
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
    /// A score, in the scope of all parameters.
    Observe(&'a Score),
}

pub(super) fn property_nodes(property: &Property) -> PropertyNodes {
    let parameters = &property.parameters;
    let mut manifest = String::new();
    let mut specs = Vec::new();
    let requirements = requirements(property);
    for step in steps(parameters, &property.options) {
        let node = match step {
            Step::Forall(i) => {
                let restriction = requirements.restriction(i, &quote!(__forall));
                quantifier(&parameters[i], &parameters[..i], restriction.as_ref())
            }
            Step::Implies { premise, bound } => implication(premise, &parameters[..bound]),
            Step::Observe(score) => observation(score, parameters),
        };
        manifest.push_str(&node.manifest);
        specs.push(node.spec);
    }
    manifest.push_str(&conclusion(property));
    let specs = specs.iter().rev().fold(quote!(()), |rest, spec| quote!((#spec, #rest)));
    PropertyNodes { manifest, specs }
}

/// Returns the nodes in order: a premise follows as soon as all parameters it mentions are bound.
fn steps<'a>(parameters: &[Parameter], options: &'a Options) -> Vec<Step<'a>> {
    let names = names(parameters);
    let mut steps = Vec::new();
    for bound in 0..=parameters.len() {
        let due = options.premises.iter().filter(|premise| {
            let mentioned = text::mentions(premise, &names);
            let last = names.iter().rposition(|name| mentioned.contains(name));
            last.map_or(0, |last| last + 1) == bound
        });
        steps.extend(due.map(|premise| Step::Implies { premise, bound }));
        if bound < parameters.len() {
            steps.push(Step::Forall(bound));
        }
    }
    steps.extend(options.scores.iter().map(Step::Observe));
    steps
}

/// Returns what the premises require of the parameters.
fn requirements(property: &Property) -> Requirements {
    let parameters = &property.parameters;
    let variables = parameters.iter().map(|parameter| Variable {
        is_cloned: parameter.passing == Passing::ByValue,
        ..Variable::new(
            &parameter.name,
            &parameter.owned,
            &parameter.annotations,
            &quote!(__forall),
        )
    });
    let premises = property.options.premises.iter().filter(|_| !property.options.only_discard);
    let premises = premises.map(|expr| Premise { expr, bound: parameters.len() });
    Requirements::new(variables.collect(), &premises.collect::<Vec<Premise<'_>>>())
}

fn quantifier(
    parameter: &Parameter,
    bound: &[Parameter],
    restriction: Option<&Restriction>,
) -> Node {
    let ty = &parameter.owned;
    let annotations = &parameter.annotations;
    let tokens = annotations.ability_tokens();
    let mentions = text::mentions(&tokens, &names(bound));
    let is_dependent = !mentions.is_empty();
    let restricting = restriction.iter().flat_map(|restriction| restriction.mentions.clone());
    let mentions: Vec<Ident> = mentions.into_iter().chain(restricting).collect();
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
    let env = env_type(bound);
    if is_dependent {
        let closure = closure(bound, &tokens, &domain);
        domain = quote!(__forall::domain::dependent::FromEnv((#closure) as fn(&#env) -> _));
    }
    if let Some(restriction) = restriction {
        let closure = restriction.closure(&names(bound));
        let pointer = quote!(__forall::domain::restrict::RestrictionFn<#env, #ty>);
        let restrict = quote!((#closure) as #pointer);
        domain =
            quote!(__forall::domain::restrict::Restricted { domain: #domain, restrict: #restrict });
    }
    let domain = with_extras(parameter, bound, domain);
    Node { manifest, spec: quote!(__forall::__private::QuantifierSpec(#domain)) }
}

/// Attaches the contract and the annotations of a parameter to its domain.
fn with_extras(parameter: &Parameter, bound: &[Parameter], mut domain: TokenStream) -> TokenStream {
    let env = env_type(bound);
    let ty = &parameter.owned;
    if let Some(contract) = &parameter.annotations.contract {
        let text = text::source(contract);
        let bind = owned_variables(bound, contract);
        domain = quote!(__forall::domain::dependent::Promise {
            domain: #domain,
            contract: ::std::borrow::Cow::Borrowed(#text),
            holds: (|__env, __value| { #bind __forall::__private::holds(__value, #contract) })
                as fn(&#env, &#ty) -> bool,
        });
    }
    for annotation in &parameter.annotations.annotate {
        let closure = closure(bound, annotation, annotation);
        domain = quote!(__forall::domain::dependent::Annotated {
            domain: #domain,
            annotation: (#closure) as fn(&#env) -> _,
        });
    }
    domain
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

fn observation(Score { direction, score }: &Score, bound: &[Parameter]) -> Node {
    let (name, kind) = match &*direction.to_string() {
        "maximize" => ("maximize", quote!(Maximize)),
        "minimize" => ("minimize", quote!(Minimize)),
        _ => ("measure", quote!(Measure)),
    };
    let text = text::source(score);
    let formula = FormulaNode { kind: NodeKind::Observe, name, ty: "", text: &text };
    let mentions = text::mentions(score, &names(bound));
    let value = quote!(__forall::property::ObservationValue::Score((#score) as f64));
    let closure = closure(bound, score, &value);
    let env = env_type(bound);
    Node {
        manifest: manifest_node(formula, text::position(score), &mentions),
        spec: quote!(__forall::__private::ScoreSpec {
            kind: __forall::property::ObservationKind::#kind,
            score: (#closure) as fn(&#env) -> __forall::property::ObservationValue,
        }),
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
        _ if function.sig.asyncness.is_some() => property.options.asynchronous.verdict(&call),
        ReturnType::Default => quote!({ #call; __forall::report::Verdict::Pass }),
        ReturnType::Type(..) => quote!(__forall::property::IntoVerdict::into_verdict(#call)),
    };
    quote!((|__env| { #bind #verdict }) as fn(&#env) -> __forall::report::Verdict)
}

/// Returns a closure over the environment that evaluates `body`, in which `tokens` mentions variables.
fn closure(bound: &[Parameter], tokens: &impl ToTokens, body: &impl ToTokens) -> TokenStream {
    let bind = owned_variables(bound, tokens);
    quote!(|__env| { #bind (#body) })
}

/// Returns the statements that bind the parameters in `__env` with the types of the signature: references, or clones.
/// Only the by-value parameters that `tokens` mentions are cloned.
fn owned_variables(bound: &[Parameter], tokens: &impl ToTokens) -> TokenStream {
    let names = names(bound);
    let mentioned = text::mentions(tokens, &names);
    let bind = bind_variables(&names);
    let by_value = bound.iter().filter(|parameter| parameter.passing == Passing::ByValue);
    let owned = by_value.map(|parameter| &parameter.name).filter(|name| mentioned.contains(name));
    quote!(#bind #(#[allow(unused_variables)] let #owned = ::core::clone::Clone::clone(#owned);)*)
}

fn names(parameters: &[Parameter]) -> Vec<Ident> {
    parameters.iter().map(|parameter| parameter.name.clone()).collect()
}

/// Returns the type of the environment in which these parameters are bound.
pub(super) fn env_type(bound: &[Parameter]) -> TokenStream {
    let types: Vec<&syn::Type> = bound.iter().map(|parameter| &parameter.owned).collect();
    nested_pairs(&types)
}

/// Returns a name for the parameter with index `i`, used if the parameter has no name of its own.
pub(super) fn parameter_name(i: usize) -> Ident {
    format_ident!("__parameter_{}", i, span = Span::call_site())
}
