//! The coverage-guided runner: generate or change, check and watch, and keep what did something new.
//!
//! ```text
//!   ┌─────── fuzzing ────────┐          ┌── shrinking ──┐
//!   │  ┌ pool ┐      ┌─ F ─┐ │          │               │
//!   │  │ G  M │ ◀──▶ │  C  │ │ ─ fail ▶ │   S ◀──▶ C    │ ──▶ P
//!   │  └──────┘      └─────┘ │          └───────────────┘
//!   └────────────────────────┘
//! ```
//!
//! After FuzzChick (Lampropoulos, Hicks and Pierce, 2019) as "Programmable Property-Based Testing" writes
//! it, parametric in the pool, in what is useful, and in what is watched. We depart from it thus:
//!
//! - The pool is revised after every change, not only after useless ones, so that energy *n* means *n*
//!   changes.
//! - A test that a premise turned away is kept if it was useful: it came further than others, or did
//!   something new on the way.
//! - What is about to be kept is run again first. What it does differently then depends on more than the
//!   input, and is ignored from there on.
//! - A change may break what was fitted to the old value, such as a length or a sum. What the code then
//!   compares says how to mend it, so such an input is changed once more, half of the time.
//! - A run begins with what earlier ones kept, each once: what is still news is kept again.
//! - Premises are asked before later variables are made. The instruments are reset when a variable is
//!   complete, and stopped when the verdict is there: what generators and runners do does not count.

use std::cell::OnceCell;

use forall::block::{Attempt, Property, attempt, check, mutate, observe};
use forall::feedback::{Feedback, Instrument, Test};
use forall::panics;
use forall::part::{Budget, Census, Growth, Guide, Options, begin, found};
use forall::pool::{Directive, Seed, SeedPool, Utility};
use forall::report::{Report, Tally, Verdict};
use forall::source::{Policy, Random, Source};

/// Runs `property` on fresh inputs, and on those near to inputs that did something new, until one
/// falsifies it. What is watched are its premises, labels and scores, the shape of its inputs, and
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
    fuzz_with(property, &mut Guide::usual(), options)
}

/// Runs `property` on what the pool of `guide` asks for, and tells the pool what its instrument saw.
///
/// ```
/// use forall::property::property;
/// use forall::part::Guide;
/// use forall::runner::{Options, fuzz_with};
/// use forall::source::ChoiceValue;
///
/// let shut = property! { forall word: String; check word.as_str() != "sesame" };
/// let mut guide = Guide::usual();
/// guide.mutator.dictionary.push(ChoiceValue::String("sesame".into()));
/// let report = fuzz_with(&shut, &mut guide, &Options { tests: 5_000, ..Options::default() });
/// assert_eq!(report.counterexample().unwrap().shrunk[0].value, "\"sesame\"");
/// ```
pub fn fuzz_with<P, I, U, S>(property: &P, guide: &mut Guide<I, U, S>, options: &Options) -> Report
where
    P: Property,
    I: Instrument,
    U: Utility<Feedback>,
    S: SeedPool<Attempt<P::Inputs>, Feedback>,
{
    let Guide { instrument, utility, pool, mutator } = guide;
    let (campaign, mut budget) = (options.campaign(), Budget::new(options));
    let (mut tally, mut feedback) = (Tally::default(), Feedback::new());
    let (mut census, mut growth) = (Census::new(property), Growth::default());
    let (mut earlier, mut mend) = (options.earlier(), None);
    mutator.random = Random::from_seed(!options.seed);

    let outcome = loop {
        if budget.grant(&tally).is_none() {
            // Neighbours are alike, so a share says little before all tests are run.
            break census.outcome().unwrap_or_else(|| budget.outcome(&tally));
        }
        let n = tally.tests();
        let kept = if mend.is_none() { earlier.next() } else { None };
        let broken = mend.take();
        let directive = next(broken.as_ref(), kept.is_some(), pool);
        let mutated = matches!(directive, Directive::Mutate(_));
        let reset = &mut || instrument.reset();
        let made = match directive {
            Directive::Generate => begin(property, kept, campaign.source(n), reset), // G
            Directive::Mutate(Seed { input, feedback, .. }) => {
                let size = options.sizes.of(n);
                let source = mutator.source(&input.record, feedback.compares(), size);
                mutate(property, input, source, reset) // M
            }
        };
        let mut verdict = watched(property, &made, instrument, &mut feedback); // C in F
        if mutated && broken.is_none() {
            pool.revise();
        }
        let mut useful = utility.useful(pool, &feedback);
        if useful && !matches!(verdict, Verdict::Fail(_)) {
            let (second, again) = repeated(property, &made, instrument);
            if !feedback.agrees(&again) {
                utility.distrust(&feedback, &again);
                useful = utility.useful(pool, &feedback);
            }
            verdict = if matches!(second, Verdict::Fail(_)) { second } else { verdict };
        }
        match verdict {
            Verdict::Fail(failure) => break found(property, (n, made), *failure, options).into(), // S, P
            Verdict::Pass => {
                tally.passed += 1;
                made.inputs.iter().for_each(|inputs| census.look(property, inputs));
            }
            Verdict::Discard(premise) => tally.discard(premise),
            Verdict::Reject(variable, reason) => tally.reject(variable, reason),
        }
        if useful {
            let worth = utility.utility(pool, &feedback);
            utility.learn(&feedback);
            mutator.learn(&made.record);
            growth.keep(&feedback);
            options.keep(&made.record, &growth);
            pool.invest(Seed::new(made, feedback.clone(), worth));
        } else if !feedback.compares().is_empty() && mutator.random.one_in(2) {
            mend = Some(Seed::new(made, feedback.clone(), 0.0));
        }
    };
    let report =
        Report::new(property, options.seed, tally, outcome).with_observed(census.observed());
    report.guided_by(|names| instrument.sources(names), growth.progress())
}

/// What to do next: mend what is broken, try what an earlier run kept, or what the pool says.
fn next<'s, A, F>(
    broken: Option<&'s Seed<A, F>>,
    kept: bool,
    pool: &'s mut impl SeedPool<A, F>,
) -> Directive<'s, A, F> {
    match broken {
        Some(seed) => Directive::Mutate(seed),
        None if kept => Directive::Generate,
        None => pool.sample(),
    }
}

/// Checks what was made, under the eyes of the instrument.
fn watched<P: Property>(
    property: &P,
    made: &Attempt<P::Inputs>,
    instrument: &mut impl Instrument,
    feedback: &mut Feedback,
) -> Verdict {
    let verdict = match &made.inputs {
        Ok(inputs) => {
            instrument.reset();
            check(property, inputs)
        }
        // The instrument was reset before the premise that turned it away.
        Err(Verdict::Discard(premise)) => Verdict::Discard(*premise),
        Err(verdict) => {
            instrument.reset();
            verdict.clone()
        }
    };
    instrument.stop();
    let observations = OnceCell::new();
    let look = || match &made.inputs {
        Ok(inputs) if matches!(verdict, Verdict::Pass | Verdict::Fail(_)) => {
            panics::catch(|| observe(property, inputs)).unwrap_or_default()
        }
        _ => Vec::new(),
    };
    let observe = || observations.get_or_init(look).as_slice();
    feedback.clear();
    feedback.sized(made.record.size());
    let test = Test { verdict: &verdict, record: &made.record, observe: &observe };
    instrument.read(&test, feedback);
    verdict
}

/// The same once more. Inputs that were not complete are made again.
fn repeated<P: Property>(
    property: &P,
    made: &Attempt<P::Inputs>,
    instrument: &mut impl Instrument,
) -> (Verdict, Feedback) {
    let mut feedback = Feedback::new();
    let verdict = if made.inputs.is_ok() {
        watched(property, made, instrument, &mut feedback)
    } else {
        let source = Source::replay(made.record.values(), Policy::STRICT);
        let made = attempt(property, source, &mut || instrument.reset());
        watched(property, &made, instrument, &mut feedback)
    };
    (verdict, feedback)
}
