//! Stands in until the real ones are merged.

use super::{Arbitrary, Shrinks};
use crate::source::{Reject, Role, Source};

impl Arbitrary for bool {
    fn generate(source: &mut Source) -> Result<bool, Reject> {
        Ok(source.bool(Role::Value, |random| random.one_in(2)))
    }

    fn shrink(&self) -> Shrinks<'_, bool> {
        Box::new(self.then_some(false).into_iter())
    }
}

impl Arbitrary for String {
    fn generate(source: &mut Source) -> Result<String, Reject> {
        let bytes = Vec::<u8>::generate(source)?;
        Ok(bytes.into_iter().map(|byte| char::from(b'a' + byte % 26)).collect())
    }

    fn shrink(&self) -> Shrinks<'_, String> {
        Box::new((0..self.len()).map(|length| self[..length].to_owned()))
    }
}

impl<T: Arbitrary + Clone> Arbitrary for Box<T> {
    fn generate(source: &mut Source) -> Result<Box<T>, Reject> {
        T::generate(source).map(Box::new)
    }

    fn shrink(&self) -> Shrinks<'_, Box<T>> {
        Box::new(T::shrink(self).map(Box::new))
    }
}

impl<T: Arbitrary + Clone> Arbitrary for Option<T> {
    fn generate(source: &mut Source) -> Result<Option<T>, Reject> {
        let some = source.bool(Role::Branch, |random| !random.one_in(4));
        some.then(|| T::generate(source)).transpose()
    }

    fn shrink(&self) -> Shrinks<'_, Option<T>> {
        Box::new(self.iter().flat_map(|x| std::iter::once(None).chain(x.shrink().map(Some))))
    }
}
