//! `#[property(executor = smol::block_on, leaks = "fail", panics = "ignore")]`

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{Error, Expr, LitStr, Result, Signature};

use crate::text;

/// The options that only async properties have.
#[derive(Default)]
pub(crate) struct AsyncOptions {
    executor: Option<Executor>,
    /// The variant of `Leaks`.
    leaks: Option<Ident>,
    /// The variant of `CaughtPanics`.
    panics: Option<Ident>,
    /// The names of the given options.
    given: Vec<Ident>,
}

/// What runs the body.
enum Executor {
    /// `"tokio"`: the runtime of the feature `tokio`.
    Tokio(Span),
    /// A function that runs a future to its end.
    Function(Expr),
}

impl AsyncOptions {
    /// Parses the value of the option `key`.
    pub(crate) fn parse(&mut self, key: &Ident, input: ParseStream<'_>) -> Result<()> {
        self.given.push(key.clone());
        match &*key.to_string() {
            "executor" => self.executor = Some(executor(input)?),
            "leaks" => self.leaks = Some(word(key, input, &["fail", "report", "ignore"])?),
            _ => self.panics = Some(word(key, input, &["fail", "ignore"])?),
        }
        Ok(())
    }

    /// Returns whether a test passes although it caught a panic.
    pub(crate) fn ignores_panics(&self) -> bool {
        self.panics.as_ref().is_some_and(|panics| panics == "Ignore")
    }

    /// Returns an error if an option has no effect. `is_stacked` says whether an outer attribute runs the body.
    pub(crate) fn check_use(&self, signature: &Signature, is_stacked: bool) -> Result<()> {
        let has = |name: &str| self.given.iter().find(|key| *key == name);
        if signature.asyncness.is_none() {
            let useless = self.given.iter().find(|key| !is_stacked || *key != "panics");
            let Some(key) = useless else { return Ok(()) };
            let name = &signature.ident;
            let message = format!(
                "`{key}` applies only to `async` properties: make `{name}` an `async fn`, or remove `{key}`"
            );
            return Err(Error::new(key.span(), message));
        }
        match (&self.executor, has("leaks"), has("panics")) {
            (Some(Executor::Function(_)), Some(leaks), _) => {
                let message = "`leaks` has no effect with this executor: remove it; tasks are only known to the default executor and to \"tokio\"";
                Err(Error::new(leaks.span(), message))
            }
            (None, _, Some(panics)) => {
                let message = "`panics` has no effect with the default executor: remove it; a panic in a task always fails the test";
                Err(Error::new(panics.span(), message))
            }
            _ => Ok(()),
        }
    }

    /// Returns the definition of the static that holds the state of the test.
    pub(crate) fn state(&self) -> TokenStream {
        let variant = |option: &Option<Ident>, default: &str| {
            option.clone().unwrap_or_else(|| Ident::new(default, Span::call_site()))
        };
        let leaks = variant(&self.leaks, "Report");
        let panics = variant(&self.panics, "Fail");
        let written = self.written();
        quote! {
            static __ASYNC_TEST: __forall::__private::AsyncTest = __forall::__private::AsyncTest::new(
                __forall::__private::Leaks::#leaks,
                __forall::__private::CaughtPanics::#panics,
                #written,
            );
        }
    }

    /// Returns the options as they are written in the attribute.
    fn written(&self) -> String {
        let executor = self.executor.as_ref().map(|executor| match executor {
            Executor::Tokio(_) => "executor = \"tokio\"".to_owned(),
            Executor::Function(function) => format!("executor = {}", text::source(function)),
        });
        let word = |key: &str, variant: &Option<Ident>| {
            let word = variant.as_ref()?.to_string().to_lowercase();
            Some(format!("{key} = \"{word}\""))
        };
        let options = [executor, word("leaks", &self.leaks), word("panics", &self.panics)];
        options.into_iter().flatten().collect::<Vec<String>>().join(", ")
    }

    /// Returns the expression that runs the future `call` to its verdict.
    pub(crate) fn verdict(&self, call: &TokenStream) -> TokenStream {
        match &self.executor {
            None => quote!(__ASYNC_TEST.run(#call)),
            Some(Executor::Tokio(span)) => {
                quote_spanned!(*span=> __forall::__run_on_tokio!(__ASYNC_TEST, #call))
            }
            Some(Executor::Function(function)) => {
                let body = quote!(::core::pin::pin!(__forall::__private::body_verdict(#call)));
                quote_spanned!(function.span()=> __ASYNC_TEST.run_on(#function, #body))
            }
        }
    }
}

fn executor(input: ParseStream<'_>) -> Result<Executor> {
    if !input.peek(LitStr) {
        return Ok(Executor::Function(input.parse()?));
    }
    let name: LitStr = input.parse()?;
    if name.value() == "tokio" {
        return Ok(Executor::Tokio(name.span()));
    }
    let message = format!(
        "`{}` is not the name of an executor: expected \"tokio\", or a function, as in `executor = smol::block_on`",
        name.value(),
    );
    Err(Error::new(name.span(), message))
}

/// Parses one of these words, and returns it as the name of a variant.
fn word(key: &Ident, input: ParseStream<'_>, allowed: &[&str]) -> Result<Ident> {
    let text: LitStr = input.parse()?;
    let value = text.value();
    if !allowed.contains(&&*value) {
        let expected = allowed.join("\", \"");
        let message =
            format!("`{key}`: `{value}` is not allowed here: expected one of \"{expected}\"");
        return Err(Error::new(text.span(), message));
    }
    let (first, rest) = value.split_at(1);
    Ok(Ident::new(&format!("{}{rest}", first.to_uppercase()), text.span()))
}
