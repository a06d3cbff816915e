//! JSON values of `serde_json`.

use serde_json::{Map, Number, Value};

use crate::domain::collection_shrink::shorter;
use crate::domain::inverse;
use crate::domain::{Arbitrary, Domain, Lengths, Recursive, Shrinks};
use crate::domain::{any, from_fn, just, one_of, recursive, vec};
use crate::source::{self, Alphabet, Reject, Role, Source};

thread_local! {
    /// Created once, because it allocates.
    static JSON: Recursive<Value> = json();
}

/// Any JSON value, with about size² parts. `null` is the simplest.
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
        let Branches { level, kind } = Branches::of(self);
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

/// The branches of [`json`] that generate a value.
struct Branches {
    /// 0 for the base, 1 for the step.
    level: usize,
    /// The alternative inside the base or the step.
    kind: usize,
}

impl Branches {
    fn of(value: &Value) -> Branches {
        match value {
            Value::Null => Branches { level: 0, kind: 0 },
            Value::Bool(_) => Branches { level: 0, kind: 1 },
            Value::Number(number) if number.is_i64() => Branches { level: 0, kind: 2 },
            Value::Number(number) if number.is_u64() => Branches { level: 0, kind: 3 },
            Value::Number(_) => Branches { level: 0, kind: 4 },
            Value::String(_) => Branches { level: 0, kind: 5 },
            Value::Array(_) => Branches { level: 1, kind: 0 },
            Value::Object(_) => Branches { level: 1, kind: 1 },
        }
    }
}

fn invert_number(number: &Number, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
    if let Some(signed) = number.as_i64() {
        signed.invert(choices)
    } else if let Some(unsigned) = number.as_u64() {
        unsigned.invert(choices)
    } else {
        number.as_f64()?.invert(choices)
    }
}

fn json() -> Recursive<Value> {
    let flag = from_fn(|source| Ok(source.bool(Role::Value, |random| random.one_in(2))));
    let base = one_of((
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
        one_of((arrays, vec(member, ..).mapped(object)))
    })
}

fn object(members: Vec<(String, Value)>) -> Value {
    Value::Object(Map::from_iter(members))
}

/// Draws a finite number: JSON has neither infinities nor NaN.
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
        // Three of four characters are printable ASCII.
        let mut char = || match random.one_in(4) {
            true => random.below(Alphabet::ANY.len().into()),
            false => random.below(95),
        };
        (0..length).filter_map(|_| Alphabet::ANY.get(char() as u32)).collect()
    })
}
