//! Guidance by the coverage of valid inputs, and a second queue for discarded ones.

use forall::domain::{elements, vec};
use forall::feedback::{Feedback, Labels, Premises, Probes, Scores, Shape, ValidCoverage};
use forall::part::{DEFAULT_ENERGY, Guidance};
use forall::pool::{Energy, Heap, Recycling, TwoQueues, Warmup};
use forall::property::{Erased, forall};
use forall::report::Report;
use forall::runner::{Options, fuzz, fuzz_with};

/// A value of a small language: `{a:[1,"b\n"],c:2}`.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Number(u32),
    Text(String),
    List(Vec<Value>),
    Table(Vec<(String, Value)>),
}

struct Parser<'t> {
    rest: std::str::Chars<'t>,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn accept(&mut self, expected: char) -> Option<()> {
        if self.peek()? != expected {
            return None;
        }
        self.rest.next();
        Some(())
    }

    #[forall::instrument]
    fn value(&mut self) -> Option<Value> {
        match self.peek()? {
            '0'..='9' => self.number(),
            '"' => self.text().map(Value::Text),
            '[' => self.list(),
            '{' => self.table(),
            _ => None,
        }
    }

    #[forall::instrument]
    fn number(&mut self) -> Option<Value> {
        let mut number = 0_u32;
        while let Some(digit) = self.peek().and_then(|digit| digit.to_digit(10)) {
            number = number.checked_mul(10)?.checked_add(digit)?;
            self.rest.next();
        }
        Some(Value::Number(number))
    }

    #[forall::instrument]
    fn text(&mut self) -> Option<String> {
        self.accept('"')?;
        let mut text = String::new();
        loop {
            match self.rest.next()? {
                '"' => return Some(text),
                '\\' => match self.rest.next()? {
                    'n' => text.push('\n'),
                    't' => text.push('\t'),
                    '\\' => text.push('\\'),
                    _ => return None,
                },
                other => text.push(other),
            }
        }
    }

    #[forall::instrument]
    fn list(&mut self) -> Option<Value> {
        self.accept('[')?;
        let mut values = Vec::new();
        while self.peek()? != ']' {
            values.push(self.value()?);
            if self.peek()? != ']' {
                self.accept(',')?;
            }
        }
        self.accept(']')?;
        Some(Value::List(values))
    }

    #[forall::instrument]
    fn table(&mut self) -> Option<Value> {
        self.accept('{')?;
        let mut entries = Vec::new();
        while self.peek()? != '}' {
            let key = self.text()?;
            self.accept(':')?;
            entries.push((key, self.value()?));
            if self.peek()? != '}' {
                self.accept(',')?;
            }
        }
        self.accept('}')?;
        Some(Value::Table(entries))
    }
}

fn parse(text: &str) -> Option<Value> {
    let mut parser = Parser { rest: text.chars() };
    let value = parser.value()?;
    parser.rest.next().is_none().then_some(value)
}

/// Writes a value. The bug: a backslash before a newline is lost.
fn write(value: &Value) -> String {
    let join = |parts: Vec<String>| parts.join(",");
    let escape = |text: &str| {
        let escaped = text.replace('\\', "\\\\").replace('\n', "\\n").replace('\t', "\\t");
        escaped.replace("\\\\\\n", "\\n")
    };
    match value {
        Value::Number(number) => number.to_string(),
        Value::Text(text) => format!("\"{}\"", escape(text)),
        Value::List(values) => format!("[{}]", join(values.iter().map(write).collect())),
        Value::Table(entries) => {
            let entry =
                |(key, value): &(String, Value)| format!("\"{}\":{}", escape(key), write(value));
            format!("{{{}}}", join(entries.iter().map(entry).collect()))
        }
    }
}

/// The parser reads what the writer writes. As a premise, it also runs on many inputs that are not valid.
fn round_trip() -> Erased {
    const TOKENS: [&str; 12] =
        ["[", "]", "{", "}", "\"", ",", ":", "\\n", "\\\\", "a", "1", "\"a\":"];
    let property = forall("tokens", vec(elements(TOKENS), 0..=16))
        .implies("it is a value", |(tokens, ())| parse(&tokens.concat()).is_some())
        .check(|(tokens, ())| {
            parse(&tokens.concat()).is_some_and(|value| parse(&write(&value)) == Some(value))
        });
    Erased::new(property)
}

/// Runs the fuzzer with separate feedback and a separate queue for valid inputs.
fn fuzz_valid_first(property: &Erased, options: &Options) -> Report {
    let heap = || Heap::new(Energy::Fixed(DEFAULT_ENERGY));
    let queues = TwoQueues::new(heap(), heap(), Feedback::is_valid);
    let pool = Warmup::new(1_000, Recycling::new(queues)).alternating(8_000);
    let instrument = (Premises, ValidCoverage::new(Probes), Shape, Labels, Scores);
    fuzz_with(property, &mut Guidance::new(pool).instrument(instrument), options)
}

/// Returns the number of tests that thirty seeds need to find the bug.
fn tests_to_failure(run: impl Fn(&Erased, &Options) -> Report) -> u64 {
    let tests = |seed| {
        let options = Options {
            seed,
            tests: 40_000,
            max_discard_ratio: 200,
            max_shrinks: 0,
            ..Options::default()
        };
        let report = run(&round_trip(), &options);
        assert!(report.counterexample().is_some(), "not with seed {seed}: {report}");
        report.tally.tests()
    };
    (1..=30).map(tests).sum()
}

/// Measured: 98,512 tests with `fuzz`, 80,216 with the coverage of valid inputs, 81,782 with two queues, 60,474 with both.
#[test]
fn guidance_by_valid_inputs_needs_fewer_tests_behind_a_parser() {
    let plain = tests_to_failure(fuzz);
    let valid_first = tests_to_failure(fuzz_valid_first);
    assert!(valid_first < plain * 3 / 4, "{valid_first} tests, and {plain} with `fuzz`");
}
