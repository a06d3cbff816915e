//! Simply typed terms, ten mutants of their reduction, and two properties that detect each.

use forall::domain::{Domain, from_fn};
use forall::property::forall;
use forall::runner::{Options, enumerate};
use forall::source::{Reject, Source};

#[derive(Clone, Debug, PartialEq)]
enum Type {
    Bool,
    Fun(Box<Type>, Box<Type>),
}

/// Variables are de Bruijn indices. A mutant may make one negative.
#[derive(Clone, Debug, PartialEq)]
enum Term {
    Var(i32),
    Bool(bool),
    Abs(Type, Box<Term>),
    App(Box<Term>, Box<Term>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Mutant {
    /// The correct code.
    #[cfg(test)]
    None,
    ShiftVarNone,
    ShiftVarAll,
    ShiftVarLeq,
    ShiftAbsNoIncr,
    SubstVarAll,
    SubstVarNone,
    SubstAbsNoShift,
    SubstAbsNoIncr,
    SubstTopNoShift,
    SubstTopNoShiftBack,
}

const MUTANTS: [Mutant; 10] = [
    Mutant::ShiftVarNone,
    Mutant::ShiftVarAll,
    Mutant::ShiftVarLeq,
    Mutant::ShiftAbsNoIncr,
    Mutant::SubstVarAll,
    Mutant::SubstVarNone,
    Mutant::SubstAbsNoShift,
    Mutant::SubstAbsNoIncr,
    Mutant::SubstTopNoShift,
    Mutant::SubstTopNoShiftBack,
];

const MAX_STEPS: u32 = 40;

use Term::{Abs, App, Var};

fn type_of(context: &mut Vec<Type>, term: &Term) -> Option<Type> {
    match term {
        Term::Bool(_) => Some(Type::Bool),
        Var(n) => {
            let n = usize::try_from(*n).ok()?;
            context.iter().rev().nth(n).cloned()
        }
        Abs(from, body) => {
            context.push(from.clone());
            let to = type_of(context, body);
            context.pop();
            Some(Type::Fun(Box::new(from.clone()), Box::new(to?)))
        }
        App(function, argument) => match type_of(context, function)? {
            Type::Fun(from, to) if type_of(context, argument)? == *from => Some(*to),
            _ => None,
        },
    }
}

impl Mutant {
    fn shift(self, by: i32, cutoff: i32, term: &Term) -> Term {
        match term {
            Var(n) => {
                let stays = match self {
                    Mutant::ShiftVarNone => true,
                    Mutant::ShiftVarAll => false,
                    Mutant::ShiftVarLeq => *n <= cutoff,
                    _ => *n < cutoff,
                };
                Var(if stays { *n } else { n + by })
            }
            Term::Bool(b) => Term::Bool(*b),
            Abs(from, body) => {
                let cutoff = cutoff + i32::from(self != Mutant::ShiftAbsNoIncr);
                Abs(from.clone(), Box::new(self.shift(by, cutoff, body)))
            }
            App(f, x) => {
                App(Box::new(self.shift(by, cutoff, f)), Box::new(self.shift(by, cutoff, x)))
            }
        }
    }

    fn subst(self, n: i32, by: &Term, term: &Term) -> Term {
        match term {
            Var(m) => {
                let hit = match self {
                    Mutant::SubstVarAll => true,
                    Mutant::SubstVarNone => false,
                    _ => *m == n,
                };
                if hit { by.clone() } else { Var(*m) }
            }
            Term::Bool(b) => Term::Bool(*b),
            Abs(from, body) => {
                let n = n + i32::from(self != Mutant::SubstAbsNoIncr);
                let by = match self {
                    Mutant::SubstAbsNoShift => by.clone(),
                    _ => self.shift(1, 0, by),
                };
                Abs(from.clone(), Box::new(self.subst(n, &by, body)))
            }
            App(f, x) => App(Box::new(self.subst(n, by, f)), Box::new(self.subst(n, by, x))),
        }
    }

    fn subst_top(self, by: &Term, term: &Term) -> Term {
        match self {
            Mutant::SubstTopNoShift => self.subst(0, by, term),
            Mutant::SubstTopNoShiftBack => self.subst(0, &self.shift(1, 0, by), term),
            _ => self.shift(-1, 0, &self.subst(0, &self.shift(1, 0, by), term)),
        }
    }

    /// Performs one step of parallel reduction.
    fn step(self, term: &Term) -> Option<Term> {
        let or_same = |term: &Term| self.step(term).unwrap_or_else(|| term.clone());
        match term {
            Abs(from, body) => Some(Abs(from.clone(), Box::new(self.step(body)?))),
            App(f, x) => match &**f {
                Abs(_, body) => Some(self.subst_top(&or_same(x), &or_same(body))),
                _ => match (self.step(f), self.step(x)) {
                    (None, None) => None,
                    _ => Some(App(Box::new(or_same(f)), Box::new(or_same(x)))),
                },
            },
            _ => None,
        }
    }

    /// Reduces to a normal form, or returns `None` if that takes too many steps.
    fn steps(self, term: &Term) -> Option<Term> {
        let mut term = term.clone();
        for _ in 0..MAX_STEPS {
            match self.step(&term) {
                Some(next) => term = next,
                None => return Some(term),
            }
        }
        None
    }
}

/// The domain of well-typed terms. Each node of the term and its types is one choice, except for
/// types that are determined by an argument.
fn typed() -> impl Domain<Value = Term> {
    from_fn(|source| term(source, &mut Vec::new(), &mut Vec::new()).map(|(term, _)| term))
}

/// Generates a term that takes arguments of these types, the last one first, and returns it with
/// its type.
fn term(
    source: &mut Source,
    context: &mut Vec<Type>,
    arguments: &mut Vec<Type>,
) -> Result<(Term, Type), Reject> {
    let mut leaves: Vec<(Term, Type)> = Vec::new();
    if arguments.is_empty() {
        leaves.extend([false, true].map(|b| (Term::Bool(b), Type::Bool)));
    }
    for (n, ty) in context.iter().rev().enumerate() {
        if takes(ty, arguments) {
            leaves.push((Var(n as i32), ty.clone()));
        }
    }
    let branch = source.branch(leaves.len() + 2);
    match branch.checked_sub(leaves.len()) {
        None => Ok(leaves.swap_remove(branch)),
        Some(0) => {
            let from = match arguments.pop() {
                Some(from) => from,
                None => ty(source),
            };
            context.push(from.clone());
            let made = source.nested(|source| term(source, context, arguments));
            context.pop();
            let (body, to) = made?;
            let whole = Type::Fun(Box::new(from.clone()), Box::new(to));
            Ok((Abs(from, Box::new(body)), whole))
        }
        Some(_) => source.nested(|source| {
            let (argument, from) = term(source, context, &mut Vec::new())?;
            arguments.push(from);
            let (function, whole) = term(source, context, arguments)?;
            let Type::Fun(_, to) = whole else { unreachable!("it takes an argument") };
            Ok((App(Box::new(function), Box::new(argument)), *to))
        }),
    }
}

fn takes(ty: &Type, arguments: &[Type]) -> bool {
    match (arguments.split_last(), ty) {
        (None, _) => true,
        (Some((last, rest)), Type::Fun(from, to)) => **from == *last && takes(to, rest),
        _ => false,
    }
}

fn ty(source: &mut Source) -> Type {
    match source.branch(2) {
        0 => Type::Bool,
        _ => Type::Fun(Box::new(ty(source)), Box::new(ty(source))),
    }
}

/// Returns the number of the test that finds each mutant, for each property.
pub(super) fn found() -> impl Iterator<Item = Option<u64>> {
    MUTANTS.into_iter().flat_map(found_in)
}

fn found_in(mutant: Mutant) -> [Option<u64>; 2] {
    let options = Options { tests: 10_000, max_shrinks: 0, ..Options::default() };
    let keeps = |e: &Term, next: Option<Term>| {
        next.is_none_or(|next| type_of(&mut vec![], &next) == type_of(&mut vec![], e))
    };
    let single = forall("e", typed()).check(|(e, ())| keeps(e, mutant.step(e)));
    let multi = forall("e", typed()).check(|(e, ())| keeps(e, mutant.steps(e)));
    [enumerate(&single, &options), enumerate(&multi, &options)]
        .map(|report| report.counterexample().and_then(|found| found.test_number()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correct_code_has_no_counterexample() {
        assert_eq!(found_in(Mutant::None), [None, None]);
    }

    /// The domain generates only well-typed terms.
    #[test]
    fn enumerated_terms_are_well_typed() {
        let options = Options { tests: 3_000, ..Options::default() };
        let property = forall("e", typed()).check(|(e, ())| type_of(&mut vec![], e).is_some());
        assert!(enumerate(&property, &options).passed());
    }
}
