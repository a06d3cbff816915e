//! `#[property(tests = 1000, implies(x > 0), runner = mine)]`

use forall_format::bytes::parse_bytes;
use forall_format::duration::parse_duration;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Error, Expr, GenericArgument, Generics, LitBool, LitStr, Path, Result, Token, TypeParamBound,
    parenthesized,
};

use super::async_options::AsyncOptions;
use super::instances::{Instance, instances};

/// The parsed options of the attribute.
#[derive(Default)]
pub(crate) struct Options {
    /// The path to the crate `forall`, if `crate = …` gives one.
    pub(crate) root: Option<Path>,
    pub(crate) premises: Vec<Expr>,
    /// Whether premises only discard tests, because of `restrict = false`.
    pub(crate) only_discard: bool,
    /// What runners that follow scores maximize or minimize, and the sizes of counterexamples.
    pub(crate) scores: Vec<Score>,
    /// The function that returns the property, if `value = …` names one.
    pub(crate) value: Option<Value>,
    /// Inputs to run before all others.
    pub(crate) examples: Vec<Example>,
    pub(crate) asynchronous: AsyncOptions,
    runner: Option<Expr>,
    /// The arguments for the generic parameters, once for each test.
    types: Vec<Vec<GenericArgument>>,
    settings: Vec<Setting>,
}

/// `maximize(list.len())`
pub(crate) struct Score {
    /// `maximize`, `minimize` or `measure`.
    pub(crate) direction: Ident,
    pub(crate) score: Expr,
}

/// `value = name: Trait`
pub(crate) struct Value {
    pub(crate) name: Ident,
    /// The traits that the property implements, besides those of the library.
    pub(crate) bounds: Punctuated<TypeParamBound, Token![+]>,
}

/// `example(0, "a")`
pub(crate) struct Example {
    pub(crate) span: Span,
    pub(crate) values: Vec<Expr>,
}

/// A field of `forall::harness::Settings` and its value.
struct Setting {
    key: Ident,
    value: TokenStream,
}

/// Expressions for the runner and the settings of a test.
pub(crate) struct RunOptions {
    pub(crate) runner: TokenStream,
    pub(crate) settings: TokenStream,
}

const KNOWN_OPTIONS: &str = "`tests`, `seed`, `max_time`, `max_discard_ratio`, `max_shrinks`, `shrink_time`, `size`, `large_tests`, `themes`, `fixed_seed`, `verbose`, `trace_shrinks`, `regressions`, `shrink_threads`, `replay`, `isolate`, `test_timeout`, `memory_limit`, `runner`, `implies`, `restrict`, `maximize`, `minimize`, `measure`, `value`, `example`, `types`, `executor`, `leaks`, `panics`, `crate`";

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> Result<Options> {
        let mut options = Options::default();
        while !input.is_empty() {
            options.parse_option(input)?;
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    }
}

impl Options {
    fn parse_option(&mut self, input: ParseStream<'_>) -> Result<()> {
        let key = input.call(Ident::parse_any)?;
        let word = key.to_string();
        match &*word {
            "implies" => self.premises.extend(arguments::<Expr>(input)?),
            "example" => {
                self.examples.push(Example { span: key.span(), values: arguments(input)? });
            }
            "types" => self.types.push(arguments(input)?),
            "maximize" | "minimize" | "measure" => {
                for score in arguments(input)? {
                    self.scores.push(Score { direction: key.clone(), score });
                }
            }
            _ if !KNOWN_OPTIONS.contains(&format!("`{word}`")) => {
                let message = format!("unknown option `{word}`: expected one of {KNOWN_OPTIONS}");
                return Err(Error::new(key.span(), message));
            }
            "isolate" if !input.peek(Token![=]) => {
                self.settings.push(Setting { key, value: quote!(true) });
            }
            _ => self.parse_assignment(key, input)?,
        }
        Ok(())
    }

    /// Parses `= value`.
    fn parse_assignment(&mut self, key: Ident, input: ParseStream<'_>) -> Result<()> {
        let word = key.to_string();
        input.parse::<Token![=]>().map_err(|error| {
            Error::new(error.span(), format!("`{word}` needs a value: `{word} = …`"))
        })?;
        let value = match &*word {
            "crate" => {
                self.root = Some(input.call(Path::parse_mod_style)?);
                return Ok(());
            }
            "executor" | "leaks" | "panics" => return self.asynchronous.parse(&key, input),
            "value" => {
                self.value = Some(property_value(input)?);
                return Ok(());
            }
            "restrict" => {
                self.only_discard = !input.parse::<LitBool>()?.value;
                return Ok(());
            }
            "runner" if !input.peek(LitStr) => {
                self.runner = Some(input.parse()?);
                return Ok(());
            }
            "max_time" | "test_timeout" | "shrink_time" => duration(&word, &input.parse()?)?,
            "memory_limit" => bytes(&input.parse()?)?,
            "replay" | "regressions" | "runner" => {
                let text: LitStr = input.parse()?;
                quote!(::std::borrow::Cow::Borrowed(#text))
            }
            _ => {
                let value: Expr = input.parse()?;
                quote!(#value)
            }
        };
        self.settings.push(Setting { key, value });
        Ok(())
    }

    /// Returns the tests to generate for a function with these generic parameters.
    pub(crate) fn instances(&self, generics: &Generics) -> Result<Vec<Instance>> {
        instances(generics, &self.types)
    }

    /// Returns expressions for the runner and the settings, if any of them is given.
    pub(crate) fn run_options(&self) -> Option<RunOptions> {
        if self.runner.is_none() && self.settings.is_empty() {
            return None;
        }
        let mut options = RunOptions::defaults();
        if let Some(runner) = &self.runner {
            options.runner = quote!(::core::option::Option::Some(&#runner));
        }
        let fields = self
            .settings
            .iter()
            .map(|Setting { key, value }| quote!(#key: ::core::option::Option::Some(#value)));
        let rest = options.settings;
        options.settings = quote!(__forall::harness::Settings { #(#fields,)* ..#rest });
        Some(options)
    }
}

impl RunOptions {
    /// Returns expressions that leave all choices to the harness.
    pub(crate) fn defaults() -> RunOptions {
        RunOptions {
            runner: quote!(::core::option::Option::None),
            settings: quote!(__forall::harness::Settings::NONE),
        }
    }
}

/// Parses `name` or `name: Trait + Trait`.
fn property_value(input: ParseStream<'_>) -> Result<Value> {
    let mut value = Value { name: input.parse()?, bounds: Punctuated::new() };
    if input.parse::<Option<Token![:]>>()?.is_some() {
        value.bounds = Punctuated::parse_separated_nonempty(input)?;
    }
    Ok(value)
}

/// Parses a list in parentheses, separated by commas.
fn arguments<T: Parse>(input: ParseStream<'_>) -> Result<Vec<T>> {
    let inner;
    parenthesized!(inner in input);
    Ok(Punctuated::<T, Token![,]>::parse_terminated(&inner)?.into_iter().collect())
}

/// Returns the number of bytes in a size such as `"512MB"`. Any other expression must already be a
/// number of bytes.
fn bytes(value: &Expr) -> Result<TokenStream> {
    let Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = value else {
        return Ok(quote!(#value));
    };
    let bytes = parse_bytes(&text.value())
        .map_err(|error| Error::new(text.span(), format!("`memory_limit`: {error}")))?;
    Ok(quote!(#bytes))
}

/// Returns an expression for a duration such as `"10s"`.
fn duration(word: &str, text: &LitStr) -> Result<TokenStream> {
    let duration = parse_duration(&text.value())
        .map_err(|error| Error::new(text.span(), format!("`{word}`: {error}")))?;
    let seconds = duration.as_secs();
    let nanos = duration.subsec_nanos();
    Ok(quote!(::core::time::Duration::new(#seconds, #nanos)))
}
