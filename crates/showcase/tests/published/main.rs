//! State machines of published crates, against simple models.

mod lru_cache;
mod range_map;
mod slab_keys;
