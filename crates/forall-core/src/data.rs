//! Plain data that all layers share.

mod binding;
mod location;
mod verdict;

use std::borrow::Cow;

pub use self::binding::Binding;
pub use self::location::Location;
pub use self::verdict::{Failure, Origin, Verdict};

/// Text that is usually known at compile time.
pub type CowStr = Cow<'static, str>;
