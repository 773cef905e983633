//! The graph that is drawn, with lanes: its order from left to right, and its places.

use super::layout::{LayoutBox, Link};

/// Sweeps that order layers.
const ORDER_SWEEPS: usize = 8;
/// Sweeps that place nodes in their layers.
const PLACE_SWEEPS: usize = 16;
/// How many of these, the last ones, look up and down at once.
const BOTH_SWEEPS: usize = 8;
/// Distance between two lanes.
const LANE_GAP: f64 = 12.0;
/// How far a node moves to stand under its only producer.
const SNAP: f64 = 12.0;
/// How much harder it is to bend a lane than to move a node.
const LANE_WEIGHT: f64 = 6.0;

/// A node or a lane in its layer.
pub struct Unit {
    width: f64,
    /// Its layer.
    pub layer: usize,
    is_lane: bool,
    /// Units of the layer above that lead here, with the places where they leave and arrive.
    pub above: Vec<(usize, f64, f64)>,
    /// Units of the layer below that this leads to, with the places where it leaves and arrives.
    below: Vec<(usize, f64, f64)>,
}

/// The graph with lanes: every connection leads from one layer to the next.
pub struct Graph {
    /// Nodes first, then lanes.
    pub units: Vec<Unit>,
    /// The units of each layer, from left to right.
    pub layers: Vec<Vec<usize>>,
    /// The lanes of each origin, from its layer down.
    lanes: Vec<Vec<usize>>,
    /// The units that each link runs through, its ends included; empty for one that leads up.
    pub paths: Vec<Vec<usize>>,
}

impl Graph {
    /// The graph of these nodes in their layers, not yet in order.
    #[inline]
    pub fn new(nodes: &[LayoutBox], links: &[Link], layer_of: &[usize]) -> Graph {
        let unit = |(n, layer): (&LayoutBox, &usize)| Unit {
            width: n.width,
            layer: *layer,
            is_lane: false,
            above: Vec::new(),
            below: Vec::new(),
        };
        let mut units: Vec<Unit> = nodes.iter().zip(layer_of).map(unit).collect();
        let mut lanes: Vec<(usize, f64, Vec<usize>)> = Vec::new();
        let mut paths = Vec::new();
        for link in links {
            let ((from, leaves), (to, arrives)) = (link.from, link.to);
            if layer_of[to] <= layer_of[from] {
                paths.push(Vec::new());
                continue;
            }
            let own = lanes.iter().position(|l| l.0 == from && l.1 == leaves);
            let own = own.unwrap_or_else(|| {
                lanes.push((from, leaves, Vec::new()));
                lanes.len() - 1
            });
            let mut path = vec![from];
            for (step, layer) in (layer_of[from] + 1..layer_of[to]).enumerate() {
                if let Some(lane) = lanes[own].2.get(step) {
                    path.push(*lane);
                    continue;
                }
                let lane = units.len();
                units.push(Unit {
                    width: 0.0,
                    layer,
                    is_lane: true,
                    above: Vec::new(),
                    below: Vec::new(),
                });
                let above = *path.last().expect("a path starts with a node");
                connect(&mut units, above, lane, if step == 0 { leaves } else { 0.0 }, 0.0);
                lanes[own].2.push(lane);
                path.push(lane);
            }
            let above = *path.last().expect("a path starts with a node");
            connect(&mut units, above, to, if path.len() == 1 { leaves } else { 0.0 }, arrives);
            path.push(to);
            paths.push(path);
        }
        let depth = units.iter().map(|u| u.layer + 1).max().unwrap_or(0);
        let mut layers = vec![Vec::new(); depth];
        for (i, unit) in units.iter().enumerate() {
            layers[unit.layer].push(i);
        }
        Graph { units, layers, lanes: lanes.into_iter().map(|l| l.2).collect(), paths }
    }

    /// Sorts the layers.
    #[inline]
    pub fn order(&mut self) {
        let mut best = (self.crossings(), self.layers.clone());
        for sweep in 0..ORDER_SWEEPS {
            if best.0 == 0 {
                break;
            }
            let down = sweep % 2 == 0;
            let depth = self.layers.len();
            for i in 0..depth {
                let layer = if down { i } else { depth - 1 - i };
                self.sort_layer(layer, down);
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.layers.clone());
            }
        }
        self.layers = best.1;
    }

    /// Sorts a layer by the mean positions of the neighbours above, or below.
    #[inline]
    fn sort_layer(&mut self, layer: usize, by_above: bool) {
        let position = self.positions();
        let key = |(i, unit): (usize, &usize)| {
            let u = &self.units[*unit];
            let neighbours = if by_above { &u.above } else { &u.below };
            let at = neighbours.iter().map(|(n, leaves, arrives)| {
                let place = if by_above { leaves } else { arrives };
                position[*n] as f64 + place / self.units[*n].width.max(1.0)
            });
            match neighbours.len() {
                0 => i as f64 + 0.5,
                n => at.sum::<f64>() / n as f64,
            }
        };
        let mut keyed: Vec<(f64, usize)> =
            self.layers[layer].iter().enumerate().map(|(i, u)| (key((i, u)), *u)).collect();
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.layers[layer] = keyed.into_iter().map(|k| k.1).collect();
    }

    /// The place of each unit in its layer.
    #[inline]
    fn positions(&self) -> Vec<usize> {
        let mut position = vec![0; self.units.len()];
        for layer in &self.layers {
            layer.iter().enumerate().for_each(|(i, u)| position[*u] = i);
        }
        position
    }

    /// Number of crossings between neighbouring layers.
    #[inline]
    fn crossings(&self) -> usize {
        let position = self.positions();
        let at = |unit: usize, place: f64| {
            position[unit] as f64 + place / self.units[unit].width.max(1.0) / 2.0
        };
        let mut crossings = 0;
        for layer in &self.layers {
            let ends: Vec<(f64, f64)> = layer
                .iter()
                .flat_map(|u| self.units[*u].below.iter().map(move |b| (*u, b)))
                .map(|(u, (to, leaves, arrives))| (at(u, *leaves), at(*to, *arrives)))
                .collect();
            for (i, a) in ends.iter().enumerate() {
                let crosses = |b: &&(f64, f64)| (a.0 - b.0) * (a.1 - b.1) < 0.0;
                crossings += ends[i + 1..].iter().filter(crosses).count();
            }
        }
        crossings
    }

    /// The left edge of each unit.
    #[inline]
    pub fn places(&self, gap: f64) -> Vec<f64> {
        let mut x = vec![0.0; self.units.len()];
        for layer in &self.layers {
            let mut next = 0.0;
            for pair in 0..layer.len() {
                x[layer[pair]] = next;
                next += self.distance(layer, pair, gap);
            }
        }
        let depth = self.layers.len();
        for sweep in 0..PLACE_SWEEPS {
            for i in 0..depth {
                let both = sweep + BOTH_SWEEPS >= PLACE_SWEEPS;
                let up = sweep % 2 == 0;
                let layer = if up { depth - 1 - i } else { i };
                self.place_layer(&self.layers[layer], &mut x, (both || !up, both || up), gap);
            }
        }
        self.snap(&mut x, gap);
        self.straighten(&mut x, gap);
        let left = x.iter().copied().fold(f64::INFINITY, f64::min);
        x.iter_mut().for_each(|x| *x = (*x - left).round());
        x
    }

    /// The least distance from the left edge of a unit to that of its neighbour on the right.
    #[inline]
    fn distance(&self, layer: &[usize], i: usize, gap: f64) -> f64 {
        let unit = &self.units[layer[i]];
        let lanes = unit.is_lane && layer.get(i + 1).is_some_and(|n| self.units[*n].is_lane);
        unit.width + if lanes { LANE_GAP } else { gap }
    }

    /// Moves the units of a layer as near to their neighbours as the order allows.
    #[inline]
    fn place_layer(&self, layer: &[usize], x: &mut [f64], sides: (bool, bool), gap: f64) {
        // Less the least distance from the first, the places need only not to fall.
        let mut start = 0.0;
        let mut starts = Vec::with_capacity(layer.len());
        // Pools of units side by side: weight, place, and how many.
        let mut pools: Vec<(f64, f64, usize)> = Vec::with_capacity(layer.len());
        for (i, unit) in layer.iter().enumerate() {
            let (weight, wanted) = self.wanted(*unit, x, sides);
            starts.push(start);
            pools.push((weight, wanted - start, 1));
            start += self.distance(layer, i, gap);
            while let [.., a, b] = pools[..]
                && a.1 > b.1
            {
                let weight = a.0 + b.0;
                let place = (a.0 * a.1 + b.0 * b.1) / weight;
                pools.truncate(pools.len() - 2);
                pools.push((weight, place, a.2 + b.2));
            }
        }
        let placed = pools.iter().flat_map(|p| std::iter::repeat_n(p.1, p.2));
        for ((unit, start), place) in layer.iter().zip(&starts).zip(placed) {
            x[*unit] = start + place;
        }
    }

    /// The least and the greatest place that its neighbours leave a unit, which has this position
    /// in its layer.
    #[inline]
    fn room(&self, unit: usize, position: usize, x: &[f64], gap: f64) -> (f64, f64) {
        let layer = &self.layers[self.units[unit].layer];
        let left = position.checked_sub(1).map(|l| x[layer[l]] + self.distance(layer, l, gap));
        let right = layer.get(position + 1).map(|r| x[*r] - self.distance(layer, position, gap));
        (left.unwrap_or(f64::NEG_INFINITY), right.unwrap_or(f64::INFINITY))
    }

    /// Moves nodes that are nearly under their only producer.
    #[inline]
    fn snap(&self, x: &mut [f64], gap: f64) {
        for layer in &self.layers {
            for (i, unit) in layer.iter().enumerate() {
                let [(above, leaves, arrives)] = self.units[*unit].above[..] else { continue };
                let wanted = x[above] + leaves - arrives;
                let (least, greatest) = self.room(*unit, i, x, gap);
                if (wanted - x[*unit]).abs() <= SNAP && (least..=greatest).contains(&wanted) {
                    x[*unit] = wanted;
                }
            }
        }
    }

    /// Puts the lanes of one origin below each other, in as few runs as there is room for.
    #[inline]
    fn straighten(&self, x: &mut [f64], gap: f64) {
        let positions = self.positions();
        for lanes in &self.lanes {
            let mut rest = lanes.as_slice();
            while !rest.is_empty() {
                let mut room = (f64::NEG_INFINITY, f64::INFINITY);
                let mut number = 0;
                for lane in rest {
                    let own = self.room(*lane, positions[*lane], x, gap);
                    let both = (room.0.max(own.0), room.1.min(own.1));
                    if both.0 > both.1 {
                        break;
                    }
                    room = both;
                    number += 1;
                }
                // One by itself always has room, but for rounding.
                let (run, others) = rest.split_at(number.max(1));
                let mean = run.iter().map(|lane| x[*lane]).sum::<f64>() / run.len() as f64;
                let place = mean.min(room.1).max(room.0);
                run.iter().for_each(|lane| x[*lane] = place);
                rest = others;
            }
        }
    }

    /// How firmly a unit should be where; it stays if it has no neighbours on these sides.
    #[inline]
    fn wanted(&self, unit: usize, x: &[f64], (above, below): (bool, bool)) -> (f64, f64) {
        let u = &self.units[unit];
        let (mut weight, mut sum) = (0.0, 0.0);
        let mut add = |other: usize, place: f64| {
            let lanes = u.is_lane && self.units[other].is_lane;
            let firmly = if lanes { LANE_WEIGHT } else { 1.0 };
            weight += firmly;
            sum += firmly * place;
        };
        for (other, leaves, arrives) in u.above.iter().filter(|_| above) {
            add(*other, x[*other] + leaves - arrives);
        }
        for (other, leaves, arrives) in u.below.iter().filter(|_| below) {
            add(*other, x[*other] + arrives - leaves);
        }
        if weight == 0.0 { (0.1, x[unit]) } else { (weight, sum / weight) }
    }
}

#[inline]
fn connect(units: &mut [Unit], above: usize, below: usize, leaves: f64, arrives: f64) {
    units[above].below.push((below, leaves, arrives));
    units[below].above.push((above, leaves, arrives));
}
