//! Bindings: the name and the printed value of one input.

use super::CowStr;

/// One input of a counterexample.
///
/// ```
/// use forall::block::print;
/// use forall::property::forall;
/// use forall::report::Binding;
///
/// let property = forall("x", 0..9).check(|_| true);
/// assert_eq!(print(&property, &(7, ())), [Binding { name: "x".into(), value: "7".into() }]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The name of the variable.
    pub name: CowStr,
    /// The printed value.
    pub value: String,
}
