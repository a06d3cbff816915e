//! Conditions that hold after a step, and may mention values from before it: `old(…)`.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{Error, Expr, Result};

use super::code::mentioned_names;
use super::methods::Operation;
use crate::text;

/// A condition that holds after a step.
pub(super) struct Postcondition {
    /// As it is written.
    pub(super) written: Expr,
    /// The condition with a variable in place of each `old(…)`.
    pub(super) tested: Expr,
    /// The values from before the step.
    pub(super) old: Vec<OldValue>,
}

/// A value from before a step.
pub(super) struct OldValue {
    /// The variable that holds it.
    variable: Ident,
    expression: Expr,
}

/// Parses the conditions of one operation.
pub(super) fn parse(conditions: Vec<Expr>) -> Result<Vec<Postcondition>> {
    let mut count = 0;
    let conditions = conditions.into_iter().map(|written| {
        let mut old = OldValues { values: Vec::new(), count };
        let tested = syn::parse2(old.replace(written.to_token_stream())?)?;
        count = old.count;
        Ok(Postcondition { written, tested, old: old.values })
    });
    conditions.collect()
}

impl Postcondition {
    /// Evaluates what the condition says about the state before the step.
    pub(super) fn remember(&self, operation: &Operation) -> TokenStream {
        let values = self.old.iter().map(|OldValue { variable, expression }| {
            let bind = operation.bind(expression, "model");
            quote! {
                let #variable = {
                    let model = &*__model;
                    #bind
                    #expression
                };
            }
        });
        values.collect()
    }

    /// Checks the condition. The variables of the arguments are references into a step.
    pub(super) fn check(&self, operation: &Operation, reply: &Ident) -> TokenStream {
        let Postcondition { written, tested, .. } = self;
        let bind = operation.bind(tested, "model");
        let claim = text::source(written);
        quote!({
            let model = &*__model;
            let reply = &#reply;
            #bind
            __run.ensure(#claim, #tested, reply);
        })
    }

    /// Returns the condition as data, for code.
    pub(super) fn code(&self, operation: &Operation) -> TokenStream {
        let old = self.old.iter().map(|OldValue { variable, expression }| {
            let name = variable.to_string();
            let value = text::source(expression);
            let mentions = mentioned_names(operation, expression);
            quote!(__forall::machine::OldValue {
                name: #name,
                value: #value,
                mentions: &[#(#mentions),*],
            })
        });
        let claim = self.old.iter().fold(text::source(&self.written), |claim, value| {
            let written = format!("old({})", text::source(&value.expression));
            claim.replacen(&written, &value.variable.to_string(), 1)
        });
        let mentions = mentioned_names(operation, &self.tested);
        quote!(__forall::machine::Condition {
            claim: #claim,
            mentions: &[#(#mentions),*],
            old: &[#(#old),*],
        })
    }
}

/// The values of `old(…)` in a condition.
struct OldValues {
    values: Vec<OldValue>,
    /// The number of values of this condition and of those before it.
    count: usize,
}

impl OldValues {
    /// Replaces each `old(…)` by a variable.
    fn replace(&mut self, tokens: TokenStream) -> Result<TokenStream> {
        let mut replaced = TokenStream::new();
        let mut tokens = tokens.into_iter().peekable();
        let mut before = [' ', ' '];
        while let Some(token) = tokens.next() {
            // Not a method or a path; a range may end here.
            let is_name = !matches!(before, [_, ':']) && (before[1] != '.' || before[0] == '.');
            let mark = if let TokenTree::Punct(mark) = &token { mark.as_char() } else { ' ' };
            before = [before[1], mark];
            match (token, tokens.peek()) {
                (TokenTree::Ident(name), Some(TokenTree::Group(arguments)))
                    if is_name
                        && name == "old"
                        && arguments.delimiter() == Delimiter::Parenthesis =>
                {
                    let expression = arguments.stream();
                    replaced.extend(self.add(name.span(), expression)?.to_token_stream());
                    tokens.next();
                }
                (TokenTree::Group(group), _) => {
                    let mut inner = Group::new(group.delimiter(), self.replace(group.stream())?);
                    inner.set_span(group.span());
                    replaced.extend([TokenTree::Group(inner)]);
                }
                (token, _) => replaced.extend([token]),
            }
        }
        Ok(replaced)
    }

    /// Adds the value of `old(expression)`, and returns its variable.
    fn add(&mut self, span: Span, expression: TokenStream) -> Result<Ident> {
        let message = "`old` takes one expression, whose value before the step it returns";
        let expression: Expr = syn::parse2(expression).map_err(|_| Error::new(span, message))?;
        for (name, message) in
            [("reply", "there is no reply before the step"), ("old", "`old` cannot be nested")]
        {
            if !text::mentions(&expression, &[Ident::new(name, span)]).is_empty() {
                return Err(Error::new_spanned(&expression, message));
            }
        }
        self.count += 1;
        let variable = format_ident!("old_{}", self.count, span = span);
        self.values.push(OldValue { variable: variable.clone(), expression });
        Ok(variable)
    }
}
