//! Bugs that random inputs do not find and guided runs do. The bench compiles this file too.

use forall::domain::{any, vec};
use forall::feedback::{probe_id, traced_eq};
use forall::property::{Erased, forall};

/// Returns a property that fails for four letters behind four nested conditions.
pub(crate) fn magic() -> Erased {
    Erased::new(
        forall("text", any::<String>()).check(|(text, ())| lacks_prefix(text.as_bytes(), b"FUZZ")),
    )
}

/// Returns a property that fails for four bytes behind four nested conditions.
pub(crate) fn magic_bytes() -> Erased {
    Erased::new(
        forall("bytes", any::<Vec<u8>>()).check(|(bytes, ())| lacks_prefix(bytes, b"\x7fELF")),
    )
}

/// Returns whether the bytes do not start with the magic ones. Each correct byte hits a probe.
fn lacks_prefix(bytes: &[u8], magic: &[u8; 4]) -> bool {
    for (at, letter) in magic.iter().enumerate() {
        if bytes.get(at) != Some(letter) {
            return true;
        }
        probe_id(at as u64);
    }
    false
}

/// Returns a property that fails if eight doors open, each behind the one before it. One key in `digits` opens
/// a door, and each open door hits a probe.
pub(crate) fn doors(digits: u16) -> Erased {
    let keys = KEYS.map(|key| key % digits);
    Erased::new(forall("digits", vec(0..digits, 0..=16)).check(move |(digits, ())| {
        for (at, key) in keys.iter().enumerate() {
            if digits.get(at) != Some(key) {
                return true;
            }
            probe_id(at as u64);
        }
        false
    }))
}

/// Returns the property of [`doors`], which traces its comparisons too.
pub(crate) fn doors_compared() -> Erased {
    Erased::new(forall("digits", vec(0..6_000_u16, 0..=16)).check(|(digits, ())| {
        for (at, key) in KEYS.iter().enumerate() {
            if digits.len() <= at || !traced_eq(&digits[at], key) {
                return true;
            }
            probe_id(at as u64);
        }
        false
    }))
}

const KEYS: [u16; 8] = [417, 3312, 2503, 4990, 7, 1230, 3210, 4064];

/// A message of a protocol: kind, length, checksum, key and body.
type Message = (u64, u32, u16, String, Vec<u8>);

/// Returns a property with a bug behind a magic number, a number computed from another field, a keyword, a tag
/// and a checksum.
pub(crate) fn record() -> Erased {
    Erased::new(forall("message", any::<Message>()).check(|(message, ())| handles(message)))
}

fn handles(message: &Message) -> bool {
    let (kind, length, sum, key, body) = message;
    if !traced_eq(kind, &0xDEAD_BEEF_CAFE_F00D) {
        return true;
    }
    probe_id(1);
    if !traced_eq(length, &(body.len() as u32 * 3 + 1_000_000)) {
        return true;
    }
    probe_id(2);
    if !traced_eq(&**key, "open sesame") {
        return true;
    }
    probe_id(3);
    if body.len() < 4 || !traced_eq(&body[..4], b"\x7fELF") {
        return true;
    }
    probe_id(4);
    let expected =
        body.iter().fold(0_u16, |sum, byte| sum.wrapping_mul(31).wrapping_add(u16::from(*byte)));
    !traced_eq(sum, &expected)
}
