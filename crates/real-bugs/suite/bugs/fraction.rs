//! Fractions with a sign.

use fraction::GenericFraction;

use crate::bug::Bug;
use crate::input::input;

input! {
    struct Ratio { numerator: i16, denominator: u8 }
}

pub(crate) static FLOOR: Bug<Ratio> = Bug {
    name: "fraction_floor",
    package: "fraction",
    law: "`floor` and `ceil` round down and up",
    link: "https://github.com/dnsl48/fraction/blob/main/CHANGELOG.md",
    check: |Ratio { numerator, denominator }| {
        let numerator = i64::from(*numerator);
        let denominator = i64::from(*denominator) + 1;
        let fraction = |numerator: i64, denominator: i64| {
            let magnitude =
                GenericFraction::<u64>::new(numerator.unsigned_abs(), denominator as u64);
            if numerator < 0 { -magnitude } else { magnitude }
        };
        let ratio = fraction(numerator, denominator);
        let floor = numerator.div_euclid(denominator);
        let ceil = -(-numerator).div_euclid(denominator);
        assert_eq!(ratio.floor(), fraction(floor, 1));
        assert_eq!(ratio.ceil(), fraction(ceil, 1));
    },
    known_failure: || Ratio { numerator: -1, denominator: 1 },
};
