//! Choices: pins the values that fixed seeds generate.

mod stability;
