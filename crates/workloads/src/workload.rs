//! What all workloads have in common: names, tasks, and access to properties.

use forall::block::Property;
use forall::property::Erased;
use forall::report::Binding;

use crate::strategy::Strategy;
use crate::{bst, fsub, ifc, rbt, stlc};

/// All workloads.
pub const WORKLOADS: &[Workload] =
    &[bst::WORKLOAD, rbt::WORKLOAD, stlc::WORKLOAD, fsub::WORKLOAD, ifc::WORKLOAD];

/// A type with operations, properties of them, and mutants.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// The name.
    pub name: &'static str,
    /// The names of the mutants.
    pub mutants: &'static [&'static str],
    /// The names of the properties.
    pub properties: &'static [&'static str],
    /// The mutants and the properties that detect them.
    pub tasks: Tasks,
    /// Properties that are not tasks of ETNA but detect the same mutants, with the exceptions they
    /// do not detect.
    pub extra_properties: &'static [(&'static str, &'static [&'static str])],
    /// Returns a property by the names of mutant and property, over inputs of this strategy.
    pub property: fn(&str, &str, &'static Strategy) -> Option<Erased>,
    /// Returns the size of a counterexample.
    pub measure: fn(&[Binding]) -> usize,
    /// Rates printed inputs, for `target`: greater scores should make a bug more likely, without knowledge of the mutants.
    pub score: fn(&[Binding]) -> f64,
    /// The strategies that the workload supports.
    pub strategies: &'static [Strategy],
}

/// For each mutant, the properties that can fail, with the size of the smallest counterexample if
/// it is known.
pub type Tasks = &'static [(&'static str, &'static [(&'static str, Option<usize>)])];

/// A mutant and a property that detects it.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The workload.
    pub workload: &'static Workload,
    /// The name of the mutant.
    pub mutant: &'static str,
    /// The name of the property.
    pub property: &'static str,
    /// The size of the smallest counterexample, if it is known.
    pub minimum: Option<usize>,
}

/// The name of the correct code among the mutants.
pub const BASE: &str = "base";

/// A generic operation on a property.
pub trait Visitor {
    /// The result.
    type Output;

    /// Visits the property.
    fn visit<P: Property + Send + Sync + 'static>(self, property: P) -> Self::Output;
}

/// Erases the type of the property.
#[derive(Clone, Copy, Debug)]
pub struct Erase;

impl Visitor for Erase {
    type Output = Erased;

    fn visit<P: Property + Send + Sync + 'static>(self, property: P) -> Erased {
        Erased::new(property)
    }
}

/// Passes the typed property of a task to the visitor.
pub fn visit<V: Visitor>(
    task: &Task,
    strategy: &'static Strategy,
    visitor: V,
) -> Option<V::Output> {
    let Task { mutant, property, .. } = *task;
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
    /// Looks up a workload by name.
    pub fn named(name: &str) -> Option<&'static Workload> {
        WORKLOADS.iter().find(|workload| workload.name == name)
    }

    /// Returns all tasks of ETNA.
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

    /// Returns the tasks, with `more` also those under the extra properties.
    pub fn tasks_with_extra(&'static self, more: bool) -> impl Iterator<Item = Task> {
        let also =
            self.extra_properties.iter().filter(move |_| more).flat_map(|(property, except)| {
                let detected = |task: &Task| !except.contains(&task.mutant);
                self.tasks().filter(detected).map(|task| Task { property, ..task })
            });
        self.tasks().chain(also)
    }

    /// Looks up a task by mutant and property.
    pub fn task(&'static self, mutant: &str, property: &str) -> Option<Task> {
        self.tasks_with_extra(true).find(|task| task.mutant == mutant && task.property == property)
    }
}

impl Task {
    /// Returns the property over inputs of this strategy.
    ///
    /// # Panics
    ///
    /// Panics if the tables of the workload are inconsistent.
    pub fn property(&self, strategy: &'static Strategy) -> Erased {
        (self.workload.property)(self.mutant, self.property, strategy)
            .expect("the tables name existing mutants and properties")
    }
}

/// Declares the mutants of a workload, after the correct code.
macro_rules! mutants {
    ($($name:ident = $text:literal: $what:literal,)*) => {
        /// A mutant: which step is wrong, and how.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Mutant {
            /// The correct code.
            Base,
            $(#[doc = $what] $name,)*
        }

        impl Mutant {
            /// The correct code and all mutants.
            pub const ALL: &'static [Mutant] = &[Mutant::Base, $(Mutant::$name,)*];

            /// The names of the mutants.
            pub const NAMES: &'static [&'static str] = &[$($text,)*];

            /// Looks up a mutant by name.
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

/// Declares the properties of a workload: functions of a mutant and a strategy.
macro_rules! properties {
    ($($text:literal = $function:ident,)*) => {
        /// The names of the properties.
        pub(super) const NAMES: &[&str] = &[$($text,)*];

        /// Passes a property to the visitor, by name.
        pub fn visit<V: $crate::workload::Visitor>(
            name: &str,
            mutant: &'static Mutant,
            strategy: &'static $crate::strategy::Strategy,
            visitor: V,
        ) -> Option<V::Output> {
            match name {
                $($text => Some(visitor.visit($function(mutant, strategy))),)*
                _ => None,
            }
        }

        /// Returns a property with its type erased, by name.
        pub fn erased(
            mutant: &str,
            name: &str,
            strategy: &'static $crate::strategy::Strategy,
        ) -> Option<forall::property::Erased> {
            visit(name, Mutant::named(mutant)?, strategy, $crate::workload::Erase)
        }
    };
}

pub(crate) use {mutants, properties};

/// Lists properties with the sizes of their smallest counterexamples.
macro_rules! minima {
    ($($property:literal = $minimum:literal),* $(,)?) => {
        &[$(($property, Some($minimum)),)*]
    };
}

pub(crate) use minima;
