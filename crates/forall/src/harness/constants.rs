//! The constants of the package under test, which `cargo forall fuzz` has collected from its sources.

use std::env;
use std::fs;
use std::path::Path;

use forall_format::variable::CONSTANTS;

use crate::source::{ChoiceSequence, ChoiceValue};

/// Returns the constants. There are none unless `cargo forall` runs the test, so that a plain `cargo test` depends on
/// nothing but the seed and the code.
pub(super) fn of_package() -> Vec<ChoiceValue> {
    let folder = env::var_os(CONSTANTS);
    folder.and_then(|folder| read(Path::new(&folder))).unwrap_or_default()
}

fn read(folder: &Path) -> Option<Vec<ChoiceValue>> {
    let package = env::var("CARGO_PKG_NAME").ok()?;
    let text = fs::read_to_string(folder.join(package)).ok()?;
    let constants: ChoiceSequence = text.trim().parse().ok()?;
    Some(constants.0)
}
