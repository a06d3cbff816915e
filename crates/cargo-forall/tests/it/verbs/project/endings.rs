//! One property for each outcome.

use std::sync::atomic::{AtomicBool, Ordering};

use forall::property;

#[property]
fn adds(a: i32, b: i32) -> bool {
    a.wrapping_add(b) == b.wrapping_add(a)
}

#[property]
fn crashes(numbers: Vec<u8>) {
    if numbers.len() > 3 {
        std::process::abort();
    }
}

#[property(isolate)]
fn crashes_isolated(numbers: Vec<u8>) {
    if numbers.len() > 3 {
        std::process::abort();
    }
}

/// Fails once, and then never again.
#[property]
fn fails_once(x: u8) -> bool {
    static FAILED: AtomicBool = AtomicBool::new(false);
    FAILED.swap(true, Ordering::SeqCst) || x == 255
}

#[property]
fn is_sorted(numbers: Vec<u16>, limit: i8) -> bool {
    numbers.is_sorted() || i32::from(limit) > 200
}

#[property(runner = forall::runner::enumerate)]
fn negates(#[domain(0..2_u8)] bit: u8) -> bool {
    1 - (1 - bit) == bit
}

#[property(implies(x > 200), implies(x < 100))]
fn is_vacuous(x: u8) -> bool {
    x > 100
}

mod r#type {
    #[forall::property]
    fn r#match(x: u8) -> bool {
        x < 250
    }
}

macro_rules! doubles {
    ($($kind:ident)*) => {
        $(mod $kind {
            #[forall::property]
            fn doubles(x: $kind) -> bool {
                x.wrapping_add(x) == x.wrapping_mul(2)
            }
        })*
    };
}

doubles!(u32 i64);
