//! Labels: who may know.

use forall::Arbitrary;

/// A label. `L` flows everywhere, everything flows to `H`, and nothing flows between `M1` and `M2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Label {
    /// For everyone.
    L,
    /// For some.
    M1,
    /// For others.
    M2,
    /// For those who may know all.
    H,
}

impl Label {
    /// All of them.
    pub const ALL: [Label; 4] = [Label::L, Label::M1, Label::M2, Label::H];

    /// May those at `to` know what is labelled so?
    pub fn flows(self, to: Label) -> bool {
        self == to || self == Label::L || to == Label::H
    }

    /// The least label to which both flow.
    #[must_use]
    pub fn join(self, other: Label) -> Label {
        match (self.flows(other), other.flows(self)) {
            (true, _) => other,
            (_, true) => self,
            _ => Label::H,
        }
    }
}
