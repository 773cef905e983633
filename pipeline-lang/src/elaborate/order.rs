//! Definition order is free: who needs whom, and cycles.

/// An order in which everything comes after what it needs, and the cycles that prevent one.
pub(super) struct DefinitionOrder {
    /// Every number once.
    pub(super) order: Vec<usize>,
    /// Cycles, disjoint: each node needs the next, the last the first. The smallest comes first.
    pub(super) cycles: Vec<Vec<usize>>,
}

/// Sorts `0..needs.len()` so that needs come first. Not recursive: chains may be long.
pub(super) fn sort(needs: &[Vec<usize>]) -> DefinitionOrder {
    #[derive(Clone, Copy, PartialEq)]
    enum Visit {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Visit::New; needs.len()];
    let mut in_cycle = vec![false; needs.len()];
    let mut result = DefinitionOrder { order: Vec::with_capacity(needs.len()), cycles: Vec::new() };
    for root in 0..needs.len() {
        if marks[root] != Visit::New {
            continue;
        }
        marks[root] = Visit::Open;
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            let Some(&need) = needs[node].get(*next) else {
                marks[node] = Visit::Done;
                result.order.push(node);
                path.pop();
                continue;
            };
            *next += 1;
            match marks[need] {
                Visit::Done => {}
                Visit::New => {
                    marks[need] = Visit::Open;
                    path.push((need, 0));
                }
                Visit::Open => {
                    let start = path.iter().position(|p| p.0 == need).unwrap_or(0);
                    let mut cycle: Vec<usize> = path[start..].iter().map(|p| p.0).collect();
                    let smallest = (0..cycle.len()).min_by_key(|i| cycle[*i]).unwrap_or(0);
                    cycle.rotate_left(smallest);
                    if !cycle.iter().any(|n| in_cycle[*n]) {
                        cycle.iter().for_each(|n| in_cycle[*n] = true);
                        result.cycles.push(cycle);
                    }
                }
            }
        }
    }
    result
}

/// `a → b → a`, with an ellipsis in a long one.
pub(super) fn shown(cycle: &[usize], name: impl Fn(usize) -> String) -> String {
    const LONGEST: usize = 12;
    let mut names: Vec<String> = cycle.iter().chain(cycle.first()).map(|n| name(*n)).collect();
    if names.len() > LONGEST {
        names.splice(LONGEST / 2..names.len() - LONGEST / 2, ["…".to_string()]);
    }
    names.join(" → ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_come_first_and_cycles_are_found_once() {
        let sorted = sort(&[vec![2], vec![0], vec![], vec![4], vec![5], vec![3, 4]]);
        let place = |n: usize| sorted.order.iter().position(|m| *m == n).unwrap();
        assert_eq!(sorted.order.len(), 6);
        assert!(place(2) < place(0) && place(0) < place(1));
        assert_eq!(sorted.cycles, vec![vec![3, 4, 5]]);
        assert_eq!(shown(&sorted.cycles[0], |n| n.to_string()), "3 → 4 → 5 → 3");
        // However it is come upon.
        assert_eq!(sort(&[vec![3], vec![2], vec![1], vec![2]]).cycles, vec![vec![1, 2]]);
    }

    #[test]
    fn long_chains_need_no_stack() {
        let n = 200_000;
        let needs: Vec<Vec<usize>> =
            (0..n).map(|i| if i + 1 < n { vec![i + 1] } else { vec![] }).collect();
        assert_eq!(sort(&needs).order[0], n - 1);
    }
}
