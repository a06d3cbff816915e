//! A user-defined runner: runs for a given time and collects all failures.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::time::{Duration, Instant};

use forall::block::{Property, check, generate, print};
use forall::property::property;
use forall::report::{Binding, Verdict};
use forall::source::Source;

fn collect_failures<P: Property>(property: &P, time: Duration) -> Vec<Vec<Binding>> {
    let start = Instant::now();
    let mut failures = Vec::new();
    for n in 0.. {
        if start.elapsed() > time {
            break;
        }
        let mut source = Source::for_test(1, n, 5);
        let Ok(inputs) = generate(property, &mut source) else { continue };
        if let Verdict::Fail(_) = check(property, &inputs) {
            failures.push(print(property, &inputs));
        }
    }
    failures
}

fn main() {
    let property = property! { forall xs: Vec<i8>; check xs.len() < 3 };
    let failures = collect_failures(&property, Duration::from_millis(50));
    assert!(!failures.is_empty());
    println!("{} failures in 50 ms, the first of them {:?}", failures.len(), failures[0]);
}
