//! `property! { forall x: T in domain; implies premise; check predicate }`

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Error, Expr, Lit, Result, Token, Type};

use crate::node::{Annotations, bind, note};

/// What is written between the braces.
pub(crate) struct Formula {
    nodes: Vec<Node>,
    predicate: Expr,
}

enum Node {
    Forall { name: Ident, ty: Option<Type>, annotations: Box<Annotations> },
    Implies(Expr),
    Observe { way: Ident, share: Option<Lit>, label: Option<Lit>, what: Expr },
}

impl Parse for Formula {
    fn parse(input: ParseStream<'_>) -> Result<Formula> {
        let mut nodes = Vec::new();
        loop {
            let word: Ident = input.parse().map_err(|error| Error::new(error.span(), EXPECTED))?;
            match &*word.to_string() {
                "forall" => nodes.push(quantifier(input)?),
                "implies" => nodes.push(Node::Implies(input.parse()?)),
                "classify" | "collect" | "tabulate" | "cover" | "maximize" | "minimize" => {
                    nodes.push(observation(word, input)?);
                }
                "check" => {
                    let predicate = input.parse()?;
                    input.parse::<Option<Token![;]>>()?;
                    return match input.is_empty() {
                        true => Ok(Formula { nodes, predicate }),
                        false => Err(input.error("`check` ends a property: nothing may follow")),
                    };
                }
                _ => return Err(Error::new(word.span(), EXPECTED)),
            }
            input.parse::<Token![;]>()?;
        }
    }
}

const EXPECTED: &str = "expected `forall`, `implies`, `classify`, `collect`, `tabulate`, `cover`, `maximize`, \
                        `minimize`, or `check`, which ends a property";

/// `x: T in domain, shrink = …, mutate = …, print = …`
fn quantifier(input: ParseStream<'_>) -> Result<Node> {
    let name: Ident = input.parse()?;
    let ty = match input.parse::<Option<Token![:]>>()? {
        Some(_) => Some(input.parse()?),
        None => None,
    };
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
            _ => return Err(Error::new(key.span(), "expected `shrink`, `mutate` or `print`")),
        }
    }
    if ty.is_none() && annotations.domain.is_none() {
        let help = format!("say what `{name}` is: `forall {name}: T` or `forall {name} in domain`");
        return Err(Error::new(name.span(), help));
    }
    Ok(Node::Forall { name, ty, annotations: Box::new(annotations) })
}

/// `classify "label": what`, `cover 10.0 "label": what`, `maximize what`
fn observation(way: Ident, input: ParseStream<'_>) -> Result<Node> {
    let share = if way == "cover" { Some(input.parse::<Lit>()?) } else { None };
    let labelled = input.peek(syn::LitStr) && input.peek2(Token![:]);
    let label = if labelled { Some(input.parse::<Lit>()?) } else { None };
    if labelled {
        input.parse::<Token![:]>()?;
    }
    Ok(Node::Observe { way, share, label, what: input.parse()? })
}

pub(crate) fn expand(formula: Formula) -> Result<TokenStream> {
    let mut bound = Vec::new();
    let mut chain = quote!(::forall::__private::Open::start());
    for node in formula.nodes {
        chain = match node {
            Node::Forall { name, ty, annotations } => {
                let next = forall(&name, ty.as_ref(), &annotations, &bound);
                bound.push(name);
                quote!(#chain #next)
            }
            Node::Implies(premise) => {
                let note = note("Implies", "", "", &premise, &bound);
                let bind = bind(&bound);
                quote!(#chain.guard(#note, |__env| { #bind (#premise) }))
            }
            Node::Observe { way, share, label, what } => {
                let next = observe(&way, share, label, &what, &bound)?;
                quote!(#chain #next)
            }
        };
    }
    let predicate = formula.predicate;
    let note = note("Check", "", "", &predicate, &bound);
    let bind = bind(&bound);
    let closure = quote!(|__env| { #bind (#predicate) });
    let close = quote_spanned!(predicate.span()=> .close(#note, #closure));
    Ok(quote!(#chain #close))
}

fn forall(
    name: &Ident,
    ty: Option<&Type>,
    annotations: &Annotations,
    bound: &[Ident],
) -> TokenStream {
    let type_text = ty.map(crate::text::ty).unwrap_or_default();
    let note = match &annotations.domain {
        Some(domain) => note("Forall", &name.to_string(), &type_text, domain, bound),
        None => note("Forall", &name.to_string(), &type_text, &TokenStream::new(), bound),
    };
    let domain = annotations.expression(quote!(::forall::domain::any::<#ty>()));
    // Names the type, and points at what was written where that is no domain.
    let ty = ty.map_or(quote!(_), ToTokens::to_token_stream);
    let span = annotations.domain.as_ref().map_or_else(|| ty.span(), Spanned::span);
    let domain = match annotations.domain {
        Some(_) => quote_spanned!(span=> ::forall::domain::typed::<#ty, _>(#domain)),
        None => domain,
    };
    if crate::text::mentions(&annotations.written(), bound).is_empty() {
        return quote_spanned!(span=> .quantify(#note, #domain));
    }
    let bind = bind(bound);
    let closure = quote!(|__env| { #bind (#domain) });
    quote_spanned!(span=> .quantify_given(#note, #closure))
}

fn observe(
    way: &Ident,
    share: Option<Lit>,
    label: Option<Lit>,
    what: &Expr,
    bound: &[Ident],
) -> Result<TokenStream> {
    let label = match &label {
        Some(Lit::Str(label)) => label.value(),
        Some(other) => return Err(Error::new(other.span(), "a label is a string")),
        None => String::new(),
    };
    let note = note("Observe", &label, "", what, bound);
    let bind = bind(bound);
    let (way, seen) = match &*way.to_string() {
        "classify" => (quote!(Classify), quote!(Flag(#what))),
        "cover" => (quote!(Cover((#share) as f64)), quote!(Flag(#what))),
        "collect" => (quote!(Collect), quote!(Text(::std::string::ToString::to_string(&(#what))))),
        "tabulate" => {
            let text = quote!(|each| ::std::string::ToString::to_string(&each));
            let each = quote!(::core::iter::IntoIterator::into_iter(#what));
            (
                quote!(Tabulate),
                quote!(Texts(::core::iter::Iterator::collect(::core::iter::Iterator::map(#each, #text)))),
            )
        }
        "maximize" => (quote!(Maximize), quote!(Score((#what) as f64))),
        _ => (quote!(Minimize), quote!(Score((#what) as f64))),
    };
    let way = quote!(::forall::property::ObservationKind::#way);
    Ok(quote!(.observe(#note, #way, |__env| { #bind ::forall::property::ObservationValue::#seen })))
}
