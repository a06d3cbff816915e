//! Steps as the code of a test.

use proc_macro2::TokenStream;
use quote::quote;

use super::Machine;
use super::arguments::{Argument, ArgumentKind, HandleUse};
use super::methods::{Operation, Reply};
use super::printing::kind_name;
use crate::passing::Passing;

impl Machine {
    /// Writes the functions that return steps as code.
    pub(super) fn code(&self) -> TokenStream {
        let steps = self.operations.iter().map(|operation| {
            let pattern = operation.pattern();
            let call = self.call_code(operation);
            quote!(#pattern => #call,)
        });
        let questions = self.questions.iter().map(|question| {
            let function = format!("{}::{}", self.name, question.name);
            let is_mutable = question.is_mutable;
            quote!(__forall::machine::Call {
                function: #function,
                is_mutable: #is_mutable,
                arguments: ::std::vec::Vec::new(),
                reply: __forall::machine::CallReply::Value,
            })
        });
        let names = self.start.as_ref().map(|start| &*start.arguments).unwrap_or_default();
        let names = names.iter().map(|argument| &argument.name);
        let start = self.start_code();
        quote! {
            fn code(__step: &__Step) -> ::core::option::Option<__forall::machine::Call> {
                ::core::option::Option::Some(match __step { #(#steps)* })
            }

            fn code_start((#(#names,)*): &Self::Start) -> ::core::option::Option<::std::string::String> {
                ::core::option::Option::Some(#start)
            }

            fn code_questions() -> ::std::vec::Vec<__forall::machine::Call> {
                ::std::vec![#(#questions),*]
            }
        }
    }

    fn call_code(&self, operation: &Operation) -> TokenStream {
        let function = format!("{}::{}", self.name, operation.name);
        let is_mutable = operation.is_mutable;
        let arguments = operation.arguments.iter().map(argument_code);
        let reply = match &operation.reply {
            Reply::Unit => quote!(Unit),
            Reply::Value => quote!(Value),
            Reply::Handle(kind) => {
                let kind = kind_name(kind);
                quote!(Handle(#kind))
            }
            Reply::MaybeHandle(kind) => {
                let kind = kind_name(kind);
                quote!(MaybeHandle(#kind))
            }
        };
        quote!(__forall::machine::Call {
            function: #function,
            is_mutable: #is_mutable,
            arguments: ::std::vec![#(#arguments),*],
            reply: __forall::machine::CallReply::#reply,
        })
    }

    fn start_code(&self) -> TokenStream {
        let Some(start) = &self.start else {
            return quote!(::std::string::String::from("Default::default()"));
        };
        let function = format!("{}::{}", self.name, start.name);
        let arguments = start.arguments.iter().map(value_code);
        quote!(__forall::machine::Line::of(#function, &[#(#arguments),*]).call)
    }
}

fn argument_code(argument: &Argument) -> TokenStream {
    let name = &argument.name;
    match &argument.kind {
        ArgumentKind::Value { .. } => {
            let code = value_code(argument);
            quote!(__forall::machine::CallArgument::Value(#code))
        }
        ArgumentKind::Handle { kind, usage } => {
            let kind = kind_name(kind);
            let usage = match usage {
                HandleUse::Shared => "&",
                HandleUse::Exclusive => "&mut ",
                HandleUse::Consumed => "",
            };
            quote!(__forall::machine::CallArgument::Handle { usage: #usage, name: #name.name(#kind) })
        }
    }
}

fn value_code(argument: &Argument) -> TokenStream {
    let name = &argument.name;
    let is_by_value =
        matches!(argument.kind, ArgumentKind::Value { passing: Passing::ByValue, .. });
    let usage = if is_by_value { "" } else { "&" };
    quote!(__forall::machine::argument_code(#name, #usage))
}
