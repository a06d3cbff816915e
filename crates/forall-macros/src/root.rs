//! The path to the `forall` crate in generated code.
//!
//! Generated items begin with `use ::forall as __forall;` and use that name, so only this line depends on the
//! name of the dependency. Function-like macros get `$crate` from a wrapper in `forall` instead.

use std::env;
use std::path::Path as FilePath;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Error, Path, Result};

/// Returns the path to the crate. `written` is the path of the option `crate = …`; `remedy` shows how to write this
/// option, given a path.
pub(crate) fn path(written: Option<&Path>, remedy: fn(&str) -> String) -> Result<TokenStream> {
    if let Some(path) = written {
        return Ok(quote!(#path));
    }
    match new_name(env::args()) {
        None => Ok(quote!(::forall)),
        Some(name) => {
            let remedy = remedy(&name);
            let message = format!("this crate depends on `forall` as `{name}`: write `{remedy}`");
            Err(Error::new(Span::call_site(), message))
        }
    }
}

/// Returns the statement that imports the crate as `__forall`, with the arguments of [`path`].
pub(crate) fn import(written: Option<&Path>, remedy: fn(&str) -> String) -> Result<TokenStream> {
    let path = path(written, remedy)?;
    Ok(quote!(use #path as __forall;))
}

/// Returns the name of the dependency on `forall` if it has only another one, given the arguments of the
/// compiler. Returns `None` in processes with other arguments, such as editors.
fn new_name(arguments: impl Iterator<Item = String>) -> Option<String> {
    let mut new_name = None;
    for dependency in dependencies(arguments) {
        // Options such as `priv` or `noprelude` come before the name.
        let (name, file) = dependency.split_once('=').unwrap_or((&dependency, ""));
        let name = name.rsplit(':').next().unwrap_or(name);
        if name == "forall" {
            return None;
        }
        if is_forall(file) {
            new_name = Some(name.to_owned());
        }
    }
    new_name
}

/// Returns the values of `--extern`.
fn dependencies(mut arguments: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    std::iter::from_fn(move || {
        loop {
            let argument = arguments.next()?;
            if argument == "--extern" {
                return arguments.next();
            }
            if let Some(value) = argument.strip_prefix("--extern=") {
                return Some(value.to_owned());
            }
        }
    })
}

/// Returns whether this is the compiled library: `libforall-1a2b.rlib` or `libforall.rmeta`.
fn is_forall(file: &str) -> bool {
    let name = FilePath::new(file).file_name().and_then(|name| name.to_str());
    let rest = name.and_then(|name| name.strip_prefix("libforall"));
    rest.is_some_and(|rest| rest.starts_with(['-', '.']))
}

#[cfg(test)]
mod tests {
    use super::new_name;

    fn found(command_line: &str) -> Option<String> {
        new_name(command_line.split(' ').map(str::to_owned))
    }

    #[test]
    fn only_a_renamed_dependency_has_a_new_name() {
        let renamed = "rustc --extern rand=d/librand-1.rlib --extern pbt=d/libforall-2.rlib";
        assert_eq!(found(renamed).as_deref(), Some("pbt"));
        assert_eq!(found("rustc --extern=priv:pbt=d/libforall.rmeta").as_deref(), Some("pbt"));
        assert_eq!(found(&format!("{renamed} --extern forall=d/libforall-3.rlib")), None);
        assert_eq!(found("rustc --extern core=d/libforall_core-1.rlib"), None);
        assert_eq!(found("rust-analyzer proc-macro"), None);
    }
}
