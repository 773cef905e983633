//! Why neighbours are in different groups.

use super::{NotFused, figures};
use crate::analysis::order::StageOrder;
use crate::ir::{Pipeline, Source, StageId};
use crate::options::{CostModel, Options};
use crate::schedule::Plan;
use crate::schedule::cost::Costs;
use crate::schedule::grouping::{Dag, GroupCost, NodeSet, Strategy};
use std::collections::HashMap;

/// Every consumer with each producer of another group, and why they were not fused.
pub fn not_fused(
    p: &Pipeline,
    order: &StageOrder,
    plan: &Plan,
    options: &Options,
    cost: &mut Costs<'_>,
) -> Vec<NotFused> {
    let mut group_of = vec![0; p.stages.len()];
    for (i, group) in plan.groups.iter().enumerate() {
        group.stages.iter().for_each(|s| group_of[s.0] = i);
    }
    let mut edges: Vec<(StageId, StageId)> = Vec::new();
    for consumer in &order.stages {
        for source in &order.producers[consumer.0] {
            if let Source::Stage(producer) = source
                && group_of[producer.0] != group_of[consumer.0]
            {
                edges.push((*producer, *consumer));
            }
        }
    }
    let between = edges.iter().map(|(a, b)| (group_of[a.0], group_of[b.0]));
    let Ok(groups) = Dag::new(plan.groups.len(), between) else { return Vec::new() };
    let mut known: HashMap<(usize, usize), String> = HashMap::new();
    let name = |s: StageId| p.stages[s.0].name.clone();
    let edge = |(producer, consumer): (StageId, StageId)| {
        let pair = (group_of[producer.0], group_of[consumer.0]);
        let of_stages = of_stages(p, plan, options, (producer, consumer), cost);
        let reason = of_stages.unwrap_or_else(|| {
            known
                .entry(pair)
                .or_insert_with(|| reason(p, plan, options, &groups, pair, cost))
                .clone()
        });
        NotFused { producer: name(producer), consumer: name(consumer), reason }
    };
    edges.into_iter().map(edge).collect()
}

/// Why two stages are not fused, whatever their groups are.
fn of_stages(
    p: &Pipeline,
    plan: &Plan,
    options: &Options,
    (producer, consumer): (StageId, StageId),
    cost: &mut Costs<'_>,
) -> Option<String> {
    if plan.strategy == Strategy::None {
        return Some("no stages are to be fused".into());
    }
    let written = |s: &StageId| options.group_of(&p.stages[s.0].name).is_some();
    if let Some(written) = [producer, consumer].into_iter().find(written) {
        return Some(format!("the group of `{}` is written", p.stages[written.0].name));
    }
    let alone = [producer, consumer].into_iter().find(|s| options.is_alone(&p.stages[s.0].name));
    if let Some(alone) = alone {
        return Some(format!("`{}` is to be computed by itself", p.stages[alone.0].name));
    }
    cost.misfit(producer, consumer)
}

fn reason(
    p: &Pipeline,
    plan: &Plan,
    options: &Options,
    groups: &Dag,
    (a, b): (usize, usize),
    cost: &mut Costs<'_>,
) -> String {
    if let Some(c) = (0..groups.len()).find(|c| groups.reaches(a, *c) && groups.reaches(*c, b)) {
        let stages = &plan.groups[c].stages;
        let last = stages.last().expect("a group has a stage");
        return format!("`{}` is computed between them", p.stages[last.0].name);
    }
    let set = |groups: &[usize]| {
        let mut set = NodeSet::new();
        let stages = groups.iter().flat_map(|g| &plan.groups[*g].stages);
        stages.for_each(|s| set.insert(s.0));
        set
    };
    let both = set(&[a, b]);
    if let Some(obstacle) = cost.obstacle(&both) {
        return obstacle;
    }
    let apart = cost.cost(&set(&[a])).zip(cost.cost(&set(&[b]))).map(|(a, b)| a + b);
    let Some((together, apart)) = cost.cost(&both).zip(apart) else {
        return "the search never enumerated them together".into();
    };
    let both = match options.cost {
        CostModel::Roofline => {
            let [together, apart] = [together, apart].map(|ns| figures::milliseconds(ns / 1e6));
            format!("together they should cost {together}, apart {apart}")
        }
        CostModel::Polymage(_) => {
            format!("together they should cost {together:.0}, apart {apart:.0}")
        }
        CostModel::Hipacc => {
            format!("together they should save {:.0} cycles, apart {:.0}", -together, -apart)
        }
    };
    match together < apart {
        true => format!("the search never enumerated this pair; {both}"),
        false => both,
    }
}
