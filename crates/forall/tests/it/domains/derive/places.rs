//! Where the derive must work, and leave no warning behind.
#![deny(missing_docs, warnings, clippy::pedantic, clippy::nursery)]

use super::{simplest, value};

/// Names that could be those of the derive.
mod names {
    #![expect(dead_code, non_camel_case_types, reason = "the names are the point")]

    /// These shadow what expansions are tempted to write.
    type Result = u8;
    struct Ok;
    struct Box;
    trait Iterator {}
    const LABEL: u8 = 7;

    /// All names are taken.
    #[derive(::forall::Arbitrary, Clone, Debug, PartialEq)]
    pub(super) enum r#type {
        /// A word of the language.
        r#fn {
            /// Another one.
            r#match: u8,
            /// A local.
            source: u8,
            /// And its domain.
            #[forall(domain = LABEL..=LABEL)]
            part: u8,
        },
        /// With a shadowed name.
        None,
        /// Empty, but with brackets.
        Empty(),
        /// The same.
        Braces {},
    }
}

/// Const parameters and lifetimes go through.
#[derive(forall::Arbitrary, Clone, Debug, PartialEq)]
struct Generic<'a, T, const N: usize>
where
    T: Copy + Default,
{
    /// As long as the parameter says.
    #[forall(default = [T::default(); N])]
    fixed: [T; N],
    /// Of some lifetime.
    #[forall(default = "x")]
    text: &'a str,
    /// Arbitrary.
    other: Vec<T>,
}

/// A type in a macro, where types and expressions come in invisible brackets.
macro_rules! made {
    ($name:ident, $field:ty, $domain:expr) => {
        /// Made by a macro.
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
fn names_and_places() {
    use names::r#type;
    assert_eq!(simplest::<r#type>(), r#type::r#fn { r#match: 0, source: 0, part: 7 });
    let generic = value::<Generic<'static, u8, 3>>(0, 5);
    assert_eq!((generic.fixed, generic.text), ([0; 3], "x"));
    assert_eq!(simplest::<Made>(), Made::End(3));
    assert_eq!(value::<Made>(1, 0), Made::End(3));
}

#[test]
fn inside_a_function() {
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
