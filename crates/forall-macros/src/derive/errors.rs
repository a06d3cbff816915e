//! Collects errors, so that the compiler reports all of them at once.

use std::fmt::Display;

use quote::ToTokens;

/// The errors found so far.
#[derive(Default)]
pub(super) struct Errors {
    first: Option<syn::Error>,
}

impl Errors {
    /// Adds an error that is reported at `tokens`.
    pub(super) fn push(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.add(syn::Error::new_spanned(tokens, message));
    }

    /// Adds an existing error, which may itself consist of several.
    pub(super) fn add(&mut self, error: syn::Error) {
        match &mut self.first {
            Some(first) => first.combine(error),
            None => self.first = Some(error),
        }
    }

    /// Returns `value` if there are no errors, otherwise all errors.
    pub(super) fn check<T>(self, value: T) -> syn::Result<T> {
        self.first.map_or(Ok(value), Err)
    }
}
