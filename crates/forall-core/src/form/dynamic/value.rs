//! Values and domains with erased types.

use std::any::{Any, type_name};
use std::fmt::Debug;
use std::ops::Range;
use std::rc::Rc;

use crate::domain::{Domain, portion};
use crate::source::{ChoiceValue, Reject, Source};

/// A value of some type.
pub(super) trait AnyValue: Debug {
    fn as_any(&self) -> &dyn Any;
    fn type_name(&self) -> &'static str;
}

impl<T: Debug + 'static> AnyValue for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn type_name(&self) -> &'static str {
        type_name::<T>()
    }
}

/// A domain of such values. It is used only with values that it generated.
pub(super) trait AnyDomain: Send + Sync {
    fn generate(&self, source: &mut Source) -> Result<Rc<dyn AnyValue>, Reject>;
    fn mutate(
        &self,
        old: &Rc<dyn AnyValue>,
        source: &mut Source,
    ) -> Result<Rc<dyn AnyValue>, Reject>;
    fn shrink(&self, value: &Rc<dyn AnyValue>, which: Range<usize>) -> Vec<Rc<dyn AnyValue>>;
    fn print(&self, value: &Rc<dyn AnyValue>) -> String;
    fn invert(&self, value: &Rc<dyn AnyValue>, choices: &mut Vec<ChoiceValue>) -> Option<()>;
}

/// A domain that hides its type.
pub(super) struct Typed<D>(pub(super) D);

impl<D: Domain + Send + Sync> AnyDomain for Typed<D> {
    fn generate(&self, source: &mut Source) -> Result<Rc<dyn AnyValue>, Reject> {
        Ok(Rc::new(self.0.generate(source)?))
    }

    fn mutate(
        &self,
        old: &Rc<dyn AnyValue>,
        source: &mut Source,
    ) -> Result<Rc<dyn AnyValue>, Reject> {
        Ok(Rc::new(self.0.mutate(own::<D>(old), source)?))
    }

    fn shrink(&self, value: &Rc<dyn AnyValue>, which: Range<usize>) -> Vec<Rc<dyn AnyValue>> {
        let simpler = portion(self.0.shrink(own::<D>(value)), which);
        simpler.into_iter().map(|value| Rc::new(value) as Rc<dyn AnyValue>).collect()
    }

    fn print(&self, value: &Rc<dyn AnyValue>) -> String {
        self.0.print(own::<D>(value))
    }

    fn invert(&self, value: &Rc<dyn AnyValue>, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.0.invert(own::<D>(value), choices)
    }
}

fn own<D: Domain>(value: &Rc<dyn AnyValue>) -> &D::Value {
    (**value).as_any().downcast_ref().expect("the value was made by this domain")
}
