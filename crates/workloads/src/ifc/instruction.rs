//! Generating an instruction that a state can execute.

use forall::source::{Role, Source};

use super::generate::PROGRAM_LENGTH;
use super::label::Label;
use super::state::{Instr, Operator, REGISTERS, Register, State, Value};

/// The weight of each kind of instruction among those that the state can execute. Instructions with
/// complex rules have a larger weight.
const WEIGHTS: [u32; KINDS] =
    [5, 10, 10, 10, 10, 20, 20, 40, 20, 40, 20, 40, 10, 40, 60, 10, 10, 10, 20];

const KINDS: usize = 19;

/// The registers, grouped by the kind of value they hold.
struct Registers {
    numbers: Vec<usize>,
    addresses: Vec<usize>,
    pointers: Vec<usize>,
    labels: Vec<usize>,
}

/// Generates an instruction that the state can execute. If a replay asks for one that it cannot
/// execute, returns `Nop`.
pub(super) fn instruction(source: &mut Source, state: &State) -> Instr {
    let registers = Registers::of(state);
    let open = |kind: usize| registers.suit(state, kind);
    let kind = source.integer(0..=KINDS - 1, 0, Role::Branch, |random| {
        let weights = (0..KINDS).map(|kind| if open(kind) { u64::from(WEIGHTS[kind]) } else { 0 });
        let mut left = random.below(weights.clone().sum());
        weights
            .zip(0..)
            .find_map(|(weight, kind)| {
                let found = left < weight;
                left = left.saturating_sub(weight);
                found.then_some(kind)
            })
            .unwrap_or(0)
    });
    if registers.suit(state, kind) { registers.instruction(source, kind) } else { Instr::Nop }
}

impl Registers {
    fn of(state: &State) -> Registers {
        let with = |is: fn(&Value) -> bool| {
            let registers = state.registers.iter().zip(0..);
            registers.filter(|(atom, _)| is(&atom.value)).map(|(_, at)| at).collect()
        };
        Registers {
            numbers: with(|value| matches!(value, Value::Int(_))),
            addresses: with(
                |value| matches!(value, Value::Int(n) if (0..PROGRAM_LENGTH).contains(n)),
            ),
            pointers: with(|value| matches!(value, Value::Ptr(..))),
            labels: with(|value| matches!(value, Value::Lab(_))),
        }
    }

    /// Returns whether the state has operands for this kind of instruction.
    fn suit(&self, state: &State, kind: usize) -> bool {
        let has = |registers: &[usize]| !registers.is_empty();
        match kind {
            4 | 10 | 11 | 12 | 14 | 15 => has(&self.pointers),
            5 => has(&self.numbers),
            6 => has(&self.addresses),
            7 => has(&self.addresses) && has(&self.labels),
            8 => has(&self.pointers) && has(&self.numbers),
            9 => !state.stack.is_empty(),
            13 => has(&self.numbers) && has(&self.labels),
            16 => has(&self.numbers),
            17 => has(&self.labels),
            _ => true,
        }
    }

    fn instruction(&self, source: &mut Source, kind: usize) -> Instr {
        let number = |source: &mut Source| among(source, &self.numbers);
        let pointer = |source: &mut Source| among(source, &self.pointers);
        match kind {
            1 => Instr::PcLab(any(source)),
            2 => Instr::Lab(any(source), any(source)),
            3 => Instr::PutLab(Label::ALL[source.branch(4)], any(source)),
            4 => Instr::MLab(pointer(source), any(source)),
            5 => Instr::Bnz(ahead(source), number(source)),
            6 => Instr::Jump(among(source, &self.addresses)),
            7 => {
                let to = among(source, &self.addresses);
                Instr::BCall(to, among(source, &self.labels), any(source))
            }
            8 => Instr::PSetOff(pointer(source), number(source), any(source)),
            9 => Instr::BRet,
            10 => Instr::Load(pointer(source), any(source)),
            11 => Instr::Store(pointer(source), any(source)),
            12 => Instr::PGetOff(pointer(source), any(source)),
            13 => Instr::Alloc(number(source), among(source, &self.labels), any(source)),
            14 => Instr::Write(pointer(source), any(source)),
            15 => Instr::MSize(pointer(source), any(source)),
            16 => {
                let operator = [Operator::Add, Operator::Mult, Operator::Eq][source.branch(3)];
                Instr::BinOp(operator, number(source), number(source), any(source))
            }
            17 => {
                let operator = [Operator::Join, Operator::FlowsTo][source.branch(2)];
                let a = among(source, &self.labels);
                let b = among(source, &self.labels);
                Instr::BinOp(operator, a, b, any(source))
            }
            18 if source.branch(2) == 0 => Instr::Mov(any(source), any(source)),
            18 => Instr::Put(small(source), any(source)),
            _ => Instr::Nop,
        }
    }
}

fn any(source: &mut Source) -> Register {
    let sample = |random: &mut forall::source::Random| random.below(REGISTERS as u64) as usize;
    Register(source.integer(0..=REGISTERS - 1, 0, Role::Reference, sample))
}

fn among(source: &mut Source, registers: &[usize]) -> Register {
    let last = registers.len().saturating_sub(1);
    let at = source.integer(0..=last, 0, Role::Reference, |random| {
        random.below(registers.len() as u64) as usize
    });
    Register(registers.get(at).copied().unwrap_or(0))
}

fn ahead(source: &mut Source) -> i32 {
    source.integer(-1..=2, 0, Role::Value, |random| random.below(4) as i32 - 1)
}

fn small(source: &mut Source) -> i32 {
    source.integer(-10..=10, 0, Role::Value, |random| random.below(21) as i32 - 10)
}
