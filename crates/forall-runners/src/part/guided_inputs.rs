//! The inputs of guided runs: saved ones, fresh ones and mutants.

use std::fmt;

use forall::block::{Attempt, Property, mutate};
use forall::mutation::{ComparedValues, Mutator};
use forall::part::{CorpusProgress, Options, corpus_or_fresh};
use forall::pool::{Directive, SeedPool};
use forall::source::{ChoiceSequence, Random, Record};

/// Makes the inputs of a guided run: first those that earlier runs saved, then what the seed pool asks for.
///
/// ```
/// use forall::mutation::Mutator;
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
///     let made = match inputs.sample(&mut pool) {
///         Directive::Generate => inputs.generate(n, &mut || ()),
///         Directive::Mutate(seed) => inputs.mutate(&seed.input, &[], n, &mut || ()),
///     };
///     inputs.progress.add_scored(0.5);
///     inputs.save(&made.record);
///     pool.invest(Seed::new(made, 0.5, 1.0));
/// }
/// assert_eq!(inputs.progress.summary().corpus_size, 3);
/// ```
pub struct GuidedInputs<'g, P> {
    property: &'g P,
    options: &'g Options,
    /// The inputs that earlier runs saved.
    corpus: Box<dyn Iterator<Item = ChoiceSequence> + 'g>,
    /// The saved inputs to use next.
    saved: Option<ChoiceSequence>,
    /// Changes inputs.
    pub mutator: &'g mut Mutator,
    /// What the saved inputs of this run have reached together.
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
        let progress = CorpusProgress::default();
        GuidedInputs { property, options, corpus, saved: None, mutator, progress }
    }

    /// Returns what to do next. While there are inputs that earlier runs saved, that is to generate; then it
    /// is what `pool` says.
    pub fn sample<'s, A, F>(&mut self, pool: &'s mut impl SeedPool<A, F>) -> Directive<'s, A, F> {
        self.saved = self.corpus.next();
        if self.saved.is_some() { Directive::Generate } else { pool.sample() }
    }

    /// Generates the inputs of test `n`: saved ones if [`sample`](GuidedInputs::sample) has found some,
    /// otherwise fresh ones. Calls `before_premise` before each premise that is checked on the way.
    pub fn generate(&mut self, n: u64, before_premise: &mut dyn FnMut()) -> Attempt<P::Inputs> {
        let fresh = self.options.campaign().source(n);
        corpus_or_fresh(self.property, self.saved.take(), fresh, before_premise)
    }

    /// Generates the inputs of test `n` by changing `old`, on which the code under test made these
    /// comparisons. Calls `before_premise` before each premise that is checked on the way.
    pub fn mutate(
        &mut self,
        old: &Attempt<P::Inputs>,
        comparisons: &[ComparedValues],
        n: u64,
        before_premise: &mut dyn FnMut(),
    ) -> Attempt<P::Inputs> {
        let size = self.options.sizes.at(n);
        let source = self.mutator.source(&old.record, comparisons, size);
        mutate(self.property, old, source, before_premise)
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
