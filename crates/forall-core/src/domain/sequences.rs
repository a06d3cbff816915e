//! Sequences other than `Vec`: deques, linked lists, heaps and boxed slices. They are generated as a `Vec`.

use std::collections::{BinaryHeap, LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use super::collection_shrink::simplified;
use super::{
    Arbitrary, Domain, Lengths, RestrictedDomain, Restriction, Shrinks, any, inverse, restrict, vec,
};
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

            fn restricted(restriction: &Restriction<Self>) -> Option<RestrictedDomain<'_, Self>> {
                let lengths = restrict::within_lengths(restriction, Lengths::ANY)?;
                let lists = vec(any::<T>(), lengths).mapped(|list| list.into_iter().collect::<Self>());
                let inverse = |sequence: &Self| Some(sequence.iter().cloned().collect());
                Some(Box::new(lists.with_inverse(inverse)))
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
