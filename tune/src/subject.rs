//! A block that is tuned.

use anyhow::{Result, anyhow, bail};
use pipeline_core::Compiled;
use pipeline_core::ir::Pipeline;
use pipeline_core::loops::LoopNest;
use pipeline_core::options::Options;
use pipeline_core::passes::Made;
use pipeline_core::report::Report;
use pipeline_core::schedule::Plan;
use pipeline_lang::elaborate::{Configuration, Elaborated, elaborate};
use pipeline_lang::error::Errors;
use pipeline_lang::syntax::PipelineBlock;
use pipeline_lang::syntax::parse::parse;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The attributes of a block that say how it is planned.
const OF_PLANS: [&str; 2] = ["schedule", "cost"];

/// A block, without what its attributes say of its plan.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Name of the pipeline.
    pub name: String,
    /// The block as text.
    pub text: String,
    /// The stage graph as written, for the first of its element types.
    pub graph: Pipeline,
    /// What is planned with where nothing else is asked for.
    pub options: Options,
    /// The parameters, in the order of a call.
    pub params: Vec<GraphParam>,
}

/// A parameter of the pipeline, by its place in the stage graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphParam {
    /// An input.
    Input(usize),
    /// A scalar.
    Scalar(usize),
    /// A size.
    Size(usize),
}

/// A subject that was planned.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The plan in words and figures.
    pub report: Report,
    /// The plan.
    pub plan: Plan,
    /// The stage graph as it was planned: what is inlined is not in it.
    pub graph: Pipeline,
    /// What runs.
    pub loops: LoopNest,
}

impl Planned {
    /// Milliseconds that the whole pipeline should take.
    pub fn predicted_ms(&self) -> f64 {
        self.report.groups.iter().filter_map(|group| group.predicted_ms).sum()
    }
}

impl Subject {
    /// Reads a block.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(tokens: TokenStream) -> Result<Subject> {
        let tokens = without_plan(tokens);
        let text = tokens.to_string();
        let mut errors = Errors::default();
        let block = parse(tokens, &mut errors);
        let graph = block.as_ref().and_then(|block| elaborated(block, &mut errors));
        let (Some(block), Some(graph)) = (block, graph) else { bail!(messages(&errors)) };
        let machine = Configuration::of_this_build().machine().map_err(|e| anyhow!(e))?;
        let Elaborated { pipeline, settings, .. } = graph;
        let options = settings.options(&machine);
        let params = params(&block, &pipeline)?;
        Ok(Subject { name: pipeline.name.clone(), text, graph: pipeline, options, params })
    }

    /// The stage graph and the options with an attribute `schedule` in front of the block.
    ///
    /// # Errors
    /// What is wrong with the attribute.
    pub fn with_hints(&self, hints: &str) -> Result<Options> {
        let tokens: TokenStream =
            format!("{hints}\n{}", self.text).parse().map_err(|e| anyhow!("{hints}: {e}"))?;
        let mut errors = Errors::default();
        let block = parse(tokens, &mut errors);
        let graph = block.and_then(|block| elaborated(&block, &mut errors));
        let Some(graph) = graph else { bail!("{hints}: {}", messages(&errors)) };
        Ok(graph.settings.options(&self.options.machine))
    }

    /// Plans the block.
    ///
    /// # Errors
    /// What the compiler refuses, in its words.
    pub fn plan(&self, options: &Options) -> Result<Planned> {
        let mut plan = None;
        let compiled = pipeline_core::compile_watched(self.graph.clone(), options, &mut |event| {
            if let Made::Plan(made) = event.made {
                plan = Some(made.clone());
            }
        });
        let compiled = compiled.map_err(|found| {
            let messages: Vec<String> = found.into_iter().map(|d| d.message).collect();
            anyhow!(messages.join("\n"))
        })?;
        let plan = plan.expect("what is compiled has a plan");
        let Compiled { report, optimised, loops, .. } = compiled;
        Ok(Planned { report, plan, graph: optimised, loops })
    }
}

/// The block without the attributes on its plan, which stand before its function.
fn without_plan(tokens: TokenStream) -> TokenStream {
    let mut kept = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let attribute = match (&token, tokens.peek()) {
            (TokenTree::Punct(sign), Some(TokenTree::Group(group)))
                if sign.as_char() == '#' && group.delimiter() == Delimiter::Bracket =>
            {
                group.stream().into_iter().next().map(|name| name.to_string())
            }
            _ => {
                kept.push(token);
                kept.extend(tokens);
                break;
            }
        };
        let group = tokens.next();
        if !attribute.is_some_and(|name| OF_PLANS.contains(&name.as_str())) {
            kept.push(token);
            kept.extend(group);
        }
    }
    kept.into_iter().collect()
}

/// The stage graph for the first of the block's element types.
fn elaborated(block: &PipelineBlock, errors: &mut Errors) -> Option<Elaborated> {
    let first = block.type_params.first().and_then(|param| {
        let ty = param.types.first()?;
        let ty = pipeline_core::ir::ElemType::from_name(&ty.to_string())?;
        Some((param.name.to_string(), ty))
    });
    elaborate(block, &Vec::from_iter(first), errors)
}

fn messages(errors: &Errors) -> String {
    errors.iter().map(|(_, message)| message.as_str()).collect::<Vec<_>>().join("\n")
}

fn params(block: &PipelineBlock, graph: &Pipeline) -> Result<Vec<GraphParam>> {
    let find = |name: &str| {
        let input = graph.inputs.iter().position(|i| i.name == name).map(GraphParam::Input);
        let scalar = graph.scalars.iter().position(|s| s.name == name).map(GraphParam::Scalar);
        let size = graph.sizes.iter().position(|s| s.name == name).map(GraphParam::Size);
        input.or(scalar).or(size)
    };
    let param = |param: &pipeline_lang::syntax::Param| {
        let name = param.name.to_string();
        let name = name.strip_prefix("r#").unwrap_or(&name);
        find(name).ok_or_else(|| anyhow!("the stage graph has no parameter `{name}`"))
    };
    block.params.iter().map(param).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: &str = "#[schedule(strategy = \"none\")] #[doc = \"A blur.\"] #[cost(polymage)]
        pub fn blur(img: [f32; rows, cols], by: f32) -> out where rows ~ 40, cols ~ 30 {
            a(y, x) = img(y, x) * by;
            out(y, x) = a(y, x) + a(y, x + 1);
        }";

    #[test]
    fn what_is_said_of_the_plan_goes() {
        let subject = Subject::parse(BLOCK.parse().expect("tokens")).expect("a block");
        assert_eq!(subject.params, [GraphParam::Input(0), GraphParam::Scalar(0)]);
        assert_eq!(subject.options.strategy, None);
        assert!(!subject.text.contains("none") && !subject.text.contains("polymage"));
        assert!(subject.text.contains("A blur."));
        let planned = subject.plan(&subject.options).expect("a plan");
        assert_eq!(planned.report.pipeline, "blur");
        let hints = subject.with_hints("#[schedule(strip = 8)]").expect("a hint");
        assert_eq!(hints.shape.strip, Some(8));
        let wrong = subject.with_hints("#[schedule(strp = 8)]").expect_err("no such hint");
        assert!(wrong.to_string().contains("unknown hint `strp`"), "{wrong}");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = Subject::parse("fn f(a: [f32; n]) -> out { out(x) = b(x); }".parse().unwrap());
        assert!(wrong.expect_err("no `b`").to_string().contains("`b`"));
    }
}
