//! Simpler variants of an enum, while what is inside stays.

use forall::Arbitrary;
use forall::domain::{any, option, string, vec};
use forall::property::property;

use super::Problem;

const KIND: &str = "variants";

/// Returns the problems of this kind.
pub(super) fn all() -> Vec<Problem> {
    vec![marked_up(), same_text(), shapes(), optional_text(), wrapped_number()]
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Message {
    Ping,
    Plain(#[forall(domain = string("ab<>", ..=8))] String),
    Tagged {
        tag: u8,
        #[forall(domain = string("ab<>", ..=8))]
        text: String,
    },
    Pair(
        #[forall(domain = string("ab<>", ..=8))] String,
        #[forall(domain = string("ab<>", ..=8))] String,
    ),
}

impl Message {
    fn texts(&self) -> Vec<&str> {
        match self {
            Message::Ping => vec![],
            Message::Plain(text) | Message::Tagged { text, .. } => vec![text],
            Message::Pair(one, other) => vec![one, other],
        }
    }
}

fn marked_up() -> Problem {
    let property = property! {
        forall message: Message;
        check !message.texts().iter().any(|text| text.len() > 2 && text.contains("<b"))
    };
    Problem::new(KIND, "mark-up in any variant", property).texts("ab<>", 3)
}

fn same_text() -> Problem {
    let property = property! {
        forall messages in vec(any::<Message>(), ..=5);
        check !messages.windows(2).any(|two| {
            std::mem::discriminant(&two[0]) != std::mem::discriminant(&two[1])
                && two[0].texts().iter().any(|text| text.len() > 1 && two[1].texts().contains(text))
        })
    };
    Problem::new(KIND, "one text in two variants", property).texts("ab", 2).numbers(4)
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Shape {
    Square(#[forall(domain = 0..=50_u32)] u32),
    Box(#[forall(domain = 0..=50_u32)] u32, #[forall(domain = 0..=50_u32)] u32),
    Frame(
        #[forall(domain = 0..=50_u32)] u32,
        #[forall(domain = 0..=50_u32)] u32,
        #[forall(domain = 0..=50_u32)] u32,
    ),
}

impl Shape {
    fn area(&self) -> u32 {
        match *self {
            Shape::Square(side) => side * side,
            Shape::Box(a, b) => a * b,
            Shape::Frame(a, b, hole) => (a * b).saturating_sub(hole * hole),
        }
    }
}

fn shapes() -> Problem {
    let property =
        property! { forall shape: Shape; check shape.area() % 60 != 36 || shape.area() < 100 };
    Problem::new(KIND, "a shape of a certain area", property).numbers(51)
}

fn optional_text() -> Problem {
    let text = || string("abc,", ..=8);
    let property = property! {
        forall record in (option(text()), option(text()));
        check {
            let joined: Vec<&str> = [&record.0, &record.1].into_iter().flatten().map(String::as_str).collect();
            let line = joined.join(",");
            line.split(',').count() == joined.len() || line.len() < 4
        }
    };
    Problem::new(KIND, "a separator in a field", property).texts("a,", 4)
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Json {
    Null,
    Number(i16),
    List(Vec<Json>),
    Named(#[forall(domain = string('a'..='d', ..=3))] String, Box<Json>),
}

impl Json {
    fn numbers(&self) -> Vec<i16> {
        match self {
            Json::Null => vec![],
            Json::Number(x) => vec![*x],
            Json::List(list) => list.iter().flat_map(Json::numbers).collect(),
            Json::Named(_, inner) => inner.numbers(),
        }
    }
}

fn wrapped_number() -> Problem {
    let property = property! {
        forall json: Json;
        check {
            let numbers = json.numbers();
            !numbers.windows(2).any(|two| two[0] > two[1] && two[1] > 3)
        }
    };
    Problem::new(KIND, "two numbers that fall", property).texts("a", 1)
}
