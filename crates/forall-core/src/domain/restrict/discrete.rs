//! Types whose values are in a known order, one after the other.

/// A primitive type with an order.
pub trait Discrete: Copy + PartialOrd {
    /// The least value.
    const LEAST: Self;
    /// The greatest value.
    const GREATEST: Self;
    /// Whether integers count the values, so that a range can leave out one of them.
    const COUNTED: bool;

    /// Returns the least value above this one, or `None` if this is the greatest.
    fn successor(self) -> Option<Self>;

    /// Returns the greatest value below this one, or `None` if this is the least.
    fn predecessor(self) -> Option<Self>;
}

macro_rules! integers {
    ($($int:ident)*) => { $(
        impl Discrete for $int {
            const LEAST: $int = $int::MIN;
            const GREATEST: $int = $int::MAX;
            const COUNTED: bool = true;

            fn successor(self) -> Option<$int> {
                self.checked_add(1)
            }

            fn predecessor(self) -> Option<$int> {
                self.checked_sub(1)
            }
        }
    )* };
}

integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

macro_rules! floats {
    ($($float:ident)*) => { $(
        impl Discrete for $float {
            const LEAST: $float = $float::NEG_INFINITY;
            const GREATEST: $float = $float::INFINITY;
            const COUNTED: bool = false;

            fn successor(self) -> Option<$float> {
                (self < $float::INFINITY).then(|| self.next_up())
            }

            fn predecessor(self) -> Option<$float> {
                (self > $float::NEG_INFINITY).then(|| self.next_down())
            }
        }
    )* };
}

floats!(f32 f64);

impl Discrete for char {
    const LEAST: char = '\0';
    const GREATEST: char = char::MAX;
    const COUNTED: bool = true;

    fn successor(self) -> Option<char> {
        (self..=char::MAX).nth(1)
    }

    fn predecessor(self) -> Option<char> {
        ('\0'..self).next_back()
    }
}

impl Discrete for bool {
    const LEAST: bool = false;
    const GREATEST: bool = true;
    const COUNTED: bool = false;

    fn successor(self) -> Option<bool> {
        (!self).then_some(true)
    }

    fn predecessor(self) -> Option<bool> {
        self.then_some(false)
    }
}
