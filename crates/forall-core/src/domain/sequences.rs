//! Sequences other than `Vec`: deques, linked lists, heaps and boxed slices. They are generated as a `Vec`.

use std::collections::{BinaryHeap, LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use super::collection_shrink::simplified;
use super::{Arbitrary, Lengths, Shrinks, inverse};
use crate::source::{ChoiceValue, Reject, Source};

macro_rules! sequence {
    ($($sequence:ty $(, $bound:ident)?;)*) => { $(
        impl<T: Arbitrary + Clone $(+ $bound)?> Arbitrary for $sequence {
            #[inline]
            fn generate(source: &mut Source) -> Result<Self, Reject> {
                Ok(Vec::<T>::generate(source)?.into_iter().collect())
            }

            fn shrink(&self) -> Shrinks<'_, Self> {
                let lists = simplified(self.iter().collect(), 0, Clone::clone, T::shrink);
                Shrinks::new(lists.map(|list| list.into_iter().collect()))
            }

            fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                inverse::list(self.iter(), Lengths::ANY, choices, T::invert)
            }
        }
    )* };
}

sequence! {
    VecDeque<T>;
    LinkedList<T>;
    BinaryHeap<T>, Ord;
    Box<[T]>;
    Rc<[T]>;
    Arc<[T]>;
}
