//! Plain data that all layers share.

mod binding;
mod limited_text;
mod location;
mod verdict;

use std::borrow::Cow;

pub use self::binding::Binding;
pub(crate) use self::limited_text::{LimitedText, MAX_LENGTH, cut_off, debug_text, join};
pub use self::location::Location;
pub use self::verdict::{Failure, Origin, Verdict};

/// Text that is usually known at compile time.
pub type CowStr = Cow<'static, str>;
