//! Generators of observers and first states.

use std::rc::Rc;

use forall::domain::{Domain, Shrinks, any};
use forall::source::{Reject, Role, Source, SpanLabel};

use super::instruction::instruction;
use super::label::Label;
use super::state::{Atom, Block, Call, Frame, Pc, REGISTERS, Region, State, Value};
use crate::strategy::Strategy;

/// The domain of observers. An observer at the top distinguishes all states, so it tests nothing.
#[derive(Clone, Copy, Debug)]
pub struct Observers(pub Strategy);

impl Domain for Observers {
    type Value = Label;

    fn generate(&self, source: &mut Source) -> Result<Label, Reject> {
        match self.0 {
            Strategy::TypeBased | Strategy::Dependent => any::<Label>().generate(source),
            _ => Ok(Label::ALL[source.branch(3)]),
        }
    }
}

/// The domain of first states.
#[derive(Clone, Copy, Debug)]
pub struct States(pub Strategy);

impl Domain for States {
    type Value = Rc<State>;

    fn generate(&self, source: &mut Source) -> Result<Rc<State>, Reject> {
        match self.0 {
            Strategy::TypeBased | Strategy::Dependent => {
                small(source, |source| any().generate(source))
            }
            _ => Ok(Rc::new(state(source))),
        }
    }

    fn shrink<'a>(&'a self, state: &'a Rc<State>) -> Shrinks<'a, Rc<State>> {
        match self.0 {
            Strategy::TypeBased | Strategy::Dependent => {
                Shrinks::new(any::<Rc<State>>().shrink(state).collect::<Vec<_>>())
            }
            _ => Shrinks::none(),
        }
    }
}

/// The size limit of type-based states: lists have up to four elements. One step only uses a few of
/// them, and large states are rarely well-formed.
const MAX_TYPE_BASED_SIZE: u32 = 2;

/// Generates a part of a type-based state.
pub(super) fn small<R>(source: &mut Source, make: impl FnOnce(&mut Source) -> R) -> R {
    source.at_size(source.size().min(MAX_TYPE_BASED_SIZE), make)
}

/// The number of instructions in a program.
pub(super) const PROGRAM_LENGTH: i32 = 2;

/// The number of memory regions, and of cells in each.
const REGIONS: u32 = 2;
const CELLS: usize = 2;

const ATOM: SpanLabel = SpanLabel::new("workloads::ifc::atom");

/// Generates a state with two memory regions and at most one call. The program repeats one
/// instruction that can be executed.
fn state(source: &mut Source) -> State {
    let pc = pc(source, |source| Label::ALL[source.branch(4)]);
    let registers = registers(source);
    let called = source.integer(0..=1, 0, Role::Branch, |random| i32::from(!random.one_in(10)));
    let stack = (0..called).map(|_| call(source, |source| Label::ALL[source.branch(4)])).collect();
    let memory = (0..REGIONS)
        .map(|index| {
            let label = Label::ALL[source.branch(4)];
            let cells = (0..CELLS).map(|_| atom(source)).collect();
            Region {
                block: Block { index, stamp: Label::L },
                frame: Rc::new(Frame { label, cells }),
            }
        })
        .collect();
    let code = Rc::new(Vec::new());
    let mut state = State { code, memory, stack, registers, pc };
    state.code = Rc::new(vec![instruction(source, &state); PROGRAM_LENGTH as usize]);
    state
}

pub(super) fn registers(source: &mut Source) -> Vec<Atom> {
    (0..REGISTERS).map(|_| atom(source)).collect()
}

/// Generates a program counter with a label from `label`.
pub(super) fn pc(source: &mut Source, label: impl FnOnce(&mut Source) -> Label) -> Pc {
    let address = address(source);
    Pc { address, label: label(source) }
}

/// Generates a stack entry with a label from `label` for the return address.
pub(super) fn call(source: &mut Source, label: impl FnOnce(&mut Source) -> Label) -> Call {
    let back = pc(source, label);
    let saved = Rc::new(registers(source));
    let result = source.integer(0..=REGISTERS - 1, 0, Role::Reference, |random| {
        random.below(REGISTERS as u64) as usize
    });
    Call { back, saved, result, label: Label::ALL[source.branch(4)] }
}

pub(super) fn atom(source: &mut Source) -> Atom {
    source.span(ATOM, |source| {
        let label = Label::ALL[source.branch(4)];
        let kind = source.branch(3);
        Atom { value: value(source, kind), label }
    })
}

/// Generates a value: an integer, a pointer into memory, or a label.
pub(super) fn value(source: &mut Source, kind: usize) -> Value {
    match kind {
        0 => Value::Int(number(source)),
        1 => {
            let index = source.integer(0..=REGIONS - 1, 0, Role::Reference, |random| {
                random.below(u64::from(REGIONS)) as u32
            });
            let last = CELLS as i32 - 1;
            let offset = source
                .integer(0..=last, 0, Role::Value, |random| random.below(CELLS as u64) as i32);
            Value::Ptr(Block { index, stamp: Label::L }, offset)
        }
        _ => Value::Lab(Label::ALL[source.branch(4)]),
    }
}

/// Generates an integer. Half of them are code addresses.
fn number(source: &mut Source) -> i32 {
    source.integer(-10..=10, 0, Role::Value, |random| match random.below(21) {
        0 => 0,
        1..=10 => random.below(PROGRAM_LENGTH as u64) as i32,
        _ => random.below(21) as i32 - 10,
    })
}

fn address(source: &mut Source) -> i32 {
    source.integer(0..=PROGRAM_LENGTH - 1, 0, Role::Value, |random| {
        random.below(PROGRAM_LENGTH as u64) as i32
    })
}
