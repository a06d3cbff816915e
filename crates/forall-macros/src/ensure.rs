//! `ensure!(left < right)`, whose panic message shows both sides.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{BinOp, Expr, ExprBinary, Ident, Result, Token};

use crate::text;

/// The input of `ensure!`, after `$crate,`: a condition and an optional message with its format arguments.
pub(crate) struct Claim {
    root: Ident,
    condition: Expr,
    message: TokenStream,
}

impl Parse for Claim {
    fn parse(input: ParseStream<'_>) -> Result<Claim> {
        let root = input.parse()?;
        input.parse::<Token![,]>()?;
        let condition = input.parse()?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        Ok(Claim { root, condition, message: input.parse()? })
    }
}

pub(crate) fn expand(Claim { root, condition, message }: Claim) -> TokenStream {
    let text = text::source(&condition);
    let message = match message.is_empty() {
        true => quote!(::core::option::Option::None),
        false => quote!(::core::option::Option::Some(::core::format_args!(#message))),
    };
    match &condition {
        Expr::Binary(ExprBinary { left, op, right, .. }) if is_comparison(op) => quote! {
            match (&(#left), &(#right)) {
                (__left, __right) => if !(*__left #op *__right) {
                    #root::__private::ensure_comparison_failed(#text, __left, __right, #message)
                }
            }
        },
        condition => quote! {
            if !(#condition) {
                #root::__private::ensure_failed(#text, #message)
            }
        },
    }
}

fn is_comparison(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
    )
}
