//! Puts a probe at the start of each branch.
//!
//! Branches are the arms of `if` and `match`, the bodies of loops, the right sides of `&&` and `||`, and
//! the code after a statement that may return early by `?` or `let … else`. Closures and nested blocks are
//! instrumented too; nested items and the arguments of macros are not.

use std::mem;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Arm, BinOp, Block, Expr, Local, Stmt};

/// Adds probes to the code of one function.
pub(super) struct Probes {
    /// The name of a constant that differs between functions.
    place: Ident,
    count: u64,
    /// Whether there was a `?` since this was last reset.
    may_return: bool,
}

impl Probes {
    pub(super) fn new(place: Ident) -> Probes {
        Probes { place, count: 0, may_return: false }
    }

    /// Adds probes to a block that is a branch: one at its start, and those inside of it.
    pub(super) fn add_to_branch(&mut self, block: &mut Block) {
        let probe = self.probe();
        self.block(block);
        block.stmts.insert(0, statement(probe));
    }

    /// Returns the code of a new probe.
    fn probe(&mut self) -> TokenStream {
        let place = &self.place;
        let count = self.count;
        self.count += 1;
        quote!(__forall::feedback::probe_id(#place.wrapping_add(#count)))
    }

    fn block(&mut self, block: &mut Block) {
        let last = block.stmts.len().saturating_sub(1);
        for (at, mut stmt) in mem::take(&mut block.stmts).into_iter().enumerate() {
            let before = mem::take(&mut self.may_return);
            let may_return = self.statement(&mut stmt) && at < last;
            self.may_return |= before;
            block.stmts.push(stmt);
            if may_return {
                block.stmts.push(statement(self.probe()));
            }
        }
    }

    /// Adds probes to a statement. Returns whether it may return early, so that the code after it is
    /// a branch.
    fn statement(&mut self, stmt: &mut Stmt) -> bool {
        match stmt {
            Stmt::Local(Local { init: Some(init), .. }) => {
                self.expr(&mut init.expr);
                if let Some((_, otherwise)) = &mut init.diverge {
                    self.branch(otherwise);
                    return true;
                }
                self.may_return
            }
            Stmt::Expr(expr, _) => {
                self.expr(expr);
                self.may_return && !matches!(expr, Expr::Return(_) | Expr::Break(_))
            }
            Stmt::Local(_) | Stmt::Item(_) | Stmt::Macro(_) => false,
        }
    }

    /// Adds probes to an expression that is a branch, by making it the tail of a block. Its temporaries
    /// live as long as before: without the block they also end with the match arm or with the right side
    /// of `&&`, unless `let` extends their lifetime, which also applies to the tail of a block.
    fn branch(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Block(block) => self.add_to_branch(&mut block.block),
            _ => {
                let probe = self.probe();
                self.expr(expr);
                *expr = Expr::Verbatim(quote!({ #probe; #expr }));
            }
        }
    }

    fn match_arm(&mut self, arm: &mut Arm) {
        if let Some((_, guard)) = &mut arm.guard {
            self.expr(guard);
        }
        self.branch(&mut arm.body);
    }

    /// Adds probes to code in which `?` does not return from the function.
    fn isolated(&mut self, add: impl FnOnce(&mut Probes)) {
        let before = self.may_return;
        add(self);
        self.may_return = before;
    }

    fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e mut Expr>) {
        exprs.into_iter().for_each(|expr| self.expr(expr));
    }

    fn expr(&mut self, expr: &mut Expr) {
        match expr {
            // Expressions with branches.
            Expr::If(e) => {
                self.expr(&mut e.cond);
                self.add_to_branch(&mut e.then_branch);
                match e.else_branch.as_mut().map(|(_, otherwise)| &mut **otherwise) {
                    Some(Expr::Block(block)) => self.add_to_branch(&mut block.block),
                    Some(chained) => self.expr(chained),
                    None => {}
                }
            }
            Expr::Match(e) => {
                self.expr(&mut e.expr);
                e.arms.iter_mut().for_each(|arm| self.match_arm(arm));
            }
            Expr::Loop(e) => self.add_to_branch(&mut e.body),
            Expr::While(e) => {
                self.expr(&mut e.cond);
                self.add_to_branch(&mut e.body);
            }
            Expr::ForLoop(e) => {
                self.expr(&mut e.expr);
                self.add_to_branch(&mut e.body);
            }
            Expr::Binary(e) => {
                self.expr(&mut e.left);
                match (&e.op, &*e.right) {
                    // A `let` binds variables for the code after it, so it cannot move into a block.
                    (BinOp::And(_) | BinOp::Or(_), Expr::Let(_)) => self.expr(&mut e.right),
                    (BinOp::And(_) | BinOp::Or(_), _) => self.branch(&mut e.right),
                    _ => self.expr(&mut e.right),
                }
            }
            Expr::Try(e) => {
                self.expr(&mut e.expr);
                self.may_return = true;
            }
            // Expressions in which `?` does not return from the function.
            Expr::Async(e) => self.isolated(|probes| probes.block(&mut e.block)),
            Expr::Closure(e) => self.isolated(|probes| probes.expr(&mut e.body)),
            Expr::TryBlock(e) => self.isolated(|probes| probes.block(&mut e.block)),
            other => self.straight_line(other),
        }
    }

    /// Adds probes to the parts of an expression that has no branches of its own.
    fn straight_line(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Block(e) => self.block(&mut e.block),
            Expr::Unsafe(e) => self.block(&mut e.block),
            Expr::Array(e) => self.exprs(&mut e.elems),
            Expr::Tuple(e) => self.exprs(&mut e.elems),
            Expr::Assign(e) => self.exprs([&mut *e.left, &mut *e.right]),
            Expr::Index(e) => self.exprs([&mut *e.expr, &mut *e.index]),
            Expr::Repeat(e) => self.expr(&mut e.expr),
            Expr::Range(e) => {
                self.exprs([&mut e.start, &mut e.end].into_iter().flatten().map(|e| &mut **e))
            }
            Expr::Call(e) => {
                self.expr(&mut e.func);
                self.exprs(&mut e.args);
            }
            Expr::MethodCall(e) => {
                self.expr(&mut e.receiver);
                self.exprs(&mut e.args);
            }
            Expr::Struct(e) => {
                self.exprs(e.fields.iter_mut().map(|field| &mut field.expr));
                self.exprs(e.rest.as_deref_mut());
            }
            Expr::Await(e) => self.expr(&mut e.base),
            Expr::Break(e) => self.exprs(e.expr.as_deref_mut()),
            Expr::Return(e) => self.exprs(e.expr.as_deref_mut()),
            Expr::Cast(e) => self.expr(&mut e.expr),
            Expr::Field(e) => self.expr(&mut e.base),
            Expr::Group(e) => self.expr(&mut e.expr),
            Expr::Let(e) => self.expr(&mut e.expr),
            Expr::Paren(e) => self.expr(&mut e.expr),
            Expr::Reference(e) => self.expr(&mut e.expr),
            Expr::Unary(e) => self.expr(&mut e.expr),
            _ => {}
        }
    }
}

fn statement(expr: TokenStream) -> Stmt {
    Stmt::Expr(Expr::Verbatim(expr), Some(syn::token::Semi::default()))
}
