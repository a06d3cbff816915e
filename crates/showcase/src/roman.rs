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

/// Writes a number below 4000 as a numeral.
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

/// Reads a numeral, or returns `None` if it is not in canonical form.
pub fn read(text: &str) -> Option<u16> {
    let mut rest = text;
    let mut number = 0_u16;
    for (value, digit) in DIGITS {
        while let Some(tail) = rest.strip_prefix(digit) {
            rest = tail;
            number = number.checked_add(value)?;
        }
    }
    (rest.is_empty() && write(number) == text).then_some(number)
}
