//! What all workloads have in common: names, tasks, and a way to hand out properties.

use forall::block::Property;
use forall::property::Erased;
use forall::report::Binding;

use crate::strategy::Strategy;
use crate::{bst, fsub, ifc, rbt, stlc};

/// All five.
pub const WORKLOADS: &[Workload] =
    &[bst::WORKLOAD, rbt::WORKLOAD, stlc::WORKLOAD, fsub::WORKLOAD, ifc::WORKLOAD];

/// A type with operations, properties of them, and wrong variants of the operations.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// What it is called.
    pub name: &'static str,
    /// Its wrong variants.
    pub mutants: &'static [&'static str],
    /// What should hold.
    pub properties: &'static [&'static str],
    /// Which properties can tell which mutants from the correct code.
    pub tasks: Tasks,
    /// Properties that tell the same mutants from the correct code, and those they do not. They are no
    /// tasks of ETNA.
    pub also: &'static [(&'static str, &'static [&'static str])],
    /// The property of this name, of the code with this mutant, over inputs of this strategy.
    pub property: fn(&str, &str, &'static Strategy) -> Option<Erased>,
    /// How large a counterexample is.
    pub measure: fn(&[Binding]) -> usize,
    /// The strategies there are.
    pub strategies: &'static [Strategy],
}

/// For each mutant, the properties that can fail, and how large the smallest counterexample is, where
/// that is known.
pub type Tasks = &'static [(&'static str, &'static [(&'static str, Option<usize>)])];

/// A mutant, and a property that can fail for it.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Where it is from.
    pub workload: &'static Workload,
    /// What is wrong.
    pub mutant: &'static str,
    /// What can tell.
    pub property: &'static str,
    /// How large the smallest counterexample is, where that is known.
    pub minimum: Option<usize>,
}

/// The correct code, among the names of mutants.
pub const BASE: &str = "base";

/// Something to do with a property, whatever its type.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<P: Property + Send + Sync + 'static>(self, property: P) -> Self::Output;
}

/// Hides the type of the property.
#[derive(Clone, Copy, Debug)]
pub struct Erase;

impl Visitor for Erase {
    type Output = Erased;

    fn visit<P: Property + Send + Sync + 'static>(self, property: P) -> Erased {
        Erased::new(property)
    }
}

/// Hands the property of a task to the visitor, with its type.
pub fn visit<V: Visitor>(
    task: &Task,
    strategy: &'static Strategy,
    visitor: V,
) -> Option<V::Output> {
    let (mutant, property) = (task.mutant, task.property);
    match task.workload.name {
        "BST" => bst::visit(property, bst::Mutant::named(mutant)?, strategy, visitor),
        "RBT" => rbt::visit(property, rbt::Mutant::named(mutant)?, strategy, visitor),
        "STLC" => stlc::visit(property, stlc::Mutant::named(mutant)?, strategy, visitor),
        "FSUB" => fsub::visit(property, fsub::Mutant::named(mutant)?, strategy, visitor),
        "IFC" => ifc::visit(property, ifc::Mutant::named(mutant)?, strategy, visitor),
        _ => None,
    }
}

impl Workload {
    /// The workload of this name.
    pub fn named(name: &str) -> Option<&'static Workload> {
        WORKLOADS.iter().find(|workload| workload.name == name)
    }

    /// All tasks.
    pub fn tasks(&'static self) -> impl Iterator<Item = Task> {
        self.tasks.iter().flat_map(move |(mutant, properties)| {
            properties.iter().map(move |(property, minimum)| Task {
                workload: self,
                mutant,
                property,
                minimum: *minimum,
            })
        })
    }

    /// The tasks, and, with `more`, the same mutants under further properties.
    pub fn more_tasks(&'static self, more: bool) -> impl Iterator<Item = Task> {
        let also = self.also.iter().filter(move |_| more).flat_map(|(property, except)| {
            let told = |task: &Task| !except.contains(&task.mutant);
            self.tasks().filter(told).map(|task| Task { property, ..task })
        });
        self.tasks().chain(also)
    }

    /// The task of this mutant and this property, if it is one.
    pub fn task(&'static self, mutant: &str, property: &str) -> Option<Task> {
        self.more_tasks(true).find(|task| task.mutant == mutant && task.property == property)
    }
}

impl Task {
    /// The property, over inputs of this strategy.
    ///
    /// # Panics
    ///
    /// When the tables of the workload do not fit together.
    pub fn property(&self, strategy: &'static Strategy) -> Erased {
        (self.workload.property)(self.mutant, self.property, strategy)
            .expect("a task names a mutant and a property that are there")
    }
}

/// Declares the mutants of a workload, with the correct code as the first.
macro_rules! mutants {
    ($($name:ident = $text:literal: $what:literal,)*) => {
        /// Which step is wrong, and how.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Mutant {
            /// None is.
            Base,
            $(#[doc = $what] $name,)*
        }

        impl Mutant {
            /// The correct code, and then all wrong variants.
            pub const ALL: &'static [Mutant] = &[Mutant::Base, $(Mutant::$name,)*];

            /// What the wrong variants are called.
            pub const NAMES: &'static [&'static str] = &[$($text,)*];

            /// The mutant of this name.
            pub fn named(name: &str) -> Option<&'static Mutant> {
                if name == $crate::workload::BASE {
                    return Mutant::ALL.first();
                }
                let at = Mutant::NAMES.iter().position(|known| *known == name)?;
                Mutant::ALL.get(at + 1)
            }
        }
    };
}

/// Declares the properties of a workload: functions from a mutant and a strategy.
macro_rules! properties {
    ($($text:literal = $function:ident,)*) => {
        /// What the properties are called.
        pub(super) const NAMES: &[&str] = &[$($text,)*];

        /// Hands the property of this name to the visitor.
        pub fn visit<V: $crate::workload::Visitor>(
            name: &str,
            mutant: &'static Mutant,
            from: &'static $crate::strategy::Strategy,
            visitor: V,
        ) -> Option<V::Output> {
            match name {
                $($text => Some(visitor.visit($function(mutant, from))),)*
                _ => None,
            }
        }

        /// The property of this name, with its type hidden.
        pub fn erased(
            mutant: &str,
            name: &str,
            from: &'static $crate::strategy::Strategy,
        ) -> Option<forall::property::Erased> {
            visit(name, Mutant::named(mutant)?, from, $crate::workload::Erase)
        }
    };
}

pub(crate) use {mutants, properties};

/// Properties, each with the size of its smallest counterexample.
macro_rules! minima {
    ($($property:literal = $minimum:literal),* $(,)?) => {
        &[$(($property, Some($minimum)),)*]
    };
}

pub(crate) use minima;
