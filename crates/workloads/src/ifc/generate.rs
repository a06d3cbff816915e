//! Where observers and first states come from.

use std::rc::Rc;

use forall::domain::{Domain, Shrinks, any};
use forall::source::{Reject, Role, Source, SpanLabel};

use super::instruct::instruction;
use super::label::Label;
use super::state::{Atom, Block, Call, Frame, Pc, REGISTERS, Region, State, Value};
use crate::strategy::Strategy;

/// Observers. One that may know everything tells all states apart and is of no use.
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

/// First states.
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

/// How large states become that are made as their type says: lists of up to four elements. One step
/// looks at one of them, and what is large is seldom well-formed.
const LARGEST: u32 = 2;

/// Makes something for such a state.
pub(super) fn small<R>(source: &mut Source, make: impl FnOnce(&mut Source) -> R) -> R {
    source.at_size(source.size().min(LARGEST), make)
}

/// How long programs are.
pub(super) const CODE: i32 = 2;

/// How many regions the memory has, and how many cells each.
const REGIONS: u32 = 2;
const CELLS: usize = 2;

const ATOM: SpanLabel = SpanLabel::new("workloads::ifc::atom");

/// A state with two regions of memory, no more than one call, and one instruction that can be
/// executed, as often as the program is long.
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
    state.code = Rc::new(vec![instruction(source, &state); CODE as usize]);
    state
}

pub(super) fn registers(source: &mut Source) -> Vec<Atom> {
    (0..REGISTERS).map(|_| atom(source)).collect()
}

/// A program counter with a label of this kind.
pub(super) fn pc(source: &mut Source, label: impl FnOnce(&mut Source) -> Label) -> Pc {
    let address = address(source);
    Pc { address, label: label(source) }
}

/// A call with a label of this kind to come back to.
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

/// A value: a number, a pointer into memory, or a label.
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

/// A number, which is an address of code as often as not.
fn number(source: &mut Source) -> i32 {
    source.integer(-10..=10, 0, Role::Value, |random| match random.below(21) {
        0 => 0,
        1..=10 => random.below(CODE as u64) as i32,
        _ => random.below(21) as i32 - 10,
    })
}

fn address(source: &mut Source) -> i32 {
    source.integer(0..=CODE - 1, 0, Role::Value, |random| random.below(CODE as u64) as i32)
}
