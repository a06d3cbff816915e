//! A user-defined domain: version numbers of one, two or three parts.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use forall::domain::{Domain, sample};
use forall::property::property;
use forall::runner::{Options, quick_check};
use forall::source::{Reject, Source};

/// `1`, `1.2` or `1.2.3`.
#[derive(Clone, Copy)]
struct Versions;

impl Domain for Versions {
    type Value = Vec<u32>;

    /// The only required method. Shrinking and mutation work on the choices that it draws.
    fn generate(&self, source: &mut Source) -> Result<Vec<u32>, Reject> {
        let parts = 1 + source.branch(3);
        (0..parts).map(|_| (0..20_u32).generate(source)).collect()
    }

    fn print(&self, version: &Vec<u32>) -> String {
        let parts: Vec<String> = version.iter().map(u32::to_string).collect();
        parts.join(".")
    }
}

fn main() {
    for version in sample(&Versions, 5) {
        println!("{}", Versions.print(&version));
    }
    let ordered = property! {
        forall old in Versions;
        forall new in Versions;
        implies old < new;
        check old.len() <= new.len() || old[0] < new[0]
    };
    println!("{}", quick_check(&ordered, &Options::default()));
}
