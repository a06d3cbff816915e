//! The parsed type: everything the generated code depends on.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Generics, Ident, Index, Member, Type};

use super::attributes::{self, FieldSource, VariantWeight};
use super::errors::Errors;
use super::order;
use super::types::{Contents, DerivedType, Required};
use crate::root;

/// A struct or an enum.
pub(super) struct Model {
    /// The import of the crate `forall`.
    pub(super) import: TokenStream,
    pub(super) name: Ident,
    pub(super) generics: Generics,
    pub(super) derived_type: DerivedType,
    /// The variants that are generated, simplest first. A struct has one.
    pub(super) variants: Vec<Variant>,
    /// Whether these are all variants, because none is skipped.
    pub(super) is_complete: bool,
}

/// A variant of an enum, or the only variant of a struct.
pub(super) struct Variant {
    /// `Self` or `Self::Name`.
    pub(super) path: TokenStream,
    pub(super) fields: Vec<Field>,
    /// Whether it has no braces or parentheses.
    pub(super) is_unit: bool,
    pub(super) weight: Option<u32>,
    pub(super) recursion: Recursion,
}

/// How a value may contain values of its own type, from never to always.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Recursion {
    /// It cannot contain its own type.
    Never,
    /// It contains unknown types, which probably do not contain the type.
    ThroughUnknown,
    /// It contains pointers to unknown types, which probably contain the type.
    ThroughPointer,
    /// It contains the type in a collection or an `Option`, which may be empty.
    Optional,
    /// It always contains the type.
    Always,
}

/// A field of a variant.
pub(super) struct Field {
    pub(super) member: Member,
    pub(super) ty: Type,
    pub(super) source: FieldSource,
    pub(super) recursion: Recursion,
}

impl Model {
    /// Parses a type.
    pub(super) fn parse(input: &DeriveInput) -> syn::Result<Model> {
        let mut errors = Errors::default();
        let own = DerivedType::of(input);
        let import = import(attributes::of_type(&input.attrs, &mut errors), &mut errors);
        let mut variants = match &input.data {
            Data::Struct(data) => {
                vec![Variant::parse(quote!(Self), &data.fields, &own, &mut errors)]
            }
            Data::Enum(data) => enum_variants(data, &own, &mut errors),
            Data::Union(data) => {
                errors.push(
                    data.union_token,
                    "`Arbitrary` cannot be derived for unions: implement it manually",
                );
                return Err(errors.check(()).expect_err("one was pushed"));
            }
        };
        let declared = match &input.data {
            Data::Enum(data) => data.variants.len(),
            Data::Struct(_) | Data::Union(_) => 1,
        };
        order::simplest_first(&mut variants);
        let name = input.ident.clone();
        if let Some(problem) = uninhabited(&name, &variants, declared, &own) {
            errors.push(&name, problem);
        }
        let is_complete = variants.len() == declared;
        let generics = input.generics.clone();
        errors.check(Model { import, name, generics, derived_type: own, variants, is_complete })
    }
}

/// Returns the import of the crate `forall`, whose path is `root` if given.
fn import(root: Option<syn::Path>, errors: &mut Errors) -> TokenStream {
    let import = root::import(root.as_ref(), |path| format!("#[forall(crate = {path})]"));
    import.unwrap_or_else(|error| {
        errors.add(error);
        TokenStream::new()
    })
}

fn enum_variants(data: &syn::DataEnum, own: &DerivedType, errors: &mut Errors) -> Vec<Variant> {
    let mut variants = Vec::new();
    for declared in &data.variants {
        let name = &declared.ident;
        let weight = attributes::of_variant(&declared.attrs, errors);
        let mut variant = Variant::parse(quote!(Self::#name), &declared.fields, own, errors);
        match weight {
            VariantWeight::Unset => variants.push(variant),
            VariantWeight::Skip => {}
            VariantWeight::Weight(weight) => {
                variant.weight = Some(weight);
                variants.push(variant);
            }
        }
    }
    variants
}

impl Variant {
    fn parse(
        path: TokenStream,
        fields: &syn::Fields,
        own: &DerivedType,
        errors: &mut Errors,
    ) -> Variant {
        let is_unit = matches!(fields, syn::Fields::Unit);
        let fields = fields.iter().enumerate();
        let fields = fields.map(|(i, field)| Field::parse(i, field, own, errors));
        let fields: Vec<Field> = fields.collect();
        let recursion =
            fields.iter().map(|field| field.recursion).max().unwrap_or(Recursion::Never);
        Variant { path, fields, is_unit, weight: None, recursion }
    }
}

impl Field {
    fn parse(position: usize, field: &syn::Field, own: &DerivedType, errors: &mut Errors) -> Field {
        let source = attributes::of_field(&field.attrs, errors);
        let index = || Member::Unnamed(Index::from(position));
        let member = field.ident.clone().map_or_else(index, Member::Named);
        let recursion = recursion(&field.ty, &source, own);
        Field { member, ty: field.ty.clone(), source, recursion }
    }
}

/// Returns how a field may contain the derived type. A domain of an unknown type is assumed not to
/// recurse; a domain of the derived type is assumed to generate it recursively.
fn recursion(ty: &Type, source: &FieldSource, own: &DerivedType) -> Recursion {
    match (source, own.contents(ty), own.required(ty)) {
        (FieldSource::Default(_), ..) | (_, Contents::Known, _) => Recursion::Never,
        (FieldSource::Domain(_), Contents::Unknown, _) => Recursion::Never,
        (_, Contents::Unknown, Required::Pointee) => Recursion::ThroughPointer,
        (_, Contents::Unknown, _) => Recursion::ThroughUnknown,
        (_, Contents::DerivedType, Required::Nothing) => Recursion::Optional,
        (_, Contents::DerivedType, _) => Recursion::Always,
    }
}

/// Returns an error message if no value can be generated.
fn uninhabited(
    name: &Ident,
    variants: &[Variant],
    declared: usize,
    own: &DerivedType,
) -> Option<String> {
    let is_infinite = |field: &Field| {
        matches!(field.source, FieldSource::Arbitrary) && own.is_infinite(&field.ty)
    };
    if declared == 0 {
        Some(format!("`{name}` has no values to generate: add a variant"))
    } else if variants.is_empty() {
        Some(format!(
            "`{name}` has no values to generate, because every variant is skipped: remove a `#[forall(skip)]`"
        ))
    } else if variants.iter().all(|variant| variant.fields.iter().any(is_infinite)) {
        Some(format!(
            "every `{name}` contains another `{name}`, so no value is finite: add a variant without one, or use an `Option`"
        ))
    } else {
        None
    }
}
