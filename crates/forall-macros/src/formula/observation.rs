//! `classify "label": condition`, `cover 10.0 "label": condition`, `maximize score`

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{Expr, Lit, LitFloat, LitInt, LitStr, Result, Token};

use crate::node::{Scope, env_closure, info};

/// A node that records something about the inputs of a test.
pub(super) struct Observation {
    /// `classify`, `cover`, `collect`, `tabulate`, `maximize`, `minimize` or `measure`.
    keyword: Ident,
    /// The required percentage, which only `cover` has.
    percentage: Option<Lit>,
    label: Option<LitStr>,
    value: Expr,
}

/// Expressions for the parts of an observation.
pub(super) struct Parts {
    /// The `NodeInfo`.
    pub(super) info: TokenStream,
    /// The `ObservationKind`.
    pub(super) kind: TokenStream,
    /// The `ObservationValue`.
    pub(super) value: TokenStream,
}

impl Observation {
    /// Parses what follows `keyword`.
    pub(super) fn parse(keyword: Ident, input: ParseStream<'_>) -> Result<Observation> {
        let mut percentage = None;
        if keyword == "cover" {
            if !input.peek(LitInt) && !input.peek(LitFloat) {
                let message = "`cover` needs a percentage: `cover 10.0 \"label\": condition`";
                return Err(input.error(message));
            }
            percentage = Some(input.parse()?);
        }
        let mut label = None;
        if input.peek(LitStr) && input.peek2(Token![:]) {
            label = Some(input.parse()?);
            input.parse::<Token![:]>()?;
        }
        Ok(Observation { keyword, percentage, label, value: input.parse()? })
    }

    pub(super) fn expand(&self, scope: &Scope) -> TokenStream {
        let Parts { info, kind, value } = self.parts(scope);
        let closure = env_closure(scope, self.value.span(), &value);
        quote!(.observe(#info, #kind, #closure))
    }

    /// Returns the parts of the node.
    pub(super) fn parts(&self, scope: &Scope) -> Parts {
        let root = &scope.root;
        let label = self.label.as_ref().map(LitStr::value).unwrap_or_default();
        let kind = self.kind();
        let value = self.observed_value();
        Parts {
            info: info("Observe", &label, "", &self.value, scope),
            kind: quote!(#root::property::ObservationKind::#kind),
            value: quote!(#root::property::ObservationValue::#value),
        }
    }

    /// Returns a variant of `ObservationKind`.
    fn kind(&self) -> TokenStream {
        let percentage = &self.percentage;
        match &*self.keyword.to_string() {
            "classify" => quote!(Classify),
            "cover" => quote!(Cover((#percentage) as f64)),
            "collect" => quote!(Collect),
            "tabulate" => quote!(Tabulate),
            "maximize" => quote!(Maximize),
            "minimize" => quote!(Minimize),
            _ => quote!(Measure),
        }
    }

    /// Returns a variant of `ObservationValue`.
    fn observed_value(&self) -> TokenStream {
        let value = &self.value;
        match &*self.keyword.to_string() {
            "classify" | "cover" => quote!(Flag(#value)),
            "collect" => quote!(Text(::std::string::ToString::to_string(&(#value)))),
            "tabulate" => {
                let text = quote!(|each| ::std::string::ToString::to_string(&each));
                let each = quote!(::core::iter::IntoIterator::into_iter(#value));
                let texts = quote!(::core::iter::Iterator::map(#each, #text));
                quote!(Texts(::core::iter::Iterator::collect(#texts)))
            }
            _ => quote!(Score((#value) as f64)),
        }
    }
}
