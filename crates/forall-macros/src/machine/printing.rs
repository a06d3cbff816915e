//! Printing steps, and the replies of the model.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Machine;
use super::arguments::{Argument, ArgumentKind};
use super::methods::{Operation, Reply};

impl Machine {
    /// Writes how a run and its steps are printed.
    pub(super) fn printing(&self) -> TokenStream {
        let model = &self.model;
        let parts = self.parts("model", &format_ident!("__running"));
        let lines = self.operations.iter().map(|operation| {
            let pattern = operation.pattern();
            let line = line(operation);
            quote!(#pattern => #line,)
        });
        let replies = self.operations.iter().map(|operation| {
            let pattern = operation.pattern();
            let call = self.call(operation, "model", model);
            let reply = format_ident!("__reply");
            let keep = self.keep(operation, "model", &reply);
            quote!(#pattern => {
                let #reply = #call;
                #keep
                ::std::format!("{:?}", #reply)
            })
        });
        let start = self.start.as_ref().filter(|start| !start.arguments.is_empty());
        let start = match start {
            None => quote!(::std::string::String::new()),
            Some(start) => {
                let arguments = start.arguments.iter().map(|argument| &argument.name);
                let arguments = arguments.map(|name| quote!(__start_argument(#name)));
                let name = start.name.to_string();
                quote!(__forall::machine::Line::of(#name, &[#(#arguments),*]).call)
            }
        };
        let names = self.start.as_ref().map(|start| &*start.arguments).unwrap_or_default();
        let names = names.iter().map(|argument| &argument.name);
        quote! {
            fn print(__step: &__Step) -> __forall::machine::Line {
                match __step { #(#lines)* }
            }

            fn reply(
                __running: &mut __Running<#model>,
                __step: &__Step,
                __index: usize,
            ) -> ::std::string::String {
                #parts
                match __step { #(#replies)* }
            }

            fn print_start((#(#names,)*): &Self::Start) -> ::std::string::String {
                fn __start_argument(argument: &dyn ::core::fmt::Debug) -> ::std::string::String {
                    ::std::format!("{argument:?}")
                }
                #start
            }
        }
    }
}

/// Prints a step without its reply.
fn line(operation: &Operation) -> TokenStream {
    let arguments = operation.arguments.iter().map(printed);
    let name = operation.name.to_string();
    let line = quote!(__forall::machine::Line::of(#name, &[#(#arguments),*]));
    match &operation.reply {
        Reply::Handle(kind) | Reply::MaybeHandle(kind) => {
            let kind = kind_name(kind);
            quote!(#line.making(#kind))
        }
        Reply::Unit | Reply::Value => line,
    }
}

fn printed(argument: &Argument) -> TokenStream {
    let name = &argument.name;
    match &argument.kind {
        ArgumentKind::Value { .. } => quote!(::std::format!("{:?}", #name)),
        ArgumentKind::Handle { kind, .. } => {
            let kind = kind_name(kind);
            quote!(#name.name(#kind))
        }
    }
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
