//! Shrinking: simpler inputs that still fail.

use std::mem;
use std::time::Instant;

use forall::block::{Case, Check, check};
use forall::domain::within::Within;
use forall::panics;
use forall::property::{self, Forall, Formula, Implies, Observe};
use forall::report::{Failure, Shrinking, Verdict};
use forall::source::{End, Mismatch, Policy, Record, Source};

/// Descends greedily, variable by variable, until no simpler value of any of them fails in the same
/// way, or the limits are reached. A number of tries is a limit.
pub fn shrink<P>(
    property: &P,
    mut case: Case<P::Inputs>,
    failure: Failure,
    limits: impl Into<Limits>,
) -> Shrunk<P::Inputs>
where
    P: Shrink + Check,
{
    let Limits { tries, deadline } = limits.into();
    let mut shrinking =
        Shrinking { failure, reproduced: false, tried: 0, accepted: 0, efforts: Vec::new() };
    let mut fails_alike = |verdict: Verdict| match verdict {
        Verdict::Fail(failure) if failure.origin == shrinking.failure.origin => {
            shrinking.failure = *failure;
            true
        }
        _ => false,
    };
    let reproduced = fails_alike(check(property, &case.inputs));
    let (mut tried, mut accepted) = (0, 0);
    let mut search = Search {
        record: &case.record,
        check: &|inputs: &P::Inputs| check(property, inputs),
        judge: &mut |verdict| {
            tried += 1;
            let alike = fails_alike(verdict);
            accepted += u64::from(alike);
            alike
        },
        left: tries,
        deadline,
    };
    while reproduced && property.simplify(&mut case.inputs, &mut search) {}
    let record = (accepted == 0).then(|| case.record.clone());
    Shrunk {
        inputs: case.inputs,
        record,
        shrinking: Shrinking { reproduced, tried, accepted, ..shrinking },
    }
}

/// What shrinking may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many simpler inputs to try.
    pub tries: u64,
    /// When to stop, if time is limited.
    pub deadline: Option<Instant>,
}

/// What shrinking came to.
#[derive(Clone, Debug)]
pub struct Shrunk<Inputs> {
    /// The simplest inputs that fail in the same way.
    pub inputs: Inputs,
    /// The choices of which they are made, unless a domain made them from a value.
    pub record: Option<Record>,
    /// How they were found.
    pub shrinking: Shrinking,
}

/// What a search for simpler inputs has to go by.
pub struct Search<'s, Inputs> {
    /// The choices from which the inputs were made first.
    pub record: &'s Record,
    /// Runs the whole property.
    pub check: &'s dyn Fn(&Inputs) -> Verdict,
    /// Says whether inputs with this verdict are what is sought.
    pub judge: &'s mut dyn FnMut(Verdict) -> bool,
    /// How many more inputs may be tried.
    pub left: u64,
    /// When to stop, if time is limited.
    pub deadline: Option<Instant>,
}

impl Limits {
    /// Is nothing left after so many tries?
    pub fn spent(&self, tried: u64) -> bool {
        tried >= self.tries || is_past(self.deadline)
    }
}

impl From<u64> for Limits {
    fn from(tries: u64) -> Limits {
        Limits { tries, deadline: None }
    }
}

fn is_past(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// How many candidates to ask for at first.
const PORTION: usize = 16;

/// Can put simpler values in the place of its own.
pub trait Shrink<E = ()>: Formula<E> {
    /// Simplifies the values bound from here on, and says whether that went anywhere.
    fn simplify(&self, inputs: &mut Self::Inputs, search: &mut Search<'_, Self::Inputs>) -> bool;

    /// Makes the values that depend on earlier ones anew, and says whether the inputs are what is
    /// sought. If not, they are left as they were.
    fn settle(&self, inputs: &mut Self::Inputs, search: &mut Search<'_, Self::Inputs>) -> bool;
}

impl<E: 'static, A: 'static, D, P> Shrink<E> for Forall<A, D, P>
where
    D: Within<E, Value = A>,
    P: Shrink<(A, E)>,
{
    fn simplify(&self, inputs: &mut P::Inputs, search: &mut Search<'_, P::Inputs>) -> bool {
        let mut simpler = false;
        let mut which = 0..PORTION;
        while !search.spent() {
            let (value, env) = P::env(inputs);
            let mut candidates = Vec::new();
            panics::survives(&mut || candidates = self.domain.shrink(env, value, which.clone()));
            if candidates.is_empty() {
                break;
            }
            // The next ones come in growing portions, since each begins the list anew.
            let mut next = which.end..which.end * 2;
            let mut left = candidates.len();
            let end = which.start + left;
            for candidate in candidates {
                if swap_if::<_, _, P>(&self.body, inputs, candidate, search) {
                    simpler = true;
                    // Those long before it were of no use for what was less simple.
                    let number = end - left;
                    next = number.saturating_sub(PORTION)..number + PORTION;
                    break;
                }
                left -= 1;
            }
            which = next;
        }
        self.body.simplify(inputs, search) | simpler
    }

    fn settle(&self, inputs: &mut P::Inputs, search: &mut Search<'_, P::Inputs>) -> bool {
        if !self.domain.depends() {
            return self.body.settle(inputs, search);
        }
        let mut source = search.source(self.note.at);
        let (_, env) = P::env(inputs);
        let mut made = None;
        panics::survives(&mut || made = self.domain.generate(env, &mut source).ok());
        made.is_some_and(|value| swap_if::<_, _, P>(&self.body, inputs, value, search))
    }
}

impl<E, F: Fn(&E) -> bool, P: Shrink<E>> Shrink<E> for Implies<F, P> {
    fn simplify(&self, inputs: &mut P::Inputs, search: &mut Search<'_, P::Inputs>) -> bool {
        self.body.simplify(inputs, search)
    }

    /// Later domains may count on the premise.
    fn settle(&self, inputs: &mut P::Inputs, search: &mut Search<'_, P::Inputs>) -> bool {
        let mut holds = false;
        panics::survives(&mut || holds = (self.premise)(P::env(inputs)));
        holds && self.body.settle(inputs, search)
    }
}

impl<E, F, P: Shrink<E>> Shrink<E> for Observe<F, P> {
    fn simplify(&self, inputs: &mut P::Inputs, search: &mut Search<'_, P::Inputs>) -> bool {
        self.body.simplify(inputs, search)
    }

    fn settle(&self, inputs: &mut P::Inputs, search: &mut Search<'_, P::Inputs>) -> bool {
        self.body.settle(inputs, search)
    }
}

impl<E: 'static, F> Shrink<E> for property::Check<F> {
    fn simplify(&self, _: &mut E, _: &mut Search<'_, E>) -> bool {
        false
    }

    fn settle(&self, inputs: &mut E, search: &mut Search<'_, E>) -> bool {
        search.accepts(inputs)
    }
}

/// Puts `value` into its place; takes it out again if the inputs are then not what is sought.
fn swap_if<A, E, P: Shrink<(A, E)>>(
    body: &P,
    inputs: &mut P::Inputs,
    value: A,
    search: &mut Search<'_, P::Inputs>,
) -> bool {
    let old = mem::replace(&mut P::env_mut(inputs).0, value);
    let accepted = body.settle(inputs, search);
    if !accepted {
        P::env_mut(inputs).0 = old;
    }
    accepted
}

impl<Inputs> Search<'_, Inputs> {
    /// Are these inputs what is sought?
    pub fn accepts(&mut self, inputs: &Inputs) -> bool {
        if is_past(self.deadline) {
            self.left = 0;
        }
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        (self.judge)((self.check)(inputs))
    }

    /// Is nothing left?
    pub fn spent(&self) -> bool {
        self.left == 0
    }

    /// What the quantifier at this place drew when the inputs were made first, once more.
    pub fn source(&self, at: usize) -> Source {
        let choices = self.record.variable(at).map(|range| &self.record.choices[range]);
        let values = choices.unwrap_or_default().iter().map(|choice| choice.value.clone());
        let policy = Policy { mismatch: Mismatch::Nearest, end: End::Simplest };
        Source::replay(values.collect(), policy)
    }
}

impl<Inputs> std::fmt::Debug for Search<'_, Inputs> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search").field("left", &self.left).finish_non_exhaustive()
    }
}
