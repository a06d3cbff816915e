//! Floats of 16 bits.

use half::f16;

use crate::bug::Bug;
use crate::input::input;

input! {
    /// Two numbers, as bits.
    struct Pair { a: u16, b: u16 }
}

pub(crate) static MIN_MAX_NAN: Bug<Pair> = Bug {
    name: "half_min_max_nan",
    package: "half",
    law: "`min` and `max` return what they return for wider floats",
    link: "https://github.com/VoidStarKat/half-rs/issues/126",
    check: |pair| {
        let a = f16::from_bits(pair.a);
        let b = f16::from_bits(pair.b);
        let same = |x: f16, y: f32| x.to_f32() == y || x.is_nan() && y.is_nan();
        assert!(same(a.max(b), a.to_f32().max(b.to_f32())));
        assert!(same(a.min(b), a.to_f32().min(b.to_f32())));
    },
    known_failure: || Pair { a: 0x7e00, b: 0 },
};
