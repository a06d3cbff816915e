//! Properties of programs with bugs on purpose. All of them fail, so `cargo test` ignores them.
//!
//! `cargo forall run -p showcase --ignored` or `cargo test -p showcase --test buggy -- --ignored`
//! shows how Forall finds and shrinks a counterexample for each.

mod buggy_bank;
mod buggy_cache;
mod buggy_runs;
mod buggy_search;
