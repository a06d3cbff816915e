//! Integers of any size.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::bug::Bug;
use crate::input::input;

input! {
    struct Factors { a: Vec<u32>, b: Vec<u32> }
}

/// Multiplies digit by digit, the lowest digit first.
fn long_multiplication(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut product = vec![0; a.len() + b.len()];
    for (i, x) in a.iter().enumerate() {
        let mut carry = 0;
        for (j, y) in b.iter().enumerate() {
            let sum = u64::from(*x) * u64::from(*y) + u64::from(product[i + j]) + carry;
            product[i + j] = sum as u32;
            carry = sum >> 32;
        }
        product[i + b.len()] = carry as u32;
    }
    product
}

pub(crate) static MULTIPLICATION_CARRY: Bug<Factors> = Bug {
    name: "num_bigint_multiplication_carry",
    package: "num-bigint",
    law: "a product is the one of long multiplication",
    link: "https://github.com/rust-num/num-bigint/security/advisories/GHSA-v935-pqmr-g8v9",
    check: |Factors { a, b }| {
        let product = BigUint::new(a.clone()) * BigUint::new(b.clone());
        assert_eq!(product, BigUint::new(long_multiplication(a, b)));
    },
    known_failure: || Factors { a: vec![u32::MAX; 66], b: vec![u32::MAX; 66] },
};

/// The digits of a number, the lowest first. More than four are ignored, because the newest version, too, rounds
/// larger numbers wrongly.
const MAX_DIGITS: usize = 4;

pub(crate) static TO_F64_ROUNDING: Bug<Vec<u32>> = Bug {
    name: "num_bigint_to_f64_rounding",
    package: "num-bigint",
    law: "`to_f64` returns the nearest float, which parsing the decimal digits returns too",
    link: "https://github.com/rust-num/num-bigint/issues/271",
    check: |digits| {
        let number = BigUint::new(digits.iter().copied().take(MAX_DIGITS).collect());
        let nearest = number.to_string().parse::<f64>();
        assert_eq!(number.to_f64(), nearest.ok());
    },
    known_failure: || vec![1, 0x400, 0x8000_0000],
};
