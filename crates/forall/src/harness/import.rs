//! Files of byte-based fuzzers: which of them a test imports instead of running, and the inputs that they contain.

use std::path::{Path, PathBuf};
use std::{env, fs};

use forall_format::variable::{IMPORT, IMPORT_MODE, IMPORT_PASSING, IMPORT_RAW};
use forall_format::{import_list, regular_file};

use super::{Error, paths};
use crate::block::try_generate;
use crate::byte_target::record_with_text;
use crate::panics::catch;
use crate::property::Erased;
use crate::source::{ChoiceSequence, Source};

/// The size of the largest file that is imported. Byte-based fuzzers make far smaller ones.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// The files to import.
#[derive(Debug)]
pub(super) struct Import {
    pub(super) files: Vec<PathBuf>,
    /// Whether the bytes are the text of an input. Otherwise they encode its choices.
    is_raw: bool,
    /// Whether inputs that pass are added to the corpus. Otherwise they are errors.
    pub(super) keeps_passing: bool,
}

impl Import {
    /// Returns the files that `cargo forall import` names.
    pub(super) fn requested() -> Result<Option<Import>, Error> {
        let Some(list) = env::var_os(IMPORT) else { return Ok(None) };
        let list = PathBuf::from(list);
        let cannot = |error| Error(format!("{} cannot be read: {error}", paths::shown(&list)));
        let files = fs::read(&list).map_err(cannot)?;
        let mode = env::var(IMPORT_MODE).unwrap_or_default();
        Ok(Some(Import {
            files: import_list::parse(&files),
            is_raw: mode.starts_with(IMPORT_RAW),
            keeps_passing: mode.ends_with(IMPORT_PASSING),
        }))
    }

    /// Reads a file, and returns the choices of its input.
    pub(super) fn read(&self, property: &Erased, file: &Path) -> Result<ChoiceSequence, Error> {
        let shown = paths::shown(file);
        let cannot = |error| Error(format!("{shown} cannot be read: {error}"));
        let bytes = regular_file::read(file, MAX_FILE_BYTES).map_err(cannot)?;
        if self.is_raw {
            let record = record_with_text(property, &bytes).ok_or_else(|| {
                Error(format!(
                    "{shown} is not imported: the property has no input in which a text is the content of this file"
                ))
            })?;
            return Ok(ChoiceSequence(record.values()));
        }
        let attempt = catch(|| try_generate(property, Source::from_bytes(&bytes), &mut || ()));
        let attempt = attempt.map_err(|_| {
            Error(format!(
                "{shown} is not imported: a domain panics when it generates the input of this file"
            ))
        })?;
        Ok(ChoiceSequence(attempt.record.values()))
    }
}
