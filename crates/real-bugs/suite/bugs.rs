//! The bugs, one file for each crate.

mod aho_corasick;
mod atoi;
mod bit_vec;
mod chrono;
mod cobs;
mod dashu_int;
mod diffy;
mod fraction;
mod half;
mod heapless;
mod itertools;
mod min_max_heap;
mod num_bigint;
mod num_rational;
mod petgraph;
mod priority_queue;
mod radix_trie;
mod rangemap;
mod roaring;
mod ropey;
mod rust_decimal;
mod similar;
mod strsim;
mod textwrap;
mod toml;
mod vectors;
mod weezl;
mod wildmatch;

use crate::bug::AnyBug;

/// All bugs, sorted by name.
pub(crate) static ALL: &[&dyn AnyBug] = &[
    &aho_corasick::IGNORE_CASE,
    &aho_corasick::PATTERN_ID,
    &atoi::I16_UNDERFLOW,
    &bit_vec::APPEND,
    &chrono::DURATION_TRUNC,
    &cobs::FULL_BLOCK,
    &dashu_int::SIGNED_BYTES,
    &diffy::ADJACENT_HUNKS,
    &fraction::FLOOR,
    &half::MIN_MAX_NAN,
    &heapless::VACANT_ENTRY,
    &vectors::IM_SPLIT_AND_APPEND,
    &vectors::IMBL_FRONT_CHUNK,
    &itertools::EMPTY_PRODUCT,
    &min_max_heap::REPLACE_MAX,
    &num_bigint::MULTIPLICATION_CARRY,
    &num_bigint::TO_F64_ROUNDING,
    &num_rational::CHECKED_DIVISION,
    &petgraph::ASTAR_INCONSISTENT,
    &petgraph::REMOVE_NODE,
    &priority_queue::DOUBLE_ENDED,
    &radix_trie::REMOVE_MISSING,
    &rangemap::INCLUSIVE_EQUALITY,
    &roaring::SET_OPERATIONS,
    &ropey::SLICE_LINES,
    &rust_decimal::IS_INTEGER,
    &rust_decimal::TRUNCATION,
    &similar::LCS_OVERLAP,
    &strsim::JARO_TRANSPOSITIONS,
    &textwrap::WRAP,
    &toml::FLOAT_ROUND_TRIP,
    &weezl::CLEAR_CODE,
    &wildmatch::BACKTRACKING,
];
