//! JSON.

use serde_json::{Map, Number, Value};

use crate::domain::inverse;
use crate::domain::items::shorter;
use crate::domain::{Arbitrary, Domain, Lengths, Recursive, Shrinks};
use crate::domain::{any, from_fn, just, recursive, union, vec};
use crate::source::{self, Alphabet, Reject, Role, Source};

thread_local! {
    /// Made once: it holds boxes.
    static JSON: Recursive<Value> = json();
}

/// Any JSON, with about as many parts as the square of the size; `null` is the simplest.
impl Arbitrary for Value {
    fn generate(source: &mut Source) -> Result<Value, Reject> {
        JSON.with(|json| json.generate(source))
    }

    fn shrink(&self) -> Shrinks<'_, Value> {
        let null = (!self.is_null()).then_some(Value::Null).into_iter();
        match self {
            Value::Array(values) => {
                let fewer = shorter(values, 0).map(Value::Array);
                Shrinks::new(null.chain(values.iter().cloned()).chain(fewer))
            }
            Value::Object(members) => {
                let list: Vec<(String, Value)> = members.clone().into_iter().collect();
                let fewer: Vec<Value> = shorter(&list, 0).map(object).collect();
                Shrinks::new(null.chain(members.values().cloned()).chain(fewer))
            }
            _ => Shrinks::new(null),
        }
    }

    fn invert(&self, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
        let (level, kind) = branches(self);
        inverse::branch(level, choices);
        inverse::branch(kind, choices);
        match self {
            Value::Null => Some(()),
            Value::Bool(flag) => flag.invert(choices),
            Value::Number(number) => invert_number(number, choices),
            Value::String(text) => text.invert(choices),
            Value::Array(values) => inverse::list(values, Lengths::ANY, choices, Value::invert),
            Value::Object(members) => {
                inverse::list(members, Lengths::ANY, choices, |(name, value), choices| {
                    name.invert(choices)?;
                    value.invert(choices)
                })
            }
        }
    }
}

/// Which way a value goes in [`json`]: base or step, and then which of theirs.
fn branches(value: &Value) -> (usize, usize) {
    match value {
        Value::Null => (0, 0),
        Value::Bool(_) => (0, 1),
        Value::Number(number) if number.is_i64() => (0, 2),
        Value::Number(number) if number.is_u64() => (0, 3),
        Value::Number(_) => (0, 4),
        Value::String(_) => (0, 5),
        Value::Array(_) => (1, 0),
        Value::Object(_) => (1, 1),
    }
}

fn invert_number(number: &Number, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
    match (number.as_i64(), number.as_u64()) {
        (Some(small), _) => small.invert(choices),
        (None, Some(great)) => great.invert(choices),
        (None, None) => number.as_f64()?.invert(choices),
    }
}

fn json() -> Recursive<Value> {
    let flag = from_fn(|source| Ok(source.bool(Role::Value, |random| random.one_in(2))));
    let base = union((
        just(Value::Null),
        flag.mapped(Value::Bool),
        any::<i64>().mapped(|x| Value::Number(x.into())),
        any::<u64>().mapped(|x| Value::Number(x.into())),
        from_fn(|source| Ok(fraction(source))),
        from_fn(|source| Ok(Value::String(text(source)))),
    ));
    recursive(base, |inner| {
        let member = (from_fn(|source| Ok(text(source))), inner.clone());
        let arrays = vec(inner, ..).mapped(Value::Array);
        union((arrays, vec(member, ..).mapped(object)))
    })
}

fn object(members: Vec<(String, Value)>) -> Value {
    Value::Object(Map::from_iter(members))
}

/// JSON has numbers that are neither infinite nor NaN.
fn fraction(source: &mut Source) -> Value {
    let x = source.float(f64::MIN..=f64::MAX, false, |random| {
        let any = f64::from_bits(random.word());
        if any.is_finite() { any } else { random.unit() }
    });
    Number::from_f64(x).map_or(Value::Null, Value::Number)
}

fn text(source: &mut Source) -> String {
    let size = source.size();
    source.string(&Alphabet::ANY, 0..=usize::MAX, |random| {
        let length = random.below(u64::from(size) + 1);
        // Three of four are letters and the like.
        let mut char = || match random.one_in(4) {
            true => random.below(Alphabet::ANY.len().into()),
            false => random.below(95),
        };
        (0..length).filter_map(|_| Alphabet::ANY.get(char() as u32)).collect()
    })
}
