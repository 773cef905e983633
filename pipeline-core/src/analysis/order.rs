//! Who reads whom, and an order in which producers come first.

use crate::ir::{Pipeline, Source, StageId};
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::VecDeque;

/// The stage graph of an acyclic pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageOrder {
    /// All stages, every producer before its consumers; in the order written if that is one.
    pub stages: Vec<StageId>,
    /// What each stage reads, by stage: distinct, in order.
    pub producers: Vec<Vec<Source>>,
    /// Who reads each stage, by stage: distinct, in order.
    pub consumers: Vec<Vec<StageId>>,
    /// Who reads each input, by input: distinct, in order.
    pub input_consumers: Vec<Vec<StageId>>,
}

/// Orders the stages; that one reads itself is no cycle and is not among what it reads. Or returns
/// the stages on a cycle, each reading the next and the last the first.
pub fn order(p: &Pipeline) -> Result<StageOrder, Vec<StageId>> {
    let producers: Vec<Vec<Source>> =
        (0..p.stages.len()).map(|s| producers_of(p, StageId(s))).collect();
    let mut consumers = vec![Vec::new(); p.stages.len()];
    let mut input_consumers = vec![Vec::new(); p.inputs.len()];
    // Edges from consumer to producer: Tarjan's components then come producers first.
    let mut graph = DiGraph::<(), ()>::with_capacity(p.stages.len(), p.stages.len() * 2);
    for _ in &p.stages {
        graph.add_node(());
    }
    for (i, sources) in producers.iter().enumerate() {
        // Neighbours are visited last edge first.
        for source in sources.iter().rev() {
            match source {
                Source::Input(input) => input_consumers[input.0].push(StageId(i)),
                Source::Stage(stage) => {
                    consumers[stage.0].push(StageId(i));
                    graph.add_edge(NodeIndex::new(i), NodeIndex::new(stage.0), ());
                }
            }
        }
    }
    let mut stages = Vec::with_capacity(p.stages.len());
    for component in tarjan_scc(&graph) {
        let members: Vec<usize> = component.iter().map(|n| n.index()).collect();
        let first = members[0];
        if members.len() > 1 {
            return Err(shortest_cycle(&producers, members.into_iter().min().unwrap_or(first)));
        }
        stages.push(StageId(first));
    }
    Ok(StageOrder { stages, producers, consumers, input_consumers })
}

fn producers_of(p: &Pipeline, id: StageId) -> Vec<Source> {
    let mut sources = Vec::new();
    for block in p.stages[id.0].blocks() {
        block.for_each_read(&mut |_, _, source, _| sources.push(source));
    }
    sources.retain(|s| *s != Source::Stage(id));
    sources.sort();
    sources.dedup();
    sources
}

/// A shortest cycle through a stage that is known to be on one.
fn shortest_cycle(producers: &[Vec<Source>], start: usize) -> Vec<StageId> {
    let mut reached_from: Vec<Option<usize>> = vec![None; producers.len()];
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for source in &producers[at] {
            let Source::Stage(StageId(next)) = *source else { continue };
            if next == start {
                let mut cycle = vec![StageId(at)];
                let mut back = at;
                while back != start {
                    let Some(before) = reached_from[back] else { break };
                    back = before;
                    cycle.push(StageId(back));
                }
                cycle.reverse();
                return cycle;
            }
            if reached_from[next].is_none() {
                reached_from[next] = Some(at);
                queue.push_back(next);
            }
        }
    }
    vec![StageId(start)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::build::{GraphBuilder, at};

    #[test]
    fn producers_come_first_and_the_written_order_is_kept() {
        let mut b = GraphBuilder::new(&["rows"]);
        let rows = b.size(0);
        let img = b.input("img", &[rows]);
        let last = b.stage("last", &["y"], None);
        let first = b.stage("first", &["y"], None);
        let other = b.stage("other", &["y"], None);
        let y = b.var(0);
        b.define(last, |e| {
            let a = e.read(Source::Stage(first), at(std::slice::from_ref(&y)));
            let c = e.read(Source::Stage(other), at(std::slice::from_ref(&y)));
            e.add(a, c)
        });
        b.define(first, |e| e.read(img, at(std::slice::from_ref(&y))));
        b.define(other, |e| e.read(img, at(std::slice::from_ref(&y))));
        let p = b.finish(&[last]);
        let order = order(&p).expect("acyclic");
        assert_eq!(order.stages, [first, other, last]);
        assert_eq!(order.consumers, [vec![], vec![last], vec![last]]);
        assert_eq!(order.input_consumers, [vec![first, other]]);
    }

    #[test]
    fn a_cycle_is_returned_in_reading_order() {
        let mut b = GraphBuilder::new(&[]);
        let (a, c, d) =
            (b.stage("a", &["y"], None), b.stage("c", &["y"], None), b.stage("d", &["y"], None));
        let y = b.var(0);
        for (reader, read) in [(a, c), (c, d), (d, a)] {
            b.define(reader, |e| e.read(Source::Stage(read), at(std::slice::from_ref(&y))));
        }
        assert_eq!(order(&b.finish(&[a])), Err(vec![a, c, d]));
    }
}
