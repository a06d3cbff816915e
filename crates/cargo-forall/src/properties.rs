//! The properties in a test binary.
//!
//! `#[property]` adds a [manifest](forall_format::manifest) to the binary, so the properties are discovered
//! without running it.

use std::fs;
use std::path::Path;

use forall_format::manifest::Manifest;
use forall_format::state_path::PropertyName;

use crate::error::Error;

/// A property, from its manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Property {
    module: String,
    name: String,
    /// The file and the line.
    pub(crate) place: String,
    pub(crate) formula: String,
}

impl Property {
    fn new(manifest: &Manifest<'_>) -> Property {
        Property {
            module: manifest.property.module.to_owned(),
            name: manifest.property.name.to_owned(),
            place: format!("{}:{}", manifest.file, manifest.line),
            formula: manifest.nodes.to_string(),
        }
    }

    /// Returns the module and the name of the function.
    pub(crate) fn name(&self) -> PropertyName<'_> {
        PropertyName { module: &self.module, name: &self.name }
    }
}

/// Returns the properties in a binary.
pub(crate) fn of(binary: &Path) -> Result<Vec<Property>, Error> {
    let bytes = fs::read(binary).map_err(Error::cannot("read a test binary"))?;
    Ok(Manifest::find_all(&bytes).map(|manifest| Property::new(&manifest)).collect())
}
