//! The sizes of a pipeline for a picture of some size.

use harness::Size;
use pipeline_core::ir::{Atom, Pipeline};
use pipeline_core::schedule::ranks::RanksPlan;

/// Sizes are rounded up to a multiple of it where the pipeline does not take them.
const STEP: i64 = 8;

/// The sizes for a picture, or the estimates, times the number of ranks that each have as much:
/// along the first variable that is cut, or in both dimensions where there is one size for all.
///
/// # Errors
/// If the size does not say what the pipeline's are, or if none nearby suits the pipeline.
pub fn sizes(
    p: &Pipeline,
    ranks: &RanksPlan,
    size: Option<&Size>,
    times: usize,
) -> Result<Vec<i64>, String> {
    let mut values = p.estimates();
    let names: Vec<&str> = p.sizes.iter().map(|size| size.name.as_str()).collect();
    if let Some(size) = size {
        match names.as_slice() {
            ["rows", "cols"] => values = vec![size.rows() as i64, size.cols() as i64],
            [_] => values = vec![size.cols() as i64],
            names => return Err(format!("its sizes are {}, not rows and cols", names.join(", "))),
        }
    }
    let (stage, dim) = ranks.axes[0].reference;
    let result = &p.stages[stage.0];
    let of_axis =
        result.domain.0[dim].hi.iter().flat_map(|hi| hi.terms()).find_map(|(atom, _)| match atom {
            Atom::Size(size) => Some(size.0),
            Atom::Var(_) | Atom::Div(..) => None,
        });
    let scaled = match names.len() {
        // A square or a cube has as many more points as its side to the power of its dimensions.
        1 => (times as f64).powf(1.0 / result.rank() as f64),
        _ => times as f64,
    };
    let at = of_axis.unwrap_or(0);
    values[at] = (values[at] as f64 * scaled).round() as i64;
    let suits = |values: &[i64]| p.constraints.iter().all(|c| c.test.eval(values, &[]));
    // What has levels takes multiples of small powers of two.
    let rounded = values.iter().map(|v| (v + STEP - 1).div_euclid(STEP) * STEP).collect();
    [values.clone(), rounded].into_iter().find(|values| suits(values)).ok_or_else(|| {
        let texts: Vec<&str> = p.constraints.iter().map(|c| c.text.as_str()).collect();
        format!("no size near {values:?} has {}", texts.join(", "))
    })
}
