//! Properties of the formats: what is written is read again, and no input makes a parser panic.

mod support;

mod choices;
mod settings;
mod manifest;
mod regressions;
mod stores;
mod corpus;
mod results;
mod wording;
