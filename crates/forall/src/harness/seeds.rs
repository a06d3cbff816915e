//! Seeds for a byte-based fuzzer: the known inputs of a property, as the bytes that its fuzz target takes.

use std::path::{Path, PathBuf};
use std::{env, fs};

use forall_format::hash::fnv1a;
use forall_format::variable::SEEDS;

use super::corpus::Corpus;
use super::regressions::Saved;
use super::{Error, Settings, Test};
use crate::block::{invert, regenerate};
use crate::panics::catch;
use crate::property::{Erased, ErasedInputs};
use crate::source::{ChoiceSequence, ChoiceValue, OnExhausted, OnMismatch, Policy, Source};

/// Returns the folder to which `cargo forall export` lets a test write its seeds.
pub(super) fn requested_folder() -> Option<PathBuf> {
    env::var_os(SEEDS).map(PathBuf::from)
}

/// Writes the saved failures, the corpus and the examples of a test to a folder, one file for each input.
pub(super) fn write(
    folder: &Path,
    test: &Test,
    property: &Erased,
    examples: &[ErasedInputs],
    settings: &Settings,
) -> Result<(), Error> {
    let saved = Saved::read(test, settings)?;
    let mut inputs: Vec<Vec<ChoiceValue>> =
        saved.entries.into_iter().map(|(_, entry)| entry.choices.0).collect();
    if let Some(corpus) = Corpus::of(test, settings) {
        inputs.extend(std::iter::from_fn(|| corpus.recall()).map(|ChoiceSequence(values)| values));
    }
    let inverted = |example| catch(|| invert(property, example)).ok().flatten();
    inputs.extend(examples.iter().filter_map(inverted));
    for values in inputs {
        let policy = Policy { mismatch: OnMismatch::Nearest, end: OnExhausted::Simplest };
        let Some(case) = regenerate(property, Source::replay(values, policy)) else { continue };
        let bytes = case.record.to_bytes();
        let path = folder.join(format!("{:016x}", fnv1a(&bytes)));
        let cannot = |error| Error(format!("{} cannot be written: {error}", path.display()));
        fs::create_dir_all(folder).and_then(|()| fs::write(&path, &bytes)).map_err(cannot)?;
    }
    Ok(())
}
