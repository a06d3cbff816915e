//! Satisfying: inputs for which the premises hold, by going back to the variable at fault.

use std::mem;

use super::Generate;
use super::generate::generate_in;
use super::generation::{GenerationContext, Premises};
use crate::data::Verdict;
use crate::language::{NodeKind, Note};
use crate::source::Source;

/// Makes inputs for `property` and asks its premises as soon as they come. Where one is false, the
/// newest variable that it mentions is drawn again, as often as `patience` has it; then an older one.
/// The verdict says what it could not get past. It is a failure where a domain or premise panics.
///
/// ```
/// use forall::block::{Generate, Patience, run, satisfy};
/// use forall::property::{outline, property};
/// use forall::report::Verdict;
/// use forall::source::Source;
///
/// fn satisfied<P: Generate>(property: &P, seed: u64) -> Option<P::Inputs> {
///     let mut patience = Patience::new(&outline(property));
///     satisfy(property, &mut Source::from_seed(seed, 5), &mut patience).ok()
/// }
/// let next = property! { forall x in 0..50_u8; forall y in 0..50_u8; implies x + 1 == *y; check true };
/// let (y, (x, ())) = satisfied(&next, 7).expect("there are 49 such pairs");
/// assert_eq!(x + 1, y);
/// assert_eq!(run(&next, &mut Source::from_seed(7, 5)), Verdict::Discard(2));
/// ```
pub fn satisfy<P: Generate>(
    property: &P,
    source: &mut Source,
    patience: &mut Patience,
) -> Result<P::Inputs, Verdict> {
    patience.begin();
    let before = patience.redrawn;
    let made =
        generate_in(property, None, GenerationContext::new(source, Premises::Retry(patience)));
    match &made {
        Ok(_) => {
            patience.made = true;
            patience.took.0 += 1;
            patience.took.1 += patience.redrawn - before;
        }
        Err(Verdict::Fail(_)) => {}
        Err(_) => patience.made = false,
    }
    made
}

/// How often to draw which variable again, and what that came to.
///
/// ```
/// use forall::block::{Patience, satisfy};
/// use forall::property::{outline, property};
/// use forall::source::Source;
///
/// let seven = property! { forall x in 0..50_u8; implies *x == 7; check true };
/// let mut source = Source::from_seed(1, 5);
/// assert!(satisfy(&seven, &mut source, &mut Patience::none()).is_err(), "it is drawn once");
///
/// let mut patience = Patience::new(&outline(&seven));
/// for _ in 0..9 {
///     assert_eq!(satisfy(&seven, &mut source, &mut patience), Ok((7, ())));
///     patience.learn();
/// }
/// assert!(patience.redrawn() > 9);
/// ```
#[derive(Clone, Debug)]
pub struct Patience {
    /// For each node of the property the variables it hangs on, by their places.
    causes: Vec<Vec<usize>>,
    /// What is known of each variable, by its place.
    levels: Vec<Level>,
    /// How many draws again are left for these inputs.
    left: u64,
    /// How many inputs in a row could not be made.
    stuck: u32,
    /// Were the last ones made?
    made: bool,
    /// How many there have been.
    redrawn: u64,
    /// How many inputs were made, and how many draws again that took together.
    took: (u64, u64),
    /// Some times what it takes in the mean.
    usual: u64,
}

/// What is known of a variable.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// How often it may be drawn again in a row.
    tries: u32,
    /// The same for now: less and less, as long as an older variable has to be drawn again.
    now: u32,
    /// How often that helped, and how many draws it took together.
    helped: (u64, u64),
}

/// How often a variable is drawn again while nobody knows whether that helps.
const UNKNOWN: u32 = 256;
/// How often it is drawn again in any case.
const LEAST: u32 = 8;

impl Patience {
    /// None: a false premise turns the inputs away.
    pub fn none() -> Patience {
        Patience {
            causes: Vec::new(),
            levels: Vec::new(),
            left: 0,
            stuck: 0,
            made: false,
            redrawn: 0,
            took: (0, 0),
            usual: 0,
        }
    }

    /// For the property of these notes, of which nothing is known yet.
    pub fn new(notes: &[&Note]) -> Patience {
        let causes: Vec<Vec<usize>> = (0..notes.len()).map(|at| causes(notes, at)).collect();
        let level = |note: &&Note| match note.kind {
            NodeKind::Forall => Level { tries: UNKNOWN, ..Level::default() },
            _ => Level::default(),
        };
        Patience { causes, levels: notes.iter().map(level).collect(), ..Patience::none() }
    }

    /// How many times a variable was drawn again so far.
    pub fn redrawn(&self) -> u64 {
        self.redrawn
    }

    /// Takes to heart what was seen: a variable is worth four times the draws that helped in the mean.
    /// Until then nothing changes, so the same source makes the same inputs.
    pub fn learn(&mut self) {
        for level in &mut self.levels {
            // The first one or two times say little, so what was thought before counts as one.
            let (times, draws) = level.helped;
            let mean = (draws + u64::from(UNKNOWN / 4)) / (times + 1);
            if times > 0 {
                level.tries = (4 * mean).min(1 << 20) as u32 + LEAST;
            }
        }
        self.usual = 16 * self.took.1 / self.took.0.max(1);
        self.stuck = self.stuck.saturating_add(1);
        if mem::take(&mut self.made) {
            self.stuck = 0;
        }
    }

    /// Returns whether the variable at this node is drawn again, after `tries` earlier retries, because
    /// `obstacle` was in the way.
    pub(super) fn again(&mut self, obstacle: &Verdict, at: usize, tries: &mut u32) -> bool {
        let (Verdict::Discard(stuck) | Verdict::Reject(stuck, _)) = obstacle else {
            return false;
        };
        let guilty = self.causes.get(*stuck).is_some_and(|causes| causes.contains(&at));
        if !guilty || self.left == 0 {
            return false;
        }
        let level = &mut self.levels[at];
        if *tries >= level.now {
            level.now = (level.now / 2).max(LEAST);
            return false;
        }
        *tries += 1;
        self.left -= 1;
        self.redrawn += 1;
        true
    }

    /// The variable at this place was drawn again so many times, and all premises hold.
    pub(super) fn helped(&mut self, at: usize, tries: u32) {
        if let Some(level) = self.levels.get_mut(at).filter(|_| tries > 0) {
            level.helped.0 += 1;
            level.helped.1 += u64::from(tries);
        }
    }

    /// All levels together may take a few times what each of them may. (Each of them as often as those
    /// before it would be for ever.) But less where it seems that nothing can be made at all.
    fn begin(&mut self) {
        let mut all = 0;
        for level in &mut self.levels {
            level.now = level.tries;
            all += 4 * u64::from(level.tries);
        }
        self.left = (all + self.usual) >> (self.stuck / 64).min(6);
    }
}

/// The variables on which the node hangs: those it mentions, those that the domains of these mention,
/// and so on; and a variable on itself.
fn causes(notes: &[&Note], at: usize) -> Vec<usize> {
    let mut causes = Vec::new();
    let mut todo = vec![at];
    while let Some(node) = todo.pop() {
        if notes[node].kind == NodeKind::Forall && !causes.contains(&node) {
            causes.push(node);
        }
        for (earlier, note) in notes[..node].iter().enumerate() {
            let hidden = notes[earlier + 1..node].iter().any(|later| hides(later, note));
            let mentioned = note.kind == NodeKind::Forall && notes[node].mentions(&note.name);
            if mentioned && !hidden && !causes.contains(&earlier) {
                todo.push(earlier);
            }
        }
    }
    causes
}

fn hides(later: &Note, note: &Note) -> bool {
    later.kind == NodeKind::Forall && later.name == note.name
}
