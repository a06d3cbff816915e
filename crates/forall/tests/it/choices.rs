//! Choices: values for a seed, pinned.

mod stability;
