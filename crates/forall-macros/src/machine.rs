//! `#[machine(model = Model)] trait System { … }`

mod arguments;
mod calls;
mod code;
mod generation;
mod implementations;
mod lockstep;
mod methods;
mod options;
mod postcondition;
mod printing;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Error, ItemTrait, Result, TraitItem, Type};

use self::implementations::{Body, HandleTypes};
use self::methods::{Method, Operation, Question, Start};
use self::options::Options;
use crate::root;

/// The trait and its methods.
struct Machine {
    /// The trait without the attributes of this macro.
    item: ItemTrait,
    name: Ident,
    model: Type,
    import: TokenStream,
    /// The associated types.
    handles: Vec<Ident>,
    start: Option<Start>,
    operations: Vec<Operation>,
    questions: Vec<Question>,
    /// The type whose own methods implement the trait.
    system: Option<Type>,
    bodies: Vec<Body>,
    handle_types: Vec<HandleTypes>,
}

pub(crate) fn expand(options: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let machine = Machine::parse(options, item)?;
    let item = &machine.item;
    let import = &machine.import;
    let types = machine.types();
    let implementation = machine.implementation();
    let lockstep = machine.lockstep();
    let implementations = machine.implementations();
    Ok(quote! {
        #item

        #[allow(non_camel_case_types, non_snake_case, dead_code, unused_variables, unused_mut)]
        #[allow(private_interfaces, private_bounds, clippy::all, clippy::pedantic)]
        const _: () = {
            #import
            #types
            #implementation
            #lockstep
            #implementations
        };
    })
}

impl Machine {
    fn parse(options: TokenStream, item: TokenStream) -> Result<Machine> {
        let mut item: ItemTrait = syn::parse2(item).map_err(|error| {
            Error::new(error.span(), "expected a trait that names the operations of a system")
        })?;
        let Options { model, system, root } = options::parse(options)?;
        let import =
            root::import(root.as_ref(), |path| format!("#[machine(model = …, crate = {path})]"))?;
        if !item.generics.params.is_empty() {
            let message = "a generic trait is not supported: name the types";
            return Err(Error::new_spanned(&item.generics, message));
        }
        let handles = handles(&item)?;
        let mut machine = Machine {
            name: item.ident.clone(),
            model,
            import,
            start: None,
            operations: Vec::new(),
            questions: Vec::new(),
            handles,
            system,
            bodies: Vec::new(),
            handle_types: Vec::new(),
            item: item.clone(),
        };
        for entry in &mut item.items {
            if let TraitItem::Type(handle) = entry {
                machine.handle_types.push(implementations::take_types(handle)?);
            }
            let TraitItem::Fn(function) = entry else { continue };
            machine.bodies.push(implementations::take(function)?);
            match methods::parse(function, &machine.handles)? {
                Method::Operation(operation) => machine.operations.push(operation),
                Method::Question(question) => machine.questions.push(question),
                Method::Start(start) => match &machine.start {
                    None => machine.start = Some(start),
                    Some(first) => {
                        let message = format!("`{}` is the `#[start]` already", first.name);
                        return Err(Error::new(start.name.span(), message));
                    }
                },
            }
        }
        if machine.operations.is_empty() {
            let message = "there is no operation: a method such as `fn push(&mut self, x: u8);`";
            return Err(Error::new(machine.name.span(), message));
        }
        machine.check_bodies()?;
        machine.item = item;
        Ok(machine)
    }

    /// Writes the type of a step, and that of a model or a system with its handles.
    fn types(&self) -> TokenStream {
        let variants = self.operations.iter().map(|operation| {
            let name = &operation.name;
            let fields = operation.arguments.iter().map(|argument| {
                let name = &argument.name;
                let ty = argument.step_type();
                quote!(#name: #ty)
            });
            quote!(#name { #(#fields),* })
        });
        let bounds = self.bounds();
        let handles = &self.handles;
        let name = &self.name;
        let drop = self.drop();
        let model = &self.model;
        quote! {
            #[derive(::core::clone::Clone)]
            pub enum __Step { #(#variants),* }

            impl ::core::fmt::Debug for __Step {
                fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    __f.write_str(&<#model as __forall::machine::Machine>::print(self).call)
                }
            }

            pub struct __Running<__S: #bounds> {
                #(#handles: __forall::machine::Handles<<__S as #name>::#handles>,)*
                // Dropped last: handles may need the system that made them.
                __it: __S,
            }

            impl<__S: #bounds> ::core::ops::Deref for __Running<__S> {
                type Target = __S;

                fn deref(&self) -> &__S {
                    &self.__it
                }
            }

            #drop
        }
    }

    /// Writes how handles of several types are dropped. A single table drops its own in this order.
    fn drop(&self) -> Option<TokenStream> {
        let bounds = self.bounds();
        let handles = &self.handles;
        (handles.len() > 1).then(|| {
            quote! {
                impl<__S: #bounds> ::core::ops::Drop for __Running<__S> {
                    fn drop(&mut self) {
                        __forall::machine::drop_newest_first(&mut [#(&mut self.#handles),*]);
                    }
                }
            }
        })
    }

    /// Returns the bounds of a model and a system.
    fn bounds(&self) -> TokenStream {
        let name = &self.name;
        match self.start {
            Some(_) => quote!(#name),
            None => quote!(#name + ::core::default::Default),
        }
    }
}

/// Returns the names of the associated types.
fn handles(item: &ItemTrait) -> Result<Vec<Ident>> {
    let mut handles = Vec::new();
    for entry in &item.items {
        match entry {
            TraitItem::Type(ty) if ty.generics.params.is_empty() => handles.push(ty.ident.clone()),
            TraitItem::Type(ty) => {
                let message = "a handle cannot be generic: return an owned value";
                return Err(Error::new_spanned(&ty.generics, message));
            }
            TraitItem::Fn(_) => {}
            other => {
                let message = "only methods and associated types are supported here";
                return Err(Error::new_spanned(other, message));
            }
        }
    }
    Ok(handles)
}

/// Returns the variable that holds the handles of this type.
fn table(side: &str, kind: &Ident) -> Ident {
    format_ident!("__{side}_{kind}")
}
