//! Properties of all kinds. They are ignored, so that only the other modules start them.

use std::process;

use forall::domain::{Domain, vec};
use forall::harness::{Settings, Test};
use forall::observe;
use forall::property::{Erased, property};

/// The names of the properties, and a test for each.
macro_rules! victims {
    ($($name:ident: { $($property:tt)* })*) => {
        pub(crate) const NAMES: &[&str] = &[$(stringify!($name)),*];

        $(
            #[test]
            #[ignore = "run as shards"]
            fn $name() {
                let property = Erased::new(property! { $($property)* });
                let isolate = Some(stringify!($name) == "crashes");
                let settings = Settings { isolate, ..Settings::NONE };
                Test::new(module_path!(), stringify!($name)).check(&property, &settings);
            }
        )*
    };
}

victims! {
    passes: { forall x: u64; forall list: Vec<u8>; check x.count_ones() as usize + list.len() < 10_000 }
    fails_early: { forall list: Vec<u32>; check list.len() < 3 }
    fails_late: { forall x: u64; check !x.is_multiple_of(701) || *x == 0 }
    panics: {
        forall text: String;
        forall n: u8;
        check {
            assert!(text.len() < 20 || *n < 250, "{} bytes\tand {n}\n", text.len());
            true
        }
    }
    returns_an_error: {
        forall x: i32;
        check if x.unsigned_abs() > 1_000_000_000 { Err(format!("{x} is too large")) } else { Ok(()) }
    }
    fails_in_a_large_test: { forall list: Vec<u8>; check list.len() < 600 }
    is_vacuous: { forall x in 0..10_u32; implies *x > 10; check *x > 100 }
    has_no_values: { forall x in (0..10_u32).filtered(|x| *x > 10); check *x > 10 }
    gives_up: { forall x: u64; implies x % 97 == 0; check x % 97 == 0 }
    is_covered_too_rarely: {
        forall x: u64;
        cover 90.0 "even": x % 2 == 0;
        check *x < u64::MAX || x % 2 == 1
    }
    is_covered_too_rarely_in_its_body: {
        forall x: u64;
        check {
            observe::cover(80.0, "odd", x % 2 == 1);
            true
        }
    }
    is_observed: {
        forall x: u64;
        cover 30.0 "even": x % 2 == 0;
        classify "large": *x > 1_000_000;
        collect "digits": x.to_string().len();
        check x.count_ones() <= 64
    }
    observes_in_its_body: {
        forall list: Vec<u8>;
        check {
            observe::classify("empty", list.is_empty());
            observe::collect("length\tof\nlist", list.len());
            observe::tabulate("bits", list.iter().take(3).map(|x| x.count_ones()));
            true
        }
    }
    fails_and_is_observed: {
        forall list: Vec<i8>;
        collect "length": list.len();
        check list.iter().map(|x| i32::from(*x)).sum::<i32>() < 250
    }
    discards_some: {
        forall x in 0..6_u8;
        forall y in 0..6_u8;
        implies x != y;
        forall rest: Vec<u16>;
        check x != y || !rest.is_empty()
    }
    assumes_in_its_body: {
        forall x: u64;
        check {
            forall::assume!(x % 3 == 1);
            x % 3 == 1
        }
    }
    rejects_some: {
        forall list in vec(0..9_u8, 0..3).filtered(|list| list.iter().sum::<u8>() % 16 == 5);
        forall x: u64;
        check list.iter().sum::<u8>() % 2 == 1 || *x == 0
    }
    has_few_inputs: { forall a: u8; forall b: bool; check u16::from(*a) < 256 || *b }
    has_few_inputs_and_a_premise: {
        forall a in 0..30_u8;
        forall b in 0..30_u8;
        implies a < b;
        check a < b
    }
    fails_with_few_inputs: { forall a: u8; forall b: bool; check *a < 200 || *b || a % 2 == 0 }
    fails_in_two_ways: {
        forall x: u64;
        check {
            assert!(*x < 1000 || x % 2 == 1, "even");
            if *x < 1000 { Ok(()) } else { Err("odd") }
        }
    }
    crashes: {
        forall list: Vec<u32>;
        check {
            if list.iter().any(|x| *x >= 1_000_000_000) {
                process::abort();
            }
            true
        }
    }
}
