//! Satisfying: inputs for which the premises hold, by going back to the variable at fault.

use std::mem;

use crate::data::Verdict;
use crate::domain::dependent::Dependent;
use crate::language::{Check, Forall, Formula, Implies, Kind, Note, Observe, outline};
use crate::panics;
use crate::source::{Label, Source};

/// Makes inputs for `property` and asks its premises as soon as they come. Where one is false, the
/// newest variable that it mentions is drawn again, as often as `patience` has it; then an older one.
/// The verdict says what it could not get past. It is a failure where a domain or premise panics.
///
/// ```
/// use forall::block::{Patience, Satisfy, run, satisfy};
/// use forall::property::{outline, property};
/// use forall::report::Verdict;
/// use forall::source::Source;
///
/// fn satisfied<P: Satisfy>(property: &P, seed: u64) -> Option<P::Inputs> {
///     let mut patience = Patience::new(&outline(property));
///     satisfy(property, &mut Source::from_seed(seed, 5), &mut patience).ok()
/// }
/// let next = property! { forall x in 0..50_u8; forall y in 0..50_u8; implies x + 1 == *y; check true };
/// let (y, (x, ())) = satisfied(&next, 7).expect("there are 49 such pairs");
/// assert_eq!(x + 1, y);
/// assert_eq!(run(&next, &mut Source::from_seed(7, 5)), Verdict::Discard(2));
/// ```
pub fn satisfy<P: Satisfy>(
    property: &P,
    source: &mut Source,
    patience: &mut Patience,
) -> Result<P::Inputs, Verdict> {
    patience.begin();
    let before = patience.redrawn;
    match panics::catch(|| property.satisfy((), source, patience)) {
        Ok(made) => {
            patience.made = made.is_ok();
            if patience.made {
                patience.took.0 += 1;
                patience.took.1 += patience.redrawn - before;
            }
            made.map_err(|()| mem::replace(&mut patience.obstacle, Verdict::Pass))
        }
        Err(thrown) => Err(panics::verdict(thrown, outline(property).len() - 1)),
    }
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
/// assert!(satisfy(&seven, &mut source, &mut Patience::blind()).is_ok(), "nobody asks");
///
/// let mut patience = Patience::new(&outline(&seven));
/// for _ in 0..9 {
///     assert_eq!(satisfy(&seven, &mut source, &mut patience), Ok((7, ())));
///     patience.learn();
/// }
/// assert!(patience.asks() && patience.redrawn() > 9);
/// ```
#[derive(Clone, Debug)]
pub struct Patience {
    /// What the last inputs did not get past. It is kept here, so that the walk, of which every property
    /// has its own, need not carry it along.
    obstacle: Verdict,
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
    /// Are premises not asked at all?
    blind: bool,
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
            obstacle: Verdict::Pass,
            causes: Vec::new(),
            levels: Vec::new(),
            left: 0,
            stuck: 0,
            made: false,
            redrawn: 0,
            took: (0, 0),
            usual: 0,
            blind: false,
        }
    }

    /// Premises are not asked, as [`generate`](forall::block::generate()) does not. For forms of
    /// properties that make one walk do for both.
    pub fn blind() -> Patience {
        Patience { blind: true, ..Patience::none() }
    }

    /// Are premises asked?
    pub fn asks(&self) -> bool {
        !self.blind
    }

    /// For the property of these notes, of which nothing is known yet.
    pub fn new(notes: &[&Note]) -> Patience {
        let causes: Vec<Vec<usize>> = (0..notes.len()).map(|at| causes(notes, at)).collect();
        let level = |note: &&Note| match note.kind {
            Kind::Forall => Level { tries: UNKNOWN, ..Level::default() },
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

    /// The premise at this place does not hold.
    pub fn discard(&mut self, at: usize) {
        self.obstacle = Verdict::Discard(at);
    }

    /// The quantifier at this place could make no value of `source`.
    pub fn reject(&mut self, at: usize, source: &Source) {
        self.obstacle = Verdict::Reject(at, source.reason().unwrap_or_default());
    }

    /// Shall the variable at this place be drawn again, after so many `tries`, in view of what the
    /// inputs could not get past?
    ///
    /// This, with [`reject`](Patience::reject), [`discard`](Patience::discard) and [`helped`](Patience::helped), is
    /// what a form of property of your own says while it draws its variables:
    ///
    /// ```
    /// use forall::block::Patience;
    /// use forall::domain::Domain;
    /// use forall::property::{outline, property};
    /// use forall::source::Source;
    ///
    /// let seven = property! { forall x in 0..50_u8; implies *x == 7; check true };
    /// let (mut patience, mut tries) = (Patience::new(&outline(&seven)), 0);
    /// # let _ = forall::block::satisfy(&seven, &mut Source::from_seed(9, 5), &mut patience);
    /// let mut source = Source::from_seed(1, 5);
    /// let x = loop {
    ///     match seven.domain.generate(&mut source) {
    ///         Ok(7) => break Some(7),
    ///         Ok(_) => patience.discard(1),
    ///         Err(_) => patience.reject(0, &source),
    ///     }
    ///     if !patience.again(0, &mut tries) {
    ///         break None;
    ///     }
    /// };
    /// patience.helped(0, tries);
    /// assert_eq!(x, Some(7));
    /// ```
    pub fn again(&mut self, at: usize, tries: &mut u32) -> bool {
        let (Verdict::Discard(stuck) | Verdict::Reject(stuck, _)) = self.obstacle else {
            return false;
        };
        let guilty = self.causes.get(stuck).is_some_and(|causes| causes.contains(&at));
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
    pub fn helped(&mut self, at: usize, tries: u32) {
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
        if notes[node].kind == Kind::Forall && !causes.contains(&node) {
            causes.push(node);
        }
        for (earlier, note) in notes[..node].iter().enumerate() {
            let hidden = notes[earlier + 1..node].iter().any(|later| hides(later, note));
            let mentioned = note.kind == Kind::Forall && notes[node].mentions(&note.name);
            if mentioned && !hidden && !causes.contains(&earlier) {
                todo.push(earlier);
            }
        }
    }
    causes
}

fn hides(later: &Note, note: &Note) -> bool {
    later.kind == Kind::Forall && later.name == note.name
}

/// Can make inputs that satisfy its premises.
///
/// ```
/// use forall::block::{Patience, Satisfy};
/// use forall::property::forall;
/// use forall::source::Source;
///
/// let less = forall("x", 0..9).forall("y", 0..9).implies("y < x", |(y, (x, ()))| y < x).check(|_| true);
/// let mut source = Source::from_seed(1, 5);
/// let stuck = less.body.satisfy((0, ()), &mut source, &mut Patience::none());
/// assert_eq!(stuck, Err((0, ())), "nothing is less than 0: it comes back");
/// ```
pub trait Satisfy<E = ()>: Formula<E> {
    /// Extends `env` to inputs for which the premises hold. What could not be extended comes back; what
    /// it did not get past is told to `patience`.
    fn satisfy(
        &self,
        env: E,
        source: &mut Source,
        patience: &mut Patience,
    ) -> Result<Self::Inputs, E>;
}

impl<E: 'static, A: 'static, D, P> Satisfy<E> for Forall<A, D, P>
where
    D: Dependent<E, Value = A>,
    P: Satisfy<(A, E)>,
{
    fn satisfy(
        &self,
        mut env: E,
        source: &mut Source,
        patience: &mut Patience,
    ) -> Result<P::Inputs, E> {
        let (at, mut tries) = (self.note.at, 0);
        loop {
            source.open(Label::variable(at));
            let value = self.domain.generate(&env, source);
            source.close();
            match value {
                Ok(value) => match self.body.satisfy((value, env), source, patience) {
                    Ok(inputs) => {
                        patience.helped(at, tries);
                        return Ok(inputs);
                    }
                    Err((_, before)) => env = before,
                },
                Err(_) => patience.reject(at, source),
            }
            if !patience.again(at, &mut tries) {
                return Err(env);
            }
        }
    }
}

impl<E, F: Fn(&E) -> bool, P: Satisfy<E>> Satisfy<E> for Implies<F, P> {
    fn satisfy(
        &self,
        env: E,
        source: &mut Source,
        patience: &mut Patience,
    ) -> Result<P::Inputs, E> {
        if !patience.asks() || (self.premise)(&env) {
            self.body.satisfy(env, source, patience)
        } else {
            patience.discard(self.note.at);
            Err(env)
        }
    }
}

impl<E, F, P: Satisfy<E>> Satisfy<E> for Observe<F, P> {
    fn satisfy(
        &self,
        env: E,
        source: &mut Source,
        patience: &mut Patience,
    ) -> Result<P::Inputs, E> {
        self.body.satisfy(env, source, patience)
    }
}

impl<E: 'static, F> Satisfy<E> for Check<F> {
    fn satisfy(&self, env: E, _: &mut Source, _: &mut Patience) -> Result<E, E> {
        Ok(env)
    }
}
