//! What can be told from how a type is written. A derive sees no more than that, so some of it is
//! guesswork; a wrong guess makes values larger or smaller, never wrong.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{DeriveInput, GenericArgument, Index, PathArguments, Type};

use super::local;

/// Types of the standard library, and the words in their paths. What is made of these only does not
/// hold a user's type.
const STANDARD: &str = " bool char str u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 \
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

/// What a field may hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// Nothing that could hold the deriving type.
    Leaf,
    /// Types that are not known here.
    Others,
    /// The deriving type.
    Itself,
}

/// What a value of the field's type needs, from least to most likely to be without end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Needs {
    /// It can be empty.
    Nothing,
    /// It always holds a value.
    Value,
    /// It always holds a value behind a pointer, without which types cannot hold themselves.
    Pointee,
}

/// The deriving type, as its own fields see it.
pub(super) struct Own {
    name: Ident,
    parameters: Vec<Ident>,
    /// With its parameters, as text.
    written: String,
}

impl Own {
    pub(super) fn of(input: &DeriveInput) -> Own {
        let (name, generics) = (&input.ident, &input.generics);
        let (_, arguments, _) = generics.split_for_impl();
        let types = generics.type_params().map(|parameter| parameter.ident.clone());
        let consts = generics.const_params().map(|parameter| parameter.ident.clone());
        let lifetimes = generics.lifetimes().map(|parameter| parameter.lifetime.ident.clone());
        let parameters = types.chain(consts).chain(lifetimes).collect();
        Own { name: name.clone(), parameters, written: quote!(#name #arguments).to_string() }
    }

    /// A type parameter counts as a leaf: who puts the deriving type in there has to name it.
    pub(super) fn holds(&self, ty: &Type) -> Holds {
        let mut names = Vec::new();
        identifiers(ty.to_token_stream(), &mut names);
        if names.iter().any(|name| *name == self.name || name == "Self") {
            Holds::Itself
        } else if names.iter().all(|name| self.parameters.contains(name) || standard(name)) {
            Holds::Leaf
        } else {
            Holds::Others
        }
    }

    pub(super) fn needs(&self, ty: &Type) -> Needs {
        match plain(ty) {
            Type::Slice(_) => Needs::Nothing,
            Type::Array(array) => self.needs(&array.elem),
            Type::Tuple(tuple) => {
                let parts = tuple.elems.iter().filter(|part| self.holds(part) != Holds::Leaf);
                parts.map(|part| self.needs(part)).max().unwrap_or(Needs::Nothing)
            }
            ty => match applied(ty) {
                Some((name, arguments)) if POINTERS.contains(&name.as_str()) => {
                    match arguments.first().map(|pointee| self.needs(pointee)) {
                        Some(Needs::Nothing) => Needs::Nothing,
                        _ => Needs::Pointee,
                    }
                }
                Some((name, _)) if contains(&name) => Needs::Nothing,
                _ => Needs::Value,
            },
        }
    }

    /// Is there, for certain, a value of the deriving type in every value of `ty`?
    pub(super) fn is_endless(&self, ty: &Type) -> bool {
        match plain(ty) {
            ty if self.is(ty) => true,
            Type::Tuple(tuple) => tuple.elems.iter().any(|part| self.is_endless(part)),
            ty => applied(ty).is_some_and(|(name, arguments)| {
                POINTERS.contains(&name.as_str())
                    && arguments.first().is_some_and(|pointee| self.is_endless(pointee))
            }),
        }
    }

    /// Does `found` to all values of the deriving type that can be seen in `at`, which refers to a
    /// value of type `ty`; nothing if there can be none.
    pub(super) fn children(
        &self,
        ty: &Type,
        at: &TokenStream,
        found: &dyn Fn(&TokenStream) -> TokenStream,
    ) -> Option<TokenStream> {
        let child = local("child");
        let each = |element: &Type, head: TokenStream| {
            let body = self.children(element, &child.to_token_stream(), found)?;
            Some(quote!(#head #at { #body }))
        };
        match plain(ty) {
            ty if self.is(ty) => Some(found(at)),
            Type::Slice(slice) => each(&slice.elem, quote!(for #child in)),
            Type::Array(array) => each(&array.elem, quote!(for #child in)),
            Type::Tuple(tuple) => {
                let parts = tuple.elems.iter().enumerate().filter_map(|(i, part)| {
                    let index = Index::from(i);
                    self.children(part, &quote!((&#at.#index)), found)
                });
                let parts: TokenStream = parts.collect();
                (!parts.is_empty()).then_some(parts)
            }
            ty => {
                let (name, arguments) = applied(ty)?;
                match (name.as_str(), &*arguments) {
                    (pointer, [pointee, ..]) if POINTERS.contains(&pointer) => {
                        self.children(pointee, &quote!((&**#at)), found)
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
        ty == "Self" || ty == self.written
    }
}

/// The type in an `Option`, if it is one.
pub(super) fn optional(ty: &Type) -> Option<&Type> {
    let (name, arguments) = applied(plain(ty))?;
    (name == "Option").then_some(*arguments.first()?)
}

/// Without parentheses, and without the invisible ones that come of a macro.
fn plain(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => plain(&group.elem),
        Type::Paren(paren) => plain(&paren.elem),
        ty => ty,
    }
}

/// The last name in a path, and what it is applied to: `Vec` and `u8`.
fn applied(ty: &Type) -> Option<(String, Vec<&Type>)> {
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
    Some((last.ident.to_string(), arguments))
}

fn contains(name: &str) -> bool {
    LISTS.contains(&name) || MAPS.contains(&name)
}

fn standard(name: &Ident) -> bool {
    STANDARD.contains(&format!(" {name} "))
}

fn identifiers(tokens: TokenStream, found: &mut Vec<Ident>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => found.push(name),
            TokenTree::Group(group) => identifiers(group.stream(), found),
            _ => {}
        }
    }
}
