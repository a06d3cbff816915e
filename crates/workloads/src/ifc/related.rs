//! A second state that an observer cannot tell from the first, and about which nothing more is known than
//! its type: what is low is the same, and what is high is the same or anything.
//!
//! This is what the premise of the properties demands, and no more. It does not know which values the
//! instructions of the program want, as the [bespoke](super::vary) one does.

use std::rc::Rc;

use forall::domain::{Arbitrary, Domain};
use forall::source::{Reject, Source, SpanLabel};

use super::label::Label;
use super::state::{Atom, Call, Frame, Pc, Region, State, all_registers};

const PART: SpanLabel = SpanLabel::new("workloads::ifc::related");

/// A state like this one, as the observer sees it.
pub(super) fn related(
    source: &mut Source,
    observer: Label,
    state: &State,
) -> Result<State, Reject> {
    Relate { source, observer }.state(state)
}

/// A state in the making.
struct Relate<'s> {
    source: &'s mut Source,
    observer: Label,
}

impl Relate<'_> {
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

    /// What is high: the same, or anything of its type.
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

    /// Where something is high, the highest label is.
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
