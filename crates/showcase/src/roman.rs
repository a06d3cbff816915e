//! Roman numerals.

const DIGITS: [(u16, &str); 13] = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
];

/// The numeral of a number below 4000.
pub fn write(mut number: u16) -> String {
    let mut text = String::new();
    for (value, digit) in DIGITS {
        while number >= value {
            text += digit;
            number -= value;
        }
    }
    text
}

/// The number that a numeral stands for; nothing if it is not written as it should be.
pub fn read(text: &str) -> Option<u16> {
    let (mut rest, mut number) = (text, 0);
    for (value, digit) in DIGITS {
        while let Some(behind) = rest.strip_prefix(digit) {
            rest = behind;
            number += value;
        }
    }
    (rest.is_empty() && write(number) == text).then_some(number)
}
