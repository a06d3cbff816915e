//! Properties of the formats: parsers invert writers, and no input makes a parser panic.

mod support;
#[path = "../../../cargo-forall/src/json/parsed.rs"]
mod parsed;

mod choices;
mod settings;
mod manifest;
mod paths;
mod regressions;
mod shards;
mod stores;
mod corpus;
mod results;
mod wording;
