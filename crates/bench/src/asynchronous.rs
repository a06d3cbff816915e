//! Async properties: what an executor adds to the cost of a synchronous test.

use std::time::Duration;

use forall::__private::{AsyncTest, CaughtPanics, Leaks};
use forall::report::Verdict;
use tokio::runtime::Builder;
use tokio::time::sleep;

use crate::measure::{Case, Count, measure};
use crate::options::Options;
use crate::row::{Bar, Row};
use crate::{ours, problems};

/// What one row measures.
struct Executor {
    name: &'static str,
    case: Case,
    /// The limit for the time that is added, in nanoseconds.
    limit: f64,
    bar: Option<Bar>,
}

const EXECUTORS: [Executor; 5] = [
    Executor {
        name: "forall",
        case: |n| run(n, |a, b| TEST.run(addition(a, b))),
        limit: 100.0,
        bar: Some(Bar::AtMost(1.0)),
    },
    Executor {
        name: "forall, one task",
        case: |n| run(n, |a, b| TEST.run(async move { forall::task::spawn(addition(a, b)).await })),
        limit: 100.0,
        bar: None,
    },
    Executor {
        name: "tokio",
        case: |n| run(n, |a, b| TEST.run_on_tokio(addition(a, b))),
        limit: 1000.0,
        bar: Some(Bar::AtMost(1.0)),
    },
    Executor {
        name: "tokio, an hour of sleep",
        case: |n| run(n, |a, b| TEST.run_on_tokio(slept(addition(a, b)))),
        // A thousand tests take less than a second.
        limit: 1_000_000.0,
        bar: Some(Bar::AtMost(1.0)),
    },
    Executor {
        name: "tokio, a runtime for each test",
        case: |n| run(n, in_new_runtime),
        limit: 1000.0,
        bar: None,
    },
];

static TEST: AsyncTest = AsyncTest::new(Leaks::Report, CaughtPanics::Fail, "");

/// Measures all rows that `options` select.
pub fn asynchronous(options: &Options) -> Vec<Row> {
    let wanted: Vec<&Executor> =
        EXECUTORS.iter().filter(|executor| options.wants(executor.name)).collect();
    let synchronous: Case = |n| run(n, |a, b| verdict(problems::addition(a, b)));
    let cases = [synchronous].into_iter().chain(wanted.iter().map(|executor| executor.case));
    let figures = measure(&cases.collect::<Vec<Case>>(), options.effort());
    let rows = wanted.iter().zip(&figures[1..]).map(|(executor, figure)| Row {
        name: executor.name.to_owned(),
        ours: figure.nanos - figures[0].nanos,
        theirs: executor.limit,
        bar: executor.bar,
        unit: "ns",
        note: format!("added to {:.1} ns of a synchronous test", figures[0].nanos),
    });
    rows.collect()
}

async fn addition(a: u64, b: u64) -> bool {
    problems::addition(a, b)
}

async fn slept(body: impl Future<Output = bool>) -> bool {
    sleep(Duration::from_secs(3600)).await;
    body.await
}

fn in_new_runtime(a: u64, b: u64) -> Verdict {
    let mut builder = Builder::new_current_thread();
    let runtime = builder.enable_time().start_paused(true).build();
    let runtime = runtime.expect("the runtime needs no resources");
    verdict(runtime.block_on(addition(a, b)))
}

fn verdict(holds: bool) -> Verdict {
    forall::property::IntoVerdict::into_verdict(holds)
}

fn run(tests: u64, check: impl Fn(u64, u64) -> Verdict + Sync + 'static) -> Count {
    ours::run(&ours::words(move |a, b| check(a, b) == Verdict::Pass), tests);
    Count { tests, units: tests }
}
