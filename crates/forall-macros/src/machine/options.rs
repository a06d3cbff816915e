//! The options of `#[machine]`.

use proc_macro2::{Span, TokenStream};
use syn::meta::ParseNestedMeta;
use syn::parse::Parser;
use syn::{Error, Path, Result, Type};

/// The options of `#[machine]`.
pub(super) struct Options {
    /// The type of the model.
    pub(super) model: Type,
    /// The type of the system, if its own methods implement the trait.
    pub(super) system: Option<Type>,
    /// The path to this crate.
    pub(super) root: Option<Path>,
}

pub(super) fn parse(tokens: TokenStream) -> Result<Options> {
    let mut model = None;
    let mut system = None;
    let mut root = None;
    let mut option = |meta: ParseNestedMeta<'_>| {
        if meta.path.is_ident("model") {
            model = Some(meta.value()?.parse::<Type>()?);
        } else if meta.path.is_ident("system") {
            system = Some(meta.value()?.parse::<Type>()?);
        } else if meta.path.is_ident("crate") {
            root = Some(meta.value()?.parse::<Path>()?);
        } else {
            return Err(meta.error("unknown option: use `model`, `system` or `crate`"));
        }
        Ok(())
    };
    let parser = syn::meta::parser(&mut option);
    parser.parse2(tokens)?;
    match model {
        Some(model) => Ok(Options { model, system, root }),
        None => {
            let message =
                "name the model, a type that implements this trait: `#[machine(model = MyModel)]`";
            Err(Error::new(Span::call_site(), message))
        }
    }
}
