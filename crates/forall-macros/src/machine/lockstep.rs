//! The implementation of `Lockstep`: the model and a system take the same steps.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::Machine;
use super::methods::{Operation, Question};

impl Machine {
    /// Writes the implementation of `Lockstep`, or of `AsyncLockstep`, for the model and any system.
    pub(super) fn lockstep(&self) -> TokenStream {
        let model = &self.model;
        let bounds = self.bounds();
        let arguments = self.start.as_ref().map(|start| &*start.arguments).unwrap_or_default();
        let names = arguments.iter().map(|argument| &argument.name);
        let created = self.created(&quote!(__S), |start| quote!(#start.await));
        let parts = [
            self.parts("model", &format_ident!("__running_model")),
            self.parts("system", &format_ident!("__running_system")),
        ];
        let steps = self.operations.iter().map(|operation| self.step(operation));
        let questions = self.questions.iter().map(|question| self.question(question));
        let (lockstep, asyncness) = match self.is_async() {
            true => (quote!(AsyncLockstep), Some(quote!(async))),
            false => (quote!(Lockstep), None),
        };
        quote! {
            impl<__S: #bounds> __forall::machine::#lockstep<__S> for #model {
                type System = __Running<__S>;

                #asyncness fn system((#(#names,)*): &Self::Start) -> __Running<__S> {
                    #created
                }

                #[inline]
                #asyncness fn step(
                    __step: &__Step,
                    __running_model: &mut __Running<#model>,
                    __running_system: &mut __Running<__S>,
                    __run: &mut __forall::machine::Run,
                ) {
                    #(#parts)*
                    let __index = __run.step();
                    match __step { #(#steps)* }
                }

                #[inline]
                fn always(
                    __running_model: &mut __Running<#model>,
                    __running_system: &mut __Running<__S>,
                    __run: &mut __forall::machine::Run,
                ) {
                    #(#parts)*
                    #(#questions)*
                }
            }
        }
    }

    /// Returns whether the system starts or takes a step in an `async` function.
    fn is_async(&self) -> bool {
        self.start.as_ref().is_some_and(|start| start.is_async)
            || self.operations.iter().any(|operation| operation.is_async)
    }

    fn step(&self, operation: &Operation) -> TokenStream {
        let pattern = operation.pattern();
        let expected = format_ident!("__expected");
        let reply = format_ident!("__reply");
        let call_model = self.call(operation, "model", &self.model);
        let call_system = self.call(operation, "system", &quote!(__S));
        let keep_expected = self.keep(operation, "model", &expected);
        let keep_reply = self.keep(operation, "system", &reply);
        let wait = operation.is_async.then(|| quote!(.await));
        let span = operation.name.span();
        let run = variable("__run");
        let compare = match &operation.agree {
            Some(agree) => quote!(__run.compare_with(&#expected, &#reply, #agree);),
            None => quote_spanned!(span=> #run.compare(&#expected, &#reply);),
        };
        let remember = operation.ensures.iter().map(|condition| condition.remember(operation));
        let ensures = operation.ensures.iter().map(|condition| condition.check(operation, &reply));
        quote! {
            #pattern => {
                __run.begin_model();
                #(#remember)*
                let #expected = #call_model;
                __run.begin_system();
                let #reply = #call_system #wait;
                #keep_expected
                #keep_reply
                #compare
                #(#ensures)*
            }
        }
    }

    fn question(&self, question: &Question) -> TokenStream {
        let ask_model = self.ask(question, "model", &self.model);
        let ask_system = self.ask(question, "system", &quote!(__S));
        let name = question.name.to_string();
        let span = question.name.span();
        let [run, expected, answer] = ["__run", "__expected", "__answer"].map(variable);
        let compare = match &question.agree {
            Some(agree) => {
                quote!(#run.compare_always_with(#name, &#expected, &#answer, #agree);)
            }
            None => quote_spanned!(span=> #run.compare_always(#name, &#expected, &#answer);),
        };
        quote! {{
            __run.begin_model();
            let #expected = #ask_model;
            __run.begin_system();
            let #answer = #ask_system;
            #compare
        }}
    }
}

/// Returns a variable of the generated code, for tokens at the place of a method. The name of the method may come from
/// another macro, which does not see our variables.
fn variable(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}
