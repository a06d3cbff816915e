//! The states that a guided run has visited, and how to get there.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use forall::feedback::MixKeys;
use forall::mutation::MutatedSpans;
use forall::observe::Visit;
use forall::source::{ChoiceValue, Random, Record, Span, SpanLabel};

/// The states of a [state machine](forall::machine) that the tests of a run have visited, and for those that few tests have
/// visited, the shortest list of steps that leads there.
///
/// Random steps rarely reach a state that needs several right steps in a row, and most mutants of a list that reaches it
/// change one of these steps. So a guided run returns to a rare state by the known steps, and goes on with fresh ones
/// (compare Go-Explore: Ecoffet and others, "First return, then explore", 2021). A state that *n* tests have visited is
/// chosen with a likelihood of 1/*n* among the states of its view (compare AFLFast: Böhme and others, 2016).
///
/// ```
/// use forall::block::try_generate;
/// use forall::machine::Steps;
/// use forall::observe::Visit;
/// use forall::part::StateArchive;
/// use forall::property::forall;
/// use forall::source::{Random, Source};
///
/// #[forall::machine(model = Count)]
/// trait Counter {
///     fn add(&mut self);
/// }
///
/// #[derive(Default)]
/// struct Count(u32);
///
/// impl Counter for Count {
///     fn add(&mut self) { self.0 += 1; }
/// }
/// let property = forall("steps", forall::any::<Steps<Count>>()).check(|_| true);
/// let sources = (0..).map(|n| Source::for_test(1, n, 20).recording());
/// let mut tests = sources.map(|source| try_generate(&property, source, &mut || ()));
/// let test = tests.find(|test| test.inputs.as_ref().is_ok_and(|(list, ())| list.steps.len() == 5)).unwrap();
///
/// let mut archive = StateArchive::default();
/// let mut random = Random::from_seed(1);
/// assert!(archive.sample(&mut random).is_none());
/// archive.add(&[Visit { view: 0, state: 7, steps: Some(3) }], &test.record);
/// let prefix = archive.sample(&mut random).unwrap();
/// assert_eq!(prefix.spans[0].1.len(), 3 * 2, "three steps of two choices");
/// ```
#[derive(Clone, Debug, Default)]
pub struct StateArchive {
    /// For each view, the states to return to.
    views: Vec<Vec<RareState>>,
    known: HashMap<StateKey, KnownState, MixKeys>,
    /// The number of tests.
    tests: u64,
}

/// The view and the hash of a state.
type StateKey = (u8, u64);

#[derive(Clone, Copy, Debug)]
struct KnownState {
    /// The number of tests that visited it.
    tests: u64,
    /// The last one of them.
    last: u64,
    /// Where it is in its view, if it is there.
    index: Option<usize>,
}

/// A state to return to.
#[derive(Clone, Debug)]
struct RareState {
    key: StateKey,
    prefix: Prefix,
}

/// The steps that lead to a state.
#[derive(Clone, Debug)]
struct Prefix {
    test: Rc<RecordedSteps>,
    /// The number of steps.
    steps: usize,
}

/// The list of steps of one test.
#[derive(Debug)]
struct RecordedSteps {
    /// The outermost spans.
    spans: Vec<(SpanLabel, Range<usize>)>,
    values: Vec<ChoiceValue>,
    /// The beginning of each step, and the end of the last one.
    cuts: Vec<usize>,
}

/// The number of states of a view that a run may return to: the rarest.
const MAX_STATES: usize = 512;

/// The number of states whose tests are counted. Beyond it, only the states to return to are remembered, so that a long run
/// does not need ever more memory.
const MAX_KNOWN: usize = 1 << 18;

impl StateArchive {
    /// Adds the states that a test visited.
    pub fn add(&mut self, visits: &[Visit], record: &Record) {
        self.tests += 1;
        if self.known.len() > MAX_KNOWN {
            self.known.retain(|_, known| known.index.is_some());
        }
        let mut recorded = None;
        for Visit { view, state, steps } in visits {
            let Some(steps) = *steps else { continue };
            let key = (*view, *state);
            if self.is_shortest(key, steps) {
                let recorded = recorded.get_or_insert_with(|| RecordedSteps::of(record));
                let Some(test) = recorded else { return };
                self.insert(key, Prefix { test: Rc::clone(test), steps });
            }
        }
    }

    /// Counts that the test visited the state after this number of steps, and returns whether that is the shortest way there.
    fn is_shortest(&mut self, key: StateKey, steps: usize) -> bool {
        let unknown = KnownState { tests: 0, last: 0, index: None };
        let known = self.known.entry(key).or_insert(unknown);
        if known.last == self.tests {
            // The first visit of a test is the shortest.
            return false;
        }
        known.last = self.tests;
        known.tests += 1;
        match known.index {
            None => known.tests == 1,
            Some(index) => steps < self.views[usize::from(key.0)][index].prefix.steps,
        }
    }

    /// Inserts a state, or replaces the way to it. If there are too many states, it replaces the most frequent one.
    fn insert(&mut self, key: StateKey, prefix: Prefix) {
        let at = usize::from(key.0);
        if self.views.len() <= at {
            self.views.resize(at + 1, Vec::new());
        }
        let view = &mut self.views[at];
        let index = match self.known[&key].index {
            Some(index) => index,
            None if view.len() < MAX_STATES => view.len(),
            None => {
                let tests = |at: &usize| self.known[&view[*at].key].tests;
                (0..view.len()).max_by_key(tests).unwrap_or_default()
            }
        };
        let state = RareState { key, prefix };
        match view.get_mut(index) {
            None => view.push(state),
            Some(old) => {
                let old = std::mem::replace(old, state);
                self.place(old.key, None);
            }
        }
        self.place(key, Some(index));
    }

    fn place(&mut self, key: StateKey, index: Option<usize>) {
        self.known.entry(key).and_modify(|known| known.index = index);
    }

    /// Chooses a state, and returns the choices of the steps that lead there. Returns `None` if there are no states.
    pub fn sample(&self, random: &mut Random) -> Option<MutatedSpans> {
        let views = self.views.iter().filter(|view| !view.is_empty());
        let number = random.below(views.clone().count() as u64) as usize;
        let view = views.clone().nth(number)?;
        let rarity = |state: &RareState| 1.0 / self.known[&state.key].tests as f64;
        let mut left = random.unit() * view.iter().map(rarity).sum::<f64>();
        let chosen = view.iter().find(|state| {
            left -= rarity(state);
            left < 0.0
        });
        chosen.or(view.last()).map(|state| state.prefix.choices())
    }
}

impl RecordedSteps {
    /// Returns the list of steps of this record, if there is exactly one.
    fn of(record: &Record) -> Option<Rc<RecordedSteps>> {
        let mut lists = record.spans.iter().filter(|span| span.label == SpanLabel::STEPS);
        let list = lists.next()?;
        if lists.next().is_some() {
            return None;
        }
        let is_step = |span: &&Span| {
            span.label == SpanLabel::ELEMENT
                && span.depth == list.depth + 2
                && (list.start..list.end).contains(&span.start)
        };
        let cuts = record.spans.iter().filter(is_step).map(|step| step.start);
        let outermost = record.spans.iter().filter(|span| span.depth == 0);
        Some(Rc::new(RecordedSteps {
            spans: outermost.map(|span| (span.label, span.start..span.end)).collect(),
            values: record.values(),
            cuts: cuts.chain([list.end]).collect(),
        }))
    }
}

impl Prefix {
    /// Returns the choices up to the last of the steps.
    fn choices(&self) -> MutatedSpans {
        let RecordedSteps { spans, values, cuts } = &*self.test;
        let cut = cuts.get(self.steps).or(cuts.last()).copied().unwrap_or_default();
        let spans = spans.iter().map(|(label, range)| {
            let end = if range.contains(&cut) { cut } else { range.end };
            (*label, values[range.start..end].to_vec())
        });
        MutatedSpans { spans: spans.collect(), first_change: Some(cut) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record without steps: its states are counted, and no run returns to them.
    fn visit(archive: &mut StateArchive, state: u64) {
        archive.add(&[Visit { view: 0, state, steps: Some(1) }], &Record::default());
    }

    #[test]
    fn the_number_of_known_states_is_limited() {
        let mut archive = StateArchive::default();
        for state in 0..MAX_KNOWN as u64 + 10 {
            visit(&mut archive, state);
        }
        assert!(archive.known.len() < 10, "{}", archive.known.len());
    }
}
