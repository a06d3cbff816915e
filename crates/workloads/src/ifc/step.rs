//! One step of the machine.

use std::rc::Rc;

use super::label::Label;
use super::mutant::Mutant;
use super::rules::Rule;
use super::state::{Atom, Block, Call, Frame, Instr, Operator, Pc, Region, Register, State, Value};

/// The limit on cells in a region.
const MAX_CELLS: i32 = 10_000;

impl Mutant {
    /// Returns the next state, or `None` if the program ends, an operand has the wrong kind or is
    /// out of range, or the rule forbids the step.
    pub fn step(self, state: &State) -> Option<State> {
        let instr = state.code.get(usize::try_from(state.pc.address).ok()?)?;
        let pc = state.pc.label;
        match *instr {
            Instr::Nop => next(state, self.nop(pc)),
            Instr::Halt => None,
            Instr::Put(n, to) => set(state, self.put(pc), to, Value::Int(n)),
            Instr::PutLab(label, to) => set(state, self.put_lab(pc), to, Value::Lab(label)),
            Instr::PcLab(to) => set(state, self.pc_lab(pc), to, Value::Lab(pc)),
            Instr::Lab(of, to) => {
                let label = get(state, of)?.label;
                set(state, self.lab(pc), to, Value::Lab(label))
            }
            Instr::Mov(from, to) => {
                let atom = get(state, from)?;
                set(state, self.mov(atom.label, pc), to, atom.value)
            }
            Instr::BinOp(operator, a, b, to) => {
                let a = get(state, a)?;
                let b = get(state, b)?;
                let value = compute(operator, a.value, b.value)?;
                set(state, self.bin_op([a.label, b.label], pc), to, value)
            }
            Instr::PGetOff(of, to) => {
                let (_, offset, label) = pointer(state, of)?;
                set(state, self.pget_off(label, pc), to, Value::Int(offset))
            }
            Instr::PSetOff(of, by, to) => {
                let (block, _, l1) = pointer(state, of)?;
                let (offset, l2) = number(state, by)?;
                set(state, self.pset_off([l1, l2], pc), to, Value::Ptr(block, offset))
            }
            Instr::Jump(to) => {
                let (address, label) = number(state, to)?;
                go(state, self.jump(label, pc), address)
            }
            Instr::Bnz(by, of) => {
                let (n, label) = number(state, of)?;
                let by = if n == 0 { 1 } else { by };
                go(state, self.bnz(label, pc), state.pc.address.checked_add(by)?)
            }
            Instr::BCall(to, label, result) => self.step_call(state, to, label, result),
            Instr::BRet => self.step_return(state),
            _ => self.step_memory(state, instr),
        }
    }

    fn step_call(
        self,
        state: &State,
        to: Register,
        label: Register,
        Register(result): Register,
    ) -> Option<State> {
        let (address, l1) = number(state, to)?;
        let (label, l2) = a_label(state, label)?;
        let rule = self.call([l1, l2], state.pc.label);
        let mut called = go(state, rule, address)?;
        let back = Pc { address: state.pc.address + 1, label: rule.result };
        let saved = Rc::new(state.registers.clone());
        called.stack.insert(0, Call { back, saved, result, label });
        Some(called)
    }

    fn step_return(self, state: &State) -> Option<State> {
        let call = state.stack.first()?;
        let current = *state.registers.get(call.result)?;
        let rule = self.ret([current.label, call.label, call.back.label], state.pc.label);
        if !rule.allowed {
            return None;
        }
        let mut registers = (*call.saved).clone();
        *registers.get_mut(call.result)? = Atom { value: current.value, label: rule.result };
        Some(State {
            code: Rc::clone(&state.code),
            memory: state.memory.clone(),
            stack: state.stack[1..].to_vec(),
            registers,
            pc: Pc { address: call.back.address, label: rule.pc },
        })
    }

    /// Executes an instruction that accesses memory.
    fn step_memory(self, state: &State, instr: &Instr) -> Option<State> {
        let pc = state.pc.label;
        match *instr {
            Instr::Alloc(size, label, to) => {
                let (size, l1) = number(state, size)?;
                let (label, l2) = a_label(state, label)?;
                let block = fresh(state, l1.join(l2).join(pc));
                let rule = self.alloc([l1, l2], pc);
                let mut allocated = set(state, rule, to, Value::Ptr(block, 0))?;
                allocated.memory.push(Region { block, frame: Rc::new(zeros(label, size)?) });
                Some(allocated)
            }
            Instr::Load(from, to) => {
                let (block, offset, l1) = pointer(state, from)?;
                let frame = state.frame(block)?;
                let cell = frame.cells.get(usize::try_from(offset).ok()?)?;
                set(state, self.load([l1, frame.label, cell.label], pc), to, cell.value)
            }
            Instr::Store(to, from) => self.put_cell(state, to, from, Mutant::store_rule),
            Instr::Write(to, from) => self.put_cell(state, to, from, Mutant::write),
            Instr::MSize(of, to) => {
                let (block, _, l1) = pointer(state, of)?;
                let frame = state.frame(block)?;
                let size = Value::Int(i32::try_from(frame.cells.len()).ok()?);
                set(state, self.msize([l1, frame.label], pc), to, size)
            }
            Instr::MLab(of, to) => {
                let (block, _, l1) = pointer(state, of)?;
                let label = state.frame(block)?.label;
                set(state, self.mlab(l1, pc), to, Value::Lab(label))
            }
            _ => None,
        }
    }

    /// The rule of `Store`, which ignores the label of the cell.
    fn store_rule(self, [l1, l2, l3, _]: [Label; 4], pc: Label) -> Rule {
        self.store([l1, l2, l3], pc)
    }

    /// Writes a register to memory.
    fn put_cell(
        self,
        state: &State,
        to: Register,
        from: Register,
        rule: fn(Mutant, [Label; 4], Label) -> Rule,
    ) -> Option<State> {
        let (block, offset, l1) = pointer(state, to)?;
        let atom = get(state, from)?;
        let at = state.memory.iter().position(|region| region.block == block)?;
        let frame = &state.memory[at].frame;
        let offset = usize::try_from(offset).ok()?;
        let old = frame.cells.get(offset)?.label;
        let rule = rule(self, [l1, frame.label, atom.label, old], state.pc.label);
        let mut written = next(state, rule)?;
        let frame = Rc::make_mut(&mut written.memory[at].frame);
        frame.cells[offset] = Atom { value: atom.value, label: rule.result };
        Some(written)
    }
}

fn get(state: &State, Register(at): Register) -> Option<Atom> {
    state.registers.get(at).copied()
}

fn number(state: &State, register: Register) -> Option<(i32, Label)> {
    match get(state, register)? {
        Atom { value: Value::Int(n), label } => Some((n, label)),
        _ => None,
    }
}

fn a_label(state: &State, register: Register) -> Option<(Label, Label)> {
    match get(state, register)? {
        Atom { value: Value::Lab(value), label } => Some((value, label)),
        _ => None,
    }
}

fn pointer(state: &State, register: Register) -> Option<(Block, i32, Label)> {
    match get(state, register)? {
        Atom { value: Value::Ptr(block, offset), label } => Some((block, offset, label)),
        _ => None,
    }
}

/// Jumps to an address, if the rule allows it.
fn go(state: &State, rule: Rule, address: i32) -> Option<State> {
    let pc = Pc { address, label: rule.pc };
    rule.allowed.then(|| State { pc, ..state.clone() })
}

/// Moves to the next instruction, if the rule allows it.
fn next(state: &State, rule: Rule) -> Option<State> {
    go(state, rule, state.pc.address + 1)
}

/// Writes a register and moves to the next instruction, if the rule allows it.
fn set(state: &State, rule: Rule, Register(to): Register, value: Value) -> Option<State> {
    let mut next = next(state, rule)?;
    *next.registers.get_mut(to)? = Atom { value, label: rule.result };
    Some(next)
}

fn compute(operator: Operator, a: Value, b: Value) -> Option<Value> {
    Some(match (operator, a, b) {
        (Operator::Add, Value::Int(a), Value::Int(b)) => Value::Int(a.wrapping_add(b)),
        (Operator::Mult, Value::Int(a), Value::Int(b)) => Value::Int(a.wrapping_mul(b)),
        (Operator::Join, Value::Lab(a), Value::Lab(b)) => Value::Lab(a.join(b)),
        (Operator::FlowsTo, Value::Lab(a), Value::Lab(b)) => Value::Int(i32::from(a.flows(b))),
        (Operator::Eq, a, b) => Value::Int(i32::from(a == b)),
        _ => return None,
    })
}

/// Returns the name of the next region with this stamp. In type-based states the earlier ones may
/// be missing.
fn fresh(state: &State, stamp: Label) -> Block {
    let known = state.memory.iter().map(|region| region.block);
    let last = known.filter(|block| block.stamp == stamp).map(|block| block.index).max();
    Block { index: last.map_or(0, |last| last + 1), stamp }
}

fn zeros(label: Label, size: i32) -> Option<Frame> {
    let size = usize::try_from(size).ok().filter(|_| size <= MAX_CELLS)?;
    Some(Frame { label, cells: vec![Atom { value: Value::Int(0), label: Label::L }; size] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_region_has_a_new_name() {
        let region = |index| Region {
            block: Block { index, stamp: Label::L },
            frame: Rc::new(Frame { label: Label::L, cells: Vec::new() }),
        };
        let atom = |value| Atom { value, label: Label::L };
        let mut state = State {
            code: Rc::new(vec![Instr::Alloc(Register(0), Register(1), Register(2))]),
            memory: vec![region(1)],
            stack: Vec::new(),
            registers: vec![atom(Value::Int(0)), atom(Value::Lab(Label::L)), atom(Value::Int(0))],
            pc: Pc { address: 0, label: Label::L },
        };
        let index = |state: &State| Mutant::Base.step(state).map(|next| next.memory[1].block.index);
        assert_eq!(index(&state), Some(2));
        state.memory[0] = region(0);
        assert_eq!(index(&state), Some(1));
    }
}
