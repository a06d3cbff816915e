//! Persistent vectors: the same property for `im` and its fork `imbl`.

use crate::bug::Bug;
use crate::input::input;

input! {
    enum Step {
        PushBack(u8),
        PushFront(u8),
        PopBack,
        PopFront,
        Insert(u16, u8),
        Remove(u16),
        Set(u16, u8),
        /// Appends this many elements.
        Extend(u16),
        /// Keeps the elements before this index.
        Take(u16),
        /// Keeps the elements from this index on.
        Skip(u16),
        /// Splits the vector there and appends the first part to the second.
        Rotate(u16),
        Truncate(u16),
    }
}

/// Bounds on the sizes.
struct Limits {
    /// The length of an extension is smaller than this.
    extension: u16,
    /// No steps follow when the vector is longer than this.
    length: usize,
}

/// The methods of a vector under test.
trait Vector {
    fn apply(&mut self, step: &ExactStep);
    fn pop_back(&mut self) -> Option<u32>;
    fn pop_front(&mut self) -> Option<u32>;
    fn remove(&mut self, at: usize) -> u32;
    fn get(&self, at: usize) -> Option<u32>;
    fn len(&self) -> usize;
    fn to_vec(&self) -> Vec<u32>;
}

/// A step that returns nothing, with an index inside of the vector.
enum ExactStep {
    PushBack(u32),
    PushFront(u32),
    Insert(usize, u32),
    Set(usize, u32),
    Append(Vec<u32>),
    Take(usize),
    Skip(usize),
    Rotate(usize),
    Truncate(usize),
}

macro_rules! vector {
    ($name:ty) => {
        impl Vector for $name {
            fn apply(&mut self, step: &ExactStep) {
                match step {
                    ExactStep::PushBack(value) => self.push_back(*value),
                    ExactStep::PushFront(value) => self.push_front(*value),
                    ExactStep::Insert(at, value) => self.insert(*at, *value),
                    ExactStep::Set(at, value) => drop(self.set(*at, *value)),
                    ExactStep::Append(values) => {
                        let mut other = <$name>::new();
                        values.iter().for_each(|value| other.push_back(*value));
                        self.append(other);
                    }
                    ExactStep::Take(length) => *self = self.take(*length),
                    ExactStep::Skip(length) => *self = self.skip(*length),
                    ExactStep::Rotate(at) => {
                        let (first, mut second) = self.clone().split_at(*at);
                        second.append(first);
                        *self = second;
                    }
                    ExactStep::Truncate(length) => self.truncate(*length),
                }
            }

            fn pop_back(&mut self) -> Option<u32> {
                self.pop_back()
            }

            fn pop_front(&mut self) -> Option<u32> {
                self.pop_front()
            }

            fn remove(&mut self, at: usize) -> u32 {
                self.remove(at)
            }

            fn get(&self, at: usize) -> Option<u32> {
                self.get(at).copied()
            }

            fn len(&self) -> usize {
                self.len()
            }

            fn to_vec(&self) -> Vec<u32> {
                self.iter().copied().collect()
            }
        }
    };
}

vector!(im::Vector<u32>);
vector!(imbl::Vector<u32>);

/// A vector under test and its model.
struct Both<V> {
    vector: V,
    model: Vec<u32>,
    /// The next element of an extension.
    next: u32,
}

impl<V: Vector> Both<V> {
    fn apply(&mut self, step: &Step, limits: &Limits) {
        let length = self.model.len();
        let position = |at: u16| usize::from(at) % (length + 1);
        match *step {
            Step::PushBack(value) => self.step(ExactStep::PushBack(value.into())),
            Step::PushFront(value) => self.step(ExactStep::PushFront(value.into())),
            Step::PopBack => assert_eq!(self.vector.pop_back(), self.model.pop()),
            Step::PopFront => {
                let expected = (length > 0).then(|| self.model.remove(0));
                assert_eq!(self.vector.pop_front(), expected);
            }
            Step::Insert(at, value) => self.step(ExactStep::Insert(position(at), value.into())),
            Step::Remove(at) if length > 0 => {
                let at = usize::from(at) % length;
                assert_eq!(self.vector.remove(at), self.model.remove(at));
            }
            Step::Set(at, value) if length > 0 => {
                self.step(ExactStep::Set(usize::from(at) % length, value.into()));
            }
            Step::Remove(_) | Step::Set(..) => {}
            Step::Extend(more) => {
                let end = self.next + u32::from(more % limits.extension);
                self.step(ExactStep::Append((self.next..end).collect()));
                self.next = end;
            }
            Step::Take(at) => self.step(ExactStep::Take(position(at))),
            Step::Skip(at) => self.step(ExactStep::Skip(position(at))),
            Step::Rotate(at) => self.step(ExactStep::Rotate(position(at))),
            Step::Truncate(at) => self.step(ExactStep::Truncate(position(at))),
        }
        assert_eq!(self.vector.len(), self.model.len());
    }

    fn step(&mut self, step: ExactStep) {
        self.vector.apply(&step);
        match step {
            ExactStep::PushBack(value) => self.model.push(value),
            ExactStep::PushFront(value) => self.model.insert(0, value),
            ExactStep::Insert(at, value) => self.model.insert(at, value),
            ExactStep::Set(at, value) => self.model[at] = value,
            ExactStep::Append(values) => self.model.extend(values),
            ExactStep::Take(length) | ExactStep::Truncate(length) => self.model.truncate(length),
            ExactStep::Skip(length) => drop(self.model.drain(..length)),
            ExactStep::Rotate(at) => self.model.rotate_left(at),
        }
    }
}

fn check<V: Vector>(vector: V, steps: &[Step], limits: &Limits) {
    let mut both = Both { vector, model: Vec::new(), next: 0 };
    for step in steps {
        both.apply(step, limits);
        if both.model.len() > limits.length {
            break;
        }
    }
    assert!(both.vector.to_vec() == both.model);
    for (at, value) in both.model.iter().enumerate() {
        assert_eq!(both.vector.get(at), Some(*value));
    }
}

pub(crate) static IM_SPLIT_AND_APPEND: Bug<Vec<Step>> = Bug {
    name: "im_split_and_append",
    package: "im",
    law: "a `Vector` behaves like a `Vec`",
    link: "https://github.com/bodil/im-rs/blob/master/CHANGELOG.md",
    check: |steps| {
        // Larger vectors fail in later versions, too.
        check(im::Vector::new(), steps, &Limits { extension: 1_000, length: 3_000 });
    },
    known_failure: || vec![Step::Extend(328), Step::Skip(33_623)],
};

pub(crate) static IMBL_FRONT_CHUNK: Bug<Vec<Step>> = Bug {
    name: "imbl_front_chunk",
    package: "imbl",
    law: "a `Vector` behaves like a `Vec`",
    link: "https://github.com/jneem/imbl/issues/34",
    check: |steps| {
        check(imbl::Vector::new(), steps, &Limits { extension: 5_000, length: 60_000 });
    },
    known_failure: || {
        vec![
            Step::PushFront(0),
            Step::Extend(37_792),
            Step::Extend(38_536),
            Step::PopFront,
            Step::Insert(0, 0),
            Step::Extend(14_301),
            Step::Truncate(46_230),
            Step::Truncate(20_854),
            Step::PushFront(0),
            Step::Truncate(24_926),
            Step::Extend(16_826),
            Step::Extend(47_019),
            Step::Extend(63_195),
            Step::Extend(51_890),
            Step::Extend(51_623),
            Step::Rotate(36_806),
            Step::PushFront(0),
            Step::Rotate(4_039),
        ]
    },
};
