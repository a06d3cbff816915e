//! Other string types: boxed and shared strings, and those of the operating system and C.

use std::ffi::{CString, OsString};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use super::strings::simpler_any;
use super::{Arbitrary, Shrinks};
use crate::source::{ChoiceValue, Reject, Source};

// Generated from a string. A value that is valid UTF-8 also shrinks as a string.
macro_rules! string {
    ($($string:ty, |$name:ident| $read:expr;)*) => { $(
        impl Arbitrary for $string {
            #[cfg_attr(not(debug_assertions), inline)]
            fn generate(source: &mut Source) -> Result<$string, Reject> {
                Ok(String::generate(source)?.into())
            }

            fn shrink(&self) -> Shrinks<'_, $string> {
                let $name = self;
                let text: Option<&str> = $read;
                Shrinks::new(text.into_iter().flat_map(simpler_any).map(<$string>::from))
            }

            fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                let $name = self;
                let text: Option<&str> = $read;
                choices.push(ChoiceValue::String(text?.to_owned()));
                Some(())
            }
        }
    )* };
}

string! {
    Box<str>, |text| Some(text);
    Rc<str>, |text| Some(text);
    Arc<str>, |text| Some(text);
    OsString, |text| text.to_str();
    PathBuf, |path| path.to_str();
}

/// Generated from a string, whose NUL characters are removed.
impl Arbitrary for CString {
    #[cfg_attr(not(debug_assertions), inline)]
    fn generate(source: &mut Source) -> Result<CString, Reject> {
        let mut text = String::generate(source)?;
        text.retain(|c| c != '\0');
        Ok(CString::new(text).expect("the NUL characters were removed"))
    }

    fn shrink(&self) -> Shrinks<'_, CString> {
        let simpler = self.to_str().into_iter().flat_map(simpler_any);
        Shrinks::new(simpler.filter_map(|text| CString::new(text).ok()))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        choices.push(ChoiceValue::String(self.to_str().ok()?.to_owned()));
        Some(())
    }
}
