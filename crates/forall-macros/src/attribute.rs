//! `#[property] fn name(x: &T, #[domain(…)] y: U) -> bool { … }`

mod async_options;
mod examples;
mod exported;
mod function;
mod instances;
mod nodes;
mod options;
mod parameters;
mod stacked;
mod target;
mod value;

use forall_format::manifest::{BEGIN, ManifestTail, SEPARATOR};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Attribute, Error, Result};

use self::function::Function;
use self::instances::Instance;
use self::nodes::PropertyNodes;
use self::options::{Options, RunOptions};
use self::parameters::{Parameter, Passing};
use crate::root;
use crate::text::{self, Position};

/// The parsed attribute and function.
struct Property {
    function: Function,
    parameters: Vec<Parameter>,
    options: Options,
    /// The path to the crate `forall`.
    root: TokenStream,
    /// The attributes that go on the test instead of on the function inside of it.
    test_attributes: Vec<Attribute>,
}

pub(crate) fn expand(options: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let property = Property::parse(options, item)?;
    let instances = property.options.instances(&property.function.sig.generics)?;
    Ok(instances.iter().map(|instance| property.test(instance)).collect())
}

impl Property {
    fn parse(options: TokenStream, item: TokenStream) -> Result<Property> {
        let mut function: Function = syn::parse2(item)?;
        let options: Options = syn::parse2(options)?;
        let is_stacked = stacked::take_test(&mut function)?;
        reject_unsupported(&function)?;
        options.asynchronous.check_use(&function.sig, is_stacked)?;
        let parameters = parameters::take(&mut function, &options.premises)?;
        examples::check_lengths(&parameters, &options)?;
        value::check_use(&function, &options)?;
        if is_stacked && !options.asynchronous.ignores_panics() {
            function.reject_caught_panics();
        }
        let root =
            root::path(options.root.as_ref(), |path| format!("#[property(crate = {path})]"))?;
        let (lints, test_attributes) = function.attrs.drain(..).partition(is_lint);
        function.attrs = lints;
        Ok(Property { function, parameters, options, root, test_attributes })
    }

    /// Returns one `#[test]`. It contains the whole function, unchanged; type parameters become
    /// aliases next to it.
    fn test(&self, instance: &Instance) -> TokenStream {
        let function = &self.function;
        let visibility = &function.vis;
        let name = instance.name(&function.sig.ident);
        let root = &self.root;
        let nodes = nodes::property_nodes(self);
        let manifest = self.manifest(&name, &nodes);
        let mut items = self.items(instance);
        let run = match (&self.options.value, function.sig.asyncness) {
            (Some(value), _) => {
                items = TokenStream::new();
                self.run_value(value)
            }
            (None, Some(_)) => self.run_async(&nodes),
            (None, None) if self.is_plain() => self.run_function(),
            (None, None) => self.run_nodes(&nodes),
        };
        let state = function.sig.asyncness.map(|_| self.options.asynchronous.state());
        let value = self.options.value.as_ref().map(|value| self.value_function(value, &nodes));
        let header = exported::header(&name, &self.test_attributes, root);
        quote! {
            #header
            #visibility fn #name() {
                use #root as __forall;
                #items
                #state
                #manifest
                #run
            }
            #value
        }
    }

    /// Returns the function, and the aliases for its type parameters.
    fn items(&self, instance: &Instance) -> TokenStream {
        let function = &self.function;
        let aliases = &instance.aliases;
        quote!(#function #aliases)
    }

    /// Returns an expression for the manifest of the test `name`.
    fn manifest(&self, name: &Ident, nodes: &PropertyNodes) -> TokenStream {
        let Position { line, column } = text::position(&self.function.sig.ident);
        let tail = ManifestTail {
            package: &std::env::var("CARGO_PKG_NAME").unwrap_or_default(),
            name: &name.to_string(),
            line,
            column,
            target: &target::target().unwrap_or_default(),
            nodes: &nodes.manifest,
        };
        let tail = tail.to_string();
        quote! {
            __forall::__private::TestManifest(
                ::core::concat!(#BEGIN, ::core::module_path!(), #SEPARATOR, ::core::file!(), #tail)
            )
        }
    }

    /// Returns whether the property says nothing but its signature. A test of such a property needs
    /// no code of its own, so it compiles faster.
    fn is_plain(&self) -> bool {
        self.options.premises.is_empty()
            && self.options.scores.is_empty()
            && self.options.examples.is_empty()
            && parameters::are_plain(&self.parameters)
    }

    /// Returns the call that runs a plain property, which needs only a pointer to the function.
    fn run_function(&self) -> TokenStream {
        let name = &self.function.sig.ident;
        let types = instances::arguments(&self.function.sig.generics);
        let by_reference = self.parameters[0].passing != Passing::ByValue;
        let argument = if by_reference { quote!(&_) } else { quote!(_) };
        let mode =
            if by_reference { quote!(ArgumentsByReference) } else { quote!(ArgumentsByValue) };
        let mode = quote!(__forall::__private::#mode);
        let arguments = self.parameters.iter().map(|_| &argument);
        let pointer = quote!(#name #types as fn(#(#arguments),*) -> _);
        match self.options.run_options() {
            Some(RunOptions { runner, settings }) => {
                quote!(.run_function::<#mode, _>(#pointer, #runner, &#settings);)
            }
            None => quote!(.run_function_with_defaults::<#mode, _>(#pointer);),
        }
    }

    /// Returns the call that runs any other property.
    fn run_nodes(&self, nodes: &PropertyNodes) -> TokenStream {
        let specs = &nodes.specs;
        let predicate = nodes::predicate(self);
        let options = self.options.run_options().unwrap_or_else(RunOptions::defaults);
        let RunOptions { runner, settings } = options;
        match examples::inputs(&self.parameters, &self.options) {
            Some(examples) => {
                quote!(.run_with_examples(#specs, #predicate, #examples, #runner, &#settings);)
            }
            None => quote!(.run(#specs, #predicate, #runner, &#settings);),
        }
    }

    /// Returns the call that runs an async property.
    fn run_async(&self, nodes: &PropertyNodes) -> TokenStream {
        let specs = &nodes.specs;
        let predicate = nodes::predicate(self);
        let options = self.options.run_options().unwrap_or_else(RunOptions::defaults);
        let RunOptions { runner, settings } = options;
        let examples = examples::inputs(&self.parameters, &self.options);
        let examples = examples.unwrap_or_else(|| quote!(::std::vec::Vec::new()));
        let nodes = quote!(__forall::__private::AsyncNodes {
            specs: #specs,
            predicate: #predicate,
            examples: #examples,
        });
        quote!(.run_async(&__ASYNC_TEST, #nodes, #runner, &#settings);)
    }
}

/// Returns an error if the function cannot be a property.
fn reject_unsupported(function: &Function) -> Result<()> {
    let signature = &function.sig;
    if let Some(test) = function.attrs.iter().find(|attribute| attribute.path().is_ident("test")) {
        let message = "`#[property]` already makes this function a test: remove `#[test]`";
        return Err(Error::new_spanned(test, message));
    }
    if signature.inputs.is_empty() {
        let name = &signature.ident;
        let message = format!(
            "`{name}` has no parameters: add one, or use `#[test]` instead of `#[property]`"
        );
        return Err(Error::new(name.span(), message));
    }
    Ok(())
}

/// Returns whether the attribute sets a lint level. These stay on the function; all others
/// (`#[ignore]`, `#[should_panic]`, `#[cfg]`, docs) go on the test.
fn is_lint(attribute: &Attribute) -> bool {
    ["allow", "expect", "warn", "deny", "forbid"].iter().any(|lint| attribute.path().is_ident(lint))
}
