//! Code for the nodes of a property, shared by `#[property]` and `property!`.

use forall_format::formula::FormulaNode;
use forall_format::manifest::ManifestNode;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Expr;

use crate::text::{self, Position};

/// The optional parts of a quantifier: its domain, and replacements for abilities of the domain.
#[derive(Default)]
pub(crate) struct Annotations {
    pub(crate) domain: Option<Expr>,
    pub(crate) shrink: Option<Expr>,
    pub(crate) mutate: Option<Expr>,
    pub(crate) print: Option<Expr>,
    /// A condition that all generated values must satisfy.
    pub(crate) contract: Option<Expr>,
    /// Data for blocks and runners.
    pub(crate) annotate: Vec<Expr>,
}

/// What the code of a node in `property!` may name.
pub(crate) struct Scope {
    /// The path to the crate `forall`, which is `$crate`.
    pub(crate) root: Ident,
    /// The variables, the first one first.
    pub(crate) bound: Vec<Ident>,
}

impl Scope {
    /// Returns the path to the crate, for code whose errors the compiler reports at `span`.
    pub(crate) fn root_at(&self, span: Span) -> Ident {
        let mut root = self.root.clone();
        root.set_span(span.resolved_at(root.span()));
        root
    }
}

/// Returns a closure over the environment and a value that evaluates `condition`, which is itself a closure.
pub(crate) fn contract_closure(scope: &Scope, condition: &Expr) -> TokenStream {
    let bind = bind_variables(&scope.bound);
    let root = &scope.root;
    quote!(|__env, __value| { #bind #root::__private::holds(__value, #condition) })
}

/// Returns a closure over the environment that evaluates `body`. The compiler names the closure by its
/// location, so that should be in the code of the user.
pub(crate) fn env_closure(scope: &Scope, location: Span, body: &impl ToTokens) -> TokenStream {
    let bind = bind_variables(&scope.bound);
    quote_spanned!(Span::call_site().located_at(location)=> |__env| { #bind (#body) })
}

/// Returns the expression of a `NodeInfo` about the node whose source is `expr`. `kind` is a variant of
/// `NodeKind`.
pub(crate) fn info(
    kind: &str,
    name: &str,
    ty: &str,
    expr: &impl ToTokens,
    scope: &Scope,
) -> TokenStream {
    let mentions = text::mentions(expr, &scope.bound);
    info_of(&scope.root, [kind, name, ty], expr, &mentions)
}

/// Returns the expression of the `NodeInfo` of a quantifier, which depends on the variables `mentions`.
pub(crate) fn quantifier_info(
    root: &Ident,
    name: &str,
    ty: &str,
    domain: &impl ToTokens,
    mentions: &[Ident],
) -> TokenStream {
    info_of(root, ["Forall", name, ty], domain, mentions)
}

fn info_of(
    root: &Ident,
    [kind, name, ty]: [&str; 3],
    expr: &impl ToTokens,
    mentions: &[Ident],
) -> TokenStream {
    let kind = Ident::new(kind, Span::call_site());
    let text = text::source(expr);
    let location = text::location(expr);
    let mentions = mentions.iter().map(Ident::to_string);
    quote! {
        #root::property::NodeInfo::written(
            #root::property::NodeKind::#kind,
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
    /// Returns the annotated domain as an expression, based on the default domain of `ty` if none is given.
    /// `root` is the path to the crate `forall`.
    pub(crate) fn domain_expression(
        &self,
        root: &impl ToTokens,
        ty: &impl ToTokens,
    ) -> TokenStream {
        let mut domain = match &self.domain {
            Some(domain) => domain.to_token_stream(),
            None => quote!(#root::domain::any::<#ty>()),
        };
        let replacements = [
            ("shrink_with", &self.shrink),
            ("mutate_with", &self.mutate),
            ("print_with", &self.print),
        ];
        for (method, expr) in replacements {
            let method = Ident::new(method, Span::call_site());
            domain = match expr {
                Some(expr) => quote!(#root::domain::Domain::#method(#domain, #expr)),
                None => domain,
            };
        }
        domain
    }

    /// Returns the tokens of all annotations, to search them for variables.
    pub(crate) fn tokens(&self) -> TokenStream {
        let abilities = self.ability_tokens();
        let Annotations { contract, annotate, .. } = self;
        quote!(#abilities #contract #(#annotate)*)
    }

    /// Returns the tokens of the domain and of the replacements for its abilities.
    pub(crate) fn ability_tokens(&self) -> TokenStream {
        let Annotations { domain, shrink, mutate, print, .. } = self;
        quote!(#domain #shrink #mutate #print)
    }
}
