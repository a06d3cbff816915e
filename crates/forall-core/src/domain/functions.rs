//! Functions as values: pure, shrinkable, printable.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

use super::{Any, Arbitrary, Domain, Shrinks, any};
use crate::source::{Reject, Role, Source};

/// Functions from `A` to the values of `codomain`. Constant ones are the simplest.
///
/// ```
/// use forall::domain::{function, sample};
///
/// for f in sample(&function::<str, _>(1..=6), 10) {
///     assert!((1..=6).contains(&f.call("a")));
///     assert_eq!(f.call("a"), f.call("a"));
/// }
/// ```
pub fn function<A: ?Sized, D: Domain<Value: Clone> + 'static>(codomain: D) -> Functions<A, D> {
    Functions { codomain: Arc::new(codomain), argument: PhantomData }
}

/// See [`function`].
pub struct Functions<A: ?Sized, D> {
    codomain: Arc<D>,
    argument: PhantomData<fn(&A)>,
}

/// A random function: equal arguments give equal results, and what was asked of it can be seen.
///
/// Arguments count as equal when their `Debug` texts are, so they need no other ability. The results
/// are made when they are asked for. `Debug` shows those, and `_` for everything that was not asked:
/// the function that it shows would have done as well.
///
/// ```
/// use forall::domain::{Func, any, sample};
///
/// for f in sample(&any::<Func<u8, i64>>(), 10) {
///     let result = f.call(&7);
///     assert_eq!(f.call(&7), result);
///     assert!(format!("{f:?}").contains(&format!("=> {result}")));
/// }
/// ```
///
/// Where code wants a function and not a value, `move |x| f.call(&x)` is one, and so is `f.boxed()`.
pub struct Func<A: ?Sized, B> {
    codomain: Arc<dyn Domain<Value = B>>,
    /// The result for all arguments that have no other.
    otherwise: B,
    /// How results are made that are asked for the first time; else they are `otherwise`.
    fresh: Option<Fresh>,
    results: Rc<RefCell<Results<B>>>,
    argument: PhantomData<fn(&A)>,
}

/// Results by the text of the argument, shorter ones first so that 2 stands before 10.
type Results<B> = BTreeMap<(usize, String), B>;

/// Names the results: that of an argument depends on nothing else, not on when it was asked.
#[derive(Clone, Copy)]
struct Fresh {
    seed: u64,
    size: u8,
}

impl<A: Debug + ?Sized, B: Clone + Debug + 'static> Func<A, B> {
    /// What the function gives for this argument.
    pub fn call(&self, argument: &A) -> B {
        let text = format!("{argument:?}");
        let key = (text.len(), text);
        if let Some(known) = self.results.borrow().get(&key) {
            return known.clone();
        }
        let made = self.fresh.map(|fresh| self.codomain.generate(&mut fresh.source(&key.1)));
        let result = made.and_then(Result::ok).unwrap_or_else(|| self.otherwise.clone());
        self.results.borrow_mut().insert(key, result.clone());
        result
    }

    /// The same as a function that Rust can call.
    ///
    /// ```
    /// use forall::domain::{Func, any, sample};
    ///
    /// for f in sample(&any::<Func<u8, bool>>(), 5) {
    ///     let kept: Vec<u8> = (0..100).filter(|x| f.boxed()(*x)).collect();
    ///     assert!(kept.iter().all(|x| f.call(x)));
    /// }
    /// ```
    pub fn boxed(&self) -> Box<dyn Fn(A) -> B>
    where
        A: Sized + 'static,
    {
        let function = self.clone();
        Box::new(move |argument| function.call(&argument))
    }

    /// Simpler functions. Either what is given otherwise is simpler, and all that was asked stays;
    /// or that stays, and fewer results differ from it, or one of them is simpler. Since the former
    /// weighs more than the latter, a descent ends.
    fn simpler(&self) -> Vec<Func<A, B>> {
        let asked = self.results.borrow().clone();
        let rest = self.codomain.shrink(&self.otherwise);
        let rest = rest.map(|simpler| self.with(asked.clone(), &simpler));
        let usual = self.codomain.print(&self.otherwise);
        let mut differ = asked.clone();
        differ.retain(|_, result| self.codomain.print(result) != usual);
        let fewer = fewer(&differ).into_iter().map(|fewer| self.with(fewer, &self.otherwise));
        let each = differ.iter().flat_map(|(key, result)| {
            self.codomain.shrink(result).map(|simpler| {
                let mut results = differ.clone();
                results.insert(key.clone(), simpler);
                self.with(results, &self.otherwise)
            })
        });
        fewer.chain(rest).chain(each).collect()
    }

    fn with(&self, results: Results<B>, otherwise: &B) -> Func<A, B> {
        Func {
            otherwise: otherwise.clone(),
            fresh: None,
            results: Rc::new(RefCell::new(results)),
            ..self.clone()
        }
    }
}

/// None of the results, and then all but each: what is known of a function is seldom much.
fn fewer<B: Clone>(results: &Results<B>) -> Vec<Results<B>> {
    let without = |key| {
        let mut fewer = results.clone();
        fewer.remove(key);
        fewer
    };
    let none = (!results.is_empty()).then(Results::new);
    let single = if results.len() > 1 { results.keys().map(without).collect() } else { Vec::new() };
    none.into_iter().chain(single).collect()
}

impl Fresh {
    fn source(self, argument: &str) -> Source {
        // FNV-1a: the same in every release, as seeds must be.
        let hash = argument.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Source::from_seed(self.seed ^ hash, u32::from(self.size))
    }
}

impl<A, D> Domain for Functions<A, D>
where
    A: Debug + ?Sized + 'static,
    D: Domain<Value: Clone> + 'static,
{
    type Value = Func<A, D::Value>;

    /// One time in sixteen it is constant. The size is a choice, so that a record gives the same
    /// function at any size.
    fn generate(&self, source: &mut Source) -> Result<Func<A, D::Value>, Reject> {
        let otherwise = self.codomain.generate(source)?;
        let varies = source.bool(Role::Branch, |random| !random.one_in(16));
        let fresh = varies.then(|| {
            let now = source.size().min(255) as u8;
            let size = source.integer(0..=u8::MAX, 0, Role::Length, |_| now);
            let mut fork = source.fork();
            let seed = fork.integer(0..=u64::MAX, 0, Role::Value, |random| random.word());
            Fresh { seed, size }
        });
        let (codomain, results) = (Arc::clone(&self.codomain), Rc::default());
        Ok(Func { codomain, otherwise, fresh, results, argument: PhantomData })
    }

    fn shrink<'a>(&'a self, value: &'a Self::Value) -> Shrinks<'a, Self::Value> {
        Shrinks::new(value.simpler())
    }
}

impl<A, B> Arbitrary for Func<A, B>
where
    A: Debug + ?Sized + 'static,
    B: Arbitrary + Clone,
{
    fn generate(source: &mut Source) -> Result<Func<A, B>, Reject> {
        function::<A, Any<B>>(any()).generate(source)
    }

    fn shrink(&self) -> Shrinks<'_, Func<A, B>> {
        Shrinks::new(self.simpler())
    }
}

impl<A: Debug + 'static, B: Clone + Debug + 'static> From<Func<A, B>> for Box<dyn Fn(A) -> B> {
    fn from(function: Func<A, B>) -> Box<dyn Fn(A) -> B> {
        function.boxed()
    }
}

/// A clone is the same function, and knows what is asked of the other.
impl<A: ?Sized, B: Clone> Clone for Func<A, B> {
    fn clone(&self) -> Func<A, B> {
        Func {
            codomain: Arc::clone(&self.codomain),
            otherwise: self.otherwise.clone(),
            results: Rc::clone(&self.results),
            ..*self
        }
    }
}

/// `{1 => 7, 2 => 9, _ => 0}`
impl<A: ?Sized, B: Debug + 'static> Debug for Func<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = self.codomain.print(&self.otherwise);
        f.write_str("{")?;
        for ((_, argument), result) in self.results.borrow().iter() {
            let result = self.codomain.print(result);
            if result != usual {
                write!(f, "{argument} => {result}, ")?;
            }
        }
        write!(f, "_ => {usual}}}")
    }
}

impl<A: ?Sized, D> Clone for Functions<A, D> {
    fn clone(&self) -> Functions<A, D> {
        Functions { codomain: Arc::clone(&self.codomain), argument: PhantomData }
    }
}

impl<A: ?Sized, D: Debug> Debug for Functions<A, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "function({:?})", self.codomain)
    }
}
