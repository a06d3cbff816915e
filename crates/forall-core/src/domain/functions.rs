//! Functions as generated values: pure, shrinkable and printable.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

use super::{Any, Arbitrary, Domain, Shrinks, any};
use crate::source::{Reject, Role, Source};

/// Generates functions from `A` to values of `codomain`. Constant functions are the simplest.
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

/// A generated function. Equal arguments give equal results, and `Debug` prints the calls made so far.
///
/// Arguments are compared by their `Debug` text, so `Debug` is the only trait they need. A result is
/// generated when its argument is first used. `Debug` prints the results so far, and `_` for all other
/// arguments: a function with just these results would have had the same effect.
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
/// For code that expects a closure, use `move |x| f.call(&x)` or `f.boxed()`.
pub struct Func<A: ?Sized, B> {
    codomain: Arc<dyn Domain<Value = B>>,
    /// The result for arguments without another result.
    otherwise: B,
    /// Generates the result of a new argument. Without it, that result is `otherwise`.
    fresh: Option<Fresh>,
    results: Rc<RefCell<Results<B>>>,
    argument: PhantomData<fn(&A)>,
}

/// The results by argument.
type Results<B> = BTreeMap<ArgumentText, B>;

/// The `Debug` text of an argument. Shorter texts come first, so that 2 comes before 10.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct ArgumentText {
    length: usize,
    text: String,
}

/// Generates results. The result of an argument depends only on the argument, not on the order of calls.
#[derive(Clone, Copy)]
struct Fresh {
    seed: u64,
    size: u8,
}

impl<A: Debug + ?Sized, B: Clone + Debug + 'static> Func<A, B> {
    /// Returns the result for this argument.
    pub fn call(&self, argument: &A) -> B {
        let text = format!("{argument:?}");
        let key = ArgumentText { length: text.len(), text };
        if let Some(known) = self.results.borrow().get(&key) {
            return known.clone();
        }
        let made = self.fresh.map(|fresh| self.codomain.generate(&mut fresh.source(&key.text)));
        let result = made.and_then(Result::ok).unwrap_or_else(|| self.otherwise.clone());
        self.results.borrow_mut().insert(key, result.clone());
        result
    }

    /// Returns the function as a boxed closure.
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

    /// Returns simpler functions: with fewer results that differ from the default result, then with a
    /// simpler default result and all results so far, then with one simpler result. The default result
    /// counts most, so shrinking terminates.
    fn simpler(&self) -> Vec<Func<A, B>> {
        let known = self.results.borrow().clone();
        let simpler_default = self.codomain.shrink(&self.otherwise);
        let simpler_default = simpler_default.map(|simpler| self.with(known.clone(), &simpler));
        let default = self.codomain.print(&self.otherwise);
        let mut differing = known.clone();
        differing.retain(|_, result| self.codomain.print(result) != default);
        let fewer = fewer(&differing).into_iter().map(|fewer| self.with(fewer, &self.otherwise));
        let simpler_results = differing.iter().flat_map(|(argument, result)| {
            self.codomain.shrink(result).map(|simpler| {
                let mut results = differing.clone();
                results.insert(argument.clone(), simpler);
                self.with(results, &self.otherwise)
            })
        });
        fewer.chain(simpler_default).chain(simpler_results).collect()
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

/// Returns no results, then the results without each single one. There are rarely many of them.
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
        // FNV-1a, which never changes: the same seed must give the same function in every release.
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

    /// One function in sixteen is constant. The size is a choice too, so that replaying a record gives the
    /// same function at any size.
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
        Ok(Func {
            codomain: Arc::clone(&self.codomain) as Arc<dyn Domain<Value = D::Value>>,
            otherwise,
            fresh,
            results: Rc::default(),
            argument: PhantomData,
        })
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

/// A clone is the same function, and shares its results.
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

/// Prints `{1 => 7, 2 => 9, _ => 0}`.
impl<A: ?Sized, B: Debug + 'static> Debug for Func<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = self.codomain.print(&self.otherwise);
        f.write_str("{")?;
        for (argument, result) in self.results.borrow().iter() {
            let result = self.codomain.print(result);
            if result != default {
                write!(f, "{} => {result}, ", argument.text)?;
            }
        }
        write!(f, "_ => {default}}}")
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
