//! The property language: the ways to write a property, and its forms.

mod abilities;
mod dynamic;
mod premises;
mod surfaces;
mod values;
