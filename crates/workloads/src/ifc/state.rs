//! The states of the machine.

use std::rc::Rc;

use forall::Arbitrary;
use forall::domain::{Any, Domain, Vecs, any, vec};
use forall::report::Binding;

use super::label::Label;

/// The number of registers.
pub(super) const REGISTERS: usize = 10;

/// Returns the domain of register files.
pub(super) fn all_registers() -> Vecs<Any<Atom>> {
    vec(any(), REGISTERS)
}

/// Removes regions whose block is already taken.
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
    /// An integer, which may be a code address.
    Int(#[forall(domain = -10..=10)] i32),
    /// A pointer: a block and an offset.
    Ptr(Block, #[forall(domain = 0..=2)] i32),
    /// A label.
    Lab(Label),
}

/// A labelled value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub struct Atom {
    /// The value.
    pub value: Value,
    /// Its label.
    pub label: Label,
}

/// The name of a memory region: a number, counted separately for each stamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub struct Block {
    /// The number.
    #[forall(domain = 0..=1)]
    pub index: u32,
    /// The label under which the region was allocated.
    pub stamp: Label,
}

/// The content of a memory region.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub struct Frame {
    /// The label of the length.
    pub label: Label,
    /// The cells.
    pub cells: Vec<Atom>,
}

/// A memory region.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub struct Region {
    /// Its name.
    pub block: Block,
    /// Its content.
    pub frame: Rc<Frame>,
}

/// A stack entry: where and how a call returns.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub struct Call {
    /// The return address.
    pub back: Pc,
    /// The saved registers.
    #[forall(domain = all_registers().mapped(Rc::new))]
    pub saved: Rc<Vec<Atom>>,
    /// The register that receives the result of the call.
    #[forall(domain = 0..REGISTERS)]
    pub result: usize,
    /// The label of the result.
    pub label: Label,
}

/// A program counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub struct Pc {
    /// The index of the instruction.
    #[forall(domain = 0..=1)]
    pub address: i32,
    /// Its label.
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
    /// The call stack, the innermost call first.
    pub stack: Vec<Call>,
    /// The registers.
    #[forall(domain = all_registers())]
    pub registers: Vec<Atom>,
    /// The program counter.
    pub pc: Pc,
}

/// An operator of `BinOp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Operator {
    /// Adds integers.
    Add,
    /// Multiplies integers.
    Mult,
    /// Compares two values for equality: 0 or 1.
    Eq,
    /// Joins two labels.
    Join,
    /// Compares two labels: 0 or 1.
    FlowsTo,
}

/// An instruction. Register operands are in the order of the original.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Instr {
    /// Does nothing.
    Nop,
    /// Ends the program.
    Halt,
    /// Loads an integer constant.
    Put(#[forall(domain = -10..=10)] i32, Register),
    /// Copies a register.
    Mov(Register, Register),
    /// Reads from memory.
    Load(Register, Register),
    /// Writes to memory.
    Store(Register, Register),
    /// Writes to memory, and keeps the label of the cell.
    Write(Register, Register),
    /// Applies an operator.
    BinOp(Operator, Register, Register, Register),
    /// Jumps to an address.
    Jump(Register),
    /// Jumps by an offset, unless the register holds 0.
    Bnz(#[forall(domain = -1..=2)] i32, Register),
    /// Calls an address.
    BCall(Register, Register, Register),
    /// Returns from a call.
    BRet,
    /// Reads the label of a value.
    Lab(Register, Register),
    /// Reads the label of the program counter.
    PcLab(Register),
    /// Loads a label constant.
    PutLab(Label, Register),
    /// Allocates a memory region.
    Alloc(Register, Register, Register),
    /// Reads the offset of a pointer.
    PGetOff(Register, Register),
    /// Changes the offset of a pointer.
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
    /// Returns the content of a region.
    pub(super) fn frame(&self, block: Block) -> Option<&Rc<Frame>> {
        self.memory.iter().find(|region| region.block == block).map(|region| &region.frame)
    }
}

/// Returns the length of a counterexample as text.
pub(super) fn measure(bindings: &[Binding]) -> usize {
    bindings.iter().map(|binding| binding.value.len()).sum()
}
