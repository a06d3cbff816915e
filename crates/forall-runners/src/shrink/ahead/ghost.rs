//! Ghosts: descents that run ahead of the true one and guess what it will ask.

use super::super::{Limits, OnTrial, Shared, Shrinker};
use super::asked::{Asked, Oracle};
use super::board::{Board, Key, State};
use crate::block::{Case, retrace};
use crate::panics::{self, Thrown};
use crate::source::{ChoiceValue, Policy, Source};

/// What a ghost does, and on what.
pub(super) struct Haunt<'h> {
    pub(super) shrinker: &'h dyn Shrinker,
    pub(super) limits: Limits,
    pub(super) shared: Shared<'h>,
    /// The choices from which the true descent began.
    pub(super) start: Vec<ChoiceValue>,
    pub(super) board: &'h Board,
}

/// What a ghost goes by.
struct Guess<'g> {
    board: &'g Board,
    /// Cases of which it assumed that they do not fail, since somebody else is at work on them.
    assumed: Vec<Key>,
}

/// Shrinks again and again until all is over. Each time is quick up to where all others are, since
/// that is on the board, and ends where an assumption proves wrong.
pub(super) fn haunt(haunt: &Haunt<'_>) {
    let Haunt { shrinker, limits, shared, start, board } = haunt;
    while !board.is_over() {
        let source = Source::replay(start.clone(), Policy::STRICT);
        let Some(Case { inputs, record }) = retrace(shared.property, source) else { return };
        let (case, failure) = ((inputs, Some(record)), shared.failure.clone());
        let mut trial = OnTrial::new(shared.property, case, failure, None);
        let mut guess = Guess { board, assumed: Vec::new() };
        let ended = panics::catch(|| {
            let mut asked = Asked { trial: &mut trial, oracle: &mut guess, made: None };
            shrinker.shrink(&mut asked, *limits)
        });
        match ended {
            Ok(_) => board.wait_to_refute(&guess.assumed),
            Err(Thrown::Assumption) => {}
            // If there is something to it, the true descent will meet it too.
            Err(Thrown::Panic(_)) => return,
        }
    }
}

impl Oracle for Guess<'_> {
    fn ask(&mut self, key: Key, run: &mut dyn FnMut() -> bool) -> bool {
        if self.board.refutes(&mut self.assumed) {
            panics::discard();
        }
        match self.board.take(&key) {
            None => {
                let fails = panics::catch(run).ok();
                self.board.tell(key, fails);
                fails == Some(true)
            }
            Some(State::Known(fails)) => fails,
            Some(State::Running) => {
                self.assumed.push(key);
                false
            }
        }
    }

    /// Most do not fail.
    fn ask_alone(&mut self, _: &mut dyn FnMut() -> bool) -> bool {
        false
    }
}
