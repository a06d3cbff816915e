//! `#[property(value = name: Trait)]`: a function that returns the property.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Error, Result};

use super::function::Function;
use super::nodes::{self, PropertyNodes, env_type};
use super::options::{Options, RunOptions, Value};
use super::{Property, examples};

/// Returns an error if `value` is given for a function whose property cannot be returned.
pub(super) fn check_use(function: &Function, options: &Options) -> Result<()> {
    let Some(Value { name, .. }) = &options.value else { return Ok(()) };
    let signature = &function.sig;
    let message = if signature.asyncness.is_some() {
        "`value` is not supported for an `async fn`: build the property with `property!`"
    } else if signature.generics.type_params().count() + signature.generics.const_params().count()
        > 0
    {
        "`value` is not supported for generic functions: write one property for each type"
    } else {
        return Ok(());
    };
    Err(Error::new(name.span(), message))
}

impl Property {
    /// Returns the call that runs the property that the function of the user returns.
    pub(super) fn run_value(&self, value: &Value) -> TokenStream {
        let name = &value.name;
        let options = self.options.run_options().unwrap_or_else(RunOptions::defaults);
        let RunOptions { runner, settings } = options;
        let examples = examples::inputs(&self.parameters, &self.options);
        let examples = examples.unwrap_or_else(|| quote!(::std::vec::Vec::new()));
        quote!(.run_value(#name(), #examples, #runner, &#settings);)
    }

    /// Returns the function that returns the property. It contains the whole function under the attribute.
    pub(super) fn value_function(&self, value: &Value, nodes: &PropertyNodes) -> TokenStream {
        let Value { name, bounds } = value;
        let root = &self.root;
        let function = &self.function;
        let visibility = &function.vis;
        let conditions = self.test_attributes.iter().filter(|attribute| is_condition(attribute));
        let env = env_type(&self.parameters);
        let bounds = bounds.iter();
        let property = quote! {
            #root::property::Formula<Inputs = #env> + #root::block::Property
                + ::core::marker::Send + ::core::marker::Sync + 'static
        };
        let manifest = self.manifest(&function.sig.ident, nodes);
        let specs = &nodes.specs;
        let predicate = nodes::predicate(self);
        let doc = format!("Returns the property `{}`.", function.sig.ident);
        quote! {
            #(#conditions)*
            #[doc = #doc]
            #visibility fn #name()
            -> impl #property + #root::property::With<Output: #property> #(+ #bounds)* {
                use #root as __forall;
                #function
                #manifest.property(#specs, #predicate)
            }
        }
    }
}

fn is_condition(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
}
