//! Printing: inputs as text.

use crate::data::{Binding, cut_off};
use crate::domain::dependent::Dependent;
use crate::language::{Check, Forall, Formula, Implies, Node, Observe};
use crate::panics;

/// Prints the inputs of `property`, in the order of its quantifiers. Each is cut off after 1 MiB.
///
/// ```
/// use forall::block::{Print, print};
/// use forall::property::property;
///
/// fn line<P: Print>(property: &P, inputs: &P::Inputs) -> String {
///     let bindings = print(property, inputs).into_iter();
///     bindings.map(|binding| format!("{} = {};", binding.name, binding.value)).collect()
/// }
/// let property = property! { forall x: u8; forall s: String; check s.len() != usize::from(*x) };
/// assert_eq!(line(&property, &("ab".into(), (2, ()))), r#"x = 2;s = "ab";"#);
/// ```
pub fn print<P: Print>(property: &P, inputs: &P::Inputs) -> Vec<Binding> {
    let mut bindings = Vec::new();
    property.print(inputs, &mut bindings);
    bindings
}

/// A property that can print its inputs.
///
/// ```
/// use forall::block::Print;
/// use forall::property::forall;
///
/// let (pair, mut bindings) = (forall("x", 0..9).forall("y", 0..9).check(|_| true), Vec::new());
/// pair.body.print(&(2, (1, ())), &mut bindings);
/// assert_eq!((bindings.len(), &*bindings[0].name), (1, "y"), "the variables from there on");
/// ```
pub trait Print<E = ()>: Formula<E> {
    /// Appends the bindings from this node on.
    fn print(&self, inputs: &Self::Inputs, bindings: &mut Vec<Binding>);
}

impl<E: 'static, A: 'static, D, P> Print<E> for Forall<A, D, P>
where
    D: Dependent<E, Value = A>,
    P: Print<(A, E)> + Node<(A, E)>,
{
    fn print(&self, inputs: &P::Inputs, bindings: &mut Vec<Binding>) {
        let (value, env) = P::env(inputs);
        let mut shown = "(its Debug implementation panicked)".to_owned();
        panics::runs_without_panic(&mut || shown = cut_off(self.domain.print(env, value)));
        bindings.push(Binding { name: self.info.name.clone(), value: shown });
        self.body.print(inputs, bindings);
    }
}

impl<E, F, P: Print<E>> Print<E> for Implies<F, P> {
    fn print(&self, inputs: &P::Inputs, bindings: &mut Vec<Binding>) {
        self.body.print(inputs, bindings);
    }
}

impl<E, F, P: Print<E>> Print<E> for Observe<F, P> {
    fn print(&self, inputs: &P::Inputs, bindings: &mut Vec<Binding>) {
        self.body.print(inputs, bindings);
    }
}

impl<E: 'static, F> Print<E> for Check<F> {
    fn print(&self, _: &E, _: &mut Vec<Binding>) {}
}
