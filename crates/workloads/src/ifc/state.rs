//! The states of the machine.

use std::rc::Rc;

use forall::Arbitrary;
use forall::domain::{Any, Domain, Vecs, any, vec};
use forall::report::Binding;

use super::label::Label;

/// How many registers there are.
pub(super) const REGISTERS: usize = 10;

/// As many atoms as there are registers.
pub(super) fn all_registers() -> Vecs<Any<Atom>> {
    vec(any(), REGISTERS)
}

/// A block names no more than one region.
fn named_once(mut memory: Vec<Region>) -> Vec<Region> {
    let mut known = Vec::new();
    memory.retain(|region| {
        let new = !known.contains(&region.block);
        known.push(region.block);
        new
    });
    memory
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Value {
    /// A number, which may be an address of code.
    Int(#[forall(domain = -10..=10)] i32),
    /// A place in a region of memory.
    Ptr(Block, #[forall(domain = 0..=2)] i32),
    /// A label.
    Lab(Label),
}

/// A value, and who may know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub struct Atom {
    /// The value.
    pub value: Value,
    /// Who may know it.
    pub label: Label,
}

/// Names a region of memory: the n-th of those that were made under the same label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub struct Block {
    /// Which of them.
    #[forall(domain = 0..=1)]
    pub index: u32,
    /// What had to be known to make it.
    pub stamp: Label,
}

/// What is in a region.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub struct Frame {
    /// Who may know how long it is.
    pub label: Label,
    /// The values.
    pub cells: Vec<Atom>,
}

/// A region of memory.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub struct Region {
    /// Its name.
    pub block: Block,
    /// What is in it.
    pub frame: Rc<Frame>,
}

/// What to come back to after a call.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub struct Call {
    /// Where to go on.
    pub back: Pc,
    /// The registers as they were.
    #[forall(domain = all_registers().mapped(Rc::new))]
    pub saved: Rc<Vec<Atom>>,
    /// The register that is to keep the value it has at the end of the call.
    #[forall(domain = 0..REGISTERS)]
    pub result: usize,
    /// The label of that value.
    pub label: Label,
}

/// A program counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub struct Pc {
    /// Which instruction.
    #[forall(domain = 0..=1)]
    pub address: i32,
    /// Who may know that.
    pub label: Label,
}

/// A state of the machine. The program never changes.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub struct State {
    /// The program.
    pub code: Rc<Vec<Instr>>,
    /// The memory.
    #[forall(domain = vec(any(), ..).mapped(named_once))]
    pub memory: Vec<Region>,
    /// The calls, the innermost first.
    pub stack: Vec<Call>,
    /// The registers.
    #[forall(domain = all_registers())]
    pub registers: Vec<Atom>,
    /// Where it is.
    pub pc: Pc,
}

/// What `BinOp` does with two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Operator {
    /// The sum of numbers.
    Add,
    /// The product of numbers.
    Mult,
    /// Whether two values are equal, as 0 or 1.
    Eq,
    /// The least label above two.
    Join,
    /// Whether a label flows to another, as 0 or 1.
    FlowsTo,
}

/// An instruction. Registers are named by number, in the order in which the original has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Instr {
    /// Does nothing.
    Nop,
    /// Ends the program.
    Halt,
    /// Writes a number.
    Put(#[forall(domain = -10..=10)] i32, Register),
    /// Copies a register.
    Mov(Register, Register),
    /// Reads from memory.
    Load(Register, Register),
    /// Writes to memory.
    Store(Register, Register),
    /// Writes to memory, and keeps the label of what was there.
    Write(Register, Register),
    /// Computes.
    BinOp(Operator, Register, Register, Register),
    /// Goes to an address.
    Jump(Register),
    /// Goes so far ahead, unless a number is 0.
    Bnz(#[forall(domain = -1..=2)] i32, Register),
    /// Calls an address.
    BCall(Register, Register, Register),
    /// Comes back from a call.
    BRet,
    /// Reads the label of a value.
    Lab(Register, Register),
    /// Reads the label of the program counter.
    PcLab(Register),
    /// Writes a label.
    PutLab(Label, Register),
    /// Makes a region of memory.
    Alloc(Register, Register, Register),
    /// Reads the offset of a pointer.
    PGetOff(Register, Register),
    /// Makes a pointer with another offset.
    PSetOff(Register, Register, Register),
    /// Reads the length of a region.
    MSize(Register, Register),
    /// Reads the label of a region.
    MLab(Register, Register),
}

/// The number of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub struct Register(#[forall(domain = 0..REGISTERS)] pub usize);

impl State {
    /// What is in a region.
    pub(super) fn frame(&self, block: Block) -> Option<&Rc<Frame>> {
        self.memory.iter().find(|region| region.block == block).map(|region| &region.frame)
    }
}

/// How much text a counterexample takes.
pub(super) fn measure(bindings: &[Binding]) -> usize {
    bindings.iter().map(|binding| binding.value.len()).sum()
}
