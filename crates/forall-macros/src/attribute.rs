//! `#[property] fn name(x: &T, #[domain(…)] y: U) -> bool { … }`

mod instances;
mod options;
mod parameters;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, Error, ItemFn, Result, ReturnType};

use self::instances::Instance;
use self::options::Options;
use self::parameters::Parameter;
use crate::node::{bind, nested, note};
use crate::text;

pub(crate) fn expand(options: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let mut function: ItemFn = syn::parse2(item)
        .map_err(|error| Error::new(error.span(), "`#[property]` goes on a function"))?;
    let options: Options = syn::parse2(options)?;
    refuse(&function)?;
    let parameters = parameters::take(&mut function)?;
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
    function: &ItemFn,
    parameters: &[Parameter],
    options: &Options,
    attributes: &[Attribute],
    instance: &Instance,
) -> TokenStream {
    let (visibility, inner) = (&function.vis, &function.sig.ident);
    let name = instance.name(inner);
    let text = name.to_string();
    let aliases = &instance.aliases;
    let property = property(function, parameters, options);
    let (runner, settings) = (options.runner(), options.settings());
    quote! {
        #[::core::prelude::v1::test]
        #(#attributes)*
        #visibility fn #name() {
            #function
            #aliases
            ::forall::test::Test::new(::core::module_path!(), #text)
                .in_package(::core::option_env!("CARGO_PKG_NAME"))
                .run(&#property, #runner, #settings);
        }
    }
}

/// What no property can be.
fn refuse(function: &ItemFn) -> Result<()> {
    let signature = &function.sig;
    if let Some(token) = &signature.asyncness {
        let help = "a property cannot be async; block on the future in its body";
        return Err(Error::new(token.span, help));
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

/// The nodes, from the inside out.
fn property(function: &ItemFn, parameters: &[Parameter], options: &Options) -> TokenStream {
    let names: Vec<Ident> = parameters.iter().map(|parameter| parameter.name.clone()).collect();
    let steps = steps(parameters, options, &names);
    let mut body = predicate(function, parameters, steps.len());
    for (at, step) in steps.iter().enumerate().rev() {
        body = match step {
            Step::Forall(i) => quantifier(parameters, *i, at, body),
            Step::Implies(premise, count) => implies(parameters, premise, (at, *count), body),
        };
    }
    quote!(::forall::property::Erased::new(#body))
}

/// The order of nodes: a premise comes as soon as what it mentions is bound.
enum Step<'a> {
    /// This parameter.
    Forall(usize),
    /// This premise, after so many parameters.
    Implies(&'a syn::Expr, usize),
}

fn steps<'a>(parameters: &[Parameter], options: &'a Options, names: &[Ident]) -> Vec<Step<'a>> {
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

fn quantifier(parameters: &[Parameter], i: usize, at: usize, body: TokenStream) -> TokenStream {
    let (parameter, before) = (&parameters[i], &parameters[..i]);
    let names: Vec<Ident> = before.iter().map(|parameter| parameter.name.clone()).collect();
    let (ty, annotations) = (&parameter.owned, &parameter.annotations);
    let name = &parameter.shown;
    let note = match &annotations.domain {
        Some(domain) => note("Forall", name, &text::source(ty), domain, &names),
        None => note("Forall", name, &text::source(ty), &TokenStream::new(), &names),
    };
    let domain = annotations.expression(quote!(::forall::domain::any::<#ty>()));
    let span = annotations.domain.as_ref().map_or_else(|| ty.span(), Spanned::span);
    let domain = quote_spanned!(span=> ::forall::domain::of::<#ty, _>(#domain));
    let written = annotations.written();
    let domain = if text::mentions(&written, &names).is_empty() {
        domain
    } else {
        let closure = closure(before, &written, domain);
        let env = env(before);
        quote!(::forall::domain::Given((#closure) as fn(&#env) -> _))
    };
    quote!(::forall::property::Forall::<#ty, _, _>::new(#note.at(#at), #domain, #body))
}

fn implies(
    parameters: &[Parameter],
    premise: &syn::Expr,
    (at, count): (usize, usize),
    body: TokenStream,
) -> TokenStream {
    let before = &parameters[..count];
    let names: Vec<Ident> = before.iter().map(|parameter| parameter.name.clone()).collect();
    let note = note("Implies", "", "", premise, &names);
    let closure = closure(before, premise, quote!(#premise));
    let env = env(before);
    quote! {
        ::forall::property::Implies {
            note: #note.at(#at),
            premise: (#closure) as fn(&#env) -> bool,
            body: #body,
        }
    }
}

fn predicate(function: &ItemFn, parameters: &[Parameter], at: usize) -> TokenStream {
    let name = &function.sig.ident;
    let names: Vec<Ident> = parameters.iter().map(|parameter| parameter.name.clone()).collect();
    let shown: Vec<&str> = parameters.iter().map(|parameter| &*parameter.shown).collect();
    let text = format!("{name}({})", shown.join(", "));
    let mentions: Vec<String> = names.iter().map(Ident::to_string).collect();
    let place = text::place(name);
    let arguments = parameters.iter().map(Parameter::argument);
    let (bind, env) = (bind(&names), env(parameters));
    let types = instances::arguments(&function.sig.generics);
    let call = quote!(#name #types(#(#arguments),*));
    let judged = match &function.sig.output {
        ReturnType::Default => quote!({ #call; ::forall::report::Verdict::Pass }),
        ReturnType::Type(..) => quote!(::forall::property::Judge::judge(#call)),
    };
    quote! {
        ::forall::property::Check {
            note: ::forall::property::Note::written(
                ::forall::property::Kind::Check,
                ["", "", #text],
                #place,
                &[#(#mentions),*],
            ).at(#at),
            predicate: (|__env| { #bind #judged }) as fn(&#env) -> ::forall::report::Verdict,
        }
    }
}

/// A function of the environment in which parameters are what the signature says: references, or
/// values of their own. Only what is mentioned is cloned.
fn closure(bound: &[Parameter], written: &impl quote::ToTokens, body: TokenStream) -> TokenStream {
    let names: Vec<Ident> = bound.iter().map(|parameter| parameter.name.clone()).collect();
    let mentioned = text::mentions(written, &names);
    let bind = bind(&names);
    let owned = bound.iter().filter(|p| !p.by_reference && mentioned.contains(&p.name));
    let owned = owned.map(|parameter| &parameter.name);
    quote!(|__env| { #bind #(let #owned = ::core::clone::Clone::clone(#owned);)* (#body) })
}

fn env(bound: &[Parameter]) -> TokenStream {
    let types: Vec<&syn::Type> = bound.iter().map(|parameter| &parameter.owned).collect();
    nested(&types)
}

/// A name for a parameter that has only a pattern.
fn unnamed(i: usize) -> Ident {
    format_ident!("__parameter_{}", i, span = Span::call_site())
}
