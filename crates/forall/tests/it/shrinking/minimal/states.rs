//! Sequences of commands that can refer to results of earlier commands.

use forall::domain::{Domain, any, elements, from_fn, vec};
use forall::property::property;
use forall::source::{LengthBounds, Random, Role, Source};

use super::check;
use crate::shrinking::challenge;

#[derive(Clone, Copy, Debug)]
enum Command {
    Open,
    Close(usize),
    Write(usize, u8),
}

/// Runs commands on files, and returns the index of the first command that uses a file that is not open.
fn misuse(commands: &[Command]) -> Option<usize> {
    let mut open = Vec::new();
    commands.iter().position(|command| match command {
        Command::Open => {
            open.push(true);
            false
        }
        Command::Close(file) => {
            open.get_mut(*file).is_none_or(|open| !std::mem::replace(open, false))
        }
        Command::Write(file, _) => !open.get(*file).copied().unwrap_or(false),
    })
}

fn commands() -> impl Domain<Value = Vec<Command>> {
    from_fn(|source| {
        let mut files = 0_usize;
        let usual = (source.size() * source.size()) as usize;
        source.list(LengthBounds { min: 0, usual, max: usize::MAX }, |source| {
            let variant = if files == 0 { 0 } else { source.branch(3) };
            Ok(match variant {
                0 => {
                    files += 1;
                    Command::Open
                }
                1 => Command::Close(file(source, files)),
                _ => Command::Write(file(source, files), any::<u8>().generate(source)?),
            })
        })
    })
}

/// Draws one of the files opened so far.
fn file(source: &mut Source, files: usize) -> usize {
    let sample = |random: &mut Random| random.below(files as u64) as usize;
    source.integer(0..=files - 1, 0, Role::Reference, sample)
}

#[test]
fn file_commands_shrink_to_the_minimum() {
    let property = property! { forall commands in commands(); check misuse(commands).is_none() };
    check("closed twice", &property, "[Open, Close(0), Close(0)]");
    let property = property! {
        forall commands in commands();
        check !commands.iter().any(|command| matches!(command, Command::Write(2.., 100..)))
    };
    check("a write to the third", &property, "[Open, Open, Open, Write(2, 100)]");
    let high = |command: &Command| matches!(command, Command::Write(_, 10..));
    let property = property! {
        forall commands in commands();
        check misuse(commands).is_none_or(|at| !high(&commands[at]))
    };
    check("written after closed", &property, "[Open, Close(0), Write(0, 10)]");
}

#[test]
fn account_commands_shrink_to_the_minimum() {
    let balance = |sum: &mut i64, (out, x): &(bool, i64)| {
        *sum += if *out { -x } else { *x };
        Some(*sum)
    };
    let property = property! {
        forall moves in vec((elements([false, true]), 0..=500_i64), ..);
        check moves.iter().scan(0, balance).all(|sum| sum > -1000)
    };
    check("overdrawn", &property, "[(true, 500), (true, 500)]");
    let sum = |moves: &[(u8, i64)], account: u8| {
        moves.iter().filter(|(to, _)| *to == account).map(|(_, x)| x).sum::<i64>()
    };
    let property = property! {
        forall moves in vec((0..=3_u8, 0..=500_i64), ..);
        check moves.len() < 2 || (0..=3).all(|account| sum(moves, account) < 300)
    };
    check("one account with much", &property, "[(0, 0), (0, 300)]");
}

#[test]
fn intervals_shrink_to_the_minimum() {
    let property = property! {
        forall spans: Vec<(u8, u8)>;
        implies spans.iter().all(|(a, b)| a < b);
        check !spans.iter().enumerate().any(|(i, (a, b))| {
            spans[..i].iter().any(|(c, d)| a < d && c < b)
        })
    };
    check("two that overlap", &property, "[(0, 1), (0, 1)]");
}

#[test]
fn dependent_indices_shrink_to_the_minimum() {
    let property = property! {
        forall n in 0..=30_usize;
        forall xs in vec(any::<u8>(), *n);
        forall ys in vec(any::<u8>(), *n);
        check xs.iter().zip(ys).all(|(x, y)| *x < 10 || x != y)
    };
    check("equal at one place", &property, "1; [10]; [10]");
    let property = property! {
        forall rows in 1..=8_usize;
        forall columns in 1..=8_usize;
        forall grid in vec(vec(0..=99_u8, *columns), *rows);
        check (0..*columns).all(|c| grid.iter().map(|row| u32::from(row[c])).sum::<u32>() < 150)
    };
    check("a column of a grid", &property, "2; 1; [[51], [99]]");
}

fn found(xs: &[u8], x: u8) -> bool {
    let mut low = 0;
    let mut high = xs.len();
    while low < high {
        let middle = (low + high) / 2;
        match xs[middle].cmp(&x) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    false
}

#[test]
fn binary_search_failures_shrink_to_the_minimum() {
    let property = property! {
        forall xs in vec(0..=100_u8, ..);
        forall x in 0..=100_u8;
        check xs.iter().filter(|y| *y == x).count() < 2
    };
    check("there twice", &property, "[0, 0]; 0");
    let property = property! {
        forall xs in vec(0..=100_u8, ..);
        forall x in 0..=100_u8;
        implies xs.contains(x);
        check found(xs, *x)
    };
    // With some seeds, shrinking ends at `[0, 2, 1]; 1`, which is three steps away.
    challenge::check(
        "not found",
        &property,
        &["[1, 0]; 1"],
        challenge::Goal { ideal_seeds: 28, ..challenge::Goal::DEFAULT },
    );
}
