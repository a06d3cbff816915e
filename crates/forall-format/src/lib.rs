//! The text and binary formats that the Forall library, its macros and `cargo forall` share.
//!
//! Each format has one module, with one parser and one writer. Nothing else in the project parses or renders
//! these formats. The crate depends on the standard library only, since every other crate builds after it.
//! To test your code, use the crate `forall`; this one is for programs that read what tests store.
//!
//! | module | format | written by | read by |
//! |---|---|---|---|
//! | [`choice_sequence`] | choices as text: `t,-5,f.9c1e03` | library | library, `cargo forall` |
//! | [`choice_words`] | choices as 64-bit words | test processes | test processes |
//! | [`replay`] | replay tokens: `0x2a:17@4` | library | library |
//! | [`manifest`] | properties in a test binary | `#[property]` | library, `cargo forall` |
//! | [`formula`] | properties as text: `∀ x: u8. x > 0` | library, `cargo forall` | people |
//! | [`regressions`] | files of saved failures | library, `cargo forall`, people | library, `cargo forall` |
//! | [`corpus`] | files of inputs for guided runs | library | library |
//! | [`results`] | JSON lines about a run | library, `cargo forall` | `cargo forall` and its web page |
//! | [`observations`] | JSON lines about tests | library | `cargo forall`, Tyche |
//! | [`shard`] | shards: `3/8` | people, schedulers | library, `cargo forall` |
//! | [`shard_file`] | tests of a shard that did not pass | library | library, `cargo forall` |
//! | [`number`], [`flag`], [`duration`], [`bytes`] | values of settings | people | all |
//! | [`settings_file`] | the place and the profiles of `forall.toml` | people | library, `cargo forall` |
//! | [`variable`] | environment variables that are not settings | `cargo forall` | library |
//! | [`import_list`] | files to import | `cargo forall` | library |
//! | [`regular_file`] | files that are no pipes and not too large | library, `cargo forall` | library, `cargo forall` |
//! | [`state_path`], [`state_file`] | folders, file names and locks | library, `cargo forall` | library, `cargo forall` |
//! | [`wording`] | numbers in reports | library, `cargo forall` | people |
//!
//! # Stability
//!
//! The formats of data that people keep are stable: choices as text, replay tokens, regression files, corpus
//! files, file names and the values of settings. Each release reads everything that earlier releases read.
//! Regression and corpus files name the version of their format; a file of an unknown version is an error and
//! is not changed. Choice words, manifests, results and observations are used only within one build or run,
//! and may change with every release.
//!
//! Parsers return an error for anything that is not in their format. They never panic.
//!
//! ```
//! use forall_format::regressions::RegressionFile;
//!
//! let file = RegressionFile::parse(b"forall-regressions 1\nfails t,-5.3a9057\n  # x = -5\n").unwrap();
//! let entry = file.entries().next().unwrap();
//! assert_eq!((entry.choices.0.len(), &*entry.comments()[0]), (2, "x = -5"));
//! ```

pub mod choice_sequence;
mod choice_value;
pub mod choice_words;
pub mod replay;
pub mod hash;
pub mod manifest;
pub mod formula;
mod heading;
pub mod regressions;
pub mod corpus;
pub mod regular_file;
pub mod import_list;
pub mod state_path;
pub mod state_file;
pub mod json;
pub mod results;
pub mod observations;
pub mod shard;
pub mod shard_file;
mod invalid_value;
pub mod number;
pub mod flag;
pub mod duration;
pub mod bytes;
pub mod settings_file;
pub mod variable;
pub mod wording;

pub use self::choice_sequence::{ChoiceSequence, ParseChoicesError};
pub use self::choice_value::ChoiceValue;
pub use self::invalid_value::InvalidValue;
pub use self::replay::{Replay, TestSize};
