//! Guesses what a type contains from its tokens, which is all that a derive macro sees. A wrong guess makes
//! values larger or smaller, but never invalid.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{DeriveInput, GenericArgument, Index, PathArguments, Type};

use super::hygienic;

/// Types of the standard library and the names in their paths. A type that mentions no other name does
/// not contain user-defined types.
const STANDARD_NAMES: &str = " bool char str u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 \
    std core alloc boxed rc sync collections string vec option result num time net path ffi ops \
    cell borrow marker cmp const mut dyn static \
    String Vec VecDeque LinkedList BinaryHeap HashMap HashSet BTreeMap BTreeSet Option Result Box \
    Rc Arc Cow Cell RefCell Mutex RwLock Range RangeInclusive RangeFrom RangeTo RangeToInclusive \
    RangeFull Bound Duration SystemTime Ordering PhantomData Wrapping Saturating Reverse NonZero \
    NonZeroU8 NonZeroU16 NonZeroU32 NonZeroU64 NonZeroU128 NonZeroUsize NonZeroI8 NonZeroI16 \
    NonZeroI32 NonZeroI64 NonZeroI128 NonZeroIsize IpAddr Ipv4Addr Ipv6Addr SocketAddr PathBuf Path \
    OsString OsStr CString CStr Infallible ";

const POINTERS: [&str; 3] = ["Box", "Rc", "Arc"];
const LISTS: [&str; 7] =
    ["Option", "Vec", "VecDeque", "LinkedList", "BinaryHeap", "HashSet", "BTreeSet"];
const MAPS: [&str; 2] = ["HashMap", "BTreeMap"];

/// What the type of a field may contain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Contents {
    /// Only standard types and type parameters.
    Known,
    /// Types whose definition the macro cannot see.
    Unknown,
    /// The derived type.
    DerivedType,
}

/// What every value of a type contains, ordered by how likely that makes infinite recursion.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Required {
    /// Nothing: it can be empty.
    Nothing,
    /// Another value.
    Value,
    /// Another value behind a pointer. Recursive types need pointers.
    Pointee,
}

/// The type with `#[derive(Arbitrary)]`.
pub(super) struct DerivedType {
    name: Ident,
    parameters: Vec<Ident>,
    /// The tokens of the type with its parameters.
    text: String,
}

impl DerivedType {
    pub(super) fn of(input: &DeriveInput) -> DerivedType {
        let name = &input.ident;
        let generics = &input.generics;
        let (_, arguments, _) = generics.split_for_impl();
        let types = generics.type_params().map(|parameter| parameter.ident.clone());
        let consts = generics.const_params().map(|parameter| parameter.ident.clone());
        let lifetimes = generics.lifetimes().map(|parameter| parameter.lifetime.ident.clone());
        let parameters = types.chain(consts).chain(lifetimes).collect();
        let text = quote!(#name #arguments).to_string();
        DerivedType { name: name.clone(), parameters, text }
    }

    /// Returns what `ty` may contain. Type parameters count as known: their arguments are named where the
    /// type is used, so an argument that contains the derived type is visible there.
    pub(super) fn contents(&self, ty: &Type) -> Contents {
        let mut names = Vec::new();
        identifiers(ty.to_token_stream(), &mut names);
        if names.iter().any(|name| *name == self.name || name == "Self") {
            Contents::DerivedType
        } else if names.iter().all(|name| self.parameters.contains(name) || is_standard(name)) {
            Contents::Known
        } else {
            Contents::Unknown
        }
    }

    /// Returns what every value of `ty` contains.
    pub(super) fn required(&self, ty: &Type) -> Required {
        match without_parentheses(ty) {
            Type::Slice(_) => Required::Nothing,
            Type::Array(array) => self.required(&array.elem),
            Type::Tuple(tuple) => {
                let parts =
                    tuple.elems.iter().filter(|part| self.contents(part) != Contents::Known);
                parts.map(|part| self.required(part)).max().unwrap_or(Required::Nothing)
            }
            ty => match application(ty) {
                Some(applied) if applied.is_pointer() => {
                    match applied.arguments.first().map(|pointee| self.required(pointee)) {
                        Some(Required::Nothing) => Required::Nothing,
                        _ => Required::Pointee,
                    }
                }
                Some(applied) if applied.is_collection() => Required::Nothing,
                _ => Required::Value,
            },
        }
    }

    /// Returns whether every value of `ty` certainly contains a value of the derived type.
    pub(super) fn is_infinite(&self, ty: &Type) -> bool {
        match without_parentheses(ty) {
            ty if self.is(ty) => true,
            Type::Tuple(tuple) => tuple.elems.iter().any(|part| self.is_infinite(part)),
            ty => application(ty).is_some_and(|applied| {
                applied.is_pointer()
                    && applied.arguments.first().is_some_and(|pointee| self.is_infinite(pointee))
            }),
        }
    }

    /// Returns code that runs `visit` for each value of the derived type in `reference`, an expression of
    /// type `&ty`. Returns `None` if there can be no such values.
    pub(super) fn children(
        &self,
        ty: &Type,
        reference: &TokenStream,
        visit: &dyn Fn(&TokenStream) -> TokenStream,
    ) -> Option<TokenStream> {
        let child = hygienic("child");
        let each = |element: &Type, head: TokenStream| {
            let body = self.children(element, &child.to_token_stream(), visit)?;
            Some(quote!(#head #reference { #body }))
        };
        match without_parentheses(ty) {
            ty if self.is(ty) => Some(visit(reference)),
            Type::Slice(slice) => each(&slice.elem, quote!(for #child in)),
            Type::Array(array) => each(&array.elem, quote!(for #child in)),
            Type::Tuple(tuple) => {
                let parts = tuple.elems.iter().enumerate().filter_map(|(i, part)| {
                    let index = Index::from(i);
                    self.children(part, &quote!((&#reference.#index)), visit)
                });
                let parts: TokenStream = parts.collect();
                (!parts.is_empty()).then_some(parts)
            }
            ty => {
                let applied = application(ty)?;
                match (applied.name.as_str(), &*applied.arguments) {
                    (_, [pointee, ..]) if applied.is_pointer() => {
                        self.children(pointee, &quote!((&**#reference)), visit)
                    }
                    ("Option", [some]) => {
                        each(some, quote!(if let ::core::option::Option::Some(#child) =))
                    }
                    (list, [element, ..]) if LISTS.contains(&list) => {
                        each(element, quote!(for #child in))
                    }
                    (map, [_, value, ..]) if MAPS.contains(&map) => {
                        each(value, quote!(for (_, #child) in))
                    }
                    _ => None,
                }
            }
        }
    }

    fn is(&self, ty: &Type) -> bool {
        let ty = ty.to_token_stream().to_string();
        ty == "Self" || ty == self.text
    }
}

/// Returns the type inside of an `Option`, or `None` for any other type.
pub(super) fn option_argument(ty: &Type) -> Option<&Type> {
    let applied = application(without_parentheses(ty))?;
    (applied.name == "Option").then_some(*applied.arguments.first()?)
}

/// Removes parentheses, including the invisible ones around a fragment of another macro.
fn without_parentheses(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => without_parentheses(&group.elem),
        Type::Paren(paren) => without_parentheses(&paren.elem),
        ty => ty,
    }
}

/// A type with its arguments: `Vec` and `u8` for `std::vec::Vec<u8>`.
struct Application<'a> {
    name: String,
    arguments: Vec<&'a Type>,
}

impl Application<'_> {
    fn is_pointer(&self) -> bool {
        POINTERS.contains(&self.name.as_str())
    }

    fn is_collection(&self) -> bool {
        LISTS.contains(&self.name.as_str()) || MAPS.contains(&self.name.as_str())
    }
}

/// Returns the last name in a path and its arguments, or `None` if the type is not a path.
fn application(ty: &Type) -> Option<Application<'_>> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let arguments = match &last.arguments {
        PathArguments::AngleBracketed(angled) => {
            let types = angled.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            types.collect()
        }
        _ => Vec::new(),
    };
    Some(Application { name: last.ident.to_string(), arguments })
}

fn is_standard(name: &Ident) -> bool {
    STANDARD_NAMES.contains(&format!(" {name} "))
}

/// Adds all identifiers in the tokens to `found`.
fn identifiers(tokens: TokenStream, found: &mut Vec<Ident>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => found.push(name),
            TokenTree::Group(group) => identifiers(group.stream(), found),
            _ => {}
        }
    }
}
