//! Programs: substitution, stacks and jumps.

use forall::Arbitrary;
use forall::property::property;

use super::Problem;

const KIND: &str = "programs";

/// Returns the problems of this kind.
pub(super) fn all() -> Vec<Problem> {
    vec![capture(), dead_let(), stack(), jumps(), registers()]
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Term {
    Number(#[forall(domain = 0..=9_u8)] u8),
    Name(#[forall(domain = 0..=2_u8)] u8),
    Sum(Box<Term>, Box<Term>),
    Let(#[forall(domain = 0..=2_u8)] u8, Box<Term>, Box<Term>),
}

impl Term {
    fn eval(&self, env: &[u32; 3]) -> u32 {
        match self {
            Term::Number(x) => u32::from(*x),
            Term::Name(name) => env[usize::from(*name)],
            Term::Sum(l, r) => l.eval(env).wrapping_add(r.eval(env)),
            Term::Let(name, value, body) => {
                let mut inner = *env;
                inner[usize::from(*name)] = value.eval(env);
                body.eval(&inner)
            }
        }
    }

    /// Substitutes without renaming, so names are captured.
    fn substitute(&self, wanted: u8, by: &Term) -> Term {
        match self {
            Term::Name(name) if *name == wanted => by.clone(),
            Term::Number(_) | Term::Name(_) => self.clone(),
            Term::Sum(l, r) => {
                Term::Sum(Box::new(l.substitute(wanted, by)), Box::new(r.substitute(wanted, by)))
            }
            Term::Let(name, value, body) => {
                let value = Box::new(value.substitute(wanted, by));
                let shadowed = *name == wanted;
                let body =
                    if shadowed { body.clone() } else { Box::new(body.substitute(wanted, by)) };
                Term::Let(*name, value, body)
            }
        }
    }

    fn lets(&self) -> u32 {
        match self {
            Term::Number(_) | Term::Name(_) => 0,
            Term::Sum(l, r) => l.lets() + r.lets(),
            Term::Let(_, value, body) => 1 + value.lets() + body.lets(),
        }
    }

    fn inlined(&self) -> Term {
        match self {
            Term::Let(name, value, body) => body.inlined().substitute(*name, &value.inlined()),
            Term::Sum(l, r) => Term::Sum(Box::new(l.inlined()), Box::new(r.inlined())),
            _ => self.clone(),
        }
    }
}

fn capture() -> Problem {
    let property = property! {
        forall body: Term;
        forall value: Term;
        check {
            let env = [3, 40, 500];
            let substituted = body.substitute(0, value).eval(&env);
            let mut inner = env;
            inner[0] = value.eval(&env);
            substituted == body.eval(&inner)
        }
    };
    Problem::new(KIND, "a captured name", property).numbers(4).choices(9)
}

fn dead_let() -> Problem {
    let property = property! {
        forall term: Term;
        implies term.lets() <= 4;
        check {
            let env = [10, 20, 30];
            let inlined = term.inlined().eval(&env);
            inlined == term.eval(&env) && term.eval(&env) != 27
        }
    };
    Problem::new(KIND, "a sum of names and numbers", property).numbers(10).choices(8)
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Step {
    Push(#[forall(domain = 0..=5_u32)] u32),
    Double,
    Add,
    Swap,
    Drop,
}

fn run(steps: &[Step]) -> Option<Vec<u32>> {
    let mut stack = Vec::new();
    for step in steps {
        match step {
            Step::Push(x) => stack.push(*x),
            Step::Double => {
                let x: u32 = stack.pop()?;
                stack.push(x.checked_mul(2)?);
            }
            Step::Add => {
                let sum = stack.pop()? + stack.pop()?;
                stack.push(sum);
            }
            Step::Swap => {
                let top = stack.len().checked_sub(2)?;
                stack.swap(top, top + 1);
            }
            Step::Drop => {
                stack.pop()?;
            }
        }
    }
    Some(stack)
}

fn stack() -> Problem {
    let property = property! {
        forall steps: Vec<Step>;
        check run(steps).is_none_or(|stack| stack != [12])
    };
    Problem::new(KIND, "twelve on the stack", property).numbers(6)
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Line {
    Nop,
    Count,
    Skip(#[forall(domain = 0..=4_usize)] usize),
    Back(#[forall(domain = 1..=4_usize)] usize),
}

fn jumps() -> Problem {
    let property = property! {
        forall lines: Vec<Line>;
        check {
            let mut at = 0;
            let mut count = 0;
            let mut backs = 0;
            for _ in 0..60 {
                match lines.get(at) {
                    None => break,
                    Some(Line::Nop) => {}
                    Some(Line::Count) => count += 1,
                    Some(Line::Skip(by)) => at += by,
                    Some(Line::Back(by)) if backs < 2 => {
                        backs += 1;
                        at = at.saturating_sub(by + 1);
                    }
                    Some(Line::Back(_)) => {}
                }
                at += 1;
            }
            count != 5 || at < lines.len() || backs == 0
        }
    };
    Problem::new(KIND, "a loop that counts to five", property).numbers(5)
}

#[derive(Arbitrary, Clone, Copy, Debug, PartialEq)]
enum Op {
    Set(#[forall(domain = 0..=2_usize)] usize, #[forall(domain = 0..=20_u8)] u8),
    Copy(#[forall(domain = 0..=2_usize)] usize, #[forall(domain = 0..=2_usize)] usize),
    Add(#[forall(domain = 0..=2_usize)] usize, #[forall(domain = 0..=2_usize)] usize),
}

fn registers() -> Problem {
    let property = property! {
        forall ops: Vec<Op>;
        check {
            let mut registers = [0_u32; 3];
            for op in ops.iter() {
                match *op {
                    Op::Set(to, x) => registers[to] = u32::from(x),
                    Op::Copy(to, from) => registers[to] = registers[from],
                    Op::Add(to, from) => {
                        registers[to] = registers[to].wrapping_add(registers[from]) % 1024;
                    }
                }
            }
            registers[0] != 24 || registers[1] != 12
        }
    };
    Problem::new(KIND, "two registers", property).numbers(21)
}
