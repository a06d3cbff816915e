//! Primitive integers of any width, and their representation in choices.

use std::fmt::Debug;

/// A primitive integer.
///
/// ```
/// use forall::source::Integer;
///
/// /// Returns the number in the middle of a range, for any integer type.
/// fn middle<T: Integer>(low: T, high: T) -> T {
///     low.offset(high.distance(low) / 2)
/// }
/// assert_eq!((middle(10_u8, 250), middle(i64::MIN, i64::MAX)), (130, -1));
///
/// assert_eq!(u128::from_wide(u128::MAX.to_wide()), u128::MAX);
/// assert_eq!((<u8 as Integer>::from_bits(0x1ff), 40_u8.halved(3)), (255, 5));
/// ```
pub trait Integer: Copy + Debug + Ord + 'static {
    /// The least value.
    const MIN: Self;
    /// The greatest value.
    const MAX: Self;
    /// Zero, toward which numbers shrink.
    const ZERO: Self;
    /// The width in bits.
    const BITS: u32;
    /// The number of bits to drop from a random number, for each of 16 equally likely classes: none in
    /// half of the classes, all but four in a quarter (so that lists have repetitions), and numbers in
    /// between in the others.
    const SHIFTS: [u32; 16] = shifts(Self::BITS);

    /// The number of those classes that stand for edge cases.
    const EDGE_CLASSES: u64 = if Self::BITS > 8 { 2 } else { 1 };

    /// Returns the representation in a choice. `u128` is shifted by 2¹²⁷ to fit, which preserves order
    /// and distances.
    fn to_wide(self) -> i128;

    /// Returns the integer of a choice. `wide` must come from [`to_wide`](Integer::to_wide) of the same
    /// type.
    fn from_wide(wide: i128) -> Self;

    /// Returns the integer made of the lowest [`BITS`](Integer::BITS) bits.
    fn from_bits(bits: u128) -> Self;

    /// Returns `self + offset`. The sum must fit.
    fn offset(self, offset: u128) -> Self;

    /// Returns the distance from `low` up to `self`.
    fn distance(self, low: Self) -> u128;

    /// Shifts `self` right by this number of bits.
    fn halved(self, by: u32) -> Self;
}

const fn shifts(bits: u32) -> [u32; 16] {
    let sixteenths = [0, 0, 0, 0, 0, 0, 0, 0, 16, 16, 16, 16, 4, 8, 11, 13];
    let mut shifts = [0; 16];
    let mut class = 0;
    while class < 16 {
        let shift = sixteenths[class] * bits / 16;
        shifts[class] = if shift > bits - 4 { bits - 4 } else { shift };
        class += 1;
    }
    shifts
}

macro_rules! impl_integer {
    ($($int:ident)*) => { $(
        impl Integer for $int {
            const MIN: $int = $int::MIN;
            const MAX: $int = $int::MAX;
            const ZERO: $int = 0;
            const BITS: u32 = $int::BITS;

            #[inline]
            fn to_wide(self) -> i128 {
                self as i128
            }

            #[inline]
            fn from_wide(wide: i128) -> $int {
                wide as $int
            }

            #[inline]
            fn from_bits(bits: u128) -> $int {
                bits as $int
            }

            #[inline]
            fn offset(self, offset: u128) -> $int {
                self.wrapping_add(offset as $int)
            }

            #[inline]
            fn distance(self, low: $int) -> u128 {
                self.abs_diff(low) as u128
            }

            #[inline]
            fn halved(self, by: u32) -> $int {
                self >> by
            }
        }
    )* };
}

impl_integer!(u8 u16 u32 u64 usize i8 i16 i32 i64 i128 isize);

impl Integer for u128 {
    const MIN: u128 = u128::MIN;
    const MAX: u128 = u128::MAX;
    const ZERO: u128 = 0;
    const BITS: u32 = u128::BITS;

    fn to_wide(self) -> i128 {
        (self as i128) ^ i128::MIN
    }

    fn from_wide(wide: i128) -> u128 {
        (wide ^ i128::MIN) as u128
    }

    fn from_bits(bits: u128) -> u128 {
        bits
    }

    fn offset(self, offset: u128) -> u128 {
        self.wrapping_add(offset)
    }

    fn distance(self, low: u128) -> u128 {
        self.abs_diff(low)
    }

    fn halved(self, by: u32) -> u128 {
        self >> by
    }
}
