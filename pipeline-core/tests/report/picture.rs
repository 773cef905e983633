//! Pictures of random pipelines: nothing covers anything else, and no line runs through a box.

use pipeline_core::report::svg::svg;
use pipeline_core::report::{
    Group, Inlined, Input, OnRanks, Report, Role, Search, Shape, Stage, StageEdge, TileKind, Tiles,
    Totals,
};

/// Numbers in a fixed sequence (Steele, Lea and Flood's SplitMix64).
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// A report of a random graph: `stages` stages, some of them inlined, in groups that follow each
/// other.
fn random(seed: u64, stages: usize) -> Report {
    let mut rng = Rng(seed);
    let inputs = 1 + rng.below(3);
    let name = |s: usize| format!("stage{s}[{}]", s * s);
    let mut edges = Vec::new();
    let mut readers: Vec<Vec<usize>> = vec![Vec::new(); stages];
    for s in 0..stages {
        for _ in 0..1 + rng.below(3) {
            let near = rng.below(3) > 0;
            let back = 1 + if near { rng.below(4) } else { rng.below(s + 1) };
            let producer = match s.checked_sub(back) {
                Some(producer) => {
                    readers[producer].push(s);
                    name(producer)
                }
                None => format!("input{}", rng.below(inputs)),
            };
            let edge = StageEdge { producer, consumer: name(s) };
            if !edges.contains(&edge) {
                edges.push(edge);
            }
        }
    }
    let inlined: Vec<bool> =
        (0..stages).map(|s| !readers[s].is_empty() && rng.below(4) == 0).collect();
    let mut into: Vec<Vec<usize>> = vec![Vec::new(); stages];
    for s in (0..stages).rev() {
        for reader in &readers[s] {
            match inlined[*reader] {
                true => into[s] = [into[s].clone(), into[*reader].clone()].concat(),
                false => into[s].push(*reader),
            }
        }
    }
    let of = |s: usize| Inlined {
        stage: name(s),
        into: into[s].iter().map(|reader| name(*reader)).collect(),
        propagated: None,
    };
    let mut groups: Vec<Group> = Vec::new();
    for s in (0..stages).filter(|s| !inlined[*s]) {
        if groups.is_empty() || rng.below(3) == 0 {
            groups.push(group(rng.below(2) == 0));
        }
        groups.last_mut().expect("a group").stages.push(stage(name(s), &mut rng));
    }
    Report {
        pipeline: format!("random{seed}"),
        estimates: Vec::new(),
        machine: None,
        asked: Vec::new(),
        hints: Vec::new(),
        cost_model: None,
        search: Search { strategy: String::new(), enumerated: 0, cut_short: None },
        inlined: (0..stages).filter(|s| inlined[*s]).map(of).collect(),
        cloned: Vec::new(),
        enlarged: Vec::new(),
        unused: Vec::new(),
        warnings: Vec::new(),
        inputs: (0..inputs)
            .map(|i| Input {
                name: format!("input{i}"),
                ty: "f32".into(),
                domain: String::new(),
                extents: vec![4096, 4096],
                bytes: 1 << 26,
            })
            .collect(),
        groups,
        not_fused: Vec::new(),
        edges,
        totals: Totals { full_bytes: 0, scratch_bytes: 0, bytes_moved: 0, bytes_moved_unfused: 0 },
        ranks: OnRanks::default(),
    }
}

fn group(tiled: bool) -> Group {
    let tiles = Tiles {
        kind: TileKind::SlidingWindow,
        rows: 128,
        width: None,
        depths: Vec::new(),
        step: 1,
        prologue: 4,
        times: 1,
    };
    Group {
        name: String::new(),
        stages: Vec::new(),
        shape: if tiled { Shape::Tiles(tiles) } else { Shape::Whole },
        tasks: 32,
        overlap: 0.015,
        scratch_bytes: 65_536,
        scratch_place: None,
        terms: Vec::new(),
        predicted_ms: Some(1.0),
        bytes_read: 1 << 26,
        bytes_written: 1 << 26,
        hints: Vec::new(),
        recipes: Vec::new(),
    }
}

fn stage(name: String, rng: &mut Rng) -> Stage {
    let role = match rng.below(3) {
        0 => Role::Full { bytes: 1 << 26 },
        1 => Role::Output { bytes: 1 << 26 },
        _ => Role::Scratchpad { bytes: 65_536, rows: 130, folded_to: 4 },
    };
    Stage {
        name,
        ty: "f32".into(),
        domain: "[0..=rows - 1, 0..=cols - 1]".into(),
        extents: vec![4096, 4096],
        live_out: true,
        role,
        layout: Vec::new(),
        points: 1 << 24,
        computed: 1 << 24,
        again: 0,
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Rect {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Rect {
    fn overlaps(&self, other: &Rect) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    fn holds(&self, other: &Rect) -> bool {
        self.left <= other.left
            && other.right <= self.right
            && self.top <= other.top
            && other.bottom <= self.bottom
    }

    /// Whether a point is inside and not on the edge.
    fn contains(&self, (x, y): (f64, f64)) -> bool {
        let (x, y) = (x - 0.5, y - 0.5);
        self.left < x && x + 1.0 < self.right && self.top < y && y + 1.0 < self.bottom
    }
}

/// What is drawn of a pipeline.
struct Drawn {
    sheet: Rect,
    groups: Vec<Rect>,
    nodes: Vec<Rect>,
    captions: Vec<Rect>,
    lines: Vec<Vec<(f64, f64)>>,
}

fn drawn(svg: &str) -> Drawn {
    let document = roxmltree::Document::parse(svg).expect("XML");
    let root = document.root_element();
    let number = |node: &roxmltree::Node<'_, '_>, name: &str| -> f64 {
        node.attribute(name).and_then(|v| v.parse().ok()).unwrap_or(0.0)
    };
    let rect = |node: roxmltree::Node<'_, '_>| {
        let (left, top) = (number(&node, "x"), number(&node, "y"));
        let (width, height) = (number(&node, "width"), number(&node, "height"));
        Rect { left, top, right: left + width, bottom: top + height }
    };
    let moved = root.children().find(|n| n.has_tag_name("g")).expect("the moved part");
    let at = moved.attribute("transform").expect("a shift");
    let at: Vec<f64> =
        at["translate(".len()..at.len() - 1].split(' ').filter_map(|v| v.parse().ok()).collect();
    let own = |name: &'static str| moved.children().filter(move |n| n.has_tag_name(name));
    let caption = |text: roxmltree::Node<'_, '_>| {
        let (x, y) = (number(&text, "x"), number(&text, "y"));
        let width = 6.0 * text.text().unwrap_or("").chars().count() as f64;
        Rect { left: x, top: y - 9.0, right: x + width, bottom: y + 2.0 }
    };
    let lines = own("path").find(|n| n.attribute("class") == Some("pl-e"));
    Drawn {
        sheet: Rect {
            left: -at[0],
            top: -at[1],
            right: number(&root, "width") - at[0],
            bottom: number(&root, "height") - at[1],
        },
        groups: own("rect").map(rect).collect(),
        nodes: own("g")
            .filter_map(|g| g.children().find(|n| n.has_tag_name("rect")))
            .map(rect)
            .collect(),
        captions: own("text").map(caption).collect(),
        lines: points(lines.and_then(|l| l.attribute("d")).expect("lines")),
    }
}

/// Points along each line of a path of the commands M, V and C.
fn points(path: &str) -> Vec<Vec<(f64, f64)>> {
    let mut lines: Vec<Vec<(f64, f64)>> = Vec::new();
    let mut commands: Vec<(char, Vec<f64>)> = Vec::new();
    for c in path.chars() {
        match c {
            'M' | 'V' | 'C' => commands.push((c, Vec::new())),
            _ => assert!(c.is_ascii_digit() || " .-".contains(c), "{c} in a path"),
        }
    }
    let numbers = path.split(['M', 'V', 'C']).skip(1);
    for ((_, own), text) in commands.iter_mut().zip(numbers) {
        own.extend(text.split(' ').map(|n| n.parse::<f64>().expect("a number")));
    }
    for (command, n) in commands {
        if command == 'M' {
            lines.push(vec![(n[0], n[1])]);
            continue;
        }
        let line = lines.last_mut().expect("a line starts with M");
        let from = *line.last().expect("a point");
        // The ends and the points between them that a curve is bent to.
        let [a, b, to] = match command {
            'V' => [from, (from.0, n[0]), (from.0, n[0])],
            _ => [(n[0], n[1]), (n[2], n[3]), (n[4], n[5])],
        };
        for i in 1..=32 {
            let (t, u) = (f64::from(i) / 32.0, 1.0 - f64::from(i) / 32.0);
            let at = |from: f64, a: f64, b: f64, to: f64| {
                u * u * u * from + 3.0 * u * u * t * a + 3.0 * u * t * t * b + t * t * t * to
            };
            line.push((at(from.0, a.0, b.0, to.0), at(from.1, a.1, b.1, to.1)));
        }
    }
    lines
}

fn check(report: &Report) {
    let name = &report.pipeline;
    let drawn = drawn(&svg(report));
    assert_eq!(drawn.groups.len(), report.groups.len(), "{name}");
    for (i, a) in drawn.groups.iter().enumerate() {
        assert!(drawn.sheet.holds(a), "{name}: group {i} leaves the sheet");
        let others = &drawn.groups[i + 1..];
        assert!(!others.iter().any(|b| a.overlaps(b)), "{name}: group {i} covers another");
    }
    for (i, a) in drawn.nodes.iter().enumerate() {
        assert!(drawn.sheet.holds(a), "{name}: node {i} leaves the sheet");
        let others = &drawn.nodes[i + 1..];
        assert!(!others.iter().any(|b| a.overlaps(b)), "{name}: node {i} covers another");
        let around = drawn.groups.iter().filter(|g| g.holds(a)).count();
        let touched = drawn.groups.iter().filter(|g| g.overlaps(a)).count();
        let due = usize::from(i >= report.inputs.len());
        assert_eq!((around, touched), (due, due), "{name}: node {i} is in {around} groups");
        let text = drawn.captions.iter().any(|c| c.overlaps(a));
        assert!(!text, "{name}: node {i} covers a caption");
    }
    // An inlined stage may be drawn several times, each time with its edges.
    assert!(drawn.lines.len() >= report.edges.len(), "{name}: a line is missing");
    for line in &drawn.lines {
        let (start, end) = (line[0], *line.last().expect("a point"));
        let node = |(x, y): (f64, f64), edge: fn(&Rect) -> f64| {
            let under = |n: &&Rect| (edge(n) - y).abs() < 0.01 && n.left < x && x < n.right;
            *drawn.nodes.iter().find(under).expect("a line starts and ends at a node")
        };
        let (from, to) = (node(start, |n| n.bottom), node((end.0, end.1 + 7.0), |n| n.top));
        for point in line {
            let through = drawn.nodes.iter().find(|n| n.contains(*point));
            assert_eq!(through, None, "{name}: a line runs through a node at {point:?}");
            let text = drawn.captions.iter().find(|c| c.contains(*point));
            assert_eq!(text, None, "{name}: a line runs through a caption at {point:?}");
            let group = drawn.groups.iter().find(|g| g.contains(*point));
            let own = group.is_none_or(|g| g.holds(&from) || g.holds(&to));
            assert!(own, "{name}: a line runs through a group at {point:?}");
        }
    }
}

#[test]
fn lines_run_around_boxes() {
    for seed in 0..80 {
        check(&random(seed, 1 + seed as usize % 30));
    }
}

#[test]
fn a_hundred_stages_fit() {
    for seed in 0..5 {
        let report = random(seed, 100);
        check(&report);
        let bytes = svg(&report).len();
        assert!(bytes < 200_000, "{bytes} bytes");
    }
}
