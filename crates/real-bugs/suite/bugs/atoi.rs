//! Parsing integers from bytes.

use atoi::FromRadix10SignedChecked;

use crate::bug::Bug;

pub(crate) static I16_UNDERFLOW: Bug<i32> = Bug {
    name: "atoi_i16_underflow",
    package: "atoi",
    law: "checked parsing of a number as `i16` succeeds exactly if the number fits",
    link: "https://github.com/pacman82/atoi-rs/blob/main/CHANGELOG.md",
    check: |number| {
        let digits = number.to_string();
        let parsed = i16::from_radix_10_signed_checked(digits.as_bytes());
        assert_eq!(parsed, (i16::try_from(*number).ok(), digits.len()));
    },
    known_failure: || -32_769,
};
