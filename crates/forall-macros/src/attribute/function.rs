//! The function under the attribute.

use proc_macro2::{Group, TokenStream};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, Result, Signature, Visibility};

/// A function whose body is left as it is: there is nothing in it that we need to understand.
pub(crate) struct Function {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    body: Group,
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> Result<Function> {
        let (attrs, vis) = (input.call(Attribute::parse_outer)?, input.parse()?);
        let unlike = |error: Error| Error::new(error.span(), "`#[property]` goes on a function");
        let sig = input.parse().map_err(unlike)?;
        Ok(Function { attrs, vis, sig, body: input.parse().map_err(unlike)? })
    }
}

impl Function {
    /// The body, if it is one short line.
    pub(crate) fn line(&self) -> Option<String> {
        let text = self.body.span().unwrap().source_text()?;
        let text = text.strip_prefix('{')?.strip_suffix('}')?.trim();
        let short = !text.is_empty() && text.len() <= 80 && !text.contains(['\n', ';']);
        short.then(|| text.to_owned())
    }
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.attrs.iter().map(ToTokens::to_token_stream));
        self.sig.to_tokens(tokens);
        self.body.to_tokens(tokens);
    }
}
