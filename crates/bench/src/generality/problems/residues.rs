//! Values with the same hash, residues, and bit patterns.

use forall::domain::{any, vec};
use forall::property::property;

use super::Problem;

const KIND: &str = "residues";

/// Returns the problems of this kind.
pub(super) fn all() -> Vec<Problem> {
    vec![
        affine_collision(),
        list_collision(),
        large_modulus(),
        remainder(),
        parity(),
        square(),
        gray(),
        disjoint_bits(),
        shift_register(),
        logarithms(),
        wrapped_product(),
        check_digit(),
        rotated(),
    ]
}

fn affine_collision() -> Problem {
    let property = property! {
        forall x: u16;
        forall y: u16;
        check {
            let hash = |x: &u16| (u32::from(*x) * 31 + 7) % 97;
            x == y || hash(x) != hash(y)
        }
    };
    Problem::new(KIND, "two numbers in one bucket", property).numbers(100)
}

fn list_collision() -> Problem {
    let property = property! {
        forall xs: Vec<u8>;
        forall ys: Vec<u8>;
        check {
            let hash = |xs: &[u8]| xs.iter().fold(1, |hash, x| (hash * 33 + u32::from(*x)) % 61);
            xs == ys || xs.is_empty() || ys.is_empty() || hash(xs) != hash(ys)
        }
    };
    Problem::new(KIND, "two lists with one hash", property).numbers(70)
}

fn large_modulus() -> Problem {
    let property = property! {
        forall x: u32;
        forall y: u32;
        check *x == 0 || x == y || x % 1009 != y % 1009
    };
    Problem::new(KIND, "equal modulo 1009", property).numbers(1100)
}

fn remainder() -> Problem {
    let property = property! { forall x: u32; check x % 1000 != 77 };
    Problem::new(KIND, "77 modulo 1000", property).numbers(100)
}

fn parity() -> Problem {
    let property = property! { forall x: u64; check *x < 1000 || x.count_ones() % 2 == 0 };
    Problem::new(KIND, "odd parity", property).numbers(1100)
}

fn square() -> Problem {
    let property = property! {
        forall x: u16;
        check u32::from(*x) * u32::from(*x) % 251 != 88
    };
    Problem::new(KIND, "a square root modulo 251", property).numbers(300)
}

fn gray() -> Problem {
    let property = property! { forall x: u32; check (x ^ (x >> 1)).count_ones() != 7 };
    Problem::new(KIND, "seven bits in Gray code", property).numbers(300)
}

fn disjoint_bits() -> Problem {
    let property = property! {
        forall a: u8;
        forall b: u8;
        check a ^ b != 0x5A || a & b != 0x21
    };
    Problem::new(KIND, "bits of two bytes", property).numbers(256)
}

fn shift_register() -> Problem {
    let property = property! {
        forall x: u16;
        check {
            let step = |x: u16| (x >> 1) ^ if x & 1 == 1 { 0xB400 } else { 0 };
            *x == 0 || (0..40).fold(*x, |x, _| step(x)) & 0x7F != 0
        }
    };
    Problem::new(KIND, "a shift register", property).numbers(1000)
}

fn logarithms() -> Problem {
    let property = property! {
        forall a: i64;
        forall b: i64;
        check *a < 5 || *b < 5 || a.ilog2() != b.ilog2() + 1 || (a + b) % 7 != 0
    };
    Problem::new(KIND, "coupled logarithms", property).numbers(60)
}

fn wrapped_product() -> Problem {
    let property = property! {
        forall a: u8;
        forall b: u8;
        check *a < 2 || *b < 2 || a.wrapping_mul(*b) != 1
    };
    Problem::new(KIND, "inverse modulo 256", property).numbers(256)
}

fn check_digit() -> Problem {
    let property = property! {
        forall digits in vec(0..=9_u32, 3..=8);
        check {
            let sum: u32 = digits.iter().enumerate().map(|(at, x)| x * (at as u32 % 2 * 2 + 1)).sum();
            sum == 0 || !sum.is_multiple_of(10) || digits.contains(&5)
        }
    };
    Problem::new(KIND, "a valid check digit", property).numbers(10)
}

fn rotated() -> Problem {
    let property = property! {
        forall x in any::<u16>();
        check *x < 256 || x.rotate_left(4) & 0xF0F != 0xA05
    };
    Problem::new(KIND, "a rotated pattern", property).numbers(50_000)
}
