//! Implementations of the trait that need no code: each method calls the method of the type with the same name, or
//! evaluates the expression of an attribute.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::Parse;
use syn::{
    Attribute, Error, Expr, FnArg, Pat, Result, Signature, TraitItemFn, TraitItemType, Type,
};

use super::Machine;

/// What a method does in a written implementation.
pub(super) struct Body {
    pub(super) signature: Signature,
    pub(super) model: Option<Expr>,
    pub(super) system: Option<Expr>,
}

/// The types of a handle in written implementations.
pub(super) struct HandleTypes {
    pub(super) name: Ident,
    pub(super) model: Option<Type>,
    pub(super) system: Option<Type>,
}

/// Removes `#[model(…)]` and `#[system(…)]` from a method.
pub(super) fn take(function: &mut TraitItemFn) -> Result<Body> {
    let [model, system] = take_attributes(&mut function.attrs)?;
    Ok(Body { signature: function.sig.clone(), model, system })
}

/// Removes `#[model(…)]` and `#[system(…)]` from an associated type.
pub(super) fn take_types(handle: &mut TraitItemType) -> Result<HandleTypes> {
    let [model, system] = take_attributes(&mut handle.attrs)?;
    Ok(HandleTypes { name: handle.ident.clone(), model, system })
}

fn take_attributes<T: Parse>(attributes: &mut Vec<Attribute>) -> Result<[Option<T>; 2]> {
    let mut taken = [None, None];
    for attribute in std::mem::take(attributes) {
        if attribute.path().is_ident("model") {
            taken[0] = Some(attribute.parse_args::<T>()?);
        } else if attribute.path().is_ident("system") {
            taken[1] = Some(attribute.parse_args::<T>()?);
        } else {
            attributes.push(attribute);
        }
    }
    Ok(taken)
}

impl Machine {
    /// Checks that the attributes fit to the options.
    pub(super) fn check_bodies(&self) -> Result<()> {
        if let (None, Some(system)) =
            (&self.system, self.bodies.iter().find_map(|body| body.system.as_ref()))
        {
            let message = "name the system: `#[machine(model = …, system = MySystem)]`";
            return Err(Error::new_spanned(system, message));
        }
        let is_untyped = |handle: &&HandleTypes| {
            self.system.is_some() && handle.system.is_none()
                || self.writes_model() && handle.model.is_none()
        };
        match self.handle_types.iter().find(is_untyped) {
            Some(handle) => {
                let message = "name the types of this handle: `#[model(u32)] #[system(File)]`";
                Err(Error::new(handle.name.span(), message))
            }
            None => Ok(()),
        }
    }

    /// Writes the implementations for the model and the system that the attributes describe.
    pub(super) fn implementations(&self) -> TokenStream {
        let model = self.writes_model().then(|| {
            let handles = self.handle_types.iter().map(|handle| (&handle.name, &handle.model));
            self.implement(&self.model, handles, |body| &body.model)
        });
        let system = self.system.as_ref().map(|system| {
            let handles = self.handle_types.iter().map(|handle| (&handle.name, &handle.system));
            self.implement(system, handles, |body| &body.system)
        });
        quote!(#model #system)
    }

    fn writes_model(&self) -> bool {
        self.bodies.iter().any(|body| body.model.is_some())
            || self.handle_types.iter().any(|handle| handle.model.is_some())
    }

    fn implement<'m>(
        &self,
        ty: &Type,
        handles: impl Iterator<Item = (&'m Ident, &'m Option<Type>)>,
        body: fn(&Body) -> &Option<Expr>,
    ) -> TokenStream {
        let name = &self.name;
        let handles = handles.map(|(handle, ty)| quote!(type #handle = #ty;));
        let methods = self.bodies.iter().map(|method| {
            let mut signature = method.signature.clone();
            signature.inputs.iter_mut().for_each(clear_attributes);
            let body = match body(method) {
                Some(expression) => expression.to_token_stream(),
                None => same_method(ty, &signature),
            };
            quote!(#signature { #body })
        });
        quote! {
            impl #name for #ty { #(#handles)* #(#methods)* }
        }
    }
}

/// Calls the method of the type itself that has the same name.
///
/// Without such a method, the path would mean the method of the trait, which would call itself. A second trait
/// with this method makes that an error.
fn same_method(ty: &Type, signature: &Signature) -> TokenStream {
    let name = &signature.ident;
    let arguments = signature.inputs.iter().map(|input| match input {
        FnArg::Receiver(receiver) => receiver.self_token.to_token_stream(),
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(pattern) => pattern.ident.to_token_stream(),
            pattern => pattern.to_token_stream(),
        },
    });
    let wait = signature.asyncness.map(|_| quote_spanned!(name.span()=> .await));
    let call = quote_spanned!(name.span()=> <#ty>::#name(#(#arguments),*)#wait);
    quote! {
        trait ThereIsNoMethodOfThisName {
            fn #name() {}
        }
        impl<T: ?Sized> ThereIsNoMethodOfThisName for T {}
        #call
    }
}

fn clear_attributes(input: &mut FnArg) {
    match input {
        FnArg::Receiver(receiver) => receiver.attrs.clear(),
        FnArg::Typed(typed) => typed.attrs.clear(),
    }
}
