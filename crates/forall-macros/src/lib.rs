//! The macros of `forall`. Use them through that crate, where they are documented.
//!
//! ```
//! use forall_macros::formula; // which is `forall::property::property!`
//!
//! let property = formula! { forall x in 0..9; check *x < 9 };
//! assert_eq!(property.to_string(), "∀ x: i32 in 0..9. *x < 9");
//! ```

mod attribute;
mod derive;
mod ensure;
mod formula;
mod instrument;
mod node;
mod text;

use proc_macro::TokenStream;

/// A test that runs a property.
///
/// For a generic function there is a test for each list of types:
///
/// ```
/// use forall::property;
///
/// #[property(types(u8), types(String), tests = 200)]
/// fn reversing_twice_changes_nothing<T: PartialEq>(list: Vec<T>) -> bool {
///     list.iter().rev().rev().eq(&list)
/// }
/// ```
#[proc_macro_attribute]
pub fn property(options: TokenStream, item: TokenStream) -> TokenStream {
    let expanded = attribute::expand(options.into(), item.into());
    expanded.unwrap_or_else(syn::Error::into_compile_error).into()
}

/// A property as a value.
///
/// ```
/// use forall::property::property;
///
/// let property = property! {
///     forall limit in 1..100_u32;
///     forall x in 0..*limit, print = |x| format!("{x:#x}");
///     classify "small": *x < 10;
///     check x < limit
/// };
/// assert!(property.to_string().starts_with("∀ limit: u32 in 1..100_u32. ∀ x: "));
/// ```
#[proc_macro]
pub fn formula(nodes: TokenStream) -> TokenStream {
    let expanded = syn::parse(nodes).and_then(formula::expand);
    expanded.unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Panics with both sides unless they compare as written.
///
/// ```
/// let result: Result<u8, &str> = Err("no number");
/// let caught = std::panic::catch_unwind(|| forall::ensure!(result == Ok(7)));
/// let message = *caught.unwrap_err().downcast::<String>().unwrap();
/// assert!(message.contains("left: Err(\"no number\")"));
/// ```
#[proc_macro]
pub fn ensure(claim: TokenStream) -> TokenStream {
    let expanded = syn::parse(claim).map(ensure::expand);
    expanded.unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Probes on the branches of a function.
///
/// What one test reaches can be asked for:
///
/// ```
/// use forall::feedback::{Feedback, FinishedTest, Instrument, Probes};
///
/// #[forall::instrument]
/// fn sign(x: i32) -> i32 {
///     if x < 0 { -1 } else { 1 }
/// }
/// let mut reached = |x: i32| {
///     let (mut probes, mut feedback) = (Probes, Feedback::new());
///     probes.reset();
///     sign(x);
///     let (verdict, record) = (&forall::report::Verdict::Pass, &Default::default());
///     probes.read(&FinishedTest { verdict, record, observe: &|| &[] }, &mut feedback);
///     feedback.entries().iter().map(|entry| entry.key).collect::<Vec<u64>>()
/// };
/// assert_eq!(reached(1), reached(7));
/// assert_ne!(reached(1), reached(-1));
/// ```
#[proc_macro_attribute]
pub fn instrument(options: TokenStream, item: TokenStream) -> TokenStream {
    let expanded = instrument::expand(options.into(), item.into());
    expanded.unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Derives `forall::Arbitrary`: how a value of this type is made and simplified.
///
/// The type must be `Clone` and `Debug`. Fields are made as their types say; of the variants of an
/// enum, those that do not hold the type itself are the simplest, and otherwise those that stand
/// first. Types may be recursive.
///
/// On a field:
/// - `#[forall(domain = …)]` takes its values from a domain;
/// - `#[forall(default)]`, `#[forall(skip)]` and `#[forall(default = …)]` give it one value.
///
/// On a variant:
/// - `#[forall(weight = 3)]` makes it three times as often as one that says `weight = 1` or nothing;
/// - `#[forall(skip)]` leaves it out.
///
/// ```
/// use forall::Arbitrary;
/// use forall::domain::{any, sample};
///
/// #[derive(Clone, Debug, Arbitrary)]
/// struct Account {
///     #[forall(domain = 'a'..='z')]
///     initial: char,
///     #[forall(default = 100)]
///     limit: u32,
///     #[forall(skip)]
///     cache: Option<u64>,
/// }
/// let accounts = sample(&any::<Account>(), 20);
/// assert!(accounts.iter().all(|account| account.initial.is_ascii_lowercase()));
/// assert!(accounts.iter().all(|account| account.limit == 100 && account.cache.is_none()));
/// ```
#[proc_macro_derive(Arbitrary, attributes(forall))]
pub fn derive_arbitrary(input: TokenStream) -> TokenStream {
    derive::arbitrary(input.into()).into()
}
