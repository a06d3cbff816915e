//! The function under the attribute.

use proc_macro2::{Group, TokenStream};
use quote::ToTokens;
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
    /// Returns the text of the body, if it is one short line.
    pub(crate) fn short_body(&self) -> Option<String> {
        let text = self.body.span().unwrap().source_text()?;
        let text = text.strip_prefix('{')?.strip_suffix('}')?.trim();
        let is_short = !text.is_empty() && text.len() <= 80 && !text.contains(['\n', ';']);
        is_short.then(|| text.to_owned())
    }
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.attrs.iter().map(ToTokens::to_token_stream));
        self.sig.to_tokens(tokens);
        self.body.to_tokens(tokens);
    }
}
