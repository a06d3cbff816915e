//! The function under the attribute.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, Result, Signature, Visibility};

/// A function. Its body is not parsed, because the macro copies it unchanged.
pub(crate) struct Function {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    body: Group,
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> Result<Function> {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        let message = "`#[property]` applies only to functions with a body";
        let not_a_function = |error: Error| Error::new(error.span(), message);
        let sig = input.parse().map_err(not_a_function)?;
        let body = input.parse().map_err(not_a_function)?;
        Ok(Function { attrs, vis, sig, body })
    }
}

impl Function {
    /// Returns whether the body contains this name, such as that of a function.
    pub(crate) fn calls(&self, name: &str) -> bool {
        contains_name(self.body.stream(), name)
    }

    /// Lets the function fail if its body catches a panic.
    pub(crate) fn reject_caught_panics(&mut self) {
        let body = &self.body;
        let output = &self.sig.output;
        let call = quote!(__forall::__private::without_caught_panics(move || #output #body));
        let span = body.span();
        self.body = Group::new(Delimiter::Brace, call);
        self.body.set_span(span);
    }

    /// Returns the text of the body, if it is one short line.
    pub(crate) fn short_body(&self) -> Option<String> {
        let text = self.body.span().unwrap().source_text()?;
        let text = text.strip_prefix('{')?.strip_suffix('}')?.trim();
        let is_short = !text.is_empty() && text.len() <= 80 && !text.contains(['\n', ';']);
        is_short.then(|| text.to_owned())
    }
}

fn contains_name(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => contains_name(group.stream(), name),
        TokenTree::Ident(ident) => ident == name,
        _ => false,
    })
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.attrs.iter().map(ToTokens::to_token_stream));
        self.sig.to_tokens(tokens);
        self.body.to_tokens(tokens);
    }
}
