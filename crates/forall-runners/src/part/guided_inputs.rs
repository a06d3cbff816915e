//! The inputs of guided runs: saved ones, fresh ones and mutants.

use std::fmt;

use forall::block::{Attempt, Property, mutate, try_generate};
use forall::mutation::{ComparedValues, MutatedSpans, Mutator};
use forall::part::{CorpusProgress, Options, corpus_or_fresh};
use forall::pool::{Directive, SeedPool};
use forall::source::{Campaign, ChoiceSequence, Random, Record};

/// The number of inputs after which to look for those of other runs. Looking takes about as long as a test.
const RECEIVING_INTERVAL: u32 = 64;

/// Generates the inputs of a guided run: first those that earlier runs saved, then those that the seed pool
/// requests.
///
/// ```
/// use forall::mutation::{MutatedSpans, Mutator};
/// use forall::part::{GuidedInputs, Options};
/// use forall::pool::{Directive, Seed, SeedPool, Static};
/// use forall::property::forall;
/// use forall::source::Random;
///
/// let property = forall("x", 0..1_000_000).check(|_| true);
/// let options = Options::default();
/// let mut mutator = Mutator::new(Random::from_seed(1));
/// let mut inputs = GuidedInputs::new(&property, &options, &mut mutator);
/// let mut pool = Static::new();
/// for n in 0..3 {
///     let attempt = match inputs.sample(&mut pool) {
///         Directive::Generate => inputs.generate(&mut || ()),
///         Directive::Mutate(seed) => inputs.mutate(&seed.input, &[], n, &mut || ()),
///     };
///     inputs.progress.add_scored(0.5);
///     inputs.save(&attempt.record);
///     pool.invest(Seed::new(attempt, 0.5, 1.0));
/// }
/// let made = inputs.go_on(MutatedSpans { spans: Vec::new(), first_change: Some(0) }, 3, &mut || ());
/// assert!(made.inputs.is_ok(), "fresh choices follow");
/// assert_eq!(inputs.progress.summary().corpus_size, 3);
/// assert!(inputs.fresh() == 1 && inputs.fresh_has_usual_size(), "the others are mutants");
/// ```
pub struct GuidedInputs<'g, P> {
    property: &'g P,
    options: &'g Options,
    /// The numbered tests from which fresh inputs are generated.
    pub campaign: Campaign,
    /// The number of fresh inputs so far.
    fresh: u64,
    /// The inputs that earlier runs saved.
    corpus: Box<dyn Iterator<Item = ChoiceSequence> + 'g>,
    /// The number of inputs until other runs are asked for theirs.
    inputs_to_receiving: u32,
    /// The saved inputs to use next.
    saved: Option<ChoiceSequence>,
    /// Changes inputs.
    pub mutator: &'g mut Mutator,
    /// The coverage of the inputs that this run saved.
    pub progress: CorpusProgress,
}

impl<'g, P: Property> GuidedInputs<'g, P> {
    /// Creates the inputs of a run with these options, which determine the randomness of `mutator`.
    pub fn new(
        property: &'g P,
        options: &'g Options,
        mutator: &'g mut Mutator,
    ) -> GuidedInputs<'g, P> {
        mutator.random = Random::from_seed(!options.seed);
        let corpus = Box::new(options.corpus_inputs());
        let progress = CorpusProgress::new(options);
        let campaign = options.campaign();
        GuidedInputs {
            property,
            options,
            campaign,
            fresh: 0,
            corpus,
            inputs_to_receiving: RECEIVING_INTERVAL,
            saved: None,
            mutator,
            progress,
        }
    }

    /// Returns what to do next: [`Directive::Generate`] while there are inputs that earlier runs saved,
    /// otherwise the directive of `pool`.
    pub fn sample<'s, A, F>(&mut self, pool: &'s mut impl SeedPool<A, F>) -> Directive<'s, A, F> {
        self.saved = self.corpus.next().or_else(|| self.receive());
        if self.saved.is_some() { Directive::Generate } else { pool.sample() }
    }

    /// Returns inputs that another run has saved, if it is time to look for some. If there are, there may be more.
    fn receive(&mut self) -> Option<ChoiceSequence> {
        self.inputs_to_receiving -= 1;
        if self.inputs_to_receiving > 0 {
            return None;
        }
        let received = self.options.corpus.as_ref().and_then(|corpus| corpus.receive());
        self.inputs_to_receiving = if received.is_some() { 1 } else { RECEIVING_INTERVAL };
        received
    }

    /// Returns the number of fresh inputs so far. It is the number of the test in the campaign that is generated next:
    /// the first fresh inputs of a guided run are those of an unguided one, whatever runs in between.
    pub fn fresh(&self) -> u64 {
        self.fresh
    }

    /// Returns whether the last fresh input has a usual size: some have larger lists.
    pub fn fresh_has_usual_size(&self) -> bool {
        self.campaign.sizes.list_doublings(self.fresh.saturating_sub(1)) == 0
    }

    /// Generates inputs: saved ones if [`sample`](GuidedInputs::sample) has found some, otherwise fresh ones. Calls
    /// `before_premise` before each premise that it evaluates.
    pub fn generate(&mut self, before_premise: &mut dyn FnMut()) -> Attempt<P::Inputs> {
        let saved = self.saved.take();
        let fresh = self.campaign.source(self.fresh);
        self.fresh += u64::from(saved.is_none());
        corpus_or_fresh(self.property, saved, fresh, before_premise)
    }

    /// Generates the inputs of test `n` by mutating `old`, on which the code under test made these
    /// comparisons. Calls `before_premise` before each premise that it evaluates.
    pub fn mutate(
        &mut self,
        old: &Attempt<P::Inputs>,
        comparisons: &[ComparedValues],
        n: u64,
        before_premise: &mut dyn FnMut(),
    ) -> Attempt<P::Inputs> {
        let size = self.campaign.sizes.at(n);
        let source = self.mutator.source(&old.record, comparisons, size);
        mutate(self.property, old, source, before_premise)
    }

    /// Generates the inputs of test `n` from these choices, and from fresh ones behind them. Calls `before_premise` before
    /// each premise that it evaluates.
    pub fn go_on(
        &mut self,
        prefix: MutatedSpans,
        n: u64,
        before_premise: &mut dyn FnMut(),
    ) -> Attempt<P::Inputs> {
        let size = self.campaign.sizes.at(n);
        try_generate(self.property, self.mutator.source_of(prefix, size), before_premise)
    }

    /// Saves the choices of useful inputs: for the mutator, and for later runs. To be called after they are
    /// counted in [`progress`](GuidedInputs::progress).
    pub fn save(&mut self, record: &Record) {
        self.mutator.add_donor(record);
        self.options.save_to_corpus(record, &self.progress);
    }
}

impl<P> fmt::Debug for GuidedInputs<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("GuidedInputs");
        debug.field("saved", &self.saved).field("progress", &self.progress).finish_non_exhaustive()
    }
}
