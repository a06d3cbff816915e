//! Mistakes, all of them: a user who made three should not compile three times to see them.

use std::fmt::Display;

use quote::ToTokens;

/// The mistakes found so far.
#[derive(Default)]
pub(super) struct Errors {
    first: Option<syn::Error>,
}

impl Errors {
    /// Adds one, to be shown at `place`.
    pub(super) fn push(&mut self, place: impl ToTokens, message: impl Display) {
        self.add(syn::Error::new_spanned(place, message));
    }

    /// Adds one, or more, that something else has found.
    pub(super) fn add(&mut self, error: syn::Error) {
        match &mut self.first {
            Some(first) => first.combine(error),
            None => self.first = Some(error),
        }
    }

    /// `value`, if there were none.
    pub(super) fn check<T>(self, value: T) -> syn::Result<T> {
        self.first.map_or(Ok(value), Err)
    }
}
