//! Generator functions whose structure the shrinker does not know.

use forall::domain::{Domain, any, from_fn, vec};
use forall::property::property;
use forall::source::Role;

use super::check;

/// Generates lists with a loop that first draws the number of its iterations.
fn counted() -> impl Domain<Value = Vec<(u8, u8)>> {
    from_fn(|source| {
        let n = (0..=10_u32).generate(source)?;
        (0..n).map(|_| any::<(u8, u8)>().generate(source)).collect()
    })
}

/// Generates lists with a loop that draws in each iteration whether it continues.
fn continued() -> impl Domain<Value = Vec<i16>> {
    from_fn(|source| {
        let mut xs = Vec::new();
        while source.bool(Role::Value, |random| random.below(5) > 0) {
            xs.push(any::<i16>().generate(source)?);
        }
        Ok(xs)
    })
}

#[test]
fn values_of_loops_shrink_to_the_minimum() {
    let property = property! { forall xs in counted(); check xs.iter().all(|(a, b)| a <= b) };
    check("a loop that counts", &property, "[(1, 0)]");
    let property = property! {
        forall xs in counted();
        check xs.iter().filter(|(a, b)| a > b).count() < 2
    };
    check("a loop that counts, twice", &property, "[(1, 0), (1, 0)]");
    let property = property! { forall xs in continued(); check xs.iter().all(|x| *x < 300) };
    check("a loop that asks", &property, "[300]");
    let property = property! { forall xs in continued(); check xs.is_sorted() };
    check("a loop that asks, unsorted", &property, "[0, -1]");
}

#[derive(Clone, Debug, PartialEq)]
enum Op {
    Push(i32),
    Pop,
    Add,
    Dup,
}

#[test]
fn generated_programs_shrink_to_the_minimum() {
    let op = || {
        from_fn(|source| {
            Ok(match source.branch(4) {
                0 => Op::Pop,
                1 => Op::Add,
                2 => Op::Dup,
                _ => Op::Push(any::<i32>().generate(source)?),
            })
        })
    };
    let run = |ops: &[Op]| {
        let mut stack: Vec<i64> = Vec::new();
        for op in ops {
            match op {
                Op::Push(x) => stack.push(i64::from(*x)),
                Op::Pop => drop(stack.pop()?),
                Op::Dup => stack.push(*stack.last()?),
                Op::Add => {
                    let sum = stack.pop()? + stack.pop()?;
                    stack.push(sum);
                }
            }
        }
        Some(stack)
    };
    let property = property! {
        forall ops in vec(op(), ..);
        implies run(ops).is_some();
        check run(ops).is_some_and(|stack| stack.len() < 3)
    };
    check("three on the stack", &property, "[Push(0), Dup, Dup]");
    let property = property! {
        forall ops in vec(op(), ..);
        implies run(ops).is_some();
        check run(ops).is_some_and(|stack| stack.iter().all(|x| *x < 1000))
    };
    check("a large number on the stack", &property, "[Push(1000)]");
}
