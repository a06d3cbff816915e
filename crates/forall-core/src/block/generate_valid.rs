//! Valid inputs: if a premise is false, the variables it depends on are drawn again.

use std::mem;

use super::Generate;
use super::generate::generate_in;
use super::generation::{GenerationContext, Premises};
use crate::data::Verdict;
use crate::language::{NodeInfo, NodeKind};
use crate::source::Source;

/// Generates inputs for `property` that satisfy its premises. If a premise is false, the newest variable that it
/// mentions is drawn again, as often as `patience` allows, then an older one. If that does not help, returns the
/// verdict of the premise. If a domain or a premise panics, returns a failure.
///
/// ```
/// use forall::block::{Generate, RetryPolicy, run, generate_valid};
/// use forall::property::{nodes, property};
/// use forall::report::Verdict;
/// use forall::source::Source;
///
/// fn satisfied<P: Generate>(property: &P, seed: u64) -> Option<P::Inputs> {
///     let mut patience = RetryPolicy::new(&nodes(property));
///     generate_valid(property, &mut Source::from_seed(seed, 5), &mut patience).ok()
/// }
/// let next = property! { forall x in 0..50_u8; forall y in 0..50_u8; implies x + 1 == *y; check true };
/// let (y, (x, ())) = satisfied(&next, 7).expect("there are 49 such pairs");
/// assert_eq!(x + 1, y);
/// assert_eq!(run(&next, &mut Source::from_seed(7, 5)), Verdict::Discard(2));
/// ```
pub fn generate_valid<P: Generate>(
    property: &P,
    source: &mut Source,
    patience: &mut RetryPolicy,
) -> Result<P::Inputs, Verdict> {
    patience.begin();
    let before = patience.redrawn;
    let generated =
        generate_in(property, None, GenerationContext::new(source, Premises::Retry(patience)));
    match &generated {
        Ok(_) => {
            patience.has_succeeded = true;
            patience.successes.times += 1;
            patience.successes.retries += patience.redrawn - before;
        }
        Err(Verdict::Fail(_)) => {}
        Err(_) => patience.has_succeeded = false,
    }
    generated
}

/// How often each variable is drawn again, with statistics about the effect.
///
/// ```
/// use forall::block::{RetryPolicy, generate_valid};
/// use forall::property::{nodes, property};
/// use forall::source::Source;
///
/// let seven = property! { forall x in 0..50_u8; implies *x == 7, restrict = false; check true };
/// let mut source = Source::from_seed(1, 5);
/// assert!(generate_valid(&seven, &mut source, &mut RetryPolicy::no_retries()).is_err(), "it is drawn once");
///
/// let mut patience = RetryPolicy::new(&nodes(&seven));
/// for _ in 0..9 {
///     assert_eq!(generate_valid(&seven, &mut source, &mut patience), Ok((7, ())));
///     patience.learn();
/// }
/// assert!(patience.redrawn() > 9);
/// ```
#[derive(Clone, Debug)]
pub struct RetryPolicy {
    /// For each node of the property, the positions of the variables it depends on.
    causes: Vec<Vec<usize>>,
    /// The statistics of each variable, by position.
    levels: Vec<Level>,
    /// The number of retries left for these inputs.
    left: u64,
    /// The number of inputs in a row that could not be generated.
    failures: u32,
    /// Whether the last inputs were generated.
    has_succeeded: bool,
    /// The number of retries so far.
    redrawn: u64,
    /// The retries that led to valid inputs.
    successes: Effect,
    /// A multiple of the average number of retries for valid inputs.
    spare: u64,
}

/// The statistics of a variable.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// The maximum number of retries in a row.
    limit: u32,
    /// The current maximum: it shrinks each time an older variable is drawn again.
    current_limit: u32,
    /// The retries that led to valid inputs.
    helped: Effect,
}

/// How often retries helped.
#[derive(Clone, Copy, Debug, Default)]
struct Effect {
    /// The number of times.
    times: u64,
    /// The number of retries in total.
    retries: u64,
}

/// The maximum number of retries of a variable while it is not known whether they help.
const INITIAL_RETRIES: u32 = 256;
/// The maximum number of retries of a variable for which they never help.
const MIN_RETRIES: u32 = 8;

impl RetryPolicy {
    /// Returns the policy that never retries: a false premise discards the inputs.
    pub fn no_retries() -> RetryPolicy {
        RetryPolicy {
            causes: Vec::new(),
            levels: Vec::new(),
            left: 0,
            failures: 0,
            has_succeeded: false,
            redrawn: 0,
            successes: Effect::default(),
            spare: 0,
        }
    }

    /// Returns the initial policy for the property with these nodes.
    pub fn new(nodes: &[&NodeInfo]) -> RetryPolicy {
        let causes: Vec<Vec<usize>> = (0..nodes.len()).map(|at| causes(nodes, at)).collect();
        let level = |info: &&NodeInfo| match info.kind {
            NodeKind::Forall => Level { limit: INITIAL_RETRIES, ..Level::default() },
            _ => Level::default(),
        };
        RetryPolicy {
            causes,
            levels: nodes.iter().map(level).collect(),
            ..RetryPolicy::no_retries()
        }
    }

    /// Returns the number of retries so far.
    pub fn redrawn(&self) -> u64 {
        self.redrawn
    }

    /// Adapts the policy to the experience so far: a variable gets four times the average number of retries that
    /// helped. Until this is called, the same source generates the same inputs.
    pub fn learn(&mut self) {
        for level in &mut self.levels {
            // The first one or two times say little, so the initial assumption counts as one.
            let Effect { times, retries } = level.helped;
            let mean = (retries + u64::from(INITIAL_RETRIES / 4)) / (times + 1);
            if times > 0 {
                level.limit = (4 * mean).min(1 << 20) as u32 + MIN_RETRIES;
            }
        }
        self.spare = 16 * self.successes.retries / self.successes.times.max(1);
        self.failures = self.failures.saturating_add(1);
        if mem::take(&mut self.has_succeeded) {
            self.failures = 0;
        }
    }

    /// Returns whether the variable at this node is drawn again, after `tries` earlier retries. `obstacle` is
    /// the verdict that ended generation.
    pub(super) fn again(&mut self, obstacle: &Verdict, at: usize, tries: &mut u32) -> bool {
        let (Verdict::Discard(node) | Verdict::Reject(node, _)) = obstacle else {
            return false;
        };
        let is_cause = self.causes.get(*node).is_some_and(|causes| causes.contains(&at));
        if !is_cause || self.left == 0 {
            return false;
        }
        let level = &mut self.levels[at];
        if *tries >= level.current_limit {
            level.current_limit = (level.current_limit / 2).max(MIN_RETRIES);
            return false;
        }
        *tries += 1;
        self.left -= 1;
        self.redrawn += 1;
        true
    }

    /// Records that `tries` retries of the variable at this node led to valid inputs.
    pub(super) fn helped(&mut self, at: usize, tries: u32) {
        if let Some(level) = self.levels.get_mut(at).filter(|_| tries > 0) {
            level.helped.times += 1;
            level.helped.retries += u64::from(tries);
        }
    }

    /// Limits the retries of all variables together to a few times the sum of their limits; nested limits
    /// alone would multiply. The limit is lower if the last attempts found no valid inputs.
    fn begin(&mut self) {
        let mut all = 0;
        for level in &mut self.levels {
            level.current_limit = level.limit;
            all += 4 * u64::from(level.limit);
        }
        self.left = (all + self.spare) >> (self.failures / 64).min(6);
    }
}

/// Returns the variables that a node depends on: those it mentions, those that their domains mention, and so on; a
/// variable depends on itself.
fn causes(nodes: &[&NodeInfo], at: usize) -> Vec<usize> {
    let mut causes = Vec::new();
    let mut todo = vec![at];
    while let Some(node) = todo.pop() {
        if nodes[node].kind == NodeKind::Forall && !causes.contains(&node) {
            causes.push(node);
        }
        for (earlier, info) in nodes[..node].iter().enumerate() {
            let hidden = nodes[earlier + 1..node].iter().any(|later| hides(later, info));
            let mentioned = info.kind == NodeKind::Forall && nodes[node].mentions(&info.name);
            if mentioned && !hidden && !causes.contains(&earlier) {
                todo.push(earlier);
            }
        }
    }
    causes
}

fn hides(later: &NodeInfo, info: &NodeInfo) -> bool {
    later.kind == NodeKind::Forall && later.name == info.name
}
