//! The context of a generation: where choices come from, and what to do about premises.

use std::fmt;

use super::RetryPolicy;
use crate::data::Verdict;
use crate::source::Source;

/// What [`Generate`](super::Generate) needs besides the environment.
///
/// A form of property that is not made of nodes uses it as follows:
///
/// ```
/// use forall::block::{Generate, GenerationContext};
/// use forall::domain::Domain;
/// use forall::property::{Formula, NodeInfo, Nodes};
/// use forall::report::Failure;
///
/// /// All even digits are small.
/// struct Even;
/// # impl Nodes for Even {
/// #     fn nodes<'p>(&'p self, _: &mut Vec<&'p NodeInfo>) {}
/// # }
///
/// impl Formula for Even {
///     type Inputs = u8;
/// }
///
/// impl Generate for Even {
///     const BINDS: bool = true;
///
///     fn generate(
///         &self,
///         (): (),
///         _: Option<&u8>,
///         context: &mut GenerationContext<'_>,
///     ) -> Result<u8, ()> {
///         let mut retries = 0;
///         loop {
///             match (0..10_u8).generate(context.source) {
///                 Ok(x) if context.checks_contracts() && x > 9 => {
///                     context.break_contract(Failure::contract("x", "x < 10", &x).into());
///                     return Err(());
///                 }
///                 Ok(x) if x % 2 == 0 || !context.checks_premise(false) => {
///                     context.record_success(0, retries);
///                     return Ok(x);
///                 }
///                 Ok(_) => context.discard(1),
///                 Err(_) => context.reject(0),
///             }
///             if !context.should_retry(0, &mut retries) {
///                 return Err(());
///             }
///         }
///     }
/// }
/// # use forall::block::{RetryPolicy, generate_valid};
/// # use forall::source::Source;
/// let valid = |seed| generate_valid(&Even, &mut Source::from_seed(seed, 5), &mut RetryPolicy::no_retries());
/// assert!((0..9).filter_map(|seed| valid(seed).ok()).all(|x| x % 2 == 0));
/// ```
pub struct GenerationContext<'g> {
    /// The choices.
    pub source: &'g mut Source,
    premises: Premises<'g>,
    /// Why the inputs could not be completed. It is stored here so that the walk, which is compiled
    /// for every property, does not have to pass it along.
    obstacle: Verdict,
}

/// What happens at a premise.
pub(super) enum Premises<'g> {
    /// Neither it nor a contract is evaluated.
    Ignore,
    /// If it is false, generation ends. One after the last variable is left to the check, which has to
    /// evaluate it in any case. The function is called before each evaluation.
    Early(&'g mut dyn FnMut()),
    /// If it is false, a variable that it depends on is drawn again, as the policy says.
    Retry(&'g mut RetryPolicy),
}

impl<'g> GenerationContext<'g> {
    pub(super) fn new(source: &'g mut Source, premises: Premises<'g>) -> GenerationContext<'g> {
        GenerationContext { source, premises, obstacle: Verdict::Pass }
    }

    pub(super) fn into_obstacle(self) -> Verdict {
        self.obstacle
    }

    /// Returns whether a premise is to be evaluated now; `binds` says whether a variable follows it.
    #[inline]
    pub fn checks_premise(&mut self, binds: bool) -> bool {
        match &mut self.premises {
            Premises::Ignore => false,
            Premises::Early(before) => {
                if binds {
                    before();
                }
                binds
            }
            Premises::Retry(_) => true,
        }
    }

    /// Returns whether a value that breaks the contract of its variable ends generation. If premises are ignored, it does
    /// not: contracts are left to the check, which evaluates them in any case.
    #[inline]
    pub fn checks_contracts(&self) -> bool {
        !matches!(self.premises, Premises::Ignore)
    }

    /// Records that a generated value breaks the contract of its variable.
    pub fn break_contract(&mut self, failure: Verdict) {
        self.obstacle = failure;
    }

    /// Records that the premise at this node is false.
    pub fn discard(&mut self, at: usize) {
        self.obstacle = Verdict::Discard(at);
    }

    /// Records that the domain of the quantifier at this node rejected.
    pub fn reject(&mut self, at: usize) {
        self.obstacle = Verdict::Reject(at, self.source.reason().unwrap_or_default());
    }

    /// Returns whether to draw the variable at this node again, after `retries` earlier retries. Counts
    /// the retry if so.
    pub fn should_retry(&mut self, at: usize, retries: &mut u32) -> bool {
        match &mut self.premises {
            Premises::Retry(policy) => policy.again(&self.obstacle, at, retries),
            _ => false,
        }
    }

    /// Records that drawing the variable at this node again, `retries` times, led to valid inputs.
    pub fn record_success(&mut self, at: usize, retries: u32) {
        if let Premises::Retry(policy) = &mut self.premises {
            policy.helped(at, retries);
        }
    }
}

impl fmt::Debug for GenerationContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GenerationContext").field("source", &self.source).finish_non_exhaustive()
    }
}
