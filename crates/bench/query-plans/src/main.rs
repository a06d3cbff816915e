//! Query plan guidance: a fuzzer of SQLite that looks for query plans it has not seen.
//!
//! After "Testing database engines via query plan guidance" (Ba and Rigger, 2023): a change of the database is kept if it
//! leads to a new plan of a query. The plan is a label of the inputs, and new labels are news for `fuzz`.

#![expect(clippy::print_stdout, reason = "a program that shows what it does")]

use std::cell::RefCell;
use std::collections::HashSet;

use forall::Arbitrary;
use forall::domain::{any, vec};
use forall::feedback::{Labels, Premises};
use forall::part::Guidance;
use forall::pool::{Energy, Fifo, Recycling};
use forall::property::property;
use forall::runner::{Options, fuzz_with, quick_check};
use rusqlite::Connection;

const COLUMNS: [&str; 3] = ["a", "b", "c"];

/// A statement that changes the database: its contents, or how it is searched.
#[derive(Clone, Debug, Arbitrary)]
enum Change {
    Insert(i8, i8, i8),
    Index { first: Column, second: Option<Column>, unique: bool },
    PartialIndex { column: Column, above: i8 },
    Analyze,
    Delete(Column, i8),
}

#[derive(Clone, Copy, Debug, Arbitrary)]
enum Column {
    A,
    B,
    C,
}

/// A query with a join, conditions and an order.
#[derive(Clone, Debug, Arbitrary)]
struct Query {
    joined: Option<(Column, Column)>,
    conditions: [Option<(Column, i8)>; 3],
    either: bool,
    order: Option<Column>,
}

impl Column {
    fn name(self) -> &'static str {
        COLUMNS[self as usize]
    }
}

impl Change {
    fn sql(&self, number: usize) -> String {
        match self {
            Change::Insert(a, b, c) => format!("INSERT INTO t VALUES ({a}, {b}, {c})"),
            Change::Index { first, second, unique } => {
                let unique = if *unique { "UNIQUE " } else { "" };
                let second =
                    second.map(|column| format!(", {}", column.name())).unwrap_or_default();
                format!("CREATE {unique}INDEX i{number} ON t ({}{second})", first.name())
            }
            Change::PartialIndex { column, above } => {
                let column = column.name();
                format!("CREATE INDEX i{number} ON t ({column}) WHERE {column} > {above}")
            }
            Change::Analyze => "ANALYZE".to_owned(),
            Change::Delete(column, value) => {
                format!("DELETE FROM t WHERE {} = {value}", column.name())
            }
        }
    }
}

impl Query {
    /// Returns the query with these words after each table, such as `NOT INDEXED`.
    fn sql(&self, after_table: &str) -> String {
        let join = match self.joined {
            Some((left, right)) => {
                format!(" JOIN t AS u{after_table} ON t.{} = u.{}", left.name(), right.name())
            }
            None => String::new(),
        };
        let conditions = self
            .conditions
            .iter()
            .flatten()
            .map(|(column, value)| format!("t.{} > {value}", column.name()));
        let conditions: Vec<String> = conditions.collect();
        let filter = match conditions.join(if self.either { " OR " } else { " AND " }) {
            all if all.is_empty() => String::new(),
            all => format!(" WHERE {all}"),
        };
        let order =
            self.order.map(|column| format!(" ORDER BY t.{}", column.name())).unwrap_or_default();
        format!("SELECT t.a, t.b, t.c FROM t{after_table}{join}{filter}{order}")
    }
}

fn database(changes: &[Change]) -> Connection {
    let database = Connection::open_in_memory().expect("memory suffices");
    database.execute_batch("CREATE TABLE t (a, b, c)").expect("the statement is valid");
    for (number, change) in changes.iter().enumerate() {
        // A unique index may not fit the rows, and a row not the unique index.
        let _ = database.execute_batch(&change.sql(number));
    }
    database
}

/// Returns the plan of the query, without the names of indexes.
fn plan(changes: &[Change], query: &Query) -> String {
    let database = database(changes);
    let mut statement = database
        .prepare(&format!("EXPLAIN QUERY PLAN {}", query.sql("")))
        .expect("the query is valid");
    let details =
        statement.query_map((), |row| row.get::<_, String>("detail")).expect("it can be explained");
    let plan: Vec<String> = details.map(|detail| detail.expect("details are texts")).collect();
    plan.join("; ").replace(|letter: char| letter.is_ascii_digit(), "")
}

fn rows(database: &Connection, sql: &str) -> Vec<[i64; 3]> {
    let mut statement = database.prepare(sql).expect("the query is valid");
    let row = |row: &rusqlite::Row<'_>| Ok([row.get(0)?, row.get(1)?, row.get(2)?]);
    let mut rows: Vec<[i64; 3]> = statement
        .query_map((), row)
        .expect("it can run")
        .map(|row| row.expect("rows are numbers"))
        .collect();
    rows.sort_unstable();
    rows
}

/// A query finds the same rows if it may not use any index.
fn indexes_do_not_matter(changes: &[Change], query: &Query) -> bool {
    let database = database(changes);
    rows(&database, &query.sql("")) == rows(&database, &query.sql(" NOT INDEXED"))
}

const TESTS: u64 = 10_000;

/// Returns the number of different plans among the tests of a run.
fn plans(seed: u64, guided: bool) -> usize {
    let seen = RefCell::new(HashSet::new());
    let property = property! {
        forall changes in vec(any::<Change>(), 0..=8);
        forall query: Query;
        collect "plan": {
            let plan = plan(changes, query);
            seen.borrow_mut().insert(plan.clone());
            plan
        };
        check indexes_do_not_matter(changes, query)
    };
    let options = Options { seed, tests: TESTS, ..Options::default() };
    let report = if guided {
        let pool = Recycling::new(Fifo::new(Energy::Fixed(20)));
        fuzz_with(&property, &mut Guidance::new(pool).instrument((Premises, Labels)), &options)
    } else {
        quick_check(&property, &options)
    };
    assert!(report.passed(), "{report}");
    seen.borrow().len()
}

fn main() {
    let sum = |guided| (1..=2).map(|seed| plans(seed, guided)).sum::<usize>();
    let random = sum(false);
    let guided = sum(true);
    println!(
        "{random} plans with random inputs, {guided} with query plan guidance, in two runs of {TESTS} tests"
    );
    assert!(guided > random);
}
