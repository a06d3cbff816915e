//! Steps as the code of a test.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Expr;

use super::Machine;
use super::arguments::{Argument, ArgumentKind, HandleUse};
use super::methods::{Operation, Reply};
use super::printing::kind_name;
use crate::passing::Passing;
use crate::text;

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
            let agree = agree_code(question.agree.as_ref());
            quote!(__forall::machine::Call {
                function: #function,
                is_mutable: #is_mutable,
                is_async: false,
                arguments: ::std::vec::Vec::new(),
                reply: __forall::machine::CallReply::Value,
                agree: #agree,
                ensures: ::std::vec::Vec::new(),
            })
        });
        let names = self.start.as_ref().map(|start| &*start.arguments).unwrap_or_default();
        let names = names.iter().map(|argument| &argument.name);
        let start = self.start_code();
        quote! {
            fn code(__step: &__Step) -> ::core::option::Option<__forall::machine::Call> {
                ::core::option::Option::Some(match __step { #(#steps)* })
            }

            fn code_start(
                (#(#names,)*): &Self::Start,
                __type: &str,
            ) -> ::core::option::Option<::std::string::String> {
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
        let is_async = operation.is_async;
        let agree = agree_code(operation.agree.as_ref());
        let ensures =
            operation.ensures.iter().map(|condition| condition_code(operation, condition));
        quote!(__forall::machine::Call {
            function: #function,
            is_mutable: #is_mutable,
            is_async: #is_async,
            arguments: ::std::vec![#(#arguments),*],
            reply: __forall::machine::CallReply::#reply,
            agree: #agree,
            ensures: ::std::vec![#(#ensures),*],
        })
    }

    fn start_code(&self) -> TokenStream {
        let Some(start) = &self.start else {
            return quote!(::std::format!("<{__type} as Default>::default()"));
        };
        let function = format!("<{{__type}} as {}>::{}", self.name, start.name);
        let arguments = start.arguments.iter().map(value_code);
        let wait = if start.is_async { ".await" } else { "" };
        quote! {
            __forall::machine::Line::of(&::std::format!(#function), &[#(#arguments),*]).call + #wait
        }
    }
}

fn agree_code(agree: Option<&Expr>) -> TokenStream {
    match agree.map(text::source) {
        Some(agree) => quote!(::core::option::Option::Some(#agree)),
        None => quote!(::core::option::Option::None),
    }
}

fn condition_code(operation: &Operation, condition: &Expr) -> TokenStream {
    let own = ["model", "reply"].map(|name| Ident::new(name, Span::call_site()));
    let arguments = operation.arguments.iter().map(|argument| argument.name.clone());
    let names: Vec<Ident> = own.into_iter().chain(arguments).collect();
    let mentions = text::mentions(condition, &names);
    let mentions = mentions.iter().map(Ident::to_string);
    let claim = text::source(condition);
    quote!(__forall::machine::Condition { claim: #claim, mentions: &[#(#mentions),*] })
}

fn argument_code(argument: &Argument) -> TokenStream {
    let name = &argument.name;
    let shown = name.to_string();
    let (ty, code) = match &argument.kind {
        ArgumentKind::Value { written, .. } => {
            let code = value_code(argument);
            (text::ty(written), quote!(Value(#code)))
        }
        ArgumentKind::Handle { kind, usage } => {
            let table = kind_name(kind);
            let usage = match usage {
                HandleUse::Shared => "&",
                HandleUse::Exclusive => "&mut ",
                HandleUse::Consumed => "",
            };
            let ty = format!("{usage}Self::{kind}");
            (ty, quote!(Handle { usage: #usage, name: #name.name(#table) }))
        }
    };
    quote!(__forall::machine::CallArgument {
        name: #shown,
        ty: #ty,
        code: __forall::machine::ArgumentCode::#code,
    })
}

fn value_code(argument: &Argument) -> TokenStream {
    let name = &argument.name;
    let is_by_value =
        matches!(argument.kind, ArgumentKind::Value { passing: Passing::ByValue, .. });
    let usage = if is_by_value { "" } else { "&" };
    quote!(__forall::machine::argument_code(#name, #usage))
}
