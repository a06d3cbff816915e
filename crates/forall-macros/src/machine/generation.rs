//! The implementation of `Machine`: generating steps, and what they do to the model.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Expr;

use super::arguments::{Argument, ArgumentKind, HandleUse};
use super::calls::{bind, mentioned};
use super::methods::Operation;
use super::{Machine, table};
use crate::text;

impl Machine {
    /// Writes the implementation of `Machine` for the model.
    pub(super) fn implementation(&self) -> TokenStream {
        let model = &self.model;
        let names = self.operations.iter().map(|operation| operation.name.to_string());
        let start = self.start();
        let operations = self.operation_functions();
        let steps = self.step_functions();
        let printing = self.printing();
        let code = self.code();
        let take = self.take();
        let depends_on_state = self.operations.iter().any(Operation::depends_on_state);
        quote! {
            #take

            impl __forall::machine::Machine for #model {
                type Step = __Step;
                type Model = __Running<#model>;
                const OPERATIONS: &'static [&'static str] = &[#(#names),*];
                const DEPENDS_ON_STATE: bool = #depends_on_state;

                #start
                #operations
                #steps
                #printing
                #code

                fn state(__model: &__Running<#model>) -> ::core::option::Option<__forall::machine::State> {
                    #[allow(unused_imports)]
                    use __forall::__private::{HashedState, UnknownState};
                    (&__forall::__private::StateOf(&__model.__it)).state()
                }
            }
        }
    }

    /// Writes what a run starts with.
    fn start(&self) -> TokenStream {
        let arguments = self.start.as_ref().map(|start| &*start.arguments).unwrap_or_default();
        let names: Vec<&Ident> = arguments.iter().map(|argument| &argument.name).collect();
        let types = arguments.iter().map(Argument::step_type);
        let draws = drawn(arguments, &[]);
        let inverts = inverted(arguments);
        let model = &self.model;
        let created =
            self.created(&quote!(#model), |start| quote!(__forall::machine::ready_output(#start)));
        quote! {
            type Start = (#(#types,)*);

            fn start(
                __source: &mut __forall::source::Source,
            ) -> ::core::result::Result<Self::Start, __forall::source::Reject> {
                #draws
                ::core::result::Result::Ok((#(#names,)*))
            }

            fn invert_start(
                (#(#names,)*): &Self::Start,
                __choices: &mut ::std::vec::Vec<__forall::source::ChoiceValue>,
            ) -> ::core::option::Option<()> {
                #inverts
                ::core::option::Option::Some(())
            }

            fn model((#(#names,)*): &Self::Start) -> __Running<#model> {
                #created
            }
        }
    }

    /// Creates a model or a system, from references to the arguments. `wait` returns the output of a future.
    pub(super) fn created(
        &self,
        of: &TokenStream,
        wait: impl Fn(TokenStream) -> TokenStream,
    ) -> TokenStream {
        let name = &self.name;
        let it = match &self.start {
            None => quote!(<#of as ::core::default::Default>::default()),
            Some(start) => {
                let function = &start.name;
                let arguments = start.arguments.iter().map(|argument| {
                    let name = &argument.name;
                    match argument.is_by_value() {
                        true => quote!(::core::clone::Clone::clone(#name)),
                        false => quote!(#name),
                    }
                });
                let call = quote!(<#of as #name>::#function(#(#arguments),*));
                if start.is_async { wait(call) } else { call }
            }
        };
        let handles = &self.handles;
        quote!(__Running { #(#handles: ::core::default::Default::default(),)* __it: #it })
    }

    /// Writes when an operation is possible, how often, and with which arguments.
    fn operation_functions(&self) -> TokenStream {
        let model = &self.model;
        let parts = self.parts("model", &format_ident!("__running"));
        let allows = each(&self.operations, |operation| operation.condition());
        let weights = each(&self.operations, |operation| {
            operation.weight.as_ref().map(ToTokens::to_token_stream)
        });
        let draws = each(&self.operations, |operation| Some(operation.drawn()));
        let inverts = self.operations.iter().map(|operation| {
            let pattern = operation.pattern();
            let inverts = inverted(&operation.arguments);
            quote!(#pattern => { #inverts ::core::option::Option::Some(()) })
        });
        quote! {
            #[inline]
            fn allows(__running: &__Running<#model>, __operation: usize) -> bool {
                #parts
                let model = __model;
                match __operation { #allows _ => __operation < Self::OPERATIONS.len() }
            }

            #[inline]
            fn weight(__running: &__Running<#model>, __operation: usize) -> u32 {
                let model = &__running.__it;
                match __operation { #weights _ => 1 }
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn draw(
                __running: &__Running<#model>,
                __operation: usize,
                __source: &mut __forall::source::Source,
                __history: __forall::machine::History,
            ) -> ::core::result::Result<__Step, __forall::source::Reject> {
                #parts
                let model = __model;
                ::core::result::Result::Ok(match __operation {
                    #draws
                    _ => return ::core::result::Result::Err(__source.reject("there is no such operation")),
                })
            }

            fn invert(
                __running: &__Running<#model>,
                __step: &__Step,
                __choices: &mut ::std::vec::Vec<__forall::source::ChoiceValue>,
            ) -> ::core::option::Option<()> {
                #parts
                let model = __model;
                match __step { #(#inverts)* }
            }
        }
    }

    /// Writes what is known about a step, and what it does to the model.
    fn step_functions(&self) -> TokenStream {
        let model = &self.model;
        let parts = self.parts("model", &format_ident!("__running"));
        let numbers = self.operations.iter().enumerate().map(|(number, operation)| {
            let name = &operation.name;
            quote!(__Step::#name { .. } => #number,)
        });
        let allows = self.operations.iter().filter_map(|operation| {
            let pattern = operation.pattern();
            let condition = operation.condition_with_arguments()?;
            Some(quote!(#pattern => { #condition }))
        });
        let with_handles =
            self.operations.iter().filter(|operation| operation.handles().next().is_some());
        let handles = with_handles.map(|operation| {
            let pattern = operation.pattern();
            let handles = operation.handles().map(|(name, ..)| quote!(__change(#name);));
            quote!(#pattern => { #(#handles)* })
        });
        quote! {
            #[inline]
            fn operation(__step: &__Step) -> usize {
                match __step { #(#numbers)* }
            }

            #[inline]
            fn allows_step(__running: &__Running<#model>, __step: &__Step) -> bool {
                #parts
                let model = __model;
                match __step { #(#allows)* _ => true }
            }

            #[inline]
            fn apply(__running: &mut __Running<#model>, __step: &__Step, __index: usize) {
                __take(__running, __step, __index, ::core::option::Option::None)
            }

            fn for_each_handle(
                __step: &mut __Step,
                __change: &mut dyn ::core::ops::FnMut(&mut __forall::machine::Handle),
            ) {
                match __step { #(#handles)* _ => {} }
            }
        }
    }
}

impl Machine {
    /// Writes the function that takes a step with the model, and writes the reply if there is a text for it.
    fn take(&self) -> TokenStream {
        let model = &self.model;
        let parts = self.parts("model", &format_ident!("__running"));
        let applies = self.operations.iter().map(|operation| {
            let pattern = operation.pattern();
            let call = self.call(operation, "model", model);
            let reply = format_ident!("__reply");
            let keep = self.keep(operation, "model", &reply);
            let write = quote! {
                if let ::core::option::Option::Some(__text) = __text {
                    __forall::machine::write_reply(__text, &#reply);
                }
            };
            quote!(#pattern => { let #reply = #call; #keep #write })
        });
        quote! {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn __take(
                __running: &mut __Running<#model>,
                __step: &__Step,
                __index: usize,
                __text: ::core::option::Option<&mut ::std::string::String>,
            ) {
                #parts
                match __step { #(#applies)* }
            }
        }
    }
}

impl Operation {
    /// Returns the condition under which this operation is possible with some arguments, unless it always is.
    fn condition(&self) -> Option<TokenStream> {
        let tables = self.handles().map(|(name, kind, _)| {
            let table = table("model", kind);
            let alone = self.when.iter().filter(|when| {
                matches!(&*mentioned(&self.arguments, when), [argument] if argument.name == *name)
            });
            let mut alone = alone.peekable();
            match alone.peek() {
                None => quote!(!#table.is_empty() &&),
                Some(_) => quote!(#table.any(|#name| true #(&& (#alone))*) &&),
            }
        });
        let conditions = self.when.iter().filter(|when| !self.mentions_argument(when));
        let condition = quote!(#(#tables)* true #(&& (#conditions))*);
        self.is_conditional().then_some(condition)
    }

    /// Returns whether there are states or arguments with which this operation is not possible.
    fn is_conditional(&self) -> bool {
        !self.when.is_empty() || self.handles().next().is_some()
    }

    /// Returns whether it depends on the state of the model whether this operation is possible, or how often.
    fn depends_on_state(&self) -> bool {
        let model = [Ident::new("model", Span::call_site())];
        let has_weight_of_state =
            self.weight.as_ref().is_some_and(|weight| !text::mentions(weight, &model).is_empty());
        self.is_conditional() || has_weight_of_state
    }

    /// Returns the condition under which it is possible with these arguments, unless it always is.
    fn condition_with_arguments(&self) -> Option<TokenStream> {
        let exist = self.handles().map(|(name, kind, _)| {
            let table = table("model", kind);
            quote!(#table.has(*#name) &&)
        });
        let consumed = self.handles().filter(|(.., usage)| *usage == HandleUse::Consumed);
        let differ = consumed.flat_map(|(name, kind, _)| {
            let others = self.handles().filter(move |(other, of, _)| *other != name && *of == kind);
            others.map(move |(other, ..)| quote!(#name != #other &&))
        });
        let conditions = self.when.iter().filter(|when| self.mentions_argument(when)).map(|when| {
            let bind = self.bind(when, "model");
            quote!(&& { #bind #when })
        });
        let condition = quote!(#(#exist)* #(#differ)* true #(#conditions)*);
        self.is_conditional().then_some(condition)
    }

    /// Draws a step with this operation.
    fn drawn(&self) -> TokenStream {
        let draws = drawn(&self.arguments, &self.when);
        let pattern = self.pattern();
        quote!({ #draws #pattern })
    }

    /// Returns the handles among the arguments.
    fn handles(&self) -> impl Iterator<Item = (&Ident, &Ident, HandleUse)> {
        self.arguments.iter().filter_map(|argument| match &argument.kind {
            ArgumentKind::Handle { kind, usage } => Some((&argument.name, kind, *usage)),
            ArgumentKind::Value { .. } => None,
        })
    }
}

/// Writes the arms of a match on the number of an operation, of those for which there is one.
fn each(
    operations: &[Operation],
    write: impl Fn(&Operation) -> Option<TokenStream>,
) -> TokenStream {
    let arms = operations.iter().enumerate().filter_map(|(number, operation)| {
        let value = write(operation)?;
        Some(quote!(#number => #value,))
    });
    arms.collect()
}

/// Binds a variable to each argument, which is generated. Handles are selected by the conditions on them and on earlier
/// arguments.
fn drawn(arguments: &[Argument], conditions: &[Expr]) -> TokenStream {
    let draws = arguments.iter().enumerate().map(|(index, argument)| {
        let name = &argument.name;
        match &argument.kind {
            ArgumentKind::Value { owned, domain, .. } => {
                let earlier = &arguments[..index];
                let references = references(earlier, domain);
                let bind = bind(earlier, domain, "model");
                let domain = Argument::domain(owned, domain.as_ref());
                quote! {
                    let #name = {
                        #references
                        #bind
                        // A `?` would be more code, which is compiled for each argument.
                        match __forall::domain::Domain::generate(&#domain, __source) {
                            ::core::result::Result::Ok(__value) => __value,
                            ::core::result::Result::Err(__reject) => {
                                return ::core::result::Result::Err(__reject);
                            }
                        }
                    };
                }
            }
            ArgumentKind::Handle { kind, .. } => {
                let table = table("model", kind);
                let fits = fits(arguments, index, conditions);
                match fits.is_empty() {
                    true => quote!(let #name = #table.draw(__source, __history)?;),
                    false => quote! {
                        let #name = #table.draw_where(__source, __history, |__handle, #name| {
                            true #fits
                        })?;
                    },
                }
            }
        }
    });
    draws.collect()
}

/// Writes the conditions on the handle at this index that mention no later argument.
fn fits(arguments: &[Argument], index: usize, conditions: &[Expr]) -> TokenStream {
    let handle = &arguments[index];
    let earlier = &arguments[..index];
    let is_about = |condition: &&Expr| {
        let last = mentioned(arguments, condition).last().map(|argument| &argument.name);
        last == Some(&handle.name)
    };
    let conditions = conditions.iter().filter(is_about).map(|condition| {
        let references = references(earlier, condition);
        let bind = bind(earlier, condition, "model");
        quote!(&& { #references #bind #condition })
    });
    let others = earlier.iter().filter(|other| are_different(handle, other));
    let others = others.map(|other| {
        let name = &other.name;
        quote!(&& __handle != #name)
    });
    quote!(#(#others)* #(#conditions)*)
}

/// Returns whether the arguments are handles of one type that cannot be the same, because one is used up.
fn are_different(one: &Argument, other: &Argument) -> bool {
    match (&one.kind, &other.kind) {
        (
            ArgumentKind::Handle { kind: one, usage: one_usage },
            ArgumentKind::Handle { kind: other, usage: other_usage },
        ) => one == other && [one_usage, other_usage].contains(&&HandleUse::Consumed),
        _ => false,
    }
}

/// Binds references to those of these arguments that an expression mentions. The variables of their names are values.
fn references(arguments: &[Argument], expression: &impl ToTokens) -> TokenStream {
    let references = mentioned(arguments, expression).into_iter().map(|argument| {
        let name = &argument.name;
        quote!(let #name = &#name;)
    });
    references.collect()
}

/// Appends the choices of each argument. The variables are references into a step.
fn inverted(arguments: &[Argument]) -> TokenStream {
    let inverts = arguments.iter().enumerate().map(|(index, argument)| {
        let name = &argument.name;
        match &argument.kind {
            ArgumentKind::Value { owned, domain, .. } => {
                let bind = bind(&arguments[..index], domain, "model");
                let domain = Argument::domain(owned, domain.as_ref());
                quote!({
                    let __value = #name;
                    #bind
                    if __forall::domain::Domain::invert(&#domain, __value, __choices).is_none() {
                        return ::core::option::Option::None;
                    }
                })
            }
            ArgumentKind::Handle { kind, .. } => {
                let table = table("model", kind);
                quote!(#table.invert(*#name, __choices)?;)
            }
        }
    });
    inverts.collect()
}
