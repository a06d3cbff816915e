//! Calls of the trait's methods on a model or a system.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::arguments::{Argument, ArgumentKind, HandleUse};
use super::methods::{Operation, Question, Reply};
use super::{Machine, table};
use crate::passing::Passing;
use crate::text;

/// The side of the model. The other one is `"system"`.
pub(super) const MODEL: &str = "model";

impl Machine {
    /// Binds the parts of a model or a system: `__model` and `__model_File` for `side = "model"`.
    pub(super) fn parts(&self, side: &str, whole: &Ident) -> TokenStream {
        let it = format_ident!("__{side}");
        let handles = &self.handles;
        let tables = handles.iter().map(|kind| table(side, kind));
        quote!(let __Running { __it: #it, #(#handles: #tables),* } = #whole;)
    }

    /// Calls an operation. Its arguments are references into a step. An `async` operation of the system returns its future.
    pub(super) fn call(
        &self,
        operation: &Operation,
        side: &str,
        of: &impl ToTokens,
    ) -> TokenStream {
        let taken = operation.arguments.iter().filter_map(|argument| match &argument.kind {
            ArgumentKind::Handle { kind, usage: HandleUse::Consumed } => {
                let name = &argument.name;
                let taken = taken(name);
                let table = table(side, kind);
                Some(quote!(let #taken = #table.take(*#name);))
            }
            _ => None,
        });
        let arguments = operation.arguments.iter().map(|argument| passed(argument, side));
        let it = format_ident!("__{side}");
        let receiver = if operation.is_mutable { quote!(&mut *#it) } else { quote!(&*#it) };
        let name = &operation.name;
        let machine = &self.name;
        let call = quote!({ #(#taken)* <#of as #machine>::#name(#receiver, #(#arguments),*) });
        match side {
            MODEL if operation.is_async => quote!(__forall::machine::ready_output(#call)),
            _ => call,
        }
    }

    /// Asks a question.
    pub(super) fn ask(&self, question: &Question, side: &str, of: &impl ToTokens) -> TokenStream {
        let it = format_ident!("__{side}");
        let receiver = if question.is_mutable { quote!(&mut *#it) } else { quote!(&*#it) };
        let name = &question.name;
        let machine = &self.name;
        quote!(<#of as #machine>::#name(#receiver))
    }

    /// Moves the handle of a reply to its table, and leaves the rest of the reply.
    pub(super) fn keep(&self, operation: &Operation, side: &str, reply: &Ident) -> TokenStream {
        match &operation.reply {
            Reply::Unit | Reply::Value => TokenStream::new(),
            Reply::Handle(kind) => {
                let table = table(side, kind);
                quote!(let #reply = #table.insert(__index, #reply);)
            }
            Reply::MaybeHandle(kind) => {
                let table = table(side, kind);
                quote!(let #reply = __forall::machine::Makes::keep(#reply, #table, __index);)
            }
        }
    }
}

impl Operation {
    /// Returns the pattern of a step with this operation.
    pub(super) fn pattern(&self) -> TokenStream {
        let name = &self.name;
        let arguments = self.arguments.iter().map(|argument| &argument.name);
        quote!(__Step::#name { #(#arguments),* })
    }

    /// Binds those arguments that `expression` mentions, as the method would see them.
    pub(super) fn bind(&self, expression: &impl ToTokens, side: &str) -> TokenStream {
        bind(&self.arguments, expression, side)
    }

    /// Returns whether an expression mentions an argument.
    pub(super) fn mentions_argument(&self, expression: &impl ToTokens) -> bool {
        !mentioned(&self.arguments, expression).is_empty()
    }
}

/// Binds those of these arguments that `expression` mentions, as the method would see them. The variables of their
/// names are references into a step.
pub(super) fn bind(arguments: &[Argument], expression: &impl ToTokens, side: &str) -> TokenStream {
    let bound = mentioned(arguments, expression).into_iter().map(|argument| {
        let name = &argument.name;
        match &argument.kind {
            ArgumentKind::Value { written, passing: Passing::ByValue, .. } => {
                quote!(let #name: #written = ::core::clone::Clone::clone(#name);)
            }
            ArgumentKind::Value { written, .. } => quote!(let #name: #written = #name;),
            ArgumentKind::Handle { kind, .. } => {
                let table = table(side, kind);
                quote!(let #name = #table.get(*#name);)
            }
        }
    });
    bound.collect()
}

/// Returns those of these arguments that an expression mentions.
pub(super) fn mentioned<'a>(
    arguments: &'a [Argument],
    expression: &impl ToTokens,
) -> Vec<&'a Argument> {
    let names: Vec<Ident> = arguments.iter().map(|argument| argument.name.clone()).collect();
    let mentioned = text::mentions(expression, &names);
    arguments.iter().filter(|argument| mentioned.contains(&argument.name)).collect()
}

/// Returns an argument, as the method takes it.
fn passed(argument: &Argument, side: &str) -> TokenStream {
    let name = &argument.name;
    match &argument.kind {
        ArgumentKind::Value { passing: Passing::ByValue, .. } => {
            quote!(::core::clone::Clone::clone(#name))
        }
        ArgumentKind::Value { .. } => quote!(#name),
        ArgumentKind::Handle { kind, usage } => {
            let table = table(side, kind);
            match usage {
                HandleUse::Shared => quote!(#table.get(*#name)),
                HandleUse::Exclusive => quote!(#table.get_mut(*#name)),
                HandleUse::Consumed => taken(name).to_token_stream(),
            }
        }
    }
}

fn taken(name: &Ident) -> Ident {
    format_ident!("__taken_{name}")
}
