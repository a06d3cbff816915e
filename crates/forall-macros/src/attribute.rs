//! `#[property] fn name(x: &T, #[domain(…)] y: U) -> bool { … }`

mod examples;
mod function;
mod instances;
mod options;
mod parameters;
mod target;

use forall_format::formula::{FormulaNode, NodeKind};
use forall_format::manifest::{BEGIN, ManifestTail, SEPARATOR};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, Error, Result, ReturnType};

use self::function::Function;
use self::instances::Instance;
use self::options::Options;
use self::parameters::Parameter;
use crate::node::{bind, manifest_node, nested};
use crate::text;

pub(crate) fn expand(options: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let mut function: Function = syn::parse2(item)?;
    let options: Options = syn::parse2(options)?;
    refuse(&function)?;
    let parameters = parameters::take(&mut function, &options.premises)?;
    examples::count(&parameters, &options)?;
    let (of_test, of_body): (Vec<Attribute>, Vec<Attribute>) =
        function.attrs.drain(..).partition(|attribute| !is_lint(attribute));
    function.attrs = of_body;

    let runs = options.instances(&function.sig.generics)?;
    let tests =
        runs.iter().map(|instance| test(&function, &parameters, &options, &of_test, instance));
    Ok(tests.collect())
}

/// One `#[test]`. The function stays whole inside of it, so that what its author wrote keeps its
/// meaning; type parameters are aliases around it.
fn test(
    function: &Function,
    parameters: &[Parameter],
    options: &Options,
    attributes: &[Attribute],
    instance: &Instance,
) -> TokenStream {
    let (visibility, inner) = (&function.vis, &function.sig.ident);
    let name = instance.name(inner);
    let aliases = &instance.aliases;
    let (steps, nodes) = steps(function, parameters, options);
    let (line, column) = text::position(inner);
    let tail = ManifestTail {
        package: &std::env::var("CARGO_PKG_NAME").unwrap_or_default(),
        name: &name.to_string(),
        line,
        column,
        target: &target::target().unwrap_or_default(),
        nodes: &nodes,
    };
    let tail = tail.to_string();
    let run = run(function, parameters, options, steps);
    quote! {
        #[::core::prelude::v1::test]
        #(#attributes)*
        #visibility fn #name() {
            #function
            #aliases
            ::forall::__private::Written(
                ::core::concat!(#BEGIN, ::core::module_path!(), #SEPARATOR, ::core::file!(), #tail)
            )
            #run
        }
    }
}

/// `.run(…)`. A function that is a predicate as it stands needs no code around it.
fn run(
    function: &Function,
    parameters: &[Parameter],
    options: &Options,
    steps: Option<TokenStream>,
) -> TokenStream {
    let said = options.runner_and_settings();
    if let Some(steps) = steps {
        let predicate = predicate(function, parameters);
        let (runner, settings) = said.unwrap_or_else(options::unsaid);
        return match examples::inputs(parameters, options) {
            Some(examples) => {
                quote!(.run_examples(#steps, #predicate, #examples, (#runner, &#settings));)
            }
            None => quote!(.run(#steps, #predicate, #runner, &#settings);),
        };
    }
    let (name, types) = (&function.sig.ident, instances::arguments(&function.sig.generics));
    let (mode, argument) = match parameters[0].by_reference {
        true => (quote!(ByReference), quote!(&_)),
        false => (quote!(ByValue), quote!(_)),
    };
    let arguments = parameters.iter().map(|_| &argument);
    let mode = quote!(::forall::__private::#mode);
    let pointer = quote!(#name #types as fn(#(#arguments),*) -> _);
    match said {
        Some((runner, settings)) => {
            quote!(.run_plain::<#mode, _>(#pointer, #runner, &#settings);)
        }
        None => quote!(.check_plain::<#mode, _>(#pointer);),
    }
}

/// What no property can be.
fn refuse(function: &Function) -> Result<()> {
    let signature = &function.sig;
    if let Some(token) = &signature.asyncness {
        let help = "a property cannot be async; block on the future in its body";
        return Err(Error::new(token.span, help));
    }
    if let Some(test) = function.attrs.iter().find(|attribute| attribute.path().is_ident("test")) {
        let help = "`#[property]` makes a test by itself; leave `#[test]` out";
        return Err(Error::new_spanned(test, help));
    }
    if signature.inputs.is_empty() {
        let help = "a property needs at least one parameter; without any, write `#[test]`";
        return Err(Error::new(signature.ident.span(), help));
    }
    Ok(())
}

/// Lints are for the body; everything else (`#[ignore]`, `#[should_panic]`, `#[cfg]`, docs) is for the
/// test.
fn is_lint(attribute: &Attribute) -> bool {
    ["allow", "expect", "warn", "deny", "forbid"].iter().any(|lint| attribute.path().is_ident(lint))
}

/// Returns the steps, unless the function is plain, and the nodes of the manifest.
fn steps(
    function: &Function,
    parameters: &[Parameter],
    options: &Options,
) -> (Option<TokenStream>, String) {
    let names: Vec<Ident> = parameters.iter().map(|parameter| parameter.name.clone()).collect();
    let mut nodes = String::new();
    let mut steps = Vec::new();
    for step in order(parameters, options, &names) {
        let (node, step) = match step {
            Step::Forall(i) => quantifier(parameters, i),
            Step::Implies(premise, count) => implies(&parameters[..count], premise),
        };
        nodes.push_str(&node);
        steps.push(step);
    }
    nodes.push_str(&conclusion(function, parameters));
    let steps = steps.iter().rev().fold(quote!(()), |rest, step| quote!((#step, #rest)));
    let bare = options.premises.is_empty() && options.examples.is_empty();
    let plain = bare && parameters::are_plain(parameters);
    (Some(steps).filter(|_| !plain), nodes)
}

/// The order of nodes: a premise comes as soon as what it mentions is bound.
enum Step<'a> {
    /// This parameter.
    Forall(usize),
    /// This premise, after so many parameters.
    Implies(&'a syn::Expr, usize),
}

fn order<'a>(parameters: &[Parameter], options: &'a Options, names: &[Ident]) -> Vec<Step<'a>> {
    let mut steps = Vec::new();
    for count in 0..=parameters.len() {
        let due = options.premises.iter().filter(|premise| {
            let mentioned = text::mentions(premise, names);
            let newest = names.iter().rposition(|name| mentioned.contains(name));
            newest.map_or(0, |newest| newest + 1) == count
        });
        steps.extend(due.map(|premise| Step::Implies(premise, count)));
        if count < parameters.len() {
            steps.push(Step::Forall(count));
        }
    }
    steps
}

/// A node of the manifest, and a step.
type Pair = (String, TokenStream);

fn quantifier(parameters: &[Parameter], i: usize) -> Pair {
    let (parameter, before) = (&parameters[i], &parameters[..i]);
    let names: Vec<Ident> = before.iter().map(|parameter| parameter.name.clone()).collect();
    let (ty, annotations) = (&parameter.owned, &parameter.annotations);
    let written = annotations.written();
    let domain = annotations.domain.as_ref().map(text::source).unwrap_or_default();
    let formula = FormulaNode {
        kind: NodeKind::Forall,
        name: &parameter.shown,
        ty: &text::ty(ty),
        text: &domain,
    };
    let node = manifest_node(formula, parameter.position, &text::mentions(&written, &names));
    let span = annotations.domain.as_ref().map_or_else(|| ty.span(), Spanned::span);
    let domain = annotations.expression(quote!(::forall::domain::any::<#ty>()));
    let domain = match annotations.domain {
        Some(_) => quote_spanned!(span=> ::forall::domain::typed::<#ty, _>(#domain)),
        None => domain,
    };
    let domain = if text::mentions(&written, &names).is_empty() {
        domain
    } else {
        let (closure, env) = (closure(before, &written, domain), env(before));
        quote!(::forall::domain::dependent::FromEnv((#closure) as fn(&#env) -> _))
    };
    (node, quote!(::forall::__private::Quantify(#domain)))
}

fn implies(before: &[Parameter], premise: &syn::Expr) -> Pair {
    let names: Vec<Ident> = before.iter().map(|parameter| parameter.name.clone()).collect();
    let (closure, env) = (closure(before, premise, quote!(#premise)), env(before));
    let step = quote!(::forall::__private::Guard((#closure) as fn(&#env) -> bool));
    let text = text::source(premise);
    let formula = FormulaNode { kind: NodeKind::Implies, name: "", ty: "", text: &text };
    let mentions = text::mentions(premise, &names);
    (manifest_node(formula, text::position(premise), &mentions), step)
}

/// What is seen of the predicate: what the function says if that is short, or else a call of it.
fn conclusion(function: &Function, parameters: &[Parameter]) -> String {
    let name = &function.sig.ident;
    let shown: Vec<&str> = parameters.iter().map(|parameter| &*parameter.shown).collect();
    let text = function.line().unwrap_or_else(|| format!("{name}({})", shown.join(", ")));
    let names: Vec<Ident> = parameters.iter().map(|parameter| parameter.name.clone()).collect();
    let formula = FormulaNode { kind: NodeKind::Check, name: "", ty: "", text: &text };
    manifest_node(formula, text::position(name), &names)
}

/// The predicate of a function that takes some of its parameters in other ways than others.
fn predicate(function: &Function, parameters: &[Parameter]) -> TokenStream {
    let name = &function.sig.ident;
    // Not their own names: one of them may be that of the function.
    let names: Vec<Ident> = (0..parameters.len()).map(unnamed).collect();
    let arguments = parameters.iter().zip(&names).map(|(parameter, name)| parameter.argument(name));
    let (bind, env) = (bind(&names), env(parameters));
    let types = instances::arguments(&function.sig.generics);
    let call = quote!(#name #types(#(#arguments),*));
    let judged = match &function.sig.output {
        ReturnType::Default => quote!({ #call; ::forall::report::Verdict::Pass }),
        ReturnType::Type(..) => quote!(::forall::property::IntoVerdict::into_verdict(#call)),
    };
    quote!((|__env| { #bind #judged }) as fn(&#env) -> ::forall::report::Verdict)
}

/// A function of the environment in which parameters are what the signature says: references, or
/// values of their own. Only what is mentioned is cloned.
fn closure(bound: &[Parameter], written: &impl ToTokens, body: TokenStream) -> TokenStream {
    let names: Vec<Ident> = bound.iter().map(|parameter| parameter.name.clone()).collect();
    let mentioned = text::mentions(written, &names);
    let bind = bind(&names);
    let owned = bound.iter().filter(|p| !p.by_reference && mentioned.contains(&p.name));
    let owned = owned.map(|parameter| &parameter.name);
    quote!(|__env| { #bind #(#[allow(unused_variables)] let #owned = ::core::clone::Clone::clone(#owned);)* (#body) })
}

fn env(bound: &[Parameter]) -> TokenStream {
    let types: Vec<&syn::Type> = bound.iter().map(|parameter| &parameter.owned).collect();
    nested(&types)
}

/// A name for a parameter that has only a pattern.
fn unnamed(i: usize) -> Ident {
    format_ident!("__parameter_{}", i, span = Span::call_site())
}
