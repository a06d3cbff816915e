//! The tree of choices: every input that a property has, the cheap ones first.

use forall::enumeration::{count_values, nth_by_digits, nth_value};
use forall::source::{Choice, ChoiceValue, Constraint, Record, Role};

/// Iterative deepening through the tree of choices.
///
/// Each choice has a cost, and the cost of an input is the sum of the costs of its choices. Each round has a
/// cost limit, which is greater than that of the round before, and visits the inputs between these two
/// limits. It has to generate the cheaper inputs again, but there are far more expensive inputs than cheap
/// ones, so most of the work is new. Only the path to the current input is stored.
///
/// A caller generates inputs from the choices that [`next_choices`](ChoiceTree::next_choices) returns,
/// followed by the simplest ones, and passes the resulting record to [`visit`](ChoiceTree::visit):
///
/// ```
/// use forall::domain::{Domain, any};
/// use forall::enumeration::ChoiceTree;
/// use forall::source::{Policy, Source};
///
/// let mut tree = ChoiceTree::default();
/// let mut pairs = Vec::new();
/// while let Some(choices) = tree.next_choices() {
///     let mut source = Source::from_seed(0, 5).replaying(choices, Policy::SIMPLEST);
///     let pair = any::<(bool, bool)>().generate(&mut source).unwrap();
///     if tree.visit(&source.into_record()) {
///         pairs.push(pair);
///     }
/// }
/// assert_eq!(pairs, [(false, false), (false, true), (true, false), (true, true)]);
/// assert!(tree.steps() >= 4, "later rounds pass by the inputs of earlier ones");
/// ```
#[derive(Clone, Debug, Default)]
pub struct ChoiceTree {
    steps: u64,
    /// The first choices of the current input. All later choices are the simplest.
    path: Vec<Step>,
    /// This round visits inputs that cost more than this: the limit of the round before.
    passed_by: u64,
    /// The cost limit of this round.
    reach: u64,
    /// The least cost above the limit that was found in this round.
    beyond: Option<u64>,
    state: State,
    costs: Costs,
}

/// What a choice costs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Costs {
    /// One more than its digits.
    #[default]
    Choices,
    /// Its digits, so that the simplest choice costs nothing.
    Digits,
}

/// One choice of the path.
#[derive(Clone, Debug)]
struct Step {
    value: ChoiceValue,
    /// The number of the value among those permitted, in the order of simplicity.
    number: u128,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    /// Before the first input, which costs nothing.
    #[default]
    First,
    Underway,
    /// All inputs have been visited.
    Over,
}

/// The choices of a record up to the point from which no input is of interest.
struct Cut {
    /// The length of the shortest prefix such that no input with this prefix is of interest, if there is one.
    length: Option<usize>,
    /// The cost of these choices.
    cost: u64,
}

impl ChoiceTree {
    /// Creates a walk that visits all inputs in one round, in the order of their choices.
    ///
    /// ```
    /// use forall::enumeration::ChoiceTree;
    ///
    /// assert_eq!(ChoiceTree::in_one_round().next_choices(), Some(vec![]));
    /// ```
    pub fn in_one_round() -> ChoiceTree {
        ChoiceTree { reach: u64::MAX, ..ChoiceTree::default() }
    }

    /// Creates a walk on which the simplest choice costs nothing, and others cost as much as they have digits. So it
    /// comes early to long inputs in which only a few numbers are not the simplest.
    ///
    /// ```
    /// use forall::domain::{Domain, vec};
    /// use forall::enumeration::ChoiceTree;
    /// use forall::source::{Policy, Source};
    ///
    /// let mut tree = ChoiceTree::by_digits();
    /// let lists = (0..100_usize).flat_mapped(|length| vec(0..100, length));
    /// let long = std::iter::from_fn(|| {
    ///     let mut source = Source::from_seed(0, 5).replaying(tree.next_choices()?, Policy::SIMPLEST);
    ///     let list = lists.generate(&mut source).unwrap();
    ///     tree.visit(&source.into_record());
    ///     Some(list)
    /// });
    /// assert!(long.take(50).any(|list| list == [0, 0, 0, 0, 0, 0, 0]));
    /// ```
    pub fn by_digits() -> ChoiceTree {
        ChoiceTree { costs: Costs::Digits, ..ChoiceTree::default() }
    }

    /// Returns the number of inputs that were generated so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the cost up to which all inputs have been visited, in earlier rounds.
    ///
    /// ```
    /// use forall::domain::{Domain, any};
    /// use forall::enumeration::ChoiceTree;
    /// use forall::source::{Policy, Source};
    ///
    /// let mut tree = ChoiceTree::by_digits();
    /// // 0 costs nothing, 1 costs one digit, 2 and 3 cost two digits each.
    /// for expected in [0, 0, 1, 1, 2] {
    ///     let number = loop {
    ///         let choices = tree.next_choices().unwrap();
    ///         let mut source = Source::from_seed(0, 5).replaying(choices, Policy::SIMPLEST);
    ///         let number = any::<u8>().generate(&mut source).unwrap();
    ///         let cost = tree.visited_cost();
    ///         if tree.visit(&source.into_record()) {
    ///             break (number, cost);
    ///         }
    ///     };
    ///     assert_eq!(number.1, expected, "{number:?}");
    /// }
    /// ```
    pub fn visited_cost(&self) -> u64 {
        self.passed_by
    }

    /// Returns the first choices of the inputs to generate next. Draw the simplest value for all later
    /// choices. If all inputs have been visited, returns `None`.
    pub fn next_choices(&mut self) -> Option<Vec<ChoiceValue>> {
        if self.state == State::Over {
            return None;
        }
        self.steps += 1;
        Some(self.path.iter().map(|step| step.value.clone()).collect())
    }

    /// Moves on from the inputs with this record. Returns whether they are new.
    pub fn visit(&mut self, record: &Record) -> bool {
        let cut = self.cut(record);
        let affordable = cut.cost > self.passed_by || self.state == State::First;
        self.state = State::Underway;
        self.advance(record, cut.length.unwrap_or(record.choices.len()));
        cut.length.is_none() && affordable
    }

    /// Returns a lower bound of the number of inputs that begin like those with this record and come
    /// after them.
    ///
    /// ```
    /// use forall::domain::{Domain, any};
    /// use forall::enumeration::ChoiceTree;
    /// use forall::source::{Policy, Source};
    ///
    /// let mut tree = ChoiceTree::in_one_round();
    /// let choices = tree.next_choices().unwrap();
    /// let mut source = Source::from_seed(0, 5).replaying(choices, Policy::SIMPLEST);
    /// any::<u8>().generate(&mut source).unwrap();
    /// assert_eq!(tree.count_later(&source.into_record()), 255);
    /// ```
    pub fn count_later(&mut self, record: &Record) -> u64 {
        let length = self.cut(record).length.unwrap_or(record.choices.len());
        let later = |at| count_values(record.constraint(at)).saturating_sub(self.number(at) + 1);
        let all = (0..length).map(later).fold(0, u128::saturating_add);
        u64::try_from(all).unwrap_or(u64::MAX)
    }

    /// Finds the shortest prefix of the choices such that no input with this prefix is of interest. An input
    /// is not of interest if it costs too much, or if a filter discarded a value: the same input can be
    /// generated without that value.
    fn cut(&mut self, record: &Record) -> Cut {
        let mut discarded = record.spans.iter().filter(|span| span.discarded);
        let end = discarded.next().map(|first| first.end);
        let mut cost = 0;
        for (at, choice) in record.choices.iter().enumerate() {
            if end.is_some_and(|end| at >= end) {
                break;
            }
            cost += self.cost_of(choice, self.number(at));
            if cost > self.reach {
                self.postpone(cost);
                return Cut { length: Some(at), cost };
            }
        }
        Cut { length: end, cost }
    }

    /// Skips all inputs that begin with the first `length` choices of this record: changes the last of these
    /// choices that has a next value within the cost limit. If no choice has one, begins the next round.
    fn advance(&mut self, record: &Record, length: usize) {
        let mut costs = Vec::with_capacity(length);
        let mut cost = 0;
        for (at, choice) in record.choices[..length].iter().enumerate() {
            costs.push(cost);
            cost += self.cost_of(choice, self.number(at));
        }
        for at in (0..length).rev() {
            let number = self.number(at) + 1;
            let Some(value) = self.value(record.constraint(at), number) else { continue };
            let cost = costs[at] + self.cost_of(&record.choices[at], number);
            if cost > self.reach {
                self.postpone(cost);
                continue;
            }
            let known = self.path.len();
            let simplest = record.choices[..at].iter().skip(known);
            self.path
                .extend(simplest.map(|choice| Step { value: choice.value.clone(), number: 0 }));
            self.path.truncate(at);
            self.path.push(Step { value, number });
            return;
        }
        self.next_round();
    }

    /// Begins the next round, if an input was above the cost limit. At first the limit grows by one, so that
    /// the smallest inputs come first; later by a sixteenth, so that most inputs of a round are new.
    fn next_round(&mut self) {
        self.path.clear();
        match self.beyond.take() {
            Some(least) => {
                self.passed_by = self.reach;
                self.reach = least.max(self.reach * 17 / 16);
            }
            None => self.state = State::Over,
        }
    }

    fn number(&self, at: usize) -> u128 {
        self.path.get(at).map_or(0, |step| step.number)
    }

    fn postpone(&mut self, cost: u64) {
        self.beyond = Some(self.beyond.map_or(cost, |least| least.min(cost)));
    }

    /// Returns the permitted value with this number.
    fn value(&self, constraint: &Constraint, number: u128) -> Option<ChoiceValue> {
        match self.costs {
            Costs::Choices => nth_value(constraint, number),
            Costs::Digits => nth_by_digits(constraint, number),
        }
    }

    /// Returns the cost of the permitted value with this number: one for each binary digit of the number, so that the
    /// number of values doubles with each cost. Unless only digits count, each choice costs one more, but a branch or
    /// flag always costs one.
    fn cost_of(&self, choice: &Choice, number: u128) -> u64 {
        let digits = u64::from(u128::BITS - number.leading_zeros());
        match (self.costs, choice.role, &choice.value) {
            (Costs::Digits, ..) => digits,
            (_, Role::Branch, _) | (_, _, ChoiceValue::Bool(_)) => 1,
            _ => 1 + digits,
        }
    }
}
