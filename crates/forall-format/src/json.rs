//! A small JSON writer, and the access to parsed JSON that reading a record needs.
//!
//! Runs write JSON, so the library would pay for a JSON crate in every build. Programs that read it have one
//! already: they implement [`JsonRead`] for its values.

mod read;
mod write;

pub use self::read::{JsonRead, ReadJson};
pub use self::write::{JsonObject, WriteJson, quoted};

/// Declares a struct that is written as a JSON object and read again, field by field.
macro_rules! record {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $($(#[$of_field:meta])* pub $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $($(#[$of_field])* pub $field: $type,)*
        }

        impl $name {
            /// Adds the fields to an object.
            pub(crate) fn add_to(&self, object: $crate::json::JsonObject) -> $crate::json::JsonObject {
                object$(.field(stringify!($field), &self.$field))*
            }
        }

        impl $crate::json::WriteJson for $name {
            fn write_json(&self, json: &mut String) {
                json.push_str(&self.add_to($crate::json::JsonObject::new()).finish());
            }
        }

        impl $crate::json::ReadJson for $name {
            fn read_json<'j, J: $crate::json::JsonRead<'j>>(json: J) -> Option<$name> {
                Some($name { $($field: $crate::json::ReadJson::read_field(json, stringify!($field))?,)* })
            }
        }
    };
}

pub(crate) use record;
