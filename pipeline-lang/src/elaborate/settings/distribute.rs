//! `#[distribute(y)]`: the variables of the results along which a pipeline is distributed.

use super::Draft;
use super::args::{Args, Value};
use crate::elaborate::print;

/// A result has no more dimensions that are worth cutting: ranks form a line, a rectangle or a box.
const MOST_AXES: usize = 3;

impl Draft {
    /// Reads the attribute `distribute`: one to three variables. That a result has them is for the
    /// plan to see.
    pub(super) fn distribute(&mut self, args: Args) {
        if args.is_empty() {
            let message = "`distribute` needs a variable of a result: `#[distribute(y)]`";
            return self.error(args.attribute.span(), message);
        }
        for arg in &args.list {
            match &arg.value {
                Value::Word if self.distribute.len() < MOST_AXES => {
                    self.distribute.push(arg.key.clone());
                }
                Value::Word => {
                    let message = "a pipeline is distributed along three variables at most";
                    self.error(arg.key.span(), message);
                }
                Value::Literal(_) | Value::List(_) => {
                    let name = print::name(&arg.key);
                    let message = format!("`distribute` takes variables of a result: `{name}`");
                    self.error(arg.key.span(), message);
                }
            }
        }
    }
}
