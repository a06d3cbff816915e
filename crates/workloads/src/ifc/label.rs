//! Security labels.

use forall::Arbitrary;

/// A label in a diamond lattice: `L` flows to everything, everything flows to `H`, and `M1` and
/// `M2` are incomparable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Label {
    /// Low: public.
    L,
    /// One of the middle labels.
    M1,
    /// The other middle label.
    M2,
    /// High: secret.
    H,
}

impl Label {
    /// All labels.
    pub const ALL: [Label; 4] = [Label::L, Label::M1, Label::M2, Label::H];

    /// Returns whether data with this label may flow to `to`.
    pub fn flows(self, to: Label) -> bool {
        self == to || self == Label::L || to == Label::H
    }

    /// Returns the least upper bound of two labels.
    #[must_use]
    pub fn join(self, other: Label) -> Label {
        match (self.flows(other), other.flows(self)) {
            (true, _) => other,
            (_, true) => self,
            _ => Label::H,
        }
    }
}
