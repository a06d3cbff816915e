//! Well-formed states: a region is only reachable at labels to which its stamp flows.

use super::label::Label;
use super::state::{Atom, State, Value};

/// Checks for every label that all regions reachable at it have a stamp that flows to it.
pub fn is_well_formed(state: &State) -> bool {
    let mut seen = vec![false; state.memory.len()];
    Label::ALL.into_iter().all(|label| {
        seen.fill(false);
        Reach { state, label, seen: &mut seen }.is_sound()
    })
}

/// The regions reachable at a label.
struct Reach<'s> {
    state: &'s State,
    label: Label,
    seen: &'s mut [bool],
}

impl Reach<'_> {
    fn is_sound(&mut self) -> bool {
        let state = self.state;
        let at = self.label;
        let current = (state.pc.label, &state.registers);
        let saved = state.stack.iter().map(|call| (call.back.label, &*call.saved));
        std::iter::once(current)
            .chain(saved)
            .filter(|(label, _)| label.flows(at))
            .all(|(_, registers)| self.follow(registers))
    }

    /// Follows all pointers in these atoms that are visible at the label.
    fn follow(&mut self, atoms: &[Atom]) -> bool {
        let label = self.label;
        atoms.iter().filter(|atom| atom.label.flows(label)).all(|atom| match atom.value {
            Value::Ptr(block, _) => {
                block.stamp.flows(label) && {
                    let at = self.state.memory.iter().position(|region| region.block == block);
                    at.is_none_or(|at| self.enter(at))
                }
            }
            _ => true,
        })
    }

    fn enter(&mut self, at: usize) -> bool {
        let frame = &self.state.memory[at].frame;
        if std::mem::replace(&mut self.seen[at], true) || !frame.label.flows(self.label) {
            return true;
        }
        self.follow(&frame.cells)
    }
}
