//! Integers of any size, in another crate than `num_bigint`.

use dashu_int::IBig;

use crate::bug::Bug;

/// Returns the fewest bytes that represent the number in two's complement, the lowest first.
fn shortest(number: i64) -> Vec<u8> {
    if number == 0 {
        return Vec::new();
    }
    let mut bytes = number.to_le_bytes().to_vec();
    while let [.., before, last] = bytes[..] {
        let sign = if before < 0x80 { 0 } else { 0xff };
        if last != sign {
            break;
        }
        bytes.pop();
    }
    bytes
}

pub(crate) static SIGNED_BYTES: Bug<i64> = Bug {
    name: "dashu_signed_bytes",
    package: "dashu-int",
    law: "an integer is written in the fewest bytes, and can be read again",
    link: "https://github.com/cmpute/dashu/blob/master/integer/CHANGELOG.md",
    check: |number| {
        let bytes = IBig::from(*number).to_le_bytes();
        assert_eq!(*bytes, *shortest(*number));
        assert_eq!(IBig::from_le_bytes(&bytes), IBig::from(*number));
    },
    known_failure: || i64::from(i16::MIN),
};
