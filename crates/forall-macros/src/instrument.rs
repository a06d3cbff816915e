//! `#[instrument] fn name(…) { … }`: a probe at the entry of a function, and at each way it may go.

mod branches;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Attribute, Block, Error, Ident, Result, Signature, Visibility};

use self::branches::Probes;
use crate::text;

pub(crate) fn expand(options: TokenStream, item: TokenStream) -> Result<TokenStream> {
    if !options.is_empty() {
        return Err(Error::new(options.span(), "`#[instrument]` takes no options"));
    }
    let Function { attrs, vis, sig, mut body } = syn::parse2(item)?;
    if let Some(word) = &sig.constness {
        let help = "`#[instrument]` does not go on a `const fn`: a probe speaks when code runs";
        return Err(Error::new(word.span(), help));
    }
    // Nothing that the body mentions can be called like this.
    let place = Ident::new("PLACE", Span::mixed_site());
    let (line, column) = text::position(&sig.ident);
    let position = format!(":{line}:{column}");
    Probes::new(place.clone()).reach(&mut body);
    let (inner, outer): (Vec<Attribute>, Vec<Attribute>) =
        attrs.into_iter().partition(|attr| matches!(attr.style, syn::AttrStyle::Inner(_)));
    let statements = &body.stmts;
    Ok(quote! {
        #(#outer)*
        #vis #sig {
            #(#inner)*
            const #place: ::core::primitive::u64 =
                ::forall::source::SpanLabel::new(::core::concat!(::core::file!(), #position)).hash();
            #(#statements)*
        }
    })
}

/// A function with its body.
struct Function {
    attrs: Vec<Attribute>,
    vis: Visibility,
    sig: Signature,
    body: Block,
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> Result<Function> {
        let (mut attrs, vis) = (input.call(Attribute::parse_outer)?, input.parse()?);
        let help = "`#[instrument]` goes on a function with a body, and tells guided runners which of its \
                    branches an input took";
        let unlike = |error: Error| Error::new(error.span(), help);
        let sig = input.parse().map_err(unlike)?;
        if !input.peek(syn::token::Brace) {
            return Err(Error::new(input.span(), help));
        }
        let content;
        let brace_token = syn::braced!(content in input);
        attrs.extend(content.call(Attribute::parse_inner)?);
        let body = Block { brace_token, stmts: content.call(Block::parse_within)? };
        Ok(Function { attrs, vis, sig, body })
    }
}
