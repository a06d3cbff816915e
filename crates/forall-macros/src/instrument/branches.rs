//! Branches: the ways that code may go, each with a probe at its beginning.
//!
//! These are the arms of `if` and `match`, the bodies of loops, what stands behind `&&` and `||`, and what
//! follows a statement that may leave the function by `?` or `else`. Closures and nested blocks are
//! looked into; nested items and what macros are given are not.

use std::mem;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Arm, BinOp, Block, Expr, Local, Stmt};

/// Puts probes into code.
pub(super) struct Probes {
    /// A constant that is another one for every function.
    place: Ident,
    count: u64,
    /// Was there a `?` since somebody last looked?
    may_leave: bool,
}

impl Probes {
    pub(super) fn new(place: Ident) -> Probes {
        Probes { place, count: 0, may_leave: false }
    }

    /// A block that is reached only on one way.
    pub(super) fn reach(&mut self, block: &mut Block) {
        let probe = self.probe();
        self.block(block);
        block.stmts.insert(0, statement(probe));
    }

    fn probe(&mut self) -> TokenStream {
        let (place, count) = (&self.place, self.count);
        self.count += 1;
        quote!(::forall::feedback::probe_id(#place.wrapping_add(#count)))
    }

    fn block(&mut self, block: &mut Block) {
        let last = block.stmts.len().saturating_sub(1);
        for (at, mut stmt) in mem::take(&mut block.stmts).into_iter().enumerate() {
            let before = mem::take(&mut self.may_leave);
            let may_leave = self.statement(&mut stmt) && at < last;
            self.may_leave |= before;
            block.stmts.push(stmt);
            if may_leave {
                block.stmts.push(statement(self.probe()));
            }
        }
    }

    /// May what follows not be reached, because of this statement?
    fn statement(&mut self, stmt: &mut Stmt) -> bool {
        match stmt {
            Stmt::Local(Local { init: Some(init), .. }) => {
                self.expr(&mut init.expr);
                if let Some((_, otherwise)) = &mut init.diverge {
                    self.arm(otherwise);
                    return true;
                }
                self.may_leave
            }
            Stmt::Expr(expr, _) => {
                self.expr(expr);
                self.may_leave && !matches!(expr, Expr::Return(_) | Expr::Break(_))
            }
            Stmt::Local(_) | Stmt::Item(_) | Stmt::Macro(_) => false,
        }
    }

    /// An expression that is reached only on one way. That it becomes the end of a block changes nothing for
    /// the temporaries in it: they do not outlive an arm, nor what stands behind `&&`, unless `let` extends
    /// them, and that reaches into blocks.
    fn arm(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Block(block) => self.reach(&mut block.block),
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
        self.arm(&mut arm.body);
    }

    /// A `?` in here leaves no more than what is in here.
    fn apart(&mut self, act: impl FnOnce(&mut Probes)) {
        let before = self.may_leave;
        act(self);
        self.may_leave = before;
    }

    fn all<'e>(&mut self, exprs: impl IntoIterator<Item = &'e mut Expr>) {
        exprs.into_iter().for_each(|expr| self.expr(expr));
    }

    fn expr(&mut self, expr: &mut Expr) {
        match expr {
            // What branches.
            Expr::If(e) => {
                self.expr(&mut e.cond);
                self.reach(&mut e.then_branch);
                match e.else_branch.as_mut().map(|(_, otherwise)| &mut **otherwise) {
                    Some(Expr::Block(block)) => self.reach(&mut block.block),
                    Some(chained) => self.expr(chained),
                    None => {}
                }
            }
            Expr::Match(e) => {
                self.expr(&mut e.expr);
                e.arms.iter_mut().for_each(|arm| self.match_arm(arm));
            }
            Expr::Loop(e) => self.reach(&mut e.body),
            Expr::While(e) => {
                self.expr(&mut e.cond);
                self.reach(&mut e.body);
            }
            Expr::ForLoop(e) => {
                self.expr(&mut e.expr);
                self.reach(&mut e.body);
            }
            Expr::Binary(e) => {
                self.expr(&mut e.left);
                match (&e.op, &*e.right) {
                    // It binds what the branch behind it needs.
                    (BinOp::And(_) | BinOp::Or(_), Expr::Let(_)) => self.expr(&mut e.right),
                    (BinOp::And(_) | BinOp::Or(_), _) => self.arm(&mut e.right),
                    _ => self.expr(&mut e.right),
                }
            }
            Expr::Try(e) => {
                self.expr(&mut e.expr);
                self.may_leave = true;
            }
            // What leaves by itself.
            Expr::Async(e) => self.apart(|probes| probes.block(&mut e.block)),
            Expr::Closure(e) => self.apart(|probes| probes.expr(&mut e.body)),
            Expr::TryBlock(e) => self.apart(|probes| probes.block(&mut e.block)),
            other => self.inside(other),
        }
    }

    /// What goes one way only.
    fn inside(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Block(e) => self.block(&mut e.block),
            Expr::Unsafe(e) => self.block(&mut e.block),
            Expr::Array(e) => self.all(&mut e.elems),
            Expr::Tuple(e) => self.all(&mut e.elems),
            Expr::Assign(e) => self.all([&mut *e.left, &mut *e.right]),
            Expr::Index(e) => self.all([&mut *e.expr, &mut *e.index]),
            Expr::Repeat(e) => self.expr(&mut e.expr),
            Expr::Range(e) => {
                self.all([&mut e.start, &mut e.end].into_iter().flatten().map(|e| &mut **e))
            }
            Expr::Call(e) => {
                self.expr(&mut e.func);
                self.all(&mut e.args);
            }
            Expr::MethodCall(e) => {
                self.expr(&mut e.receiver);
                self.all(&mut e.args);
            }
            Expr::Struct(e) => {
                self.all(e.fields.iter_mut().map(|field| &mut field.expr));
                self.all(e.rest.as_deref_mut());
            }
            Expr::Await(e) => self.expr(&mut e.base),
            Expr::Break(e) => self.all(e.expr.as_deref_mut()),
            Expr::Return(e) => self.all(e.expr.as_deref_mut()),
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
