//! Bespoke generator of a second state that an observer cannot distinguish from the first: high
//! data may be anything.

use std::rc::Rc;

use forall::domain::{Domain, Shrinks, any};
use forall::source::{Reject, Role, Source};

use super::generate::{atom, call, pc, registers, small, value};
use super::label::Label;
use super::related::related;
use super::state::{Atom, Call, Frame, Region, State, Value};
use crate::strategy::Strategy;

/// The domain of states that the observer cannot distinguish from the given one.
#[derive(Clone, Debug)]
pub struct IndistinguishableStates {
    strategy: Strategy,
    observer: Label,
    state: Rc<State>,
}

impl IndistinguishableStates {
    /// Returns the states that are indistinguishable from `state`.
    pub fn of(strategy: Strategy, observer: Label, state: &Rc<State>) -> IndistinguishableStates {
        IndistinguishableStates { strategy, observer, state: Rc::clone(state) }
    }
}

impl Domain for IndistinguishableStates {
    type Value = Rc<State>;

    fn generate(&self, source: &mut Source) -> Result<Rc<State>, Reject> {
        match self.strategy {
            Strategy::TypeBased => small(source, |source| any().generate(source)),
            Strategy::Dependent => {
                small(source, |source| related(source, self.observer, &self.state)).map(Rc::new)
            }
            _ => Ok(Rc::new(
                VariedStateBuilder { source, observer: self.observer }.state(&self.state),
            )),
        }
    }

    fn shrink<'a>(&'a self, state: &'a Rc<State>) -> Shrinks<'a, Rc<State>> {
        match self.strategy {
            Strategy::TypeBased => {
                Shrinks::new(any::<Rc<State>>().shrink(state).collect::<Vec<_>>())
            }
            _ => Shrinks::none(),
        }
    }
}

/// Builds a varied state.
struct VariedStateBuilder<'s> {
    source: &'s mut Source,
    observer: Label,
}

impl VariedStateBuilder<'_> {
    fn state(&mut self, state: &State) -> State {
        let low = self.is_low(state.pc.label);
        let observer = self.observer;
        let pc = if low { state.pc } else { pc(self.source, |source| high(source, observer)) };
        let registers = if low { self.atoms(&state.registers) } else { registers(self.source) };
        let stack = state.stack.iter().map(|call| self.call(call)).collect();
        let memory = state.memory.iter().map(|region| self.region(region)).collect();
        State { code: Rc::clone(&state.code), memory, stack, registers, pc }
    }

    fn is_low(&self, label: Label) -> bool {
        label.flows(self.observer)
    }

    fn atoms(&mut self, atoms: &[Atom]) -> Vec<Atom> {
        atoms.iter().map(|atom| self.atom(atom)).collect()
    }

    /// Keeps low data; mostly replaces high data by another value of the same kind.
    fn atom(&mut self, atom: &Atom) -> Atom {
        if self.is_low(atom.label) {
            return *atom;
        }
        let kind = match atom.value {
            Value::Int(_) => 0,
            Value::Ptr(..) => 1,
            Value::Lab(_) => 2,
        };
        let kind = self.source.integer(0..=2, kind, Role::Branch, |random| {
            if random.one_in(10) { random.below(3) as usize } else { kind }
        });
        Atom { value: value(self.source, kind), label: atom.label }
    }

    fn call(&mut self, frame: &Call) -> Call {
        let observer = self.observer;
        if !self.is_low(frame.back.label) {
            return call(self.source, |source| high(source, observer));
        }
        Call { saved: Rc::new(self.atoms(&frame.saved)), ..frame.clone() }
    }

    fn region(&mut self, region: &Region) -> Region {
        let Frame { label, cells } = &*region.frame;
        let cells = if self.is_low(*label) {
            self.atoms(cells)
        } else {
            let more =
                self.source.integer(0..=1, 0, Role::Length, |random| random.below(2) as usize);
            (0..cells.len() + more).map(|_| atom(self.source)).collect()
        };
        Region { block: region.block, frame: Rc::new(Frame { label: *label, cells }) }
    }
}

/// Draws a label that the observer cannot see. One exists wherever data is high.
fn high(source: &mut Source, observer: Label) -> Label {
    let high: Vec<Label> = Label::ALL.into_iter().filter(|label| !label.flows(observer)).collect();
    let at = source.branch(high.len().max(1));
    high.get(at).copied().unwrap_or(Label::H)
}
