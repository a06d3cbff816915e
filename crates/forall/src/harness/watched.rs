//! A property around a property, which tells of its tests. Nobody pays for it but who asks for it.

use std::sync::Arc;
use std::time::Instant;

use super::observations::{Case, Observations};
use crate::block::{
    Attempt, Check, Conclude, Generate, Invert, Making, Mutate, Observation, Observe, Patience,
    Print, Run, Satisfy, Shrink, ShrinkContext, attempt, check, conclude, run,
};
use crate::observe::{listen, repeat};
use crate::property::{Erased, ErasedInputs, Formula, Note, Outline};
use crate::report::{Binding, Verdict};
use crate::source::{Reject, Source, Value};

/// The same property, watched.
pub(super) fn watched(property: &Erased, observations: Arc<Observations>) -> Erased {
    Erased::new(Watched { property: property.clone(), observations })
}

struct Watched {
    property: Erased,
    observations: Arc<Observations>,
}

impl Run for Watched {
    /// What is told is made once more, so that the test itself is what it would be without.
    fn run(&self, (): (), source: &mut Source) -> Verdict {
        if !self.observations.wants_run() {
            return Run::run(&self.property, (), source);
        }
        let (again, began) = (source.clone(), Instant::now());
        let (verdict, said) = listen(|| run(&self.property, source));
        let whole = began.elapsed();
        let began = Instant::now();
        let Attempt { record, inputs } = attempt(&self.property, again, &mut || ());
        let generate = began.elapsed().min(whole);
        let (inputs, record) = (inputs.as_ref().ok(), Some(&record));
        let (property, execute) = (&self.property, whole - generate);
        self.observations.tell(&Case {
            property,
            inputs,
            record,
            verdict: &verdict,
            said: &said,
            generate,
            execute,
        });
        verdict
    }
}

impl Watched {
    /// Tells of a test whose inputs the runner made itself.
    fn told(&self, inputs: &ErasedInputs, check: impl FnOnce() -> Verdict) -> Verdict {
        if !self.observations.wants_check() {
            return check();
        }
        let began = Instant::now();
        let (verdict, said) = listen(check);
        repeat(&said);
        let (execute, property, inputs) = (began.elapsed(), &self.property, Some(inputs));
        let (record, generate) = (None, Default::default());
        self.observations.tell(&Case {
            property,
            inputs,
            record,
            verdict: &verdict,
            said: &said,
            generate,
            execute,
        });
        verdict
    }
}

impl Check for Watched {
    fn check(&self, inputs: &ErasedInputs) -> Verdict {
        self.told(inputs, || check(&self.property, inputs))
    }
}

impl Conclude for Watched {
    fn conclude(&self, inputs: &ErasedInputs) -> Verdict {
        self.told(inputs, || conclude(&self.property, inputs))
    }
}

impl Outline for Watched {
    fn outline<'p>(&'p self, notes: &mut Vec<&'p Note>) {
        self.property.outline(notes);
    }
}

impl Formula<()> for Watched {
    type Inputs = ErasedInputs;

    fn env(inputs: &ErasedInputs) -> &() {
        Erased::env(inputs)
    }

    fn env_mut(inputs: &mut ErasedInputs) -> &mut () {
        Erased::env_mut(inputs)
    }
}

impl Generate for Watched {
    fn generate(&self, (): (), source: &mut Source) -> Result<ErasedInputs, Reject> {
        self.property.generate((), source)
    }
}

impl Satisfy for Watched {
    fn satisfy(
        &self,
        (): (),
        source: &mut Source,
        patience: &mut Patience,
    ) -> Result<ErasedInputs, ()> {
        self.property.satisfy((), source, patience)
    }
}

impl Mutate for Watched {
    const BINDS: bool = true;

    fn mutate(
        &self,
        (): (),
        old: Option<&ErasedInputs>,
        making: &mut Making<'_>,
    ) -> Option<ErasedInputs> {
        self.property.mutate((), old, making)
    }
}

impl Shrink for Watched {
    fn simplify(
        &self,
        inputs: &mut ErasedInputs,
        search: &mut ShrinkContext<'_, ErasedInputs>,
    ) -> bool {
        self.property.simplify(inputs, search)
    }

    fn repair_dependents(
        &self,
        inputs: &mut ErasedInputs,
        search: &mut ShrinkContext<'_, ErasedInputs>,
    ) -> bool {
        self.property.repair_dependents(inputs, search)
    }
}

impl Print for Watched {
    fn print(&self, inputs: &ErasedInputs, bindings: &mut Vec<Binding>) {
        self.property.print(inputs, bindings);
    }
}

impl Observe for Watched {
    fn observe(&self, inputs: &ErasedInputs, observations: &mut Vec<Observation>) {
        self.property.observe(inputs, observations);
    }
}

impl Invert for Watched {
    fn invert(&self, inputs: &ErasedInputs, choices: &mut Vec<Value>) -> Option<()> {
        self.property.invert(inputs, choices)
    }
}
