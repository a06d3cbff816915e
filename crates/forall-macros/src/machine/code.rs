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
        let signatures = self.operations.iter().map(|operation| self.signature(operation));
        let questions = self.questions.iter().map(|question| {
            let name = question.name.to_string();
            let function = format!("{}::{}", self.name, question.name);
            let is_mutable = question.is_mutable;
            let agree = agree_code(question.agree.as_ref());
            quote!(__forall::machine::Signature {
                name: #name,
                function: #function,
                is_mutable: #is_mutable,
                is_async: false,
                parameters: &[],
                reply: __forall::machine::CallReply::Value,
                agree: #agree,
                ensures: &[],
            })
        });
        let names = self.start.as_ref().map(|start| &*start.arguments).unwrap_or_default();
        let names = names.iter().map(|argument| &argument.name);
        let start = self.start_code();
        quote! {
            const SIGNATURES: &'static [__forall::machine::Signature] = &[#(#signatures),*];
            const QUESTIONS: &'static [__forall::machine::Signature] = &[#(#questions),*];

            fn code_start(
                (#(#names,)*): &Self::Start,
                __type: &str,
            ) -> ::core::option::Option<::std::string::String> {
                ::core::option::Option::Some(#start)
            }
        }
    }

    fn signature(&self, operation: &Operation) -> TokenStream {
        let name = operation.name.to_string();
        let function = format!("{}::{}", self.name, operation.name);
        let is_mutable = operation.is_mutable;
        let parameters = operation.arguments.iter().map(parameter);
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
        let ensures = operation.ensures.iter().map(|condition| condition.code(operation));
        quote!(__forall::machine::Signature {
            name: #name,
            function: #function,
            is_mutable: #is_mutable,
            is_async: #is_async,
            parameters: &[#(#parameters),*],
            reply: __forall::machine::CallReply::#reply,
            agree: #agree,
            ensures: &[#(#ensures),*],
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

/// Returns those of `model`, `reply` and the arguments that an expression mentions.
pub(super) fn mentioned_names(operation: &Operation, expression: &Expr) -> Vec<String> {
    let own = ["model", "reply"].map(|name| Ident::new(name, Span::call_site()));
    let arguments = operation.arguments.iter().map(|argument| argument.name.clone());
    let names: Vec<Ident> = own.into_iter().chain(arguments).collect();
    text::mentions(expression, &names).iter().map(Ident::to_string).collect()
}

fn parameter(argument: &Argument) -> TokenStream {
    let name = argument.name.to_string();
    let none = quote!(::core::option::Option::None);
    let (ty, usage, handle) = match &argument.kind {
        ArgumentKind::Value { written, passing, .. } => {
            let usage = if *passing == Passing::ByValue { "" } else { "&" };
            (text::ty(written), usage, none)
        }
        ArgumentKind::Handle { kind, usage } => {
            let usage = match usage {
                HandleUse::Shared => "&",
                HandleUse::Exclusive => "&mut ",
                HandleUse::Consumed => "",
            };
            let table = kind_name(kind);
            (format!("{usage}Self::{kind}"), usage, quote!(::core::option::Option::Some(#table)))
        }
    };
    quote!(__forall::machine::Parameter { name: #name, ty: #ty, usage: #usage, handle: #handle })
}

fn value_code(argument: &Argument) -> TokenStream {
    let name = &argument.name;
    let is_by_value =
        matches!(argument.kind, ArgumentKind::Value { passing: Passing::ByValue, .. });
    let usage = if is_by_value { "" } else { "&" };
    quote!(__forall::machine::ArgumentValue::code(#name, #usage))
}
