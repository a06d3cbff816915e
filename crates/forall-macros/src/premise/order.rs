//! The order of terms: how far one is below another.

use super::Term;

/// Terms, and for each pair of them a lower bound of the distance between them, if one is known.
#[derive(Default)]
pub(super) struct Order {
    terms: Vec<Term>,
    /// `steps[low][high]` is the number of values that `high` is above `low`, at least.
    steps: Vec<Vec<Option<u32>>>,
}

/// A term below or above another one.
pub(super) struct Neighbour<'o> {
    pub(super) term: &'o Term,
    pub(super) steps: u32,
}

impl Order {
    /// Records that `low` is at least `steps` values below `high`.
    pub(super) fn add(&mut self, low: Term, high: Term, steps: u32) {
        let low = self.position(low);
        let high = self.position(high);
        let known = &mut self.steps[low][high];
        *known = (*known).max(Some(steps));
    }

    fn position(&mut self, term: Term) -> usize {
        if let Some(at) = self.terms.iter().position(|other| other.is(&term)) {
            return at;
        }
        self.terms.push(term);
        self.steps.iter_mut().for_each(|row| row.push(None));
        self.steps.push(vec![None; self.terms.len()]);
        self.terms.len() - 1
    }

    /// Adds what follows from several premises: `a < b` and `b < c` put two steps between `a` and `c`. If no
    /// values satisfy all of them, forgets everything.
    pub(super) fn close(&mut self) {
        let count = self.terms.len();
        for middle in 0..count {
            for low in 0..count {
                for high in 0..count {
                    let path = self.steps[low][middle].zip(self.steps[middle][high]);
                    let path = path.map(|(first, second)| (first + second).min(count as u32));
                    self.steps[low][high] = self.steps[low][high].max(path);
                }
            }
        }
        if (0..count).any(|at| self.steps[at][at] > Some(0)) {
            *self = Order::default();
        }
    }

    /// Returns the terms that must be below `term`. Those that follow from others, which `is_known` accepts, are
    /// left out.
    pub(super) fn below(
        &self,
        term: &Term,
        is_known: impl Fn(&Term) -> bool,
    ) -> Vec<Neighbour<'_>> {
        let steps = |low: usize, high: usize| self.steps[low][high];
        self.neighbours(term, steps, is_known)
    }

    /// Returns the terms that must be above `term`.
    pub(super) fn above(
        &self,
        term: &Term,
        is_known: impl Fn(&Term) -> bool,
    ) -> Vec<Neighbour<'_>> {
        let steps = |low: usize, high: usize| self.steps[high][low];
        self.neighbours(term, steps, is_known)
    }

    fn neighbours(
        &self,
        term: &Term,
        steps: impl Fn(usize, usize) -> Option<u32>,
        is_known: impl Fn(&Term) -> bool,
    ) -> Vec<Neighbour<'_>> {
        let Some(own) = self.terms.iter().position(|other| other.is(term)) else {
            return Vec::new();
        };
        let mut neighbours = Vec::new();
        for (at, other) in self.terms.iter().enumerate() {
            let Some(distance) = steps(at, own).filter(|_| at != own) else { continue };
            let follows = (0..self.terms.len()).any(|middle| {
                let path = steps(at, middle).zip(steps(middle, own));
                middle != at
                    && middle != own
                    && is_known(&self.terms[middle])
                    && steps(middle, at).is_none()
                    && path.is_some_and(|(first, second)| first + second >= distance)
            });
            if !follows {
                neighbours.push(Neighbour { term: other, steps: distance });
            }
        }
        neighbours
    }
}
