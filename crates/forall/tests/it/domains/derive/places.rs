//! Places and names with which the derive must work without warnings.
#![deny(missing_docs, warnings, clippy::pedantic, clippy::nursery)]

use super::{simplest, value};

/// Names that could clash with those of the derive.
mod names {
    #![expect(dead_code, non_camel_case_types, reason = "the names are the point")]

    /// Shadows names that an expansion might use.
    type Result = u8;
    struct Ok;
    struct Box;
    trait Iterator {}
    const LABEL: u8 = 7;

    /// All names clash.
    #[derive(::forall::Arbitrary, Clone, Debug, PartialEq)]
    pub(super) enum r#type {
        /// A keyword.
        r#fn {
            /// Another keyword.
            r#match: u8,
            /// The name of a local variable.
            source: u8,
            /// The name of its domain.
            #[forall(domain = LABEL..=LABEL)]
            part: u8,
        },
        /// A shadowed name.
        None,
        /// Empty, with brackets.
        Empty(),
        /// Empty, with braces.
        Braces {},
    }
}

/// A type with const parameters and lifetimes.
#[derive(forall::Arbitrary, Clone, Debug, PartialEq)]
struct Generic<'a, T, const N: usize>
where
    T: Copy + Default,
{
    /// An array whose length is a parameter.
    #[forall(default = [T::default(); N])]
    fixed: [T; N],
    /// A borrowed field.
    #[forall(default = "x")]
    text: &'a str,
    /// A field of a generic type.
    other: Vec<T>,
}

/// Defines a type in a macro, where types and expressions have invisible delimiters.
macro_rules! made {
    ($name:ident, $field:ty, $domain:expr) => {
        /// Defined by a macro.
        #[derive(forall::Arbitrary, Clone, Debug, PartialEq)]
        enum $name {
            /// The end.
            End(#[forall(domain = $domain)] u8),
            /// Not the end.
            More($field),
        }
    };
}

made!(Made, Box<Made>, 3..=3_u8);

#[test]
fn derive_works_with_clashing_names_and_macros() {
    use names::r#type;
    assert_eq!(simplest::<r#type>(), r#type::r#fn { r#match: 0, source: 0, part: 7 });
    let generic = value::<Generic<'static, u8, 3>>(0, 5);
    assert_eq!((generic.fixed, generic.text), ([0; 3], "x"));
    assert_eq!(simplest::<Made>(), Made::End(3));
    assert_eq!(value::<Made>(1, 0), Made::End(3));
}

#[test]
fn derive_works_inside_a_function() {
    #[derive(forall::Arbitrary, Clone, Debug, PartialEq)]
    enum Local<T> {
        One,
        Only(T),
    }
    #[derive(forall::Arbitrary, Clone, Debug, PartialEq)]
    enum Single {
        Only { x: u8, y: Option<Box<Self>> },
    }
    assert_eq!(simplest::<Local<Single>>(), Local::One);
    let Single::Only { x, y } = simplest();
    assert_eq!((x, y), (0, None));
    assert_ne!(value::<Local<u8>>(0, 3), Local::Only(3));
}
