//! Generators of types and terms. They always use the correct code, whichever mutant is under test.

use forall::domain::{Domain, Shrinks, any};
use forall::source::{Reject, Role, Source, SpanLabel};

use super::enumerated;
use super::generalize::{Generalized, generalize};
use super::mutant::Mutant;
use super::simpler::simpler;
use super::syntax::{Term, Typ};
use crate::strategy::Strategy;

/// The domain of types for terms.
#[derive(Clone, Copy, Debug)]
pub struct Types(pub Strategy);

/// The domain of terms of a type. Type-based and enumerative terms may have any type.
#[derive(Clone, Debug)]
pub struct Terms {
    strategy: Strategy,
    ty: Typ,
}

impl Terms {
    /// Returns the domain of closed terms of this type.
    pub fn of(strategy: Strategy, ty: &Typ) -> Terms {
        Terms { strategy, ty: ty.clone() }
    }
}

/// Returns the size of fresh types and terms. Terms of size 4 have about a dozen nodes on average.
fn size(source: &Source) -> u32 {
    source.size().clamp(1, 4)
}

/// The domain of terms of any type.
#[derive(Clone, Copy, Debug)]
pub(super) struct WellTyped(pub(super) Strategy);

impl Domain for WellTyped {
    type Value = Term;

    fn generate(&self, source: &mut Source) -> Result<Term, Reject> {
        let ty = Types(self.0).generate(source)?;
        Terms::of(self.0, &ty).generate(source)
    }

    fn shrink<'a>(&'a self, term: &'a Term) -> Shrinks<'a, Term> {
        simpler_terms(self.0, term)
    }

    fn print(&self, term: &Term) -> String {
        term.show()
    }
}

impl Domain for Types {
    type Value = Typ;

    fn generate(&self, source: &mut Source) -> Result<Typ, Reject> {
        match self.0 {
            Strategy::Bespoke => Ok(typ(source, size(source), 0)),
            _ => Ok(Typ::Top),
        }
    }

    fn print(&self, ty: &Typ) -> String {
        ty.show()
    }
}

impl Domain for Terms {
    type Value = Term;

    fn generate(&self, source: &mut Source) -> Result<Term, Reject> {
        match self.strategy {
            Strategy::TypeBased | Strategy::Dependent => any::<Term>().generate(source),
            Strategy::Enumerative => enumerated::closed(source),
            _ => {
                let size = size(source);
                let made =
                    TermBuilder { source, variables: Vec::new(), binders: 0 }.term(&self.ty, size);
                made.ok_or_else(|| source.reject("no term of that type was found"))
            }
        }
    }

    fn shrink<'a>(&'a self, term: &'a Term) -> Shrinks<'a, Term> {
        simpler_terms(self.strategy, term)
    }

    fn print(&self, term: &Term) -> String {
        term.show()
    }
}

/// Returns simpler terms.
fn simpler_terms(strategy: Strategy, term: &Term) -> Shrinks<'_, Term> {
    Shrinks::new(match strategy {
        Strategy::TypeBased | Strategy::Dependent => any::<Term>().shrink(term).collect(),
        _ => simpler(term),
    })
}

const TYPE: SpanLabel = SpanLabel::new("workloads::fsub::type");
const TERM: SpanLabel = SpanLabel::new("workloads::fsub::term");

/// Generates a type with `scope` type variables in scope. Fresh types are those of ETNA's generator,
/// which never draws the least ones, `Top` and variables, as a goal; the size limits them. A replayed type
/// may be any.
pub(super) fn typ(source: &mut Source, size: u32, scope: i32) -> Typ {
    source.span(TYPE, |source| {
        let kind = source.integer(0..=4, 0, Role::Branch, |random| match random.below(5) {
            _ if size == 0 => 0,
            0 => 0,
            1 | 2 => 1,
            _ => 2,
        });
        let below = size.saturating_sub(1);
        match kind {
            0 => base(source, scope),
            1 => {
                let domain = match scope > 0 && coin(source) {
                    true => Typ::TVar(index(source, scope)),
                    false => typ(source, below, scope),
                };
                Typ::arr(domain, typ(source, below, scope))
            }
            3 if scope > 0 => Typ::TVar(index(source, scope)),
            3 | 4 => Typ::Top,
            _ => {
                let bound = if coin(source) { typ(source, below, scope) } else { Typ::Top };
                Typ::all(bound, typ(source, below, scope + 1))
            }
        }
    })
}

/// Returns the type of the identity function on a type variable, or the polymorphic identity.
fn base(source: &mut Source, scope: i32) -> Typ {
    if scope == 0 {
        return Typ::all(Typ::Top, Typ::arr(Typ::TVar(0), Typ::TVar(0)));
    }
    let variable = Typ::TVar(index(source, scope));
    Typ::arr(variable.clone(), variable)
}

fn coin(source: &mut Source) -> bool {
    source.bool(Role::Branch, |random| random.one_in(2))
}

fn index(source: &mut Source, scope: i32) -> i32 {
    source.integer(0..=scope - 1, 0, Role::Reference, |random| random.below(scope as u64) as i32)
}

/// A variable in scope.
struct Variable {
    ty: Typ,
    /// The number of type binders around the variable's binder.
    binders: i32,
}

/// Builds a term of a given type.
struct TermBuilder<'s> {
    source: &'s mut Source,
    /// The variables in scope, the innermost last.
    variables: Vec<Variable>,
    /// The number of enclosing type binders.
    binders: i32,
}

/// The ways to build a term, simplest first. They are tried in random order, each at most once.
const LEAST: u32 = 0;
const VALUE: u32 = 1;
const APPLICATION: u32 = 2;
const TO_ANY_TYPE: u32 = 3;
const TO_PART: u32 = 4;

impl TermBuilder<'_> {
    /// Builds a term of this type, if possible. At size 0 only the smallest terms are tried. A
    /// replay may choose any way, and ends at one that was tried before.
    fn term(&mut self, goal: &Typ, size: u32) -> Option<Term> {
        let mut left = vec![LEAST, VALUE, APPLICATION, TO_ANY_TYPE, TO_PART];
        let below = size.saturating_sub(1);
        loop {
            self.source.open(TERM);
            let open = if size == 0 { &[LEAST] } else { &left[..] };
            let drawn = draw(self.source, TO_PART, open);
            let Some(at) = left.iter().position(|way| *way == drawn) else {
                self.source.close();
                return None;
            };
            let way = left.remove(at);
            let made = self.attempt(|this| match way {
                LEAST => this.least(goal),
                VALUE => this.value(goal, below),
                APPLICATION => {
                    let domain = this.domain(below);
                    let function = this.term(&Typ::arr(domain.clone(), goal.clone()), below)?;
                    Some(Term::app(function, this.term(&domain, below)?))
                }
                TO_ANY_TYPE => {
                    let ty = typ(this.source, below, this.binders);
                    let body = Mutant::Base.tshift(0, goal);
                    let function = this.term(&Typ::all(ty.clone(), body), below)?;
                    Some(Term::tapp(function, ty))
                }
                _ => {
                    let Generalized { body, part } = generalize(this.source, goal, size)?;
                    let function = this.term(&Typ::all(part.clone(), body), below)?;
                    Some(Term::tapp(function, part))
                }
            });
            self.source.close();
            if made.is_some() {
                return made;
            }
        }
    }

    /// Generates the type of an argument: that of a variable in scope, or any type. Open arguments
    /// reveal bugs.
    fn domain(&mut self, size: u32) -> Typ {
        if self.variables.is_empty() || !coin(self.source) {
            return typ(self.source, size, self.binders);
        }
        let at = index(self.source, self.variables.len() as i32) as usize;
        self.seen(at)
    }

    /// Returns the type of a variable, shifted to the current scope.
    fn seen(&self, at: usize) -> Typ {
        let Variable { ty, binders } = &self.variables[at];
        (*binders..self.binders).fold(ty.clone(), |ty, _| Mutant::Base.tshift(0, &ty))
    }

    /// Builds a variable of this type, or a value around one.
    fn least(&mut self, goal: &Typ) -> Option<Term> {
        let first = draw(self.source, 1, &[0, 1]);
        let made = self.attempt(|this| this.leaf(goal, first));
        made.or_else(|| self.attempt(|this| this.leaf(goal, 1 - first)))
    }

    fn leaf(&mut self, goal: &Typ, way: u32) -> Option<Term> {
        if way == 0 { self.variable(goal) } else { self.value(goal, 0) }
    }

    /// Builds a function with a body of this size.
    fn value(&mut self, goal: &Typ, size: u32) -> Option<Term> {
        match goal {
            Typ::Arr(domain, codomain) => {
                let ty = (**domain).clone();
                self.variables.push(Variable { ty, binders: self.binders });
                let body = self.term(codomain, size);
                self.variables.pop();
                Some(Term::abs((**domain).clone(), body?))
            }
            Typ::All(bound, body) => {
                self.binders += 1;
                let body = self.term(body, size);
                self.binders -= 1;
                Some(Term::tabs((**bound).clone(), body?))
            }
            _ => None,
        }
    }

    fn variable(&mut self, goal: &Typ) -> Option<Term> {
        let places = (0..self.variables.len()).rev().zip(0..);
        let fitting = places.filter(|(at, _)| self.seen(*at) == *goal).map(|(_, index)| index);
        let fitting: Vec<i32> = fitting.collect();
        let last = fitting.len().checked_sub(1)?;
        let at = self.source.integer(0..=last, 0, Role::Reference, |random| {
            random.below(fitting.len() as u64) as usize
        });
        Some(Term::Var(fitting[at]))
    }

    /// Groups the choices of an attempt, so that a shrinker can delete failed attempts.
    fn attempt(&mut self, make: impl FnOnce(&mut TermBuilder<'_>) -> Option<Term>) -> Option<Term> {
        let variables = std::mem::take(&mut self.variables);
        let binders = self.binders;
        let mut kept = Vec::new();
        let made = self.source.try_draw(|source| {
            let mut builder = TermBuilder { source, variables, binders };
            let made = make(&mut builder);
            kept = builder.variables;
            made
        });
        self.variables = kept;
        made
    }
}

/// Draws a number up to `last`. A fresh number is one of the open ways, or 0 if there are none.
/// Applications are twice as likely as other ways, because only they can be reduced.
fn draw(source: &mut Source, last: u32, open: &[u32]) -> u32 {
    source.integer(0..=last, 0, Role::Branch, |random| {
        let mut one = || open.get(random.below(open.len() as u64) as usize).copied();
        let first = one();
        let second = one();
        let drawn = if second == Some(APPLICATION) { second } else { first };
        drawn.unwrap_or_default()
    })
}
