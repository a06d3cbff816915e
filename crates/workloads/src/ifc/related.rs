//! Type-based generator of a second state that an observer cannot distinguish from the first: low
//! parts are equal, high parts are equal or arbitrary.
//!
//! It implements the premise of the properties, and nothing else. Unlike the [bespoke](super::vary)
//! generator, it does not know which values the instructions of the program need.

use std::rc::Rc;

use forall::domain::{Arbitrary, Domain};
use forall::source::{Reject, Source, SpanLabel};

use super::label::Label;
use super::state::{Atom, Call, Frame, Pc, Region, State, all_registers};

const PART: SpanLabel = SpanLabel::new("workloads::ifc::related");

/// Generates a state that the observer cannot distinguish from this one.
pub(super) fn related(
    source: &mut Source,
    observer: Label,
    state: &State,
) -> Result<State, Reject> {
    RelatedStateBuilder { source, observer }.state(state)
}

/// Builds a related state.
struct RelatedStateBuilder<'s> {
    source: &'s mut Source,
    observer: Label,
}

impl RelatedStateBuilder<'_> {
    fn state(&mut self, state: &State) -> Result<State, Reject> {
        let low = self.is_low(state.pc.label);
        let pc = if low { state.pc } else { self.same_or_any(state.pc)? };
        let pc = if low { pc } else { self.raised(pc) };
        let registers = if low {
            self.atoms(&state.registers)?
        } else {
            self.same_or(state.registers.clone(), |relate| all_registers().generate(relate.source))?
        };
        let stack: Result<_, _> = state.stack.iter().map(|call| self.call(call)).collect();
        let memory: Result<_, _> = state.memory.iter().map(|region| self.region(region)).collect();
        let code = Rc::clone(&state.code);
        Ok(State { code, memory: memory?, stack: stack?, registers, pc })
    }

    fn is_low(&self, label: Label) -> bool {
        label.flows(self.observer)
    }

    /// Returns the same value or an arbitrary one, for high data.
    fn same_or_any<A: Arbitrary>(&mut self, same: A) -> Result<A, Reject> {
        self.same_or(same, |relate| A::generate(relate.source))
    }

    fn same_or<A>(
        &mut self,
        same: A,
        other: impl FnOnce(&mut Self) -> Result<A, Reject>,
    ) -> Result<A, Reject> {
        self.source.open(PART);
        let made = if self.source.branch(2) == 0 { Ok(same) } else { other(self) };
        self.source.close();
        made
    }

    fn atoms(&mut self, atoms: &[Atom]) -> Result<Vec<Atom>, Reject> {
        atoms.iter().map(|atom| self.atom(atom)).collect()
    }

    fn atom(&mut self, atom: &Atom) -> Result<Atom, Reject> {
        if self.is_low(atom.label) {
            return Ok(*atom);
        }
        let value = self.same_or_any(atom.value)?;
        Ok(Atom { value, label: atom.label })
    }

    /// Raises the label of a high program counter to the top.
    fn raised(&self, pc: Pc) -> Pc {
        if self.is_low(pc.label) { Pc { label: Label::H, ..pc } } else { pc }
    }

    fn call(&mut self, call: &Call) -> Result<Call, Reject> {
        if self.is_low(call.back.label) {
            return Ok(Call { saved: Rc::new(self.atoms(&call.saved)?), ..call.clone() });
        }
        self.same_or(call.clone(), |relate| {
            let call: Call = Arbitrary::generate(relate.source)?;
            Ok(Call { back: relate.raised(call.back), ..call })
        })
    }

    fn region(&mut self, region: &Region) -> Result<Region, Reject> {
        let Frame { label, cells } = &*region.frame;
        let frame = if !self.is_low(region.block.stamp) {
            self.same_or_any(Rc::clone(&region.frame))?
        } else {
            let cells = if self.is_low(*label) {
                self.atoms(cells)?
            } else {
                self.same_or_any(cells.clone())?
            };
            Rc::new(Frame { label: *label, cells })
        };
        Ok(Region { block: region.block, frame })
    }
}
