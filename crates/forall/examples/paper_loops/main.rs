//! The six property runners of the paper "Programmable Property-Based Testing", each in 15 to 35 lines. The runners of the
//! library do more: budgets, statistics, corpora, and stronger shrinking.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

mod loops;

use forall::feedback::Probes;
use forall::pool::{Energy, Fifo, HillClimbing, Novelty, Recycling, Resetting};
use forall::property::property;
use forall::source::Campaign;

#[forall::instrument]
fn opens(code: &[u8]) -> bool {
    code.len() == 3 && code[0] == 7 && code[1] == 77 && code[2] == 177
}

fn main() {
    let campaign = Campaign::from_seed(1);
    let short = property! { forall xs: Vec<u8>; implies !xs.is_empty(); check xs.len() < 4 };
    println!("generational: {:?}", loops::generational(&short, &campaign, 1_000));
    println!("integrated: {:?}", loops::integrated(&short, &campaign, 1_000));
    println!("combinatorial: {:?}", loops::combinatorial(&short, 16, (&campaign, 100)));
    println!("parallel: {:?}", loops::parallel(&short, &campaign, (1_000, 4)));

    let shut = property! { forall code: Vec<u8>; check !opens(code) };
    let guidance = (&mut Probes, &mut Novelty::new());
    let mut pool = Recycling::new(Fifo::new(Energy::Fixed(1_000)));
    let fuzzed = loops::fuzzing(&shut, guidance, &mut pool, (&campaign, 100_000));
    println!("fuzzing: {fuzzed:?}");

    let far = property! { forall x: u32 in 0..10_000_000; check *x != 1_234_567 };
    let score = |(x, ()): &(u32, ())| -f64::from(x.abs_diff(1_234_567));
    let guidance = (score, &mut HillClimbing);
    let mut pool = Resetting::new(Energy::Fixed(1_000));
    let targeted = loops::targeted(&far, guidance, &mut pool, (&campaign, 20_000));
    println!("targeted: {targeted:?}");
}
