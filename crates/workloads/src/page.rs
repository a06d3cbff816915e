//! The results page, with all charts and tables.

use std::fmt::Write;

use crate::charts::{THREADS, charts, shrinker, wall_times};
use crate::experiment::{EXPERIMENTS, Experiment};
use crate::goals::{goals, time_ratio};
use crate::matrix::needed;
use crate::program::is_stale;
use crate::record::Record;
use crate::savings::savings;
use crate::store::Stored;
use crate::summary::{Group, ShrinkRatio, TaskTrials, groups, mean};
use crate::svg::escape;
use crate::throughput::Row;

/// Renders the page for the content of a store.
pub fn page(stored: &Stored) -> String {
    let records = &stored.records;
    let mut body = head(stored);
    let charts = charts(records);
    for experiment in EXPERIMENTS {
        let groups = groups(records, experiment.name);
        if groups.is_empty() {
            continue;
        }
        let Experiment { name, question, notes, paper, .. } = experiment;
        let _ = write!(body, "<h2 id=\"{name}\">{}<small>{name}</small></h2>", escape(question));
        if !notes.is_empty() {
            let _ = write!(body, "<p>{}</p>", code(&escape(notes)));
        }
        if !paper.is_empty() {
            let _ = write!(body, "<p><b>Paper.</b> {}</p>", code(&escape(paper)));
        }
        body += &stale(records, name);
        for chart in charts.iter().filter(|chart| chart.experiment == *name) {
            let _ = write!(body, "<figure>{}</figure>", chart.svg);
        }
        body += &match *name {
            "deep" => ratios(&groups) + &totals(&groups) + &ratios_by_time(&groups),
            "shrink" => sizes(&groups),
            "parallel" => cutoffs(&groups),
            "guided" => tests_saved(&groups),
            _ => String::new(),
        };
        body += &folded("By workload", &overview(&groups));
        // As a table, the runners would be longer than the rest of the page; the chart shows them.
        if *name != "runners" {
            body += &folded("By task", &tasks(&groups));
        }
    }
    if !stored.rates.is_empty() {
        body += "<h2 id=\"throughput\">How many tests per second?<small>throughput</small></h2>";
        body += &rates(&stored.rates);
    }
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" \
         content=\"light dark\"><title>The workloads of ETNA, with Forall</title>\
         <style>{STYLE}</style><main>{body}</main></html>\n"
    )
}

const STYLE: &str = include_str!("page.css");

/// Turns text between backticks into code.
fn code(html: &str) -> String {
    let parts = html.split('`').zip([false, true].into_iter().cycle());
    parts
        .map(|(part, is_code)| match is_code {
            true => format!("<code>{part}</code>"),
            false => part.to_owned(),
        })
        .collect()
}

/// Renders a collapsed section.
fn folded(title: &str, content: &str) -> String {
    format!("<details><summary>{title}</summary>{content}</details>")
}

/// Renders the number of trials of an experiment that other versions of the code ran, if there are any.
fn stale(records: &[Record], experiment: &str) -> String {
    let of_experiment = || records.iter().filter(|record| record.key.experiment == experiment);
    match of_experiment().filter(|record| is_stale(record)).count() {
        0 => String::new(),
        stale => {
            let all = of_experiment().count();
            format!("<p>Stale: other versions of the code ran {stale} of these {all} trials.</p>")
        }
    }
}

/// Renders the introduction and the table of goals.
fn head(stored: &Stored) -> String {
    let trials = stored.records.len();
    let machine = stored.machine.as_deref().unwrap_or("The machine is unknown.");
    let mut head = format!(
        "<h1>The workloads of ETNA, with Forall</h1><p>{} {trials} trials. Times are CPU times of \
         the thread, except in <code>parallel</code>, where they are wall times. A task is a mutant \
         and a property that can detect it; it is solved if every trial finds the bug.</p><nav>",
        escape(machine)
    );
    for Experiment { name, .. } in EXPERIMENTS {
        if stored.records.iter().any(|record| record.key.experiment == *name) {
            let _ = write!(head, "<a href=\"#{name}\">{name}</a> ");
        }
    }
    head += "</nav>";
    let goals = goals(stored);
    if !goals.is_empty() {
        let reached = goals.iter().filter(|goal| goal.reached).count();
        let all = goals.len();
        let _ = write!(head, "<h2>Goals<small>{reached} of {all} reached</small></h2>");
        let rows = goals.into_iter().map(|goal| {
            let reached = match &goal.missing {
                Some(missing) => format!("✗ only {missing}"),
                None if goal.reached => "✓ reached".to_owned(),
                None => "✗ missed".to_owned(),
            };
            vec![goal.what, goal.required, goal.measured, reached]
        });
        head += &table(&["", "required", "measured", ""], rows);
    }
    head
}

/// Renders a table.
fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let cell = |tag: &str, cell: &str| {
        let missed = if cell.starts_with('✗') { " class=\"missed\"" } else { "" };
        format!("<{tag}{missed}>{}</{tag}>", escape(cell))
    };
    let head: String = head.iter().map(|text| cell("th", text)).collect();
    let rows: String = rows
        .map(|row| {
            format!("<tr>{}</tr>", row.iter().map(|text| cell("td", text)).collect::<String>())
        })
        .collect();
    format!(
        "<div class=\"wide\"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
}

/// Renders one line for each group.
fn overview(groups: &[Group]) -> String {
    let head = [
        "",
        "tasks",
        "solved in every trial",
        "in any trial",
        "consistency",
        "always < 0.1 s",
        "always < 1 s",
        "slowest",
        "median tests",
    ];
    let rows = groups.iter().map(|group| {
        let slowest = group.tasks.iter().filter(|task| task.solved());
        let slowest = slowest.map(|task| task.slowest()).fold(0.0, f64::max);
        let mut tests: Vec<f64> = group.tasks.iter().map(needed).collect();
        tests.sort_by(f64::total_cmp);
        let median = tests.get(tests.len() / 2).copied().filter(|tests| tests.is_finite());
        vec![
            format!("{}, {}, {}", group.workload, group.strategy, group.test_loop),
            group.tasks.len().to_string(),
            group.solved().to_string(),
            group.solved_by_any().to_string(),
            group.consistency().map_or("–".into(), |share| format!("{:.0} %", 100.0 * share)),
            group.always_below(0.1).to_string(),
            group.always_below(1.0).to_string(),
            seconds(slowest),
            median.map_or("–".into(), |tests| format!("{tests:.0}")),
        ]
    });
    table(&head, rows)
}

/// Renders the number of tests that feedback saves, by workload.
fn tests_saved(groups: &[Group]) -> String {
    let head = [
        "",
        "tasks solved by either",
        "solved by fresh inputs",
        "solved by the loop",
        "fewer tests",
        "more tests",
        "tests of fresh inputs relative to the loop",
    ];
    let rows = savings(groups).into_iter().map(|saved| {
        vec![
            format!("{}, {}", saved.workload, saved.test_loop),
            saved.tasks.to_string(),
            saved.solved_without.to_string(),
            saved.solved_with.to_string(),
            saved.fewer_tests.to_string(),
            saved.more_tests.to_string(),
            format!("{:.2}×", saved.ratio),
        ]
    });
    table(&head, rows)
}

/// Formats a time in a suitable unit.
fn seconds(time: f64) -> String {
    match time {
        t if t < 1e-3 => format!("{:.0} µs", t * 1e6),
        t if t < 1.0 => format!("{:.1} ms", t * 1e3),
        t => format!("{t:.2} s"),
    }
}

/// Renders the ratio of our times to those of other loops, over the tasks that both solve.
fn ratios(groups: &[Group]) -> String {
    let head = [
        "mean ratio of our time to failure to",
        "quickcheck's",
        "proptest's",
        "our tests/s",
        "quickcheck's tests/s",
        "proptest's tests/s",
    ];
    let mut rows = Vec::new();
    for ours in groups.iter().filter(|group| ["typed", "erased"].contains(&&*group.test_loop)) {
        let same =
            |group: &&Group| (&group.workload, &group.strategy) == (&ours.workload, &ours.strategy);
        let mine: Vec<Group> = groups.iter().filter(same).cloned().collect();
        let time = |peer: &str| {
            let ratio = time_ratio(&mine, &ours.workload, &ours.test_loop, peer);
            ratio.map_or("–".into(), |ratio| format!("× {ratio:.2}"))
        };
        let rate = |test_loop: &str| {
            let group = mine.iter().find(|group| group.test_loop == test_loop);
            group.map_or("–".into(), |group| format!("{:.0}", group.rate()))
        };
        rows.push(vec![
            format!("{}, {}, {}", ours.workload, ours.strategy, ours.test_loop),
            time("quickcheck"),
            time("proptest"),
            rate(&ours.test_loop),
            rate("quickcheck"),
            rate("proptest"),
        ]);
    }
    table(&head, rows.into_iter())
}

/// Renders the total times of our typed loop and of other loops, over the tasks that both solve. Unlike a mean of ratios, a
/// total is made of the long tasks.
fn totals(groups: &[Group]) -> String {
    let head = [
        "total time to failure over the tasks that both solve",
        "tasks",
        "ours",
        "theirs",
        "ratio",
    ];
    let mut rows = Vec::new();
    for workload in ["BST", "RBT", "STLC"] {
        for peer in ["quickcheck", "proptest"] {
            let pairs = paired_times(groups, workload, peer);
            let total = |of: fn(&PairedTimes) -> f64| pairs.iter().map(of).sum::<f64>();
            let ours = total(|pair| pair.ours);
            let theirs = total(|pair| pair.theirs);
            if !pairs.is_empty() {
                let ratio = format!("× {:.2}", ours / theirs);
                let what = format!("{workload}, {peer}");
                rows.push(vec![
                    what,
                    pairs.len().to_string(),
                    seconds(ours),
                    seconds(theirs),
                    ratio,
                ]);
            }
        }
    }
    table(&head, rows.into_iter())
}

/// Renders the ratios of our times to quickcheck's, by our time to failure.
fn ratios_by_time(groups: &[Group]) -> String {
    const BOUNDS: [(&str, f64); 5] = [
        ("below 10 µs", 1e-5),
        ("10 to 100 µs", 1e-4),
        ("0.1 to 1 ms", 1e-3),
        ("1 to 10 ms", 1e-2),
        ("10 ms or more", f64::INFINITY),
    ];
    let mut rows = Vec::new();
    for workload in ["BST", "RBT", "STLC"] {
        let pairs = paired_times(groups, workload, "quickcheck");
        let mut lower = 0.0;
        for (name, upper) in BOUNDS {
            let within = |pair: &&PairedTimes| (lower..upper).contains(&pair.ours);
            let within: Vec<&PairedTimes> = pairs.iter().filter(within).collect();
            lower = upper;
            let ratio = mean(within.iter().map(|pair| pair.ours / pair.theirs));
            if let Some(ratio) = ratio {
                let ratio = format!("× {ratio:.2}");
                rows.push(vec![format!("{workload}, {name}"), within.len().to_string(), ratio]);
            }
        }
    }
    let head =
        ["by our time to failure", "tasks and strategies", "our time relative to quickcheck's"];
    table(&head, rows.into_iter())
}

/// The mean times to failure of one task with one strategy, in seconds.
struct PairedTimes {
    ours: f64,
    theirs: f64,
}

/// Returns the times of our typed loop and of another one on the tasks that both solve.
fn paired_times(groups: &[Group], workload: &str, peer: &str) -> Vec<PairedTimes> {
    let of_loop = |name: &str| {
        let wanted = |group: &&Group| group.workload == workload && group.test_loop == name;
        groups.iter().filter(wanted).collect::<Vec<&Group>>()
    };
    let mut pairs = Vec::new();
    for ours in of_loop("typed") {
        for theirs in of_loop(peer) {
            if theirs.strategy != ours.strategy {
                continue;
            }
            let solved = ours.both_solved(theirs).into_iter();
            pairs.extend(
                solved
                    .map(|(ours, theirs)| PairedTimes { ours: ours.time(), theirs: theirs.time() }),
            );
        }
    }
    pairs
}

/// Renders the sizes of counterexamples.
fn sizes(groups: &[Group]) -> String {
    let head = [
        "",
        "original size relative to shrunk size",
        "± ",
        "trials at the minimum",
        "candidates tried",
        "time",
    ];
    let rows = groups.iter().filter_map(|group| {
        let ShrinkRatio { mean: ratio, deviation } = group.shrink_ratio()?;
        let all = |of: fn(&Record) -> u64| {
            let each = |task: &TaskTrials| task.size(|record| Some(of(record)));
            group.mean(each).unwrap_or_default()
        };
        let share = group.share_of_minima();
        Some(vec![
            format!("{}, {}", group.workload, shrinker(&group.test_loop)),
            format!("{ratio:.2}"),
            format!("{deviation:.2}"),
            share.map_or("–".into(), |share| format!("{:.1} %", 100.0 * share)),
            format!("{:.0}", all(|record| record.shrinks)),
            seconds(all(|record| record.shrink_time) / 1e9),
        ])
    });
    table(&head, rows)
        + "<p>The domain of our System F terms is larger than that of ETNA's generator, which never draws <code>Top</code> or a \
           variable as the type of a term: 8 of 18 minima need one. Fresh terms are the same.</p>"
}

/// Renders the time on several threads relative to `quick_check`, with the cut-offs of the paper.
fn cutoffs(groups: &[Group]) -> String {
    const CUTOFFS: [(&str, f64); 6] = [
        ("0", 0.0),
        ("0.1 ms", 1e-4),
        ("1 ms", 1e-3),
        ("10 ms", 0.01),
        ("0.1 s", 0.1),
        ("1 s", 1.0),
    ];
    let mut head =
        vec!["times relative to quick_check, over tasks that differ by more than".to_owned()];
    head.extend(THREADS.map(|threads| format!("{threads} threads: tasks")));
    head.extend(THREADS.map(|threads| format!("{threads} threads: time")));
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let times = wall_times(groups);
    let rows = CUTOFFS.map(|(name, least)| {
        let ratios = |at: usize| {
            let far = times.iter().filter(move |row| (row.alone - row.parallel[at]).abs() > least);
            far.map(move |row| row.parallel[at] / row.alone)
        };
        let mut cells = vec![name.to_owned()];
        cells.extend((0..THREADS.len()).map(|at| ratios(at).count().to_string()));
        let mean = |at| mean(ratios(at)).map_or("–".into(), |ratio| format!("× {ratio:.2}"));
        cells.extend((0..THREADS.len()).map(mean));
        cells
    });
    table(&head, rows.into_iter())
}

/// Renders tests per second.
fn rates(rates: &[Row]) -> String {
    let head = ["", "typed", "erased", "handwritten", "typed relative to handwritten"];
    let rows = rates.iter().map(|row| {
        let mut cells = vec![format!("{} {}", row.workload, row.property)];
        cells.extend([row.typed, row.erased, row.handwritten].map(|rate| format!("{rate:.0}")));
        cells.push(format!("× {:.2}", row.typed / row.handwritten));
        cells
    });
    table(&head, rows)
}

/// Renders one line for each task.
fn tasks(groups: &[Group]) -> String {
    let head =
        ["", "solved", "mean time", "slowest", "mean tests", "original", "shrunk", "minimum"];
    let rows = groups.iter().flat_map(|group| {
        group.tasks.iter().map(move |task| {
            let size = |of: fn(&Record) -> Option<u64>| {
                task.size(of).map_or(String::new(), |size| format!("{size:.1}"))
            };
            let Group { workload, strategy, test_loop, .. } = group;
            vec![
                format!("{workload} {} {} ({strategy}, {test_loop})", task.mutant, task.property),
                if task.solved() { "yes" } else { "no" }.into(),
                seconds(task.time()),
                seconds(task.slowest()),
                format!("{:.0}", task.tests()),
                size(|record| record.original),
                size(|record| record.size),
                size(|record| record.minimum),
            ]
        })
    });
    table(&head, rows)
}
