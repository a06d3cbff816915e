//! The coverage-guided runner: generate or mutate, check under an instrument, and keep inputs with new
//! behaviour.
//!
//! ```text
//!   ┌─────── fuzzing ────────┐          ┌── shrinking ──┐
//!   │  ┌ pool ┐      ┌─ F ─┐ │          │               │
//!   │  │ G  M │ ◀──▶ │  C  │ │ ─ fail ▶ │   S ◀──▶ C    │ ──▶ P
//!   │  └──────┘      └─────┘ │          └───────────────┘
//!   └────────────────────────┘
//! ```
//!
//! After FuzzChick (Lampropoulos, Hicks and Pierce, 2019) as "Programmable Property-Based Testing" presents it,
//! parametric in the pool, the utility and the instrument. We depart from it in eight things:
//!
//! - The pool is revised after every mutation, not only after useless ones, so a seed of energy *n* is
//!   mutated *n* times.
//! - A discarded test is kept if it was useful: it satisfied more premises than others, or had new behaviour.
//! - A useful test is run again before it is kept ([`Instrumented::run_again`]). Behaviour that differs
//!   between the two runs depends on more than the input, and is ignored from then on.
//! - Inputs stay small and fast. A useful input is trimmed before it is kept ([`Trims`]), large seeds and those whose tests
//!   take many steps have less energy ([`Costs`]), and mutants have a limit, which doubles at most twice when nothing new
//!   is found ([`GrowthLimit`]). All of these depend on sizes and counted steps, and not on time, so a seed gives the same
//!   run on every machine.
//! - A useless test that made comparisons is mutated once more, half of the time ([`Repairs`]): the
//!   comparisons show how to repair what a mutation broke.
//! - A run begins with the inputs that earlier runs saved, each once. Those that are still new are kept.
//! - If the inputs contain a list of steps of a state machine, three mutants of four are replaced by lists that return to a
//!   state that few tests have visited, and go on with fresh steps ([`StateArchive`]).
//! - Premises are checked before later variables are generated, and the instrument sees only the code under
//!   test ([`Instrumented`]).
//!
//! Use it to find inputs that are rarely drawn, and for long runs. It costs a recording of every test, and
//! what the instrument costs. Statistics mean little, since mutants are similar to each other.

use forall::block::{Attempt, Property, try_generate};
use forall::feedback::{Feedback, Instrument};
use forall::mutation::MutatedSpans;
use forall::part::{
    Costs, GrowthLimit, Guidance, GuidedInputs, Instrumented, Options, Repairs, Session,
    StateArchive, Trims, counterexample_from_attempt,
};
use forall::pool::{Directive, Seed, SeedPool, Utility};
use forall::report::{Report, Verdict};
use forall::source::{Provenance, Random};

/// Runs `property` on fresh inputs, and on mutants of inputs with new behaviour, until one falsifies it. The
/// feedback consists of its premises, labels and scores, the shape of its inputs, and
/// [probes](forall::feedback::probe()) in the code under test.
///
/// ```
/// use forall::property::forall;
/// use forall::runner::{Options, fuzz};
///
/// fn parse(text: &str) -> bool {
///     let mut rest = text.chars();
///     for letter in "BUG".chars() {
///         if rest.next() != Some(letter) {
///             return true;
///         }
///         forall::feedback::probe(&letter.to_string());
///     }
///     false
/// }
/// let parses = forall("text", forall::any::<String>()).check(|(text, ())| parse(text));
/// let report = fuzz(&parses, &Options { tests: 100_000, ..Options::default() });
/// assert_eq!(report.counterexample().unwrap().shrunk[0].value, "\"BUG\"");
/// ```
pub fn fuzz<P: Property>(property: &P, options: &Options) -> Report {
    fuzz_with(property, &mut Guidance::default(), options)
}

/// Runs `property` on the inputs that the pool of `guidance` requests, and adds those that are useful to the
/// pool: its instrument measures each test, and its utility rates the measurement.
///
/// ```
/// use forall::property::property;
/// use forall::part::Guidance;
/// use forall::runner::{Options, fuzz_with};
/// use forall::source::ChoiceValue;
///
/// let shut = property! { forall word: String; check word.as_str() != "sesame" };
/// let mut guidance = Guidance::default();
/// guidance.mutator.dictionary.push(ChoiceValue::String("sesame".into()));
/// let report = fuzz_with(&shut, &mut guidance, &Options { tests: 5_000, ..Options::default() });
/// assert_eq!(report.counterexample().unwrap().shrunk[0].value, "\"sesame\"");
/// ```
pub fn fuzz_with<P, I, U, S>(
    property: &P,
    guidance: &mut Guidance<I, U, S>,
    options: &Options,
) -> Report
where
    P: Property,
    I: Instrument,
    U: Utility<Feedback>,
    S: SeedPool<Attempt<P::Inputs>, Feedback>,
{
    let Guidance { instrument, utility, pool, mutator } = guidance;
    let mut session = Session::new(property, options);
    options.begin_corpus(|names| instrument.names(names));
    let mut inputs = GuidedInputs::new(property, options, mutator);
    let mut instrumented = Instrumented::new(property, instrument);
    let mut trims = Trims::default();
    let mut repairs = Repairs::default();
    let mut growth = GrowthLimit::default();
    let mut costs = Costs::default();
    let mut archive = StateArchive::default();
    let mut feedback = Feedback::new();

    let report = loop {
        let n = session.tests();
        let has_budget = session.has_budget(n);
        let smaller = if has_budget { trims.next_candidate() } else { None };
        let is_trimmed = smaller.is_some();
        if !is_trimmed && let Some(seed) = trims.finish() {
            utility.remember(&seed.feedback);
            inputs.progress.add(&seed.feedback);
            inputs.save(&seed.input.record);
            let cost = costs.of(&seed.feedback);
            pool.invest(seed.with_cost(cost));
        }
        if !has_budget {
            break session.finish();
        }
        inputs.mutator.max_size = growth.at(n);
        session.limit_large_tests(inputs.fresh());
        inputs.campaign = session.campaign();
        let made = match smaller {
            Some(source) => try_generate(property, source, &mut || instrumented.reset()),
            None => {
                let reset = &mut || instrumented.reset();
                next(&mut inputs, pool, &archive, repairs.take(), n, reset) // G, M
            }
        };
        let mut verdict = instrumented.run(&made, &mut feedback); // C in F
        if !is_trimmed {
            inputs.progress.add_test(&feedback);
        }
        // The mutants of a large seed are large, too.
        let is_too_large = feedback.size() > inputs.mutator.max_size;
        if !is_too_large {
            archive.add(&feedback.take_visits(), &made.record);
        }
        let mut useful = !is_too_large && utility.useful(pool, &feedback);
        if made.record.provenance == Provenance::Fresh && inputs.fresh_has_usual_size() {
            growth.add_fresh(feedback.size());
            costs.add_fresh(&feedback);
        }
        if useful && !matches!(verdict, Verdict::Fail(_)) {
            let again = instrumented.run_again(&made);
            useful = again.confirms(&feedback, utility, pool);
            verdict = again.failure_or(verdict);
        }
        match verdict {
            Verdict::Pass => session.pass_inputs(made.inputs.as_ref().ok()),
            Verdict::Discard(premise) => session.discard(premise),
            Verdict::Reject(variable, reason) => session.reject(variable, reason),
            Verdict::Fail(failure) => {
                let found =
                    counterexample_from_attempt(property, n, made, *failure, session.options()); // S, P
                break session.end(found.into());
            }
        }
        if is_trimmed {
            trims.judge(made, &feedback, |old| useful && utility.covers(pool, old, &feedback));
        } else if useful {
            growth.postpone(n);
            let worth = utility.utility(pool, &feedback);
            trims.start(Seed::new(made, feedback.clone(), worth), n);
        } else {
            repairs.offer(made, &feedback, n, &mut inputs.mutator.random);
        }
    };
    report.with_guidance(|names| instrument.names(names), inputs.progress.summary())
}

/// Generates the inputs of test `n`: repairs `broken`, or follows the pool.
fn next<P: Property>(
    inputs: &mut GuidedInputs<'_, P>,
    pool: &mut impl SeedPool<Attempt<P::Inputs>, Feedback>,
    archive: &StateArchive,
    broken: Option<Seed<Attempt<P::Inputs>, Feedback>>,
    n: u64,
    reset: &mut dyn FnMut(),
) -> Attempt<P::Inputs> {
    if let Some(seed) = broken {
        return inputs.mutate(&seed.input, seed.feedback.comparisons(), n, reset);
    }
    match inputs.sample(pool) {
        Directive::Generate => inputs.generate(reset), // G
        Directive::Mutate(seed) => {
            if let Some(prefix) = rare_state(&mut inputs.mutator.random, archive) {
                return inputs.go_on(prefix, n, reset);
            }
            let made = inputs.mutate(&seed.input, seed.feedback.comparisons(), n, reset); // M
            pool.revise();
            made
        }
    }
}

/// Returns the steps that lead to a rare state, three times out of four.
fn rare_state(random: &mut Random, archive: &StateArchive) -> Option<MutatedSpans> {
    if random.one_in(4) { None } else { archive.sample(random) }
}
