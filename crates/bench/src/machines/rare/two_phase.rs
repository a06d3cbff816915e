//! A transaction of three participants, which vote, may crash and recover, and acknowledge the decision.

#[forall::machine(model = Transaction)]
pub(super) trait TwoPhase {
    fn begin(&mut self) -> bool;
    fn vote(&mut self, #[domain(0..COUNT)] who: usize, agrees: bool) -> bool;
    fn decide(&mut self) -> Phase;
    fn crash(&mut self, #[domain(0..COUNT)] who: usize);
    fn recover(&mut self, #[domain(0..COUNT)] who: usize) -> Option<Phase>;
    fn acknowledge(&mut self, #[domain(0..COUNT)] who: usize) -> bool;
    fn abort(&mut self) -> bool;
    #[always]
    fn phase(&self) -> Phase;
}

/// The number of participants.
const COUNT: usize = 3;

#[derive(Clone, Copy, Debug, Default, PartialEq, Hash)]
pub(super) enum Phase {
    #[default]
    Idle,
    Voting,
    Committing,
    Aborting,
    Committed,
}

#[derive(Default, Hash)]
pub(super) struct Transaction {
    phase: Phase,
    participants: [Participant; COUNT],
}

#[derive(Clone, Copy, Default, Hash)]
struct Participant {
    is_up: bool,
    vote: Option<bool>,
    has_acknowledged: bool,
}

impl Transaction {
    fn is_decided(&self) -> bool {
        matches!(self.phase, Phase::Committing | Phase::Aborting)
    }
}

impl TwoPhase for Transaction {
    fn begin(&mut self) -> bool {
        let begins = matches!(self.phase, Phase::Idle | Phase::Committed);
        if begins {
            let participant = Participant { is_up: true, ..Participant::default() };
            *self = Transaction { phase: Phase::Voting, participants: [participant; COUNT] };
        }
        begins
    }

    fn vote(&mut self, who: usize, agrees: bool) -> bool {
        let Participant { is_up, vote, .. } = &mut self.participants[who];
        let counts = self.phase == Phase::Voting && *is_up && vote.is_none();
        if counts {
            *vote = Some(agrees);
        }
        counts
    }

    fn decide(&mut self) -> Phase {
        let mut votes = self.participants.iter().map(|participant| participant.vote);
        if self.phase == Phase::Voting {
            if votes.clone().all(|vote| vote == Some(true)) {
                self.phase = Phase::Committing;
            } else if votes.any(|vote| vote == Some(false)) {
                self.phase = Phase::Aborting;
            }
        }
        self.phase
    }

    fn crash(&mut self, who: usize) {
        self.participants[who].is_up = false;
    }

    fn recover(&mut self, who: usize) -> Option<Phase> {
        let was_up = std::mem::replace(&mut self.participants[who].is_up, true);
        (!was_up && self.is_decided()).then_some(self.phase)
    }

    fn acknowledge(&mut self, who: usize) -> bool {
        let counts = self.participants[who].is_up && self.is_decided();
        self.participants[who].has_acknowledged |= counts;
        if counts && self.participants.iter().all(|one| one.has_acknowledged) {
            let commits = self.phase == Phase::Committing;
            self.phase = if commits { Phase::Committed } else { Phase::Idle };
        }
        counts
    }

    fn abort(&mut self) -> bool {
        let aborts = self.phase == Phase::Voting;
        if aborts {
            self.phase = Phase::Aborting;
        }
        aborts
    }

    fn phase(&self) -> Phase {
        self.phase
    }
}

/// With mistake 1, the last participant that recovers from a commit aborts. With mistake 2, a participant is down when a
/// transaction begins after a commit.
#[derive(Default)]
pub(super) struct Coordinator<const MISTAKE: u8>(Transaction);

impl<const MISTAKE: u8> TwoPhase for Coordinator<MISTAKE> {
    fn begin(&mut self) -> bool {
        let was_committed = self.0.phase == Phase::Committed;
        let begins = self.0.begin();
        if MISTAKE == 2 && was_committed {
            self.0.participants[2].is_up = false;
        }
        begins
    }

    fn vote(&mut self, who: usize, agrees: bool) -> bool {
        self.0.vote(who, agrees)
    }

    fn decide(&mut self) -> Phase {
        self.0.decide()
    }

    fn crash(&mut self, who: usize) {
        self.0.crash(who);
    }

    fn recover(&mut self, who: usize) -> Option<Phase> {
        let others = self.0.participants.iter().filter(|one| one.has_acknowledged).count();
        let decision = self.0.recover(who);
        let is_last = MISTAKE == 1 && others == COUNT - 1;
        decision.map(|phase| if is_last { Phase::Aborting } else { phase })
    }

    fn acknowledge(&mut self, who: usize) -> bool {
        self.0.acknowledge(who)
    }

    fn abort(&mut self) -> bool {
        self.0.abort()
    }

    fn phase(&self) -> Phase {
        self.0.phase()
    }
}
