//! Printing steps, and the replies of the model.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Machine;
use super::arguments::ArgumentKind;
use super::methods::Operation;

impl Machine {
    /// Writes how a run and its steps are printed.
    pub(super) fn printing(&self) -> TokenStream {
        let arguments = self.operations.iter().filter(|operation| !operation.arguments.is_empty());
        let arguments = arguments.map(|operation| {
            let pattern = operation.pattern();
            let visits = visits(operation);
            quote!(#pattern => { #visits })
        });
        let model = &self.model;
        let start = self.start.as_ref().filter(|start| !start.arguments.is_empty());
        let start = match start {
            None => quote!(::std::string::String::new()),
            Some(start) => {
                let arguments = start.arguments.iter().map(|argument| &argument.name);
                let arguments =
                    arguments.map(|name| quote!(__forall::machine::ArgumentValue::print(#name)));
                let name = start.name.to_string();
                quote!(__forall::machine::Line::of(#name, &[#(#arguments),*]).call)
            }
        };
        let names = self.start.as_ref().map(|start| &*start.arguments).unwrap_or_default();
        let names = names.iter().map(|argument| &argument.name);
        quote! {
            fn for_each_argument(
                __step: &__Step,
                __visit: &mut dyn ::core::ops::FnMut(__forall::machine::StepArgument<'_>),
            ) {
                match __step { #(#arguments)* _ => {} }
            }

            fn reply(
                __running: &mut __Running<#model>,
                __step: &__Step,
                __index: usize,
            ) -> ::std::string::String {
                let mut __text = ::std::string::String::new();
                __take(__running, __step, __index, ::core::option::Option::Some(&mut __text));
                __text
            }

            fn print_start((#(#names,)*): &Self::Start) -> ::std::string::String {
                #start
            }
        }
    }
}

/// Visits the arguments of a step.
fn visits(operation: &Operation) -> TokenStream {
    let visits = operation.arguments.iter().map(|argument| {
        let name = &argument.name;
        let visited = match &argument.kind {
            ArgumentKind::Value { .. } => quote!(Value(#name)),
            ArgumentKind::Handle { .. } => quote!(Handle(*#name)),
        };
        quote!(__visit(__forall::machine::StepArgument::#visited);)
    });
    visits.collect()
}

/// Returns the name of a handle in reports: `log_file` for `LogFile`.
pub(super) fn kind_name(kind: &Ident) -> String {
    let mut name = String::new();
    for (at, c) in kind.to_string().char_indices() {
        if c.is_uppercase() && at > 0 {
            name.push('_');
        }
        name.extend(c.to_lowercase());
    }
    name
}
