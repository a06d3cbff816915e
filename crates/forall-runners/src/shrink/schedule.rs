//! The schedule: the order of the passes.

use super::descent::{Descent, Number};
use super::plain::{Effort, effort};
use super::small::{ALL_ROUNDS, FIRST_ROUNDS, SHORT_ROUNDS, SmallInputs};
use super::{
    bits, blocks, bound, branch, carry, delete, divide, finish, fold, gather, halve, infer,
    letters, lower, merge, neighbours, rearrange, reindex, relabel, reorder, shared, shift,
    simplest, steps, swap, trade, twins,
};
use crate::source::Record;

/// The name of a pass, as reports print it, and its function.
type Pass = (&'static str, fn(&mut Descent<'_>));

/// The passes, in order. The passes of a row are repeated until none of them helps. Only then comes the next
/// row, and whenever a pass of that row helps, the first row starts again.
///
/// Passes that can make a case much shorter in one step come first, because everything after them is then
/// cheaper. Passes over pairs come last.
const PASS_ROWS: &[&[Pass]] = &[
    &[
        ("cut after failing step", steps::cut),
        ("simplest inputs", simplest::whole),
        ("cut large blocks", blocks::cut),
        ("delete discarded draws", delete::discarded),
        ("relabel different numbers", relabel::different),
        ("simplify everything", simplest::flat),
        ("relabel numbers", relabel::names),
        ("simplest variable", simplest::variables),
        ("merge lists", merge::nested),
        ("replace by child", branch::child),
        ("delete elements", delete::elements),
        ("lower lengths", bound::lengths),
        ("simplest part", simplest::parts),
        ("simpler variant", branch::pivot),
        ("replace by leaf", branch::leaf),
    ],
    &[
        ("simplify terms", infer::terms),
        ("fewer elements", trade::fewest),
        ("fold numbers", fold::numbers),
        ("simplest values", simplest::values),
        ("replace by ranks", relabel::ranks),
        ("lower equal numbers", relabel::duplicates),
        ("lower equal characters", letters::duplicates),
        ("shift together", shift::together),
        ("lower values", lower::each),
    ],
    &[
        ("relabel by kind", relabel::by_kind),
        ("delete a few elements", delete::few),
        ("lower in steps", lower::in_steps),
        ("redistribute", shift::redistribute),
        ("raise later number", trade::later),
        ("lower pairs", shift::pairs),
        ("divide by divisor", shift::scale),
        ("mirror numbers", shift::mirror),
        ("move to next list", merge::onward),
        ("unnest lists", merge::unnest),
        ("gather contents", gather::contents),
        ("sort parts", reorder::parts),
        ("sort numbers", reorder::numbers),
        ("sort terms", infer::sorted),
        ("swap elements", reindex::swap),
        ("swap and relabel", relabel::swapped),
        ("swap parts", reorder::cousins),
        ("delete from two lists", delete::both),
        ("simplify equal parts", twins::both),
        ("reuse contents", branch::graft),
        ("replace by descendant", branch::descendant),
        ("copy simpler part", branch::copy_simpler),
        ("delete raw choices", delete::raw),
    ],
];

/// The passes for a case that does not look minimal though no other pass helps.
const LAST_PASSES: &[Pass] = &[
    ("swap values", swap::values),
    ("divide numbers", divide::each),
    ("divide differences", divide::differences),
    ("lowest pair", divide::lowest_pair),
    ("move factors", divide::move_factors),
    ("clear bits", bits::clear),
    ("hand on bits", bits::hand_on),
    ("carry value to simpler variant", carry::values),
    ("lower lengths and indices", bound::lengths_and_indices),
    ("lower number in text", shared::numbers),
    ("delete shared letters", shared::delete),
    ("exchange letters", shared::exchange),
    ("lower shared letters", shared::lower),
    ("lower two letters", shared::lower_in_one),
    ("sort letters", shared::sort_two),
    ("texts that differ in a letter", shared::nearly_equal),
    ("delete and swap", rearrange::lists),
];

/// A pass that takes many calls, so it runs after the first small inputs.
const NEIGHBOURS: Pass = ("move by small steps", neighbours::numbers);

/// The pass for numbers that can only be lowered together. Most descents end before it is needed.
const HALVES: Pass = ("halve together", halve::numbers);

/// The pass for a number if every second or third simpler one fails. It takes over a hundred calls, so it runs only if a
/// descent creeps.
const ONE_OF_A_FEW: Pass = ("lower to one of a few", lower::to_one_of_a_few);

/// The number of rounds after which that pass is worth its calls.
const MIN_ROUNDS: u32 = 6;

/// The number of property calls in which a descent must make the best case shorter, or its numbers at least a digit
/// shorter, and the number to add for each choice.
const MAX_TRIES_PER_DIGIT: u64 = 400;
const TRIES_PER_CHOICE: u64 = 10;

/// Runs all passes until none of them helps, and then the [finishes](finish()).
pub(super) fn descend(descent: &mut Descent<'_>) {
    let original = descent.best().clone();
    run_passes(descent);
    finish(descent, &original);
}

/// The share of the time that is left which the finishes for values take at most: if generating an input takes long,
/// people wait for the report.
const SHARE_OF_TIME: f64 = 0.1;

/// The share of the property calls that are left which they take at most.
const SHARE_OF_TRIES: f64 = 0.6;

/// Runs the [random search](finish::improve), and then the last passes and [small inputs](SmallInputs). All passes run
/// again whenever one of them helps. Shrinking began with the original case. A case that cannot be printed is left
/// alone, and so are the values in a list of steps: a minimal one has numbers that look arbitrary.
pub(super) fn finish(descent: &mut Descent<'_>, original: &Record) {
    if descent.spent() || descent.print_best().is_none() {
        return;
    }
    if finish::improve(descent, original) {
        run_passes(descent);
    }
    if finish::is_list_of_steps(descent.best()) {
        return;
    }
    let mut small = SmallInputs::default();
    let part = descent.part(SHARE_OF_TIME, SHARE_OF_TRIES);
    while descent.within(part, |descent| finish_values(descent, &mut small)) {
        run_passes(descent);
    }
}

/// Runs the finishes for values, as long as it may be worth their calls, and returns whether one of them helped.
fn finish_values(descent: &mut Descent<'_>, small: &mut SmallInputs) -> bool {
    let effort = effort(descent);
    effort != Effort::None
        && (LAST_PASSES.iter().any(|pass| helps(descent, pass))
            || small.improve(descent, SHORT_ROUNDS)
            || effort == Effort::Long
                && (small.improve(descent, FIRST_ROUNDS)
                    || !small.is_exhausted(descent)
                        && (helps(descent, &NEIGHBOURS) || small.improve(descent, ALL_ROUNDS))))
}

/// Runs a pass, and returns whether it helped.
fn helps(descent: &mut Descent<'_>, named: &Pass) -> bool {
    let (name, pass) = named;
    let before = descent.accepted();
    descent.start_pass(name);
    pass(descent);
    descent.accepted() > before
}

/// Runs all passes until none of them helps, or the steps are too small, or the limits are reached.
pub(super) fn run_passes(descent: &mut Descent<'_>) {
    blocks::allow_first_cuts(descent);
    let mut pace = Pace::new(descent);
    let mut row = 0;
    while let Some(passes) = PASS_ROWS.get(row) {
        let before = descent.accepted();
        for (name, pass) in *passes {
            descent.start_pass(name);
            pass(descent);
            if descent.spent() {
                return;
            }
        }
        if pace.is_stepwise() {
            helps(descent, &HALVES);
        }
        row = if descent.accepted() > before { 0 } else { row + 1 };
        if pace.creeps(descent) {
            if !helps(descent, &ONE_OF_A_FEW) {
                return;
            }
            pace = Pace::new(descent);
            row = 0;
        }
    }
}

/// How fast a descent gets on. If only some remainders of a number fail, or two numbers depend on each other, it takes
/// many calls for each small step.
struct Pace {
    /// The number of times that the first row was started again.
    rounds: u32,
    /// The size of the best case when it last became much simpler, and the number of property calls so far.
    size: (usize, u64),
    tried: u64,
}

impl Pace {
    fn new(descent: &Descent<'_>) -> Pace {
        Pace { rounds: 0, size: size(descent), tried: descent.tried() }
    }

    /// Returns whether the descent has taken many steps.
    fn is_stepwise(&self) -> bool {
        self.rounds >= MIN_ROUNDS
    }

    /// Returns whether the best case has lost neither a choice nor a digit for many property calls.
    fn creeps(&mut self, descent: &Descent<'_>) -> bool {
        self.rounds += 1;
        let size = size(descent);
        if size < self.size {
            self.size = size;
            self.tried = descent.tried();
        }
        descent.tried() - self.tried > MAX_TRIES_PER_DIGIT + TRIES_PER_CHOICE * descent.len() as u64
    }
}

/// Returns the number of choices, and the number of binary digits in them.
fn size(descent: &Descent<'_>) -> (usize, u64) {
    let digits = |number: Number| u64::from(u128::BITS - number.distance().leading_zeros());
    (descent.len(), descent.numbers().into_iter().map(digits).sum())
}
