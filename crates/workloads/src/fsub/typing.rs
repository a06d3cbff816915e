//! The typing rules. They use the mutated shifting and substitution.
//!
//! Subtyping is undecidable here, and mutants can make the rules loop. So the number and the depth
//! of their calls are limited; beyond a limit a term counts as ill-typed.

use super::mutant::Mutant;
use super::syntax::{Term, Typ};

/// An entry of the typing context.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// A term variable of this type.
    Var(Typ),
    /// A type variable with this bound.
    Bound(Typ),
}

/// The limit on calls of the rules.
const MAX_CALLS: u32 = 200_000;

/// The limit on nested calls, well below what the stack allows.
const MAX_DEPTH: u32 = 1_000;

/// A typing context with the remaining budget of calls.
#[derive(Debug)]
pub(super) struct Typing {
    code: Mutant,
    /// The context, the innermost entry last.
    pub(super) scope: Vec<Entry>,
    calls: u32,
    depth: u32,
}

impl Mutant {
    /// Returns the type of a closed term, if it has one.
    pub fn type_of(self, term: &Term) -> Option<Typ> {
        Typing::new(self).type_of(term)
    }

    /// Checks whether a closed type is a subtype of another.
    pub fn is_subtype(self, ty: &Typ, of: &Typ) -> bool {
        Typing::new(self).sub(ty, of).is_some()
    }
}

impl Typing {
    pub(super) fn new(code: Mutant) -> Typing {
        Typing { code, scope: Vec::new(), calls: MAX_CALLS, depth: 0 }
    }

    /// Counts a call and its depth.
    fn call<A>(&mut self, rule: impl FnOnce(&mut Self) -> Option<A>) -> Option<A> {
        if self.calls == 0 || self.depth >= MAX_DEPTH {
            self.calls = 0;
            return None;
        }
        (self.calls, self.depth) = (self.calls - 1, self.depth + 1);
        let found = rule(self);
        self.depth -= 1;
        found
    }

    /// Applies a rule with one more entry in the context.
    pub(super) fn within<A>(
        &mut self,
        entry: Entry,
        rule: impl FnOnce(&mut Self) -> Option<A>,
    ) -> Option<A> {
        self.scope.push(entry);
        let found = rule(self);
        self.scope.pop();
        found
    }

    /// Returns the bound of a type variable, shifted past each type binder in between, and past its
    /// own.
    fn bound(&self, x: i32) -> Option<Typ> {
        let mut binders = 0;
        for entry in self.scope.iter().rev() {
            if let Entry::Bound(ty) = entry {
                binders += 1;
                if binders > x {
                    return (x >= 0).then(|| self.moved(ty, binders));
                }
            }
        }
        None
    }

    /// Returns the type of a term variable, shifted to the current scope.
    fn variable(&self, x: i32) -> Option<Typ> {
        let mut binders = 0;
        let mut variables = 0;
        for entry in self.scope.iter().rev() {
            match entry {
                Entry::Bound(_) => binders += 1,
                Entry::Var(ty) if variables == x => return Some(self.moved(ty, binders)),
                Entry::Var(_) => variables += 1,
            }
        }
        None
    }

    fn moved(&self, ty: &Typ, times: i32) -> Typ {
        (0..times).fold(ty.clone(), |ty, _| self.code.tshift(0, &ty))
    }

    /// Checks that every variable of the type is in scope.
    fn well_formed(&mut self, ty: &Typ) -> Option<()> {
        let binders = self.scope.iter().filter(|entry| matches!(entry, Entry::Bound(_))).count();
        self.well_formed_in(ty, binders as i32)
    }

    /// Checks that every variable of the type is in scope, given the number of type binders in
    /// scope.
    fn well_formed_in(&mut self, ty: &Typ, binders: i32) -> Option<()> {
        self.call(|this| match ty {
            Typ::Top => Some(()),
            Typ::TVar(x) => (0..binders).contains(x).then_some(()),
            Typ::Arr(left, right) => {
                this.well_formed_in(left, binders)?;
                this.well_formed_in(right, binders)
            }
            Typ::All(bound, body) => {
                this.well_formed_in(bound, binders)?;
                this.well_formed_in(body, binders + 1)
            }
        })
    }

    /// Checks that every type in the context is well-formed in its scope.
    fn well_formed_scope(&mut self) -> Option<()> {
        let scope = std::mem::take(&mut self.scope);
        let mut binders = 0;
        let well_formed = scope.iter().all(|entry| {
            let (Entry::Var(ty) | Entry::Bound(ty)) = entry;
            let found = self.well_formed_in(ty, binders);
            binders += i32::from(matches!(entry, Entry::Bound(_)));
            found.is_some()
        });
        self.scope = scope;
        well_formed.then_some(())
    }

    /// Checks that `ty` is a subtype of `of`.
    pub(super) fn sub(&mut self, ty: &Typ, of: &Typ) -> Option<()> {
        self.call(|this| match (ty, of) {
            (_, Typ::Top) => {
                this.well_formed_scope()?;
                this.well_formed(ty)
            }
            (Typ::TVar(_), _) if ty == of => {
                this.well_formed_scope()?;
                this.well_formed(ty)
            }
            (Typ::TVar(x), _) => {
                let bound = this.bound(*x)?;
                this.sub(&bound, of)
            }
            (Typ::Arr(left, right), Typ::Arr(of_left, of_right)) => {
                this.sub(of_left, left)?;
                this.sub(right, of_right)
            }
            (Typ::All(bound, body), Typ::All(of_bound, of_body)) => {
                this.sub(of_bound, bound)?;
                this.within(Entry::Bound((**of_bound).clone()), |this| this.sub(body, of_body))
            }
            _ => None,
        })
    }

    /// Returns the least supertype that is not a variable.
    pub(super) fn promote(&mut self, ty: Typ) -> Option<Typ> {
        self.well_formed_scope()?;
        self.well_formed(&ty)?;
        let mut ty = ty;
        while let Typ::TVar(x) = ty {
            ty = self.call(|this| this.bound(x))?;
        }
        Some(ty)
    }

    /// Returns the type of a term in this context.
    pub(super) fn type_of(&mut self, term: &Term) -> Option<Typ> {
        self.call(|this| match term {
            Term::Var(x) => {
                this.well_formed_scope()?;
                this.variable(*x)
            }
            Term::Abs(ty, body) => {
                let codomain = this.within(Entry::Var(ty.clone()), |this| this.type_of(body))?;
                Some(Typ::arr(ty.clone(), codomain))
            }
            Term::TAbs(bound, body) => {
                let body = this.within(Entry::Bound(bound.clone()), |this| this.type_of(body))?;
                Some(Typ::all(bound.clone(), body))
            }
            Term::App(function, argument) => {
                let function = this.type_of(function)?;
                let argument = this.type_of(argument)?;
                this.applied(function, &argument)
            }
            Term::TApp(function, ty) => {
                let function = this.type_of(function)?;
                this.applied_to_type(function, ty)
            }
        })
    }

    /// Returns the type of an application, given the types of its parts.
    pub(super) fn applied(&mut self, function: Typ, argument: &Typ) -> Option<Typ> {
        let Typ::Arr(domain, codomain) = self.promote(function)? else { return None };
        self.sub(argument, &domain)?;
        Some((*codomain).clone())
    }

    /// Returns the type of an application to a type.
    pub(super) fn applied_to_type(&mut self, function: Typ, ty: &Typ) -> Option<Typ> {
        let Typ::All(bound, body) = self.promote(function)? else { return None };
        self.sub(ty, &bound)?;
        Some(self.code.tsubst(&body, 0, ty))
    }
}
