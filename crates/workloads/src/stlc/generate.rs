//! Generators of types and terms.

use forall::domain::{Domain, Shrinks, any};
use forall::source::{Reject, Role, Source, SpanLabel};

use super::enumerated;
use super::simpler::simpler;
use super::syntax::{Expr, Typ};
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

/// The domain of terms of any type.
#[derive(Clone, Copy, Debug)]
pub(super) struct WellTyped(pub(super) Strategy);

impl Domain for WellTyped {
    type Value = Expr;

    fn generate(&self, source: &mut Source) -> Result<Expr, Reject> {
        let ty = Types(self.0).generate(source)?;
        Terms::of(self.0, &ty).generate(source)
    }

    fn shrink<'a>(&'a self, term: &'a Expr) -> Shrinks<'a, Expr> {
        simpler_terms(self.0, term)
    }

    fn print(&self, term: &Expr) -> String {
        term.show()
    }
}

impl Domain for Types {
    type Value = Typ;

    fn generate(&self, source: &mut Source) -> Result<Typ, Reject> {
        match self.0 {
            Strategy::Enumerative | Strategy::TypeBased | Strategy::Dependent => Ok(Typ::Bool),
            Strategy::Bespoke | Strategy::Specification => Ok(typ(source, size(source))),
        }
    }

    fn print(&self, ty: &Typ) -> String {
        ty.show()
    }
}

impl Domain for Terms {
    type Value = Expr;

    fn generate(&self, source: &mut Source) -> Result<Expr, Reject> {
        let size = size(source);
        let mut builder = TermBuilder { source, context: Vec::new() };
        match self.strategy {
            Strategy::Bespoke => Ok(builder.bespoke(&self.ty, size)),
            Strategy::Specification => Ok(builder.by_rules(&self.ty, size)),
            Strategy::TypeBased | Strategy::Dependent => any::<Expr>().generate(builder.source),
            Strategy::Enumerative => enumerated::closed(builder.source),
        }
    }

    fn shrink<'a>(&'a self, expr: &'a Expr) -> Shrinks<'a, Expr> {
        simpler_terms(self.strategy, expr)
    }

    fn print(&self, expr: &Expr) -> String {
        expr.show()
    }
}

/// Returns simpler terms.
fn simpler_terms(strategy: Strategy, expr: &Expr) -> Shrinks<'_, Expr> {
    Shrinks::new(match strategy {
        Strategy::TypeBased | Strategy::Dependent => any::<Expr>().shrink(expr).collect(),
        _ => simpler(expr),
    })
}

/// Returns the size of a fresh term.
fn size(source: &Source) -> u32 {
    (2 * source.size()).min(20)
}

const TYPE: SpanLabel = SpanLabel::new("workloads::stlc::type");
const TERM: SpanLabel = SpanLabel::new("workloads::stlc::term");

/// The size limit of argument types. With many types, few variables would share one.
const ARGUMENT: u32 = 2;

/// Generates a type. A replayed type may be any; the size only limits fresh ones.
fn typ(source: &mut Source, size: u32) -> Typ {
    source.span(TYPE, |source| {
        let function = source
            .integer(0..=1, 0, Role::Branch, |random| i32::from(size > 0 && random.one_in(2)));
        match function {
            0 => Typ::Bool,
            _ => Typ::fun(typ(source, size / 2), typ(source, size / 2)),
        }
    })
}

/// Builds a term of a given type.
struct TermBuilder<'s> {
    source: &'s mut Source,
    /// The types of the variables in scope, the innermost last.
    context: Vec<Typ>,
}

/// The ways to build a term, simplest first.
const CANONICAL: u32 = 0;
const VARIABLE: u32 = 1;
const ABSTRACTION: u32 = 2;
const APPLICATION: u32 = 3;

impl TermBuilder<'_> {
    /// Builds a term of this type: the simplest one, a variable, an abstraction, or an application.
    fn bespoke(&mut self, ty: &Typ, size: u32) -> Expr {
        let variables = self.variables(ty);
        // Constants and simplest terms hide bugs; variables under binders reveal them.
        let mut ways = vec![CANONICAL];
        ways.extend([VARIABLE; 3].into_iter().filter(|_| !variables.is_empty()));
        ways.extend([ABSTRACTION; 3].into_iter().filter(|_| size > 0 && *ty != Typ::Bool));
        ways.extend([APPLICATION; 2].into_iter().filter(|_| size > 0));
        self.source.open(TERM);
        let term = match (self.way(&ways), ty) {
            (VARIABLE, _) if !variables.is_empty() => self.variable(&variables),
            (ABSTRACTION, Typ::Fun(domain, codomain)) => self
                .abstraction(domain, |builder| builder.bespoke(codomain, size.saturating_sub(1))),
            (APPLICATION, _) => {
                let domain = typ(self.source, size.min(ARGUMENT));
                let function = self.bespoke(&Typ::fun(domain.clone(), ty.clone()), size / 2);
                Expr::app(function, self.bespoke(&domain, size / 2))
            }
            _ => self.canonical(ty),
        };
        self.source.close();
        term
    }

    /// Builds a term of this type by one of the typing rules: variable, value or application.
    fn by_rules(&mut self, ty: &Typ, size: u32) -> Expr {
        let variables = self.variables(ty);
        let mut ways = vec![ABSTRACTION];
        ways.extend((!variables.is_empty()).then_some(VARIABLE));
        ways.extend((size > 0).then_some(APPLICATION));
        self.source.open(TERM);
        let below = size.saturating_sub(1);
        let term = match (self.way(&ways), ty) {
            (VARIABLE, _) if !variables.is_empty() => self.variable(&variables),
            (APPLICATION, _) => {
                let domain = typ(self.source, size.min(ARGUMENT));
                let function = self.by_rules(&Typ::fun(domain.clone(), ty.clone()), below / 2);
                Expr::app(function, self.by_rules(&domain, below / 2))
            }
            (_, Typ::Fun(domain, codomain)) => {
                self.abstraction(domain, |builder| builder.by_rules(codomain, below))
            }
            (_, Typ::Bool) => self.constant(),
        };
        self.source.close();
        term
    }

    /// Draws a way. A fresh one is one of the open ways.
    fn way(&mut self, open: &[u32]) -> u32 {
        self.source.integer(CANONICAL..=APPLICATION, CANONICAL, Role::Branch, |random| {
            open[random.below(open.len() as u64) as usize]
        })
    }

    /// Builds the simplest term of a type.
    fn canonical(&mut self, ty: &Typ) -> Expr {
        match ty {
            Typ::Bool => self.constant(),
            Typ::Fun(domain, codomain) => Expr::abs((**domain).clone(), self.canonical(codomain)),
        }
    }

    fn constant(&mut self) -> Expr {
        Expr::Bool(self.source.bool(Role::Value, |random| random.one_in(2)))
    }

    /// Returns the indices of the variables of this type.
    fn variables(&self, ty: &Typ) -> Vec<i32> {
        let scope = self.context.iter().rev().zip(0..);
        scope.filter(|(known, _)| *known == ty).map(|(_, index)| index).collect()
    }

    fn variable(&mut self, variables: &[i32]) -> Expr {
        let last = variables.len() - 1;
        let at = self.source.integer(0..=last, 0, Role::Reference, |random| {
            random.below(variables.len() as u64) as usize
        });
        Expr::Var(variables[at])
    }

    fn abstraction(&mut self, domain: &Typ, body: impl FnOnce(&mut Self) -> Expr) -> Expr {
        self.context.push(domain.clone());
        let body = body(self);
        self.context.pop();
        Expr::abs(domain.clone(), body)
    }
}
