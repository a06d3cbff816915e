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

impl Binding {
    /// How the text of a value begins that could not be printed.
    const NOT_PRINTED: &str = "(not printed: ";

    /// Creates the binding of a variable whose value could not be printed, for this reason.
    ///
    /// ```
    /// use forall::report::Binding;
    ///
    /// let hidden = Binding::not_printed("x", "its `Debug` implementation does not end");
    /// assert_eq!(hidden.value, "(not printed: its `Debug` implementation does not end)");
    /// assert!(!hidden.is_printed());
    /// ```
    pub fn not_printed(name: impl Into<CowStr>, reason: &str) -> Binding {
        Binding { name: name.into(), value: format!("{}{reason})", Binding::NOT_PRINTED) }
    }

    /// Returns whether the value was printed.
    pub fn is_printed(&self) -> bool {
        !self.value.starts_with(Binding::NOT_PRINTED)
    }
}
