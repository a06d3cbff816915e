//! Multi-armed bandits: which of several arms to pull next.

/// Chooses among arms whose rewards are unknown, by UCB1 (Auer, Cesa-Bianchi and Fischer, 2002): chooses the
/// arm with the greatest sum of its mean reward so far and a bonus, which is larger for arms that were pulled
/// rarely.
///
/// ```
/// use forall::part::Bandit;
///
/// let mut bandit = Bandit::new(2);
/// for _ in 0..100 {
///     let arm = bandit.choose().unwrap();
///     bandit.reward(arm, if arm == 0 { 0.2 } else { 0.8 });
/// }
/// assert!(bandit.pulls(1) > 60 && bandit.pulls(0) > 5);
/// bandit.retire(1);
/// assert_eq!(bandit.choose(), Some(0));
/// ```
#[derive(Clone, Debug)]
pub struct Bandit {
    arms: Vec<Arm>,
}

#[derive(Clone, Debug, Default)]
struct Arm {
    pulls: u64,
    /// The sum of the rewards, each at most one.
    rewards: f64,
    retired: bool,
}

impl Bandit {
    /// Creates a bandit with this number of arms.
    pub fn new(arms: usize) -> Bandit {
        Bandit { arms: vec![Arm::default(); arms] }
    }

    /// Returns the arm to pull next, or `None` if all are retired. If several are equally promising, returns
    /// the first.
    pub fn choose(&self) -> Option<usize> {
        let pulls: u64 = self.arms.iter().map(|arm| arm.pulls).sum();
        let bound = |arm: usize| self.arms[arm].upper_bound(pulls);
        let active = (0..self.arms.len()).filter(|arm| !self.arms[*arm].retired);
        active.rev().max_by(|a, b| bound(*a).total_cmp(&bound(*b)))
    }

    /// Records a pull of this arm with this reward, from 0 to 1.
    pub fn reward(&mut self, arm: usize, reward: f64) {
        self.arms[arm].pulls += 1;
        self.arms[arm].rewards += reward;
    }

    /// Removes this arm from the choice.
    pub fn retire(&mut self, arm: usize) {
        self.arms[arm].retired = true;
    }

    /// Returns how often this arm was pulled.
    pub fn pulls(&self, arm: usize) -> u64 {
        self.arms[arm].pulls
    }
}

impl Arm {
    fn upper_bound(&self, all_pulls: u64) -> f64 {
        if self.pulls == 0 {
            return f64::INFINITY;
        }
        let pulls = self.pulls as f64;
        self.rewards / pulls + (2.0 * (all_pulls as f64).ln() / pulls).sqrt()
    }
}
