//! Code for the nodes of a property, shared by `#[property]` and `property!`.

use forall_format::formula::FormulaNode;
use forall_format::manifest::ManifestNode;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;

use crate::text::{self, Position};

/// The optional parts of a quantifier: its domain, and replacements for abilities of the domain.
#[derive(Default)]
pub(crate) struct Annotations {
    pub(crate) domain: Option<Expr>,
    pub(crate) shrink: Option<Expr>,
    pub(crate) mutate: Option<Expr>,
    pub(crate) print: Option<Expr>,
}

/// Returns the expression of a `NodeInfo` about the node whose source is `expr`. `kind` is a variant of
/// `NodeKind`; `bound` are the variables in scope.
pub(crate) fn info(
    kind: &str,
    name: &str,
    ty: &str,
    expr: &impl ToTokens,
    bound: &[Ident],
) -> TokenStream {
    let kind = Ident::new(kind, proc_macro2::Span::call_site());
    let text = text::source(expr);
    let location = text::location(expr);
    let mentions = text::mentions(expr, bound);
    let mentions = mentions.iter().map(Ident::to_string);
    quote! {
        ::forall::property::NodeInfo::written(
            ::forall::property::NodeKind::#kind,
            [#name, #ty, #text],
            #location,
            &[#(#mentions),*],
        )
    }
}

/// Returns the text of a node in the manifest of a test.
pub(crate) fn manifest_node(
    formula: FormulaNode<'_>,
    position: Position,
    mentions: &[Ident],
) -> String {
    let names: Vec<String> = mentions.iter().map(Ident::to_string).collect();
    let mentions = names.iter().map(String::as_str).collect();
    ManifestNode { formula, line: position.line, column: position.column, mentions }.to_string()
}

/// Returns the parts as nested pairs, the last one outermost: `(y, (x, ()))`. Environments have
/// this shape.
pub(crate) fn nested_pairs(parts: &[impl ToTokens]) -> TokenStream {
    parts.iter().fold(quote!(()), |tail, part| quote!((#part, #tail)))
}

/// Returns the statement that binds the variables `bound` to references into the environment
/// `__env`. If several variables have the same name, the last one shadows the others.
pub(crate) fn bind_variables(bound: &[Ident]) -> TokenStream {
    let names = bound
        .iter()
        .enumerate()
        .map(|(i, name)| if bound[i + 1..].contains(name) { quote!(_) } else { quote!(#name) });
    let pattern = nested_pairs(&names.collect::<Vec<TokenStream>>());
    // `expect` would warn in the common case that every variable is used.
    quote! {
        #[allow(unused_variables, clippy::all)]
        let #pattern = __env;
    }
}

impl Annotations {
    /// Returns the annotated domain as an expression, based on `default` if no domain is given.
    pub(crate) fn domain_expression(&self, default: TokenStream) -> TokenStream {
        let mut domain = self.domain.as_ref().map_or(default, ToTokens::to_token_stream);
        let replacements = [
            ("shrink_with", &self.shrink),
            ("mutate_with", &self.mutate),
            ("print_with", &self.print),
        ];
        for (method, expr) in replacements {
            let method = Ident::new(method, proc_macro2::Span::call_site());
            domain = match expr {
                Some(expr) => quote!(::forall::domain::Domain::#method(#domain, #expr)),
                None => domain,
            };
        }
        domain
    }

    /// Returns the tokens of all annotations, to search them for variables.
    pub(crate) fn tokens(&self) -> TokenStream {
        let Annotations { domain, shrink, mutate, print } = self;
        quote!(#domain #shrink #mutate #print)
    }
}
