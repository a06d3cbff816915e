//! Maps from ranges.

use rangemap::RangeInclusiveMap;

use crate::bug::Bug;
use crate::input::input;

input! {
    /// Two maps, each a list of insertions: start, length and value.
    struct Maps { a: Vec<(u8, u8, u8)>, b: Vec<(u8, u8, u8)> }
}

fn build(insertions: &[(u8, u8, u8)]) -> RangeInclusiveMap<u16, u8> {
    let mut map = RangeInclusiveMap::new();
    for (start, length, value) in insertions {
        let start = u16::from(*start);
        map.insert(start..=start + u16::from(*length), *value);
    }
    map
}

pub(crate) static INCLUSIVE_EQUALITY: Bug<Maps> = Bug {
    name: "rangemap_inclusive_equality",
    package: "rangemap",
    law: "two maps are equal exactly if they have the same ranges and values",
    link: "https://github.com/jeffparsons/rangemap/blob/main/CHANGELOG.md",
    check: |maps| {
        let a = build(&maps.a);
        let b = build(&maps.b);
        assert_eq!(a == b, a.iter().eq(b.iter()));
    },
    known_failure: || Maps { a: vec![(0, 5, 0)], b: vec![(0, 2, 0)] },
};
