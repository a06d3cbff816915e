//! Targets that random inputs do not hit, and that guided ones do. (The bench compiles this file too.)

use forall::domain::{any, vec};
use forall::feedback::{probe_id, traced_eq};
use forall::property::{Erased, forall};

/// Four letters behind four nested conditions.
pub(crate) fn magic() -> Erased {
    Erased::new(
        forall("text", any::<String>()).check(|(text, ())| closed(text.as_bytes(), b"FUZZ")),
    )
}

/// The same behind four bytes.
pub(crate) fn magic_bytes() -> Erased {
    Erased::new(forall("bytes", any::<Vec<u8>>()).check(|(bytes, ())| closed(bytes, b"\x7fELF")))
}

/// Are there letters left when the first that is wrong is met?
fn closed(bytes: &[u8], magic: &[u8; 4]) -> bool {
    for (at, letter) in magic.iter().enumerate() {
        if bytes.get(at) != Some(letter) {
            return true;
        }
        probe_id(at as u64);
    }
    false
}

/// Eight doors, each behind the one before it: one way in `digits` for each. What is told is that they
/// open.
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

/// The same, and the comparisons are told too.
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

/// A message, as a machine would get it: kind, length, sum, key and body.
type Message = (u64, u32, u16, String, Vec<u8>);

/// A bug behind a magic number, a number that is computed from another field, a keyword, a tag and a
/// sum.
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
