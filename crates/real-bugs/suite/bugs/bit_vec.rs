//! Vectors of bits.

use bit_vec::BitVec;

use crate::bug::Bug;
use crate::input::input;

input! {
    enum Step {
        Push(bool),
        Pop,
        Set(u8, bool),
        Grow(u8, bool),
        Truncate(u8),
        Append(u8, u8),
        SplitOff(u8),
        Negate,
        SetAll,
        Clear,
        And(u8),
        Or(u8),
        FromBytes(Vec<u8>),
    }
}

/// The largest vector, to bound the time of a test.
const MAX_LENGTH: usize = 4_000;

/// Repeats the bits of a byte.
fn pattern(length: usize, byte: u8) -> Vec<bool> {
    (0..length).map(|at| byte >> (at % 8) & 1 == 1).collect()
}

#[expect(deprecated, reason = "the buggy version has no other name for `clear`")]
fn apply(step: &Step, bits: &mut BitVec, model: &mut Vec<bool>) {
    let length = model.len();
    match step {
        Step::Push(bit) => {
            bits.push(*bit);
            model.push(*bit);
        }
        Step::Pop => assert_eq!(bits.pop(), model.pop()),
        Step::Set(at, bit) => {
            if length > 0 {
                bits.set(usize::from(*at) % length, *bit);
                model[usize::from(*at) % length] = *bit;
            }
        }
        Step::Grow(more, bit) => {
            bits.grow(usize::from(*more), *bit);
            model.resize(length + usize::from(*more), *bit);
        }
        Step::Truncate(length) => {
            bits.truncate(usize::from(*length));
            model.truncate(usize::from(*length));
        }
        Step::Append(more, byte) => {
            let more = pattern(usize::from(*more), *byte);
            let mut other: BitVec = more.iter().copied().collect();
            bits.append(&mut other);
            assert!(other.is_empty());
            model.extend(more);
        }
        Step::SplitOff(at) => {
            let at = usize::from(*at) % (length + 1);
            assert!(bits.split_off(at).iter().eq(model.split_off(at)));
        }
        Step::Negate => {
            bits.negate();
            model.iter_mut().for_each(|bit| *bit = !*bit);
        }
        Step::SetAll => {
            bits.set_all();
            model.fill(true);
        }
        Step::Clear => {
            bits.clear();
            model.fill(false);
        }
        Step::And(byte) => combine(*byte, bits, model, BitVec::intersect, |a, b| a && b),
        Step::Or(byte) => combine(*byte, bits, model, BitVec::union, |a, b| a || b),
        Step::FromBytes(bytes) => {
            *bits = BitVec::from_bytes(bytes);
            *model = bytes.iter().flat_map(|byte| pattern(8, byte.reverse_bits())).collect();
        }
    }
}

fn combine(
    byte: u8,
    bits: &mut BitVec,
    model: &mut Vec<bool>,
    method: fn(&mut BitVec, &BitVec) -> bool,
    operator: fn(bool, bool) -> bool,
) {
    let other = pattern(model.len(), byte);
    let has_changed = method(bits, &other.iter().copied().collect());
    let combined: Vec<bool> = model.iter().zip(other).map(|(a, b)| operator(*a, b)).collect();
    assert_eq!(has_changed, combined != *model);
    *model = combined;
}

fn agree(bits: &BitVec, model: &[bool]) {
    assert_eq!(bits.len(), model.len());
    assert!(bits.iter().eq(model.iter().copied()));
    assert_eq!(bits.all(), model.iter().all(|bit| *bit));
    assert_eq!(bits.any(), model.contains(&true));
    assert_eq!(bits.none(), !model.contains(&true));
    assert_eq!(*bits, model.iter().copied().collect());
    let byte = |bits: &[bool]| {
        bits.iter().enumerate().fold(0, |byte, (at, bit)| byte | u8::from(*bit) << (7 - at))
    };
    assert!(bits.to_bytes().into_iter().eq(model.chunks(8).map(byte)));
}

pub(crate) static APPEND: Bug<Vec<Step>> = Bug {
    name: "bit_vec_append",
    package: "bit-vec",
    law: "a `BitVec` behaves like a `Vec<bool>`",
    link: "https://github.com/contain-rs/bit-vec/issues/63",
    check: |steps| {
        let mut bits = BitVec::new();
        let mut model = Vec::new();
        for step in steps {
            apply(step, &mut bits, &mut model);
            if model.len() > MAX_LENGTH {
                break;
            }
        }
        agree(&bits, &model);
    },
    known_failure: || vec![Step::Push(false), Step::Append(1, 0), Step::Append(1, 3)],
};
