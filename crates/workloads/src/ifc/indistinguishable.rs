//! Indistinguishability of states.

use super::label::Label;
use super::state::{Atom, Call, Frame, Region, State};

/// Checks that an observer at this label cannot distinguish the two states.
pub fn indistinguishable(observer: Label, a: &State, b: &State) -> bool {
    let low = |state: &State| state.pc.label.flows(observer);
    let same_place = || {
        a.pc == b.pc
            && calls(observer, a.stack.iter(), b.stack.iter())
            && atoms(observer, &a.registers, &b.registers)
    };
    // High calls on top of the stack are computations that the observer cannot see.
    let high = |call: &&Call| !call.back.label.flows(observer);
    let rest = || {
        let rests = [a, b].map(|state| state.stack.iter().skip_while(high));
        let [a, b] = rests;
        calls(observer, a, b)
    };
    a.code == b.code
        && memories(observer, a, b)
        && if low(a) || low(b) { same_place() } else { rest() }
}

fn atom(observer: Label, a: &Atom, b: &Atom) -> bool {
    a.label == b.label && (!a.label.flows(observer) || a.value == b.value)
}

fn atoms(observer: Label, a: &[Atom], b: &[Atom]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| atom(observer, a, b))
}

fn frames(observer: Label, a: &Frame, b: &Frame) -> bool {
    a.label == b.label && (!a.label.flows(observer) || atoms(observer, &a.cells, &b.cells))
}

/// Checks that both memories have the same visible regions, with indistinguishable contents.
fn memories(observer: Label, a: &State, b: &State) -> bool {
    let known = |region: &&Region| region.block.stamp.flows(observer);
    let seen_alike = |one: &State, other: &State| {
        one.memory.iter().filter(known).all(|region| {
            other.frame(region.block).is_some_and(|frame| frames(observer, &region.frame, frame))
        })
    };
    seen_alike(a, b) && seen_alike(b, a)
}

fn calls<'s>(
    observer: Label,
    mut a: impl Iterator<Item = &'s Call>,
    mut b: impl Iterator<Item = &'s Call>,
) -> bool {
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if call(observer, a, b) => {}
            _ => return false,
        }
    }
}

fn call(observer: Label, a: &Call, b: &Call) -> bool {
    let low = |call: &Call| call.back.label.flows(observer);
    let alike = || {
        a.back == b.back
            && a.result == b.result
            && a.label == b.label
            && atoms(observer, &a.saved, &b.saved)
    };
    !(low(a) || low(b)) || alike()
}
