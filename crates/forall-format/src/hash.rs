//! The hash behind checksums and span labels.

/// Returns the 64-bit FNV-1a hash of `bytes`.
///
/// The function is part of two formats, so its results never change: the checksum of a
/// [`ChoiceSequence`](crate::ChoiceSequence) and the labels of recorded spans are such hashes.
///
/// ```
/// use forall_format::hash::fnv1a;
///
/// assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
/// assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
/// ```
pub const fn fnv1a(bytes: &[u8]) -> u64 {
    let mut hash = Fnv1a::new();
    hash.update(bytes);
    hash.0
}

/// An FNV-1a hash of the bytes seen so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fnv1a(pub(crate) u64);

impl Fnv1a {
    pub(crate) const fn new() -> Fnv1a {
        Fnv1a(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) const fn update(&mut self, bytes: &[u8]) {
        let mut i = 0;
        while i < bytes.len() {
            self.0 = (self.0 ^ bytes[i] as u64).wrapping_mul(0x0100_0000_01b3);
            i += 1;
        }
    }
}
