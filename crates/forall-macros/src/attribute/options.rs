//! `#[property(tests = 1000, implies(x > 0), runner = mine)]`

use forall_format::bytes::parse_bytes;
use forall_format::duration::parse_duration;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Expr, GenericArgument, Generics, LitStr, Result, Token, parenthesized};

use super::instances::{Instance, instances};

/// What the attribute says.
#[derive(Default)]
pub(crate) struct Options {
    pub(crate) premises: Vec<Expr>,
    /// Inputs that run first, each with where it is written.
    pub(crate) examples: Vec<(Span, Vec<Expr>)>,
    runner: Option<Expr>,
    /// What to put for the type parameters, once for each test.
    types: Vec<Vec<GenericArgument>>,
    /// Fields of `Settings`, with their values.
    settings: Vec<(Ident, TokenStream)>,
}

const KNOWN: &str = "`tests`, `seed`, `max_time`, `max_discard_ratio`, `max_shrinks`, `shrink_time`, `size`, `fixed_seed`, `verbose`, `trace_shrinks`, `regressions`, `shrink_threads`, `replay`, `isolate`, `test_timeout`, `memory_limit`, `runner`, `implies`, `example`, `types`";

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> Result<Options> {
        let mut options = Options::default();
        while !input.is_empty() {
            options.one(input)?;
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    }
}

impl Options {
    fn one(&mut self, input: ParseStream<'_>) -> Result<()> {
        let key: Ident = input.parse()?;
        let word = key.to_string();
        if word == "implies" {
            let inner;
            parenthesized!(inner in input);
            self.premises.extend(Punctuated::<Expr, Token![,]>::parse_terminated(&inner)?);
            return Ok(());
        }
        if word == "example" {
            let inner;
            parenthesized!(inner in input);
            let values = Punctuated::<Expr, Token![,]>::parse_terminated(&inner)?;
            self.examples.push((key.span(), values.into_iter().collect()));
            return Ok(());
        }
        if word == "types" {
            let inner;
            parenthesized!(inner in input);
            let types = Punctuated::<GenericArgument, Token![,]>::parse_terminated(&inner)?;
            self.types.push(types.into_iter().collect());
            return Ok(());
        }
        if !KNOWN.contains(&format!("`{word}`")) {
            let help = format!("there is no option `{word}`; there are {KNOWN}");
            return Err(Error::new(key.span(), help));
        }
        if word == "isolate" && !input.peek(Token![=]) {
            self.settings.push((key, quote!(true)));
            return Ok(());
        }
        input.parse::<Token![=]>().map_err(|error| {
            Error::new(error.span(), format!("`{word}` takes a value: `{word} = …`"))
        })?;
        let value = match &*word {
            "runner" if !input.peek(LitStr) => {
                self.runner = Some(input.parse()?);
                return Ok(());
            }
            "max_time" | "test_timeout" | "shrink_time" => duration(&word, &input.parse()?)?,
            "memory_limit" => memory(&input.parse()?)?,
            "replay" | "regressions" | "runner" => {
                let text: LitStr = input.parse()?;
                quote!(::std::borrow::Cow::Borrowed(#text))
            }
            _ => {
                let value: Expr = input.parse()?;
                quote!(#value)
            }
        };
        self.settings.push((key, value));
        Ok(())
    }

    /// The tests to make of a function with these type parameters.
    pub(crate) fn instances(&self, generics: &Generics) -> Result<Vec<Instance>> {
        instances(generics, &self.types)
    }

    /// Expressions for the two, if anything was said about them.
    pub(crate) fn runner_and_settings(&self) -> Option<(TokenStream, TokenStream)> {
        if self.runner.is_none() && self.settings.is_empty() {
            return None;
        }
        let (unsaid_runner, unsaid_settings) = unsaid();
        let some = |runner: &Expr| quote!(::core::option::Option::Some(&#runner));
        let runner = self.runner.as_ref().map_or(unsaid_runner, some);
        let fields = self
            .settings
            .iter()
            .map(|(key, value)| quote!(#key: ::core::option::Option::Some(#value)));
        Some((runner, quote!(::forall::harness::Settings { #(#fields,)* ..#unsaid_settings })))
    }
}

/// What holds when nothing is said.
pub(crate) fn unsaid() -> (TokenStream, TokenStream) {
    (quote!(::core::option::Option::None), quote!(::forall::harness::Settings::NONE))
}

/// Returns the bytes of a size such as `"512MB"`. Any other expression must be a number of bytes.
fn memory(value: &Expr) -> Result<TokenStream> {
    let Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = value else {
        return Ok(quote!(#value));
    };
    let bytes = parse_bytes(&text.value())
        .map_err(|error| Error::new(text.span(), format!("`memory_limit`: {error}")))?;
    Ok(quote!(#bytes))
}

fn duration(word: &str, text: &LitStr) -> Result<TokenStream> {
    let duration = parse_duration(&text.value())
        .map_err(|error| Error::new(text.span(), format!("`{word}`: {error}")))?;
    let seconds = duration.as_secs();
    let nanos = duration.subsec_nanos();
    Ok(quote!(::core::time::Duration::new(#seconds, #nanos)))
}
