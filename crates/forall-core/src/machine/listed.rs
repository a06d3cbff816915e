//! Lists of steps without the type of the machine. Code that works on them is compiled once, and not for each machine.

use std::any::type_name;

use super::{Call, Line, Machine, Steps};

/// A list of steps of any machine.
pub(super) trait ListedSteps {
    /// Returns the number of steps.
    fn count(&self) -> usize;

    /// Returns the name of the operation of a step.
    fn name(&self, index: usize) -> &'static str;

    /// Prints a step.
    fn line(&self, index: usize) -> Line;

    /// Prints what the run starts with.
    fn start(&self) -> String;

    /// Lets the model take the steps, and passes each reply to `accept`, until that returns `false`.
    fn replies(&self, accept: &mut dyn FnMut(String) -> bool);

    /// Returns a step as code.
    fn call(&self, index: usize) -> Option<Call>;

    /// Returns an expression that starts a system of the type `ty`.
    fn start_code(&self, ty: &str) -> Option<String>;

    /// Returns the questions that are always asked, as code.
    fn questions(&self) -> Vec<Call>;

    /// Returns the type of the model.
    fn model_type(&self) -> &'static str;
}

impl<M: Machine> ListedSteps for Steps<M> {
    fn count(&self) -> usize {
        self.steps.len()
    }

    fn name(&self, index: usize) -> &'static str {
        M::OPERATIONS[M::operation(&self.steps[index])]
    }

    fn line(&self, index: usize) -> Line {
        M::print(&self.steps[index])
    }

    fn start(&self) -> String {
        M::print_start(&self.start)
    }

    fn replies(&self, accept: &mut dyn FnMut(String) -> bool) {
        let mut model = M::model(&self.start);
        let mut index = 0;
        while index < self.steps.len() && accept(M::reply(&mut model, &self.steps[index], index)) {
            index += 1;
        }
    }

    fn call(&self, index: usize) -> Option<Call> {
        M::code(&self.steps[index])
    }

    fn start_code(&self, ty: &str) -> Option<String> {
        M::code_start(&self.start, ty)
    }

    fn questions(&self) -> Vec<Call> {
        M::code_questions()
    }

    fn model_type(&self) -> &'static str {
        type_name::<M>()
    }
}
