//! How a pipeline is distributed, in words, and what travels on some numbers of ranks.

use super::{OnRanks, RankArray, RankChoices, RankNeed};
use crate::ir::affine::Names;
use crate::ir::{Affine, Pipeline, Source};
use crate::schedule::Plan;
use crate::schedule::align::{ArrayDim, Extent, MAX_PERIOD};
use crate::schedule::ranks::combined::Combined;
use crate::schedule::ranks::{RankGroup, RanksPlan};
use pipeline_ranks::{Choices, Cut, Network, Owner, Sharing};

/// What each group needs of arrays on a rank.
pub(super) fn on_ranks(p: &Pipeline, plan: &Plan) -> OnRanks {
    let Some(ranks) = &plan.ranks else { return OnRanks::default() };
    let needs = ranks.groups.iter().flat_map(|group| {
        let of = |(source, along): &(Source, Vec<Option<ArrayDim>>)| {
            need(p, ranks, group, *source, along)
        };
        group.reads.iter().map(of).collect::<Vec<_>>()
    });
    let axes = ranks.axes.iter().map(|axis| axis.name.clone()).collect();
    let Network { latency, bandwidth } = Network::default();
    OnRanks {
        axes,
        needs: needs.collect(),
        network: format!("{} us, {bandwidth} GB/s", latency / 1e3),
        arrays: arrays(p, ranks),
    }
}

/// What becomes of a reduction that ranks share.
const COMBINED: &str = "combined";

/// And of one whose updates they make in turn.
const IN_TURN: &str = "in turn";

/// The numbers of ranks that a plan says something of.
const COUNTS: [usize; 6] = [2, 4, 16, 64, 256, 1024];

/// What a rank gets of each array for the estimates of the sizes: the most of any of the ranks at
/// both ends and in the middle.
fn arrays(p: &Pipeline, ranks: &RanksPlan) -> Vec<RankArray> {
    let extents = ranks.extents(p, &p.estimates());
    let mut found = Vec::new();
    for count in COUNTS {
        let on =
            pipeline_ranks::Ranks::new(&ranks.table, extents.clone(), count, Network::default());
        let parts = [0, count / 2, count - 1].map(|rank| on.part(rank));
        for (number, array) in ranks.table.arrays.iter().enumerate() {
            let got = parts.each_ref().map(|part| on.got(part, number));
            let messages = got.iter().map(|got| got.messages).max().unwrap_or(0);
            let bytes = got.iter().map(|got| got.points * array.bytes).max().unwrap_or(0) as u64;
            let steps = match array.owner {
                Owner::Step(step) => on.steps_of_epochs(step).map(|steps| steps as u64),
                Owner::Slices(_) | Owner::Apart(_) => None,
            };
            let policy = match array.owner {
                Owner::Step(_) if on.is_combined(number) => COMBINED,
                Owner::Step(_) if on.in_turn(number).is_some() => IN_TURN,
                _ if messages > 0 => ShownPolicy::Exchanged.name(),
                Owner::Slices(_) | Owner::Apart(_) => ShownPolicy::AtHand.name(),
                Owner::Step(step) => {
                    let cut = ranks.groups[step].cuts.iter().any(Option::is_some);
                    match on.policies()[step] {
                        _ if !cut => ShownPolicy::Everywhere.name(),
                        pipeline_ranks::Policy::Exchange => ShownPolicy::AtHand.name(),
                        given => given.name(),
                    }
                }
            };
            found.push(RankArray {
                array: array.name.clone(),
                ranks: count as u64,
                policy: policy.into(),
                steps,
                messages: messages as u64,
                bytes,
                choices: chosen_from(&on, &array.owner),
            });
        }
    }
    let number = |of: &RankArray| ranks.table.arrays.iter().position(|a| a.name == of.array);
    found.sort_by_key(number);
    found
}

/// What the policy of an array was chosen from.
fn chosen_from(on: &pipeline_ranks::Ranks, owner: &Owner) -> Option<RankChoices> {
    let Owner::Step(step) = owner else { return None };
    let Choices { exchange, rank, everywhere } = on.choices(*step)?;
    let ms = |nanoseconds: f64| nanoseconds / 1e6;
    Some(RankChoices {
        exchange_ms: ms(exchange),
        rank_ms: ms(rank),
        everywhere_ms: ms(everywhere),
    })
}

fn need(
    p: &Pipeline,
    ranks: &RanksPlan,
    group: &RankGroup,
    source: Source,
    along: &[Option<ArrayDim>],
) -> RankNeed {
    let stored: Vec<&str> =
        group.stored.iter().map(|(stage, _)| p.stages[stage.0].name.as_str()).collect();
    let owned = owned(ranks, source);
    let apart = matches!(source, Source::Input(i) if ranks.apart[i.0]);
    let shares = |c: &Combined| Source::Stage(c.stage) == source && c.sharing == Sharing::Shares;
    let shared = ranks.groups.iter().filter_map(|g| g.combined.as_ref()).any(shares);
    let by_axis = ranks.axes.iter().enumerate().map(|(axis, of)| {
        let (along, owned) = (along[axis].as_ref(), owned[axis]);
        match (along, group.cuts[axis], owned) {
            (_, _, None) if shared => (
                ShownPolicy::AtHand,
                "what the updates of each rank come to is combined later".into(),
            ),
            (_, _, None) => (ShownPolicy::Everywhere, "every rank has all of it".to_string()),
            (_, None, Some(_)) => (
                ShownPolicy::Exchanged,
                format!("every rank computes all of the group along {}", of.name),
            ),
            (None, Some(_), Some(_)) => (
                ShownPolicy::Exchanged,
                format!("all of it: what is read does not follow {}", of.name),
            ),
            (Some(along), Some(cut), Some(owned)) => {
                let policy = match !apart && is_owned(along, cut, owned) {
                    true => ShownPolicy::AtHand,
                    false => ShownPolicy::Exchanged,
                };
                let apart = if apart { ", and it is cut for itself" } else { "" };
                (policy, format!("{} for {}{apart}", shown(&along.extent, &of.name), of.name))
            }
        }
    });
    let by_axis: Vec<(ShownPolicy, String)> = by_axis.collect();
    let policy = by_axis.iter().map(|(policy, _)| *policy).max().unwrap_or(ShownPolicy::AtHand);
    RankNeed {
        array: p.source_name(source).into(),
        group: stored.join(", "),
        policy: policy.name().into(),
        why: by_axis.into_iter().map(|(_, why)| why).collect::<Vec<_>>().join("; "),
    }
}

/// Whether a coordinate of a group reads what belongs to it: that of its slice.
fn is_owned(along: &ArrayDim, cut: Cut, owned: Cut) -> bool {
    let (num, den) = (owned.rate.num * cut.rate.den, owned.rate.den * cut.rate.num);
    let (num, den) = (num as i64, den as i64);
    let own = |t: i64| (-(-t * num).div_euclid(den), -(-(t + 1) * num).div_euclid(den) - 1);
    owned.dim == along.dim
        && (0..MAX_PERIOD).all(|t| {
            let (first, last) = own(t);
            first <= along.extent.first(t) && along.extent.last(t) <= last
        })
}

/// Where ranks cut an array, by axis.
fn owned(ranks: &RanksPlan, source: Source) -> Vec<Option<Cut>> {
    match source {
        Source::Input(i) => ranks.inputs[i.0].clone(),
        Source::Stage(stage) => {
            let mut stored = ranks.groups.iter().flat_map(|g| g.stored.iter().map(move |s| (g, s)));
            let found = stored.find(|(_, (s, _))| *s == stage);
            let cuts = |(group, (_, along)): (&RankGroup, &(_, Vec<Option<Cut>>))| {
                let both = group.cuts.iter().zip(along);
                both.map(|(cut, along)| along.filter(|_| cut.is_some())).collect()
            };
            found.map(cuts).unwrap_or_else(|| vec![None; ranks.axes.len()])
        }
    }
}

/// What becomes of what a rank needs and does not own, the mildest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ShownPolicy {
    Everywhere,
    AtHand,
    Exchanged,
}

impl ShownPolicy {
    fn name(self) -> &'static str {
        match self {
            ShownPolicy::Everywhere => "everywhere",
            ShownPolicy::AtHand => "at hand",
            ShownPolicy::Exchanged => "exchanged",
        }
    }
}

/// `y - 1 to y + 1`
fn shown(extent: &Extent, var: &str) -> String {
    let vars = [var.to_string()];
    let names = Names { sizes: &[], vars: &vars };
    let list = |list: &[Affine]| -> Vec<String> {
        list.iter().map(|a| a.display(&names).to_string()).collect()
    };
    let end = |of: Vec<String>, extreme: &str| match of.as_slice() {
        [one] => one.clone(),
        several => format!("{extreme}({})", several.join(", ")),
    };
    let (lo, hi) = (end(list(extent.lo()), "min"), end(list(extent.hi()), "max"));
    if lo == hi { lo } else { format!("{lo} to {hi}") }
}
