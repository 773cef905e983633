//! Random pipelines: inlining changes no value.

use super::*;
use crate::analysis::together::RowPrices;
use crate::ir::text::random;
use crate::transform::plain_reads::with_plain_reads;

#[test]
fn values_of_random_pipelines_stay() {
    let mut rng = Rng::new(11);
    let (mut inlined_stages, mut changed, mut windows) = (0, 0, 0);
    for i in 0..4000 {
        let p = with_plain_reads(&mut rng);
        assert_eq!(verify(&p), Ok(()), "pipeline {i}:\n{p}");
        let mut keep = vec![false; p.stages.len()];
        keep.iter_mut().for_each(|k| *k = rng.below(8) == 0);
        let inlined = inline(p.clone(), &RowPrices::default(), &|s| {
            if keep[s.0] { InlinePolicy::Never } else { InlinePolicy::IfCheap }
        });
        let after = &inlined.pipeline;
        assert_eq!(verify(after), Ok(()), "pipeline {i}:\n{p}\n{after}");
        assert_eq!(
            inline(p.clone(), &RowPrices::default(), &|s| if keep[s.0] {
                InlinePolicy::Never
            } else {
                InlinePolicy::IfCheap
            })
            .pipeline,
            *after,
            "pipeline {i}"
        );
        let again = inline(after.clone(), &RowPrices::default(), &|_| InlinePolicy::Never);
        assert_eq!(again.pipeline, *after, "pipeline {i} is not in its final form");
        for name in &inlined.inlined {
            assert!(!after.stages.iter().any(|s| s.name == *name));
            let at = p.stages.iter().position(|s| s.name == *name).expect("a stage");
            assert!(!keep[at] && !p.outputs.contains(&StageId(at)));
        }
        inlined_stages += inlined.inlined.len();
        changed += usize::from(!inlined.inlined.is_empty());
        windows += usize::from(!inlined.inlined.is_empty() && after.to_string().contains(" in -"));
        if inlined.inlined.is_empty() && i % 4 != 0 {
            continue;
        }
        let sizes: Vec<i64> = p.sizes.iter().map(|_| rng.range(1, 4)).collect();
        let scalars: Vec<Constant> =
            p.scalars.iter().map(|s| rng.declared(s.ty, s.values)).collect();
        let inputs = p.inputs.iter().map(|input| {
            let (lo, extent) = domain_box(&input.domain, &sizes).expect("a small box");
            Array::from_fn(input.ty, &lo, &extent, |_| rng.declared(input.ty, input.values))
        });
        let inputs: Vec<Array> = inputs.collect();
        same(&p, after, &sizes, &scalars, &inputs, &format!("pipeline {i}"));
    }
    assert!(changed > 1000 && windows > 50, "{changed} changed, {windows} with windows");
    assert!(inlined_stages > 1500, "{inlined_stages} stages inlined");
}

#[test]
fn bordered_random_pipelines_only_share() {
    let mut rng = Rng::new(12);
    for i in 0..300 {
        let p = random::pipeline(&mut rng);
        assert!(p.stages.iter().all(|s| s.border.is_some()));
        let inlined = inline(p.clone(), &RowPrices::default(), &|_| InlinePolicy::IfCheap);
        assert!(inlined.inlined.is_empty());
        assert_eq!(verify(&inlined.pipeline), Ok(()), "pipeline {i}");
        let sizes: Vec<i64> = p.sizes.iter().map(|_| rng.range(1, 3)).collect();
        let scalars: Vec<Constant> =
            p.scalars.iter().map(|s| rng.declared(s.ty, s.values)).collect();
        let inputs = p.inputs.iter().map(|input| {
            let (lo, extent) = domain_box(&input.domain, &sizes).expect("a small box");
            Array::from_fn(input.ty, &lo, &extent, |_| rng.declared(input.ty, input.values))
        });
        let inputs: Vec<Array> = inputs.collect();
        same(&p, &inlined.pipeline, &sizes, &scalars, &inputs, &format!("pipeline {i}"));
    }
}
