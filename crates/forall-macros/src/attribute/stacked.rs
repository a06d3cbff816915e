//! `#[tokio::test] #[property] async fn name(x: u8) { … }`
//!
//! Attributes expand from the outside in. `#[tokio::test]` turns the `async fn` into a function that runs its body on
//! a runtime, and adds `#[::core::prelude::v1::test]`. So `#[property]` gets a synchronous function.

use quote::ToTokens;
use syn::{Attribute, Error, Path, Result};

use super::function::Function;

/// Removes the `#[test]` that an outer attribute added, since `#[property]` adds its own. Returns whether the function now
/// runs its body on a runtime. Returns an error if such an attribute stands below `#[property]`.
pub(super) fn take_test(function: &mut Function) -> Result<bool> {
    let attributes = function.attrs.len();
    function.attrs.retain(|attribute| !is_added_test(attribute.path()));
    if function.sig.asyncness.is_none() {
        let is_stacked = function.attrs.len() < attributes;
        return Ok(is_stacked && function.calls("block_on"));
    }
    let Some(test) = function.attrs.iter().find(|attribute| is_other_test(attribute)) else {
        return Ok(false);
    };
    let path = test.path().to_token_stream().to_string().replace(' ', "");
    let message = format!(
        "`#[{path}]` must stand above `#[property]`: swap them, or remove `#[{path}]` and choose the executor with `#[property(executor = …)]`"
    );
    Err(Error::new_spanned(test, message))
}

/// Returns whether this is the path of the `#[test]` of the standard library that macros write.
fn is_added_test(path: &Path) -> bool {
    let names: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    matches!(&*names, ["core" | "std", "prelude", _, "test"])
}

/// Returns whether this is the test attribute of a runtime, such as `#[tokio::test]`, or `#[test]` after `use tokio::test`.
fn is_other_test(attribute: &Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|last| last.ident == "test")
}
