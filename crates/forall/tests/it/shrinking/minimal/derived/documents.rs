//! Documents: values in lists and maps.

use std::sync::LazyLock;

use forall::Arbitrary;

use super::{Question, Size, Small, rank};

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Json {
    Null,
    Bool(bool),
    Number(i32),
    Text(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

use Json::{Array, Bool, Null, Number, Object, Text};

impl Json {
    fn inner(&self) -> Vec<&Json> {
        match self {
            Array(items) => items.iter().collect(),
            Object(items) => items.iter().map(|(_, item)| item).collect(),
            _ => Vec::new(),
        }
    }

    fn parts(&self) -> Vec<&Json> {
        let inner = self.inner().into_iter().flat_map(Json::parts);
        std::iter::once(self).chain(inner).collect()
    }

    fn size(&self) -> Size {
        let numbers = self.parts().into_iter().map(|part| match part {
            Null | Array(_) => 0,
            Bool(flag) => u64::from(*flag),
            Number(i) => rank(*i),
            Text(text) => text.len() as u64,
            Object(items) => items.iter().map(|(key, _)| key.len() as u64).sum(),
        });
        (self.parts().len(), numbers.collect())
    }

    fn depth(&self) -> usize {
        1 + self.inner().into_iter().map(Json::depth).max().unwrap_or(0)
    }

    fn has(&self, what: impl Fn(&Json) -> bool) -> bool {
        self.parts().into_iter().any(what)
    }
}

static SMALL: LazyLock<Small<Json>> = LazyLock::new(|| Small::new(8, Json::size, |_| true));

fn check(name: &'static str, fails: fn(&Json) -> bool) {
    SMALL.check(Question { name, fails });
}

#[test]
fn documents_with_given_contents_shrink_to_the_minimum() {
    check("a text with a quote", |json| {
        json.has(|part| matches!(part, Text(text) if text.contains('"')))
    });
    check("a number below zero in a list", |json| {
        json.has(
            |part| matches!(part, Array(items) if items.iter().any(|x| matches!(x, Number(..0)))),
        )
    });
    check("a sum of two", |json| {
        let number = |json: &Json| if let Number(i) = json { i64::from(*i) } else { 0 };
        json.parts().into_iter().map(number).sum::<i64>() > 1
    });
    check("true and false", |json| {
        json.has(|part| *part == Bool(true)) && json.has(|part| *part == Bool(false))
    });
}

#[test]
fn documents_of_given_shapes_shrink_to_the_minimum() {
    check("a key twice", |json| {
        let twice = |items: &[(String, Json)]| {
            items.iter().enumerate().any(|(i, (key, _))| items[..i].iter().any(|(k, _)| k == key))
        };
        json.has(|part| matches!(part, Object(items) if twice(items)))
    });
    check("a list of different kinds", |json| {
        let kind = std::mem::discriminant::<Json>;
        json.has(|part| {
            matches!(part, Array(items) if items.windows(2).any(|w| kind(&w[0]) != kind(&w[1])))
        })
    });
    check("deep", |json| json.depth() > 2);
    check("an empty object in a list", |json| {
        json.has(|part| matches!(part, Array(items) if items.contains(&Object(Vec::new()))))
    });
    check("an object in an object", |json| {
        let object = |json: &Json| matches!(json, Object(_));
        json.has(|part| object(part) && part.inner().into_iter().any(object))
    });
    check("null after something", |json| {
        json.has(|part| matches!(part, Array(items) if items.len() > 1 && items.ends_with(&[Null])))
    });
}
