//! Domains: the catalogue, combinators, derived domains, and adapters to other libraries.

mod adapters;
mod catalogue;
mod check_laws;
mod combinators;
mod derive;
mod distribution;
mod functions;
#[cfg(feature = "regex")]
mod regex;
