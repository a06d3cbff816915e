//! Targets that random inputs do not hit, and that guided ones do. (The bench compiles this file too.)

use forall::Arbitrary;
use forall::domain::{any, vec};
use forall::feedback::{hit, same};
use forall::property::{Erased, forall};

/// Four letters behind four nested conditions.
pub fn magic() -> Erased {
    Erased::new(
        forall("text", any::<String>()).check(|(text, ())| closed(text.as_bytes(), b"FUZZ")),
    )
}

/// The same behind bytes.
pub fn magic_bytes() -> Erased {
    Erased::new(forall("bytes", any::<Vec<u8>>()).check(|(bytes, ())| closed(bytes, b"\x7fELF")))
}

/// Are there letters left when the first that is wrong is met?
fn closed(bytes: &[u8], magic: &[u8; 4]) -> bool {
    for (at, letter) in magic.iter().enumerate() {
        if bytes.get(at) != Some(letter) {
            return true;
        }
        hit(at as u64);
    }
    false
}

/// Eight doors, each behind the one before it: one way in 6000⁸.
pub fn doors() -> Erased {
    let keys = [417, 3312, 2503, 4990, 7, 1230, 3210, 4064];
    let digits = vec(0..6_000_u16, 0..=16);
    Erased::new(forall("digits", digits).check(move |(digits, ())| {
        for (at, key) in keys.iter().enumerate() {
            if digits.get(at) != Some(key) {
                return true;
            }
            hit(at as u64);
        }
        false
    }))
}

/// A message, as a machine would get it.
#[derive(Clone, Debug, Arbitrary)]
pub struct Message {
    kind: u64,
    length: u32,
    sum: u16,
    key: String,
    body: Vec<u8>,
}

/// A bug behind a magic number, a number that is computed from another field, a keyword, a tag and a
/// sum. All that is told are the comparisons.
pub fn record() -> Erased {
    Erased::new(forall("message", any::<Message>()).check(|(message, ())| handles(message)))
}

fn handles(message: &Message) -> bool {
    let Message { kind, length, sum, key, body } = message;
    if !same(kind, &0xDEAD_BEEF_CAFE_F00D) {
        return true;
    }
    hit(1);
    if !same(length, &(body.len() as u32 * 3 + 1_000_000)) {
        return true;
    }
    hit(2);
    if !same(&**key, "open sesame") {
        return true;
    }
    hit(3);
    if body.len() < 4 || !same(&body[..4], b"\x7fELF") {
        return true;
    }
    hit(4);
    let expected =
        body.iter().fold(0_u16, |sum, byte| sum.wrapping_mul(31).wrapping_add(u16::from(*byte)));
    !same(sum, &expected)
}
