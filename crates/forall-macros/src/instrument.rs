//! `#[instrument] fn name(…) { … }`: a probe at the entry of a function and in each of its branches.

mod branches;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Block, Error, Ident, Path, Result, Signature, Token, Visibility};

use self::branches::Probes;
use crate::root;
use crate::text::{self, Position};

pub(crate) fn expand(options: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let root = syn::parse2::<Options>(options)?.root;
    let import = root::import(root.as_ref(), |path| format!("#[instrument(crate = {path})]"))?;
    let Function { attrs, vis, sig, mut body } = syn::parse2(item)?;
    if let Some(word) = &sig.constness {
        let message = "`const fn` cannot be instrumented, because probes record at run time: remove `const` or `#[instrument]`";
        return Err(Error::new(word.span, message));
    }
    // Hygiene keeps this name apart from any name in the body.
    let place = Ident::new("PLACE", Span::mixed_site());
    let Position { line, column } = text::position(&sig.ident);
    let position = format!(":{line}:{column}");
    Probes::new(place.clone()).add_to_branch(&mut body);
    let (inner, outer): (Vec<Attribute>, Vec<Attribute>) =
        attrs.into_iter().partition(|attr| matches!(attr.style, syn::AttrStyle::Inner(_)));
    let statements = &body.stmts;
    Ok(quote! {
        #(#outer)*
        #vis #sig {
            #(#inner)*
            #import
            const #place: ::core::primitive::u64 =
                __forall::source::SpanLabel::new(::core::concat!(::core::file!(), #position)).hash();
            #(#statements)*
        }
    })
}

/// The options of the attribute.
struct Options {
    root: Option<Path>,
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> Result<Options> {
        if input.is_empty() {
            return Ok(Options { root: None });
        }
        let key = input.call(Ident::parse_any)?;
        if key != "crate" {
            let message =
                format!("unknown option `{key}`: `#[instrument]` takes only `crate = path`");
            return Err(Error::new(key.span(), message));
        }
        input.parse::<Token![=]>()?;
        Ok(Options { root: Some(input.call(Path::parse_mod_style)?) })
    }
}

const NOT_A_FUNCTION: &str = "`#[instrument]` applies only to functions with a body";

/// A function with its body.
struct Function {
    attrs: Vec<Attribute>,
    vis: Visibility,
    sig: Signature,
    body: Block,
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> Result<Function> {
        let mut attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        let sig = input.parse().map_err(|error: Error| Error::new(error.span(), NOT_A_FUNCTION))?;
        if !input.peek(syn::token::Brace) {
            return Err(Error::new(input.span(), NOT_A_FUNCTION));
        }
        let content;
        let brace_token = syn::braced!(content in input);
        attrs.extend(content.call(Attribute::parse_inner)?);
        let body = Block { brace_token, stmts: content.call(Block::parse_within)? };
        Ok(Function { attrs, vis, sig, body })
    }
}
