//! A runner of one's own: so long a time, and every failure kept rather than the first.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::time::{Duration, Instant};

use forall::block::{Property, check, generate, print};
use forall::property::property;
use forall::report::{Binding, Verdict};
use forall::source::Source;

fn collect_failures<P: Property>(property: &P, time: Duration) -> Vec<Vec<Binding>> {
    let (began, mut failures) = (Instant::now(), Vec::new());
    for n in 0.. {
        if began.elapsed() > time {
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
