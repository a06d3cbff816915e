//! Decimal numbers of 96 bits.

use rust_decimal::Decimal;

use crate::bug::Bug;
use crate::input::input;

input! {
    struct Digits { mantissa: i64, scale: u8 }
}

/// The greatest number of decimal places.
const MAX_SCALE: u32 = 28;

impl Digits {
    fn scale(&self) -> u32 {
        u32::from(self.scale) % (MAX_SCALE + 1)
    }

    fn decimal(&self) -> Decimal {
        Decimal::new(self.mantissa, self.scale())
    }
}

pub(crate) static IS_INTEGER: Bug<Digits> = Bug {
    name: "rust_decimal_is_integer",
    package: "rust_decimal",
    law: "`is_integer` returns whether all decimal places are zero",
    link: "https://github.com/paupino/rust-decimal/blob/master/CHANGELOG.md",
    check: |digits| {
        let unit = 10_i128.pow(digits.scale());
        assert_eq!(digits.decimal().is_integer(), i128::from(digits.mantissa) % unit == 0);
    },
    known_failure: || Digits { mantissa: 1_000_000_000, scale: 10 },
};

input! {
    struct Truncation { mantissa: i64, scale: u8, places: u8 }
}

pub(crate) static TRUNCATION: Bug<Truncation> = Bug {
    name: "rust_decimal_truncation",
    package: "rust_decimal",
    law: "`trunc_with_scale` drops decimal places without rounding",
    link: "https://github.com/paupino/rust-decimal/blob/master/CHANGELOG.md",
    check: |truncation| {
        let Truncation { mantissa, scale, places } = *truncation;
        let digits = Digits { mantissa, scale };
        let scale = digits.scale();
        let places = u32::from(places) % (scale + 1);
        let expected = i128::from(mantissa) / 10_i128.pow(scale - places);
        let truncated = digits.decimal().trunc_with_scale(places);
        assert_eq!(truncated, Decimal::from_i128_with_scale(expected, places));
    },
    known_failure: || Truncation { mantissa: 10, scale: 10, places: 9 },
};
