//! The rules of information-flow control: which instructions are allowed, and which labels their
//! results get. The mutants change this code.

use super::label::Label;
use super::mutant::Mutant;

/// The result of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    /// Is the instruction allowed?
    pub(super) allowed: bool,
    /// The label of its result, if it has one.
    pub(super) result: Label,
    /// The label of the program counter afterwards.
    pub(super) pc: Label,
}

const BOTTOM: Label = Label::L;

fn always(result: Label, pc: Label) -> Rule {
    Rule { allowed: true, result, pc }
}

impl Mutant {
    /// Returns the label, or the bottom for the mutant that omits it.
    fn unless(self, forgets: Mutant, label: Label) -> Label {
        if self == forgets { BOTTOM } else { label }
    }

    pub(super) fn lab(self, pc: Label) -> Rule {
        always(BOTTOM, self.unless(Mutant::Lab1, pc))
    }

    pub(super) fn mlab(self, l1: Label, pc: Label) -> Rule {
        always(self.unless(Mutant::MLab1, l1), self.unless(Mutant::MLab2, pc))
    }

    pub(super) fn pc_lab(self, pc: Label) -> Rule {
        always(BOTTOM, self.unless(Mutant::PcLab1, pc))
    }

    pub(super) fn put_lab(self, pc: Label) -> Rule {
        always(BOTTOM, self.unless(Mutant::PutLab1, pc))
    }

    pub(super) fn nop(self, pc: Label) -> Rule {
        always(BOTTOM, self.unless(Mutant::Nop1, pc))
    }

    pub(super) fn put(self, pc: Label) -> Rule {
        always(BOTTOM, self.unless(Mutant::Put1, pc))
    }

    pub(super) fn mov(self, l1: Label, pc: Label) -> Rule {
        always(self.unless(Mutant::Mov1, l1), self.unless(Mutant::Mov2, pc))
    }

    pub(super) fn pget_off(self, l1: Label, pc: Label) -> Rule {
        always(self.unless(Mutant::PGetOff1, l1), self.unless(Mutant::PGetOff2, pc))
    }

    pub(super) fn call(self, [l1, l2]: [Label; 2], pc: Label) -> Rule {
        let result = match self {
            Mutant::BCall1 => BOTTOM,
            Mutant::BCall2 => l2,
            Mutant::BCall3 => pc,
            _ => l2.join(pc),
        };
        let next = match self {
            Mutant::BCall4 => BOTTOM,
            Mutant::BCall5 => l1,
            Mutant::BCall6 => pc,
            _ => l1.join(pc),
        };
        always(result, next)
    }

    pub(super) fn ret(self, [l1, l2, l3]: [Label; 3], pc: Label) -> Rule {
        let (known, to) = match self {
            Mutant::BRet1 => (BOTTOM, BOTTOM),
            Mutant::BRet2 => (l1, l2),
            Mutant::BRet3 => (l1, l3),
            Mutant::BRet4 => (l1, l2.join(l3)),
            Mutant::BRet5 => (pc, l2),
            Mutant::BRet6 => (pc, l3),
            Mutant::BRet7 => (pc, l2.join(l3)),
            Mutant::BRet8 => (l1.join(pc), l2),
            Mutant::BRet9 => (l1.join(pc), l3),
            _ => (l1.join(pc), l2.join(l3)),
        };
        let result = self.unless(Mutant::BRet10, l2);
        Rule { allowed: known.flows(to), result, pc: self.unless(Mutant::BRet11, l3) }
    }

    pub(super) fn bin_op(self, [l1, l2]: [Label; 2], pc: Label) -> Rule {
        let result = match self {
            Mutant::BinOp1 => BOTTOM,
            Mutant::BinOp2 => l1,
            Mutant::BinOp3 => l2,
            _ => l1.join(l2),
        };
        always(result, self.unless(Mutant::BinOp4, pc))
    }

    pub(super) fn jump(self, l1: Label, pc: Label) -> Rule {
        let next = match self {
            Mutant::Jump1 => BOTTOM,
            Mutant::Jump2 => pc,
            Mutant::Jump3 => l1,
            _ => pc.join(l1),
        };
        always(BOTTOM, next)
    }

    pub(super) fn bnz(self, l1: Label, pc: Label) -> Rule {
        let next = match self {
            Mutant::Bnz1 => BOTTOM,
            Mutant::Bnz2 => l1,
            Mutant::Bnz3 => pc,
            _ => l1.join(pc),
        };
        always(BOTTOM, next)
    }

    pub(super) fn load(self, [l1, l2, l3]: [Label; 3], pc: Label) -> Rule {
        let next = match self {
            Mutant::Load2 => BOTTOM,
            Mutant::Load3 => pc,
            Mutant::Load4 => l1.join(l2),
            _ => pc.join(l1).join(l2),
        };
        always(self.unless(Mutant::Load1, l3), next)
    }

    pub(super) fn store(self, [l1, l2, l3]: [Label; 3], pc: Label) -> Rule {
        let known = match self {
            Mutant::Store1 => BOTTOM,
            Mutant::Store2 => l1,
            Mutant::Store3 => pc,
            _ => l1.join(pc),
        };
        let result = self.unless(Mutant::Store4, l3);
        Rule { allowed: known.flows(l2), result, pc: self.unless(Mutant::Store5, pc) }
    }

    pub(super) fn write(self, [l1, l2, l3, l4]: [Label; 4], pc: Label) -> Rule {
        let full = pc.join(l1).join(l3);
        let (known, to) = match self {
            Mutant::Write1 => (BOTTOM, BOTTOM),
            Mutant::Write2 => (pc.join(l1), l2),
            Mutant::Write3 => (pc.join(l1), l4),
            Mutant::Write4 => (pc.join(l1), l2.join(l4)),
            Mutant::Write5 => (l3, l2),
            Mutant::Write6 => (l3, l4),
            Mutant::Write7 => (l3, l2.join(l4)),
            Mutant::Write8 => (full, l2),
            Mutant::Write9 => (full, l4),
            _ => (full, l2.join(l4)),
        };
        let result = self.unless(Mutant::Write10, l4);
        Rule { allowed: known.flows(to), result, pc: self.unless(Mutant::Write11, pc) }
    }

    pub(super) fn alloc(self, [l1, l2]: [Label; 2], pc: Label) -> Rule {
        let result = match self {
            Mutant::Alloc1 => BOTTOM,
            Mutant::Alloc2 => l1,
            Mutant::Alloc3 => l2,
            _ => l1.join(l2),
        };
        always(result, self.unless(Mutant::Alloc4, pc))
    }

    pub(super) fn pset_off(self, [l1, l2]: [Label; 2], pc: Label) -> Rule {
        let result = match self {
            Mutant::PSetOff1 => BOTTOM,
            Mutant::PSetOff2 => l1,
            Mutant::PSetOff3 => l2,
            _ => l1.join(l2),
        };
        always(result, self.unless(Mutant::PSetOff4, pc))
    }

    pub(super) fn msize(self, [l1, l2]: [Label; 2], pc: Label) -> Rule {
        let next = match self {
            Mutant::MSize2 => BOTTOM,
            Mutant::MSize3 => pc,
            Mutant::MSize4 => l1,
            _ => pc.join(l1),
        };
        always(self.unless(Mutant::MSize1, l2), next)
    }
}
