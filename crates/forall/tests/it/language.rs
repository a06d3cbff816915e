//! The property language: the ways to write a property, and its forms.

mod surfaces;
