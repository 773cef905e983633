//! Compile-time constants and helper functions: what is known before any stage.

use super::expr::Elab;
use super::operand::{Const, Operand};
use super::order;
use super::print;
use super::program::{Elaboration, Helper, Symbol};
use super::scope::NameScope;
use super::visit::{self, NameRole};
use crate::syntax::{Expr, Item};
use proc_macro2::Ident;
use std::collections::HashMap;

impl<'a> Elaboration<'a> {
    /// Values of the constants among these items, in any order of definition. Those of the top
    /// level are also entered for helpers to find.
    pub(super) fn constants(
        &mut self,
        items: &'a [Item],
        scope: &NameScope,
        top: bool,
    ) -> Vec<(&'a Ident, Operand)> {
        let list: Vec<(&Ident, &Expr)> = items
            .iter()
            .filter_map(|item| match item {
                Item::Const { name, value } => Some((name, value)),
                _ => None,
            })
            .collect();
        if list.is_empty() {
            return Vec::new();
        }
        let number: HashMap<String, usize> =
            list.iter().enumerate().rev().map(|(i, (n, _))| (print::name(n), i)).collect();
        let needs: Vec<Vec<usize>> = list
            .iter()
            .map(|(_, value)| {
                let names = if top { self.reachable(value) } else { mentioned(value) };
                names.iter().filter_map(|n| number.get(n).copied()).collect()
            })
            .collect();
        let sorted = order::sort(&needs);
        for cycle in &sorted.cycles {
            let name = |n: usize| print::name(list[n].0);
            let message = format!("cycle of constants: {}", order::shown(cycle, name));
            self.error(list[cycle[0]].0.span(), message);
        }
        let mut done: Vec<Operand> = vec![Operand::Poison; list.len()];
        for i in sorted.order {
            if sorted.cycles.iter().any(|c| c.contains(&i)) {
                continue;
            }
            let (name, value) = list[i];
            let inner = needs[i]
                .iter()
                .fold(scope.clone(), |s, n| s.bind(print::name(list[*n].0), done[*n].clone()));
            let constant = Elab::new(self).constant(value, &inner, None);
            done[i] = constant.map_or(Operand::Poison, Operand::Const);
            if top {
                self.consts.entry(print::name(name)).or_insert(done[i].clone());
            }
        }
        list.into_iter().map(|c| c.0).zip(done).collect()
    }

    /// Names in an expression and in the helpers that it calls.
    fn reachable(&self, e: &Expr) -> Vec<String> {
        let mut names = mentioned(e);
        let mut entered = vec![false; self.helpers.len()];
        let mut next = 0;
        while let Some(name) = names.get(next) {
            next += 1;
            if let Some((Symbol::Helper(h), _)) = self.symbols.get(name)
                && !std::mem::replace(&mut entered[*h], true)
            {
                names.extend(mentioned(self.helpers[*h].body));
            }
        }
        names
    }

    /// Enters the constants and helpers of the top level.
    pub(super) fn globals(&mut self) {
        for item in &self.block.items {
            match item {
                Item::Const { name, .. } => {
                    self.declare(name, Symbol::Const);
                }
                Item::Helper { name, params, body } => {
                    let number = self.helpers.len();
                    let ok = self.helper_params(params);
                    self.declare(name, Symbol::Helper(number));
                    self.helpers.push(Helper { name, params, body, broken: !ok });
                }
                _ => {}
            }
        }
        self.helper_cycles();
    }

    fn helper_params(&mut self, params: &[Ident]) -> bool {
        let mut ok = true;
        for (i, param) in params.iter().enumerate() {
            ok &= self.allowed(param);
            if params[..i].contains(param) {
                let name = print::name(param);
                self.error(param.span(), format!("parameter `{name}` is given twice"));
                ok = false;
            }
        }
        ok
    }

    fn helper_cycles(&mut self) {
        let needs: Vec<Vec<usize>> = self
            .helpers
            .iter()
            .map(|h| {
                let mut needs = Vec::new();
                visit::names(h.body, &mut |n, role| {
                    let symbol = self.symbols.get(&print::name(n)).map(|s| s.0);
                    if let (NameRole::Callee, Some(Symbol::Helper(i))) = (role, symbol) {
                        needs.push(i);
                    }
                });
                needs
            })
            .collect();
        for cycle in order::sort(&needs).cycles {
            let path = order::shown(&cycle, |n| print::name(self.helpers[n].name));
            let span = self.helpers[cycle[0]].name.span();
            self.error(span, format!("a helper cannot call itself: {path}"));
            for helper in cycle {
                self.helpers[helper].broken = true;
            }
        }
    }

    /// A truth value known at compile time.
    pub(super) fn decided(&mut self, e: &Expr, scope: &NameScope) -> Option<bool> {
        match Elab::new(self).constant(e, scope, None)? {
            Const::Bool(b) => Some(b),
            _ => {
                let shown = print::brief(e, "this");
                self.error(e.span, format!("a condition is a bool, {shown} is a number"));
                None
            }
        }
    }
}

/// Every name in an expression.
fn mentioned(e: &Expr) -> Vec<String> {
    let mut list = Vec::new();
    visit::names(e, &mut |n, _| list.push(print::name(n)));
    list
}
