//! Inputs: plain data with the default generators of all three libraries.

use std::fmt::Debug;

/// A type for which every library has a default generator.
pub(crate) trait Input:
    Clone + Debug + forall::Arbitrary + quickcheck::Arbitrary + proptest::arbitrary::Arbitrary
{
}

impl<T> Input for T where
    T: Clone + Debug + forall::Arbitrary + quickcheck::Arbitrary + proptest::arbitrary::Arbitrary
{
}

/// Declares a struct or an enum as an [`Input`]. Forall and proptest derive their generators. quickcheck has no
/// derive, so the macro writes what its documentation recommends: each field is arbitrary, and variants are
/// equally likely.
macro_rules! input {
    ($(#[$meta:meta])* struct $name:ident { $($field:ident: $type:ty),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, forall::Arbitrary, proptest_derive::Arbitrary)]
        pub(crate) struct $name { $(pub(crate) $field: $type),+ }

        impl quickcheck::Arbitrary for $name {
            fn arbitrary(source: &mut quickcheck::Gen) -> $name {
                $name { $($field: quickcheck::Arbitrary::arbitrary(source)),+ }
            }
        }
    };
    ($(#[$meta:meta])* enum $name:ident { $($(#[$doc:meta])* $variant:ident $(($($type:ty),+))?),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, forall::Arbitrary, proptest_derive::Arbitrary)]
        pub(crate) enum $name { $($(#[$doc])* $variant $(($($type),+))?),+ }

        impl quickcheck::Arbitrary for $name {
            fn arbitrary(source: &mut quickcheck::Gen) -> $name {
                let variants: &[fn(&mut quickcheck::Gen) -> $name] = &[$(
                    |_source| $name::$variant $(($(<$type as quickcheck::Arbitrary>::arbitrary(_source)),+))?
                ),+];
                let generate = source.choose(variants).expect("an enum has variants");
                generate(source)
            }
        }
    };
}

pub(crate) use input;
