//! Rational numbers.

use num_rational::Ratio;
use num_traits::CheckedDiv;

use crate::bug::Bug;
use crate::input::input;

input! {
    struct Division { numerators: (i16, i16), denominators: (u8, u8) }
}

pub(crate) static CHECKED_DIVISION: Bug<Division> = Bug {
    name: "num_rational_checked_division",
    package: "num-rational",
    law: "a checked division returns the quotient, and `None` if the divisor is zero",
    link: "https://github.com/rust-num/num-rational/issues/74",
    check: |division| {
        let (a, c) = division.numerators;
        let (b, d) = division.denominators;
        let ratio = |numerator: i16, denominator: u8| {
            Ratio::new(i64::from(numerator), i64::from(denominator) + 1)
        };
        let quotient = ratio(a, b).checked_div(&ratio(c, d));
        let expected = (c != 0).then(|| {
            let numerator = i64::from(a) * (i64::from(d) + 1);
            Ratio::new(numerator, (i64::from(b) + 1) * i64::from(c))
        });
        assert_eq!(quotient, expected);
    },
    known_failure: || Division { numerators: (0, 0), denominators: (0, 0) },
};
