//! What both surfaces write for a node.

use forall_format::formula::FormulaNode;
use forall_format::manifest::ManifestNode;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;

use crate::text;

/// What a quantifier says beside its name and type.
#[derive(Default)]
pub(crate) struct Annotations {
    pub(crate) domain: Option<Expr>,
    pub(crate) shrink: Option<Expr>,
    pub(crate) mutate: Option<Expr>,
    pub(crate) print: Option<Expr>,
}

/// A note that has seen the source. `kind` is a variant of `NodeKind`.
pub(crate) fn note(
    kind: &str,
    name: &str,
    ty: &str,
    expr: &impl ToTokens,
    bound: &[Ident],
) -> TokenStream {
    let kind = Ident::new(kind, proc_macro2::Span::call_site());
    let (text, place) = (text::source(expr), text::place(expr));
    let mentions = text::mentions(expr, bound);
    let mentions = mentions.iter().map(Ident::to_string);
    quote! {
        ::forall::property::Note::written(
            ::forall::property::NodeKind::#kind,
            [#name, #ty, #text],
            #place,
            &[#(#mentions),*],
        )
    }
}

/// Returns a node as it is written in the manifest of a test.
pub(crate) fn manifest_node(
    formula: FormulaNode<'_>,
    position: (u32, u32),
    mentions: &[Ident],
) -> String {
    let names: Vec<String> = mentions.iter().map(Ident::to_string).collect();
    let mentions = names.iter().map(String::as_str).collect();
    let (line, column) = position;
    ManifestNode { formula, line, column, mentions }.to_string()
}

/// `(y, (x, ()))`: the newest first.
pub(crate) fn nested(parts: &[impl ToTokens]) -> TokenStream {
    parts.iter().fold(quote!(()), |tail, part| quote!((#part, #tail)))
}

/// The statements that bind the variables `bound` of the environment `env` to references. Of those
/// with the same name, the last hides the others.
pub(crate) fn bind(bound: &[Ident]) -> TokenStream {
    let names = bound
        .iter()
        .enumerate()
        .map(|(i, name)| if bound[i + 1..].contains(name) { quote!(_) } else { quote!(#name) });
    let pattern = nested(&names.collect::<Vec<TokenStream>>());
    // Not `expect`: most properties use all of their variables, and would then be warned of that.
    quote! {
        #[allow(unused_variables, clippy::all)]
        let #pattern = __env;
    }
}

impl Annotations {
    /// The domain as an expression; `default` if none is named.
    pub(crate) fn expression(&self, default: TokenStream) -> TokenStream {
        let mut domain = self.domain.as_ref().map_or(default, ToTokens::to_token_stream);
        let with = [
            ("shrink_with", &self.shrink),
            ("mutate_with", &self.mutate),
            ("print_with", &self.print),
        ];
        for (method, expr) in with {
            let method = Ident::new(method, proc_macro2::Span::call_site());
            domain = match expr {
                Some(expr) => quote!(::forall::domain::Domain::#method(#domain, #expr)),
                None => domain,
            };
        }
        domain
    }

    /// All that was written, to see what it mentions.
    pub(crate) fn written(&self) -> TokenStream {
        let Annotations { domain, shrink, mutate, print } = self;
        quote!(#domain #shrink #mutate #print)
    }
}
