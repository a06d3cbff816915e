//! Handles: replies of earlier steps that are arguments of later ones.

use std::fmt::Debug;

use crate::source::{ChoiceValue, Random, Reject, Source};

/// A value that an earlier step has made: a file, a key, a connection. It is known by the index of that step,
/// because the model and the system have made one each.
///
/// ```
/// use forall::machine::{Handle, Handles};
///
/// let mut files = Handles::default();
/// files.insert(2, "the file that step 2 opened");
/// let handle = Handle { step: 2 };
/// assert_eq!(*files.get(handle), "the file that step 2 opened");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle {
    /// The index of the step that made it.
    pub step: usize,
}

impl Handle {
    /// Returns the name of this handle in reports: the kind, and the number of the step that made it.
    ///
    /// ```
    /// use forall::machine::Handle;
    ///
    /// assert_eq!(Handle { step: 2 }.name("file"), "file3");
    /// ```
    pub fn name(self, kind: &str) -> String {
        format!("{kind}{}", self.step + 1)
    }
}

/// The handles of one type that a model or a system has given out, and that are not used up.
///
/// ```
/// use forall::machine::{Handle, Handles};
///
/// let mut files = Handles::default();
/// assert!(files.is_empty());
/// files.insert(0, String::from("a"));
/// files.get_mut(Handle { step: 0 }).push('b');
/// assert!(files.has(Handle { step: 0 }) && !files.has(Handle { step: 1 }));
/// assert_eq!(files.take(Handle { step: 0 }), "ab");
/// assert!(files.is_empty());
/// ```
#[derive(Clone, Debug, Hash)]
pub struct Handles<H> {
    /// The handles with the steps that made them, in the order of the steps.
    made: Vec<(usize, H)>,
}

/// The steps before the one that is being generated.
///
/// ```
/// use forall::machine::{Handle, Handles, History};
/// use forall::source::Source;
///
/// let mut files = Handles::default();
/// files.insert(1, 'a');
/// files.insert(4, 'b');
/// let history = History { steps: 6, exact: false };
/// let handle = files.draw(&mut Source::from_seed(1, 5), history).unwrap();
/// assert!([1, 4].contains(&handle.step));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct History {
    /// The number of steps so far.
    pub steps: usize,
    /// Whether a choice that refers to no handle is rejected. Otherwise it means the nearest one.
    pub exact: bool,
}

impl<H> Handles<H> {
    /// Adds the handle that this step has made.
    pub fn insert(&mut self, step: usize, handle: H) {
        self.made.push((step, handle));
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.made.is_empty()
    }

    /// Returns whether this handle exists and is not used up.
    pub fn has(&self, handle: Handle) -> bool {
        self.find(handle).is_some()
    }

    /// Returns a handle.
    ///
    /// # Panics
    ///
    /// If it does not exist, or is used up.
    pub fn get(&self, handle: Handle) -> &H {
        &self.made[self.index(handle)].1
    }

    /// Returns a handle to change.
    ///
    /// # Panics
    ///
    /// If it does not exist, or is used up.
    pub fn get_mut(&mut self, handle: Handle) -> &mut H {
        let index = self.index(handle);
        &mut self.made[index].1
    }

    /// Removes and returns a handle: it is used up.
    ///
    /// # Panics
    ///
    /// If it does not exist, or is used up already.
    pub fn take(&mut self, handle: Handle) -> H {
        let index = self.index(handle);
        self.made.remove(index).1
    }

    /// Draws one of the handles; the oldest is the simplest. A choice that refers to none of them means the
    /// nearest older one.
    pub fn draw(&self, source: &mut Source, history: History) -> Result<Handle, Reject> {
        self.draw_sampled(source, history, |random| self.sample(random))
    }

    /// Draws one of the handles as [`draw`](Handles::draw) does. A fresh choice is one of those for which `fits` returns
    /// true, if there are any.
    ///
    /// ```
    /// use forall::machine::{Handle, Handles, History};
    /// use forall::source::Source;
    ///
    /// let mut files = Handles::default();
    /// (0..50).for_each(|step| files.insert(step, step == 17));
    /// let history = History { steps: 50, exact: false };
    /// let open = files.draw_where(&mut Source::from_seed(1, 5), history, |_, is_open| *is_open);
    /// assert_eq!(open, Ok(Handle { step: 17 }));
    /// ```
    pub fn draw_where(
        &self,
        source: &mut Source,
        history: History,
        fits: impl Fn(Handle, &H) -> bool,
    ) -> Result<Handle, Reject> {
        self.draw_sampled(source, history, |random| {
            let all = self.made.iter().map(|(step, handle)| (Handle { step: *step }, handle));
            let fitting = all.filter(|(handle, value)| fits(*handle, value));
            let fitting: Vec<usize> = fitting.map(|(handle, _)| handle.step).collect();
            match index_of_frequent(fitting.len(), random) {
                Some(index) => Some(fitting[index]),
                None => self.sample(random),
            }
        })
    }

    /// Returns whether there is a handle for which `fits` returns true.
    ///
    /// ```
    /// use forall::machine::Handles;
    ///
    /// let mut files = Handles::default();
    /// files.insert(0, "a");
    /// assert!(files.any(|name| *name == "a") && !files.any(|name| *name == "b"));
    /// ```
    pub fn any(&self, fits: impl Fn(&H) -> bool) -> bool {
        self.made.iter().any(|(_, handle)| fits(handle))
    }

    fn draw_sampled(
        &self,
        source: &mut Source,
        history: History,
        sample: impl FnOnce(&mut Random) -> Option<usize>,
    ) -> Result<Handle, Reject> {
        let mut drawn = 0;
        let step = source.reference(
            history.steps,
            |random| sample(random).unwrap_or_default(),
            |step| {
                drawn = step;
                self.nearest(step).unwrap_or(step)
            },
        );
        let handle = Handle { step };
        if !self.has(handle) {
            return Err(source.reject("there is no such handle"));
        }
        if history.exact && step != drawn {
            return Err(source.reject("no step with this number made a handle"));
        }
        Ok(handle)
    }

    /// Appends the choice from which [`draw`](Handles::draw) generates `handle`.
    ///
    /// ```
    /// use forall::machine::{Handle, Handles};
    ///
    /// let mut choices = Vec::new();
    /// assert!(Handles::<char>::default().invert(Handle { step: 0 }, &mut choices).is_none());
    /// ```
    pub fn invert(&self, handle: Handle, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        choices.push(ChoiceValue::Integer(handle.step as i128));
        self.has(handle).then_some(())
    }

    /// Returns the step of a random handle. The newest is the most frequent: what was just made is often what
    /// the next step is about.
    fn sample(&self, random: &mut Random) -> Option<usize> {
        index_of_frequent(self.made.len(), random).map(|index| self.made[index].0)
    }

    /// Returns the step of the newest handle that is not newer than `step`, or else of the oldest one.
    fn nearest(&self, step: usize) -> Option<usize> {
        let older = self.made.partition_point(|(made, _)| *made <= step);
        self.made.get(older.saturating_sub(1)).map(|(made, _)| *made)
    }

    fn find(&self, handle: Handle) -> Option<usize> {
        self.made.binary_search_by_key(&handle.step, |(step, _)| *step).ok()
    }

    fn index(&self, handle: Handle) -> usize {
        self.find(handle)
            .unwrap_or_else(|| panic!("step {} made no handle, or it is used up", handle.step + 1))
    }
}

impl<H> Default for Handles<H> {
    fn default() -> Handles<H> {
        Handles { made: Vec::new() }
    }
}

/// Returns the index of one of `count` handles, more often the last one.
fn index_of_frequent(count: usize, random: &mut Random) -> Option<usize> {
    let newest = count.checked_sub(1)?;
    let word = random.below(3 * count as u64) as usize;
    Some(if word.is_multiple_of(3) { newest } else { word / 3 })
}

/// Drops the newest handle first, as Rust drops variables.
impl<H> Drop for Handles<H> {
    fn drop(&mut self) {
        while self.made.pop().is_some() {}
    }
}

/// A table of [handles](Handles) of some type.
///
/// ```
/// use forall::machine::{HandleTable, Handles};
///
/// let mut files = Handles::default();
/// files.insert(3, "a file");
/// assert_eq!(files.newest(), Some(3));
/// files.drop_newest();
/// assert_eq!(files.newest(), None);
/// ```
pub trait HandleTable {
    /// Returns the index of the step that made the newest handle.
    fn newest(&self) -> Option<usize>;

    /// Drops the newest handle.
    fn drop_newest(&mut self);
}

impl<H> HandleTable for Handles<H> {
    fn newest(&self) -> Option<usize> {
        self.made.last().map(|(step, _)| *step)
    }

    fn drop_newest(&mut self) {
        self.made.pop();
    }
}

/// Drops the handles of all types, the newest first.
///
/// ```
/// use forall::machine::{Handles, drop_newest_first};
///
/// let mut connections = Handles::default();
/// let mut transactions = Handles::default();
/// connections.insert(0, "a connection");
/// transactions.insert(1, 'a');
/// drop_newest_first(&mut [&mut connections, &mut transactions]);
/// assert!(connections.is_empty() && transactions.is_empty());
/// ```
pub fn drop_newest_first(tables: &mut [&mut dyn HandleTable]) {
    while let Some(table) = tables.iter_mut().max_by_key(|table| table.newest()) {
        if table.newest().is_none() {
            return;
        }
        table.drop_newest();
    }
}

/// A reply that contains a handle: `H`, `Option<H>` or `Result<H, E>`.
///
/// ```
/// use forall::machine::{Handle, Handles, Makes};
///
/// let mut files = Handles::default();
/// let opened: Result<&str, u8> = Ok("a file");
/// assert_eq!(opened.keep(&mut files, 3), Ok(()));
/// assert_eq!(*files.get(Handle { step: 3 }), "a file");
/// assert_eq!(Err::<&str, u8>(7).keep(&mut files, 4), Err(7));
/// ```
pub trait Makes<H> {
    /// The rest of the reply, which model and system must agree on.
    type Rest;

    /// Moves the handle to `handles`, under the index of the step that made it.
    fn keep(self, handles: &mut Handles<H>, step: usize) -> Self::Rest;
}

impl<H> Makes<H> for Option<H> {
    type Rest = Option<()>;

    fn keep(self, handles: &mut Handles<H>, step: usize) -> Option<()> {
        self.map(|handle| handles.insert(step, handle))
    }
}

impl<H, E> Makes<H> for Result<H, E> {
    type Rest = Result<(), E>;

    fn keep(self, handles: &mut Handles<H>, step: usize) -> Result<(), E> {
        self.map(|handle| handles.insert(step, handle))
    }
}
