//! What ranks tell each other of a call: that they take it, and with what.

use super::pipelines::{around, generic, harris, in_time, plain, separable};
use super::value;
use pipeline::Image;
use pipeline::ranks::{Communicator, Faults, Network, Threads, Unanimous};

/// What is wrong on each rank, with rows of so many on each.
fn refused(rows: &[usize]) -> Vec<String> {
    let results = Threads::run(rows.len(), Faults::default(), |comm| {
        let mut img = plain::blur::inputs(comm, [rows[comm.rank()], 12])?;
        plain::blur::on(comm, &mut img)
    });
    results.into_iter().map(|r| r.map_or_else(|e| e.to_string(), |_| String::new())).collect()
}

#[test]
fn ranks_that_disagree_say_so() {
    assert_eq!(refused(&[9, 9, 9]), ["", "", ""]);
    let why = "every rank gives the shapes of the whole arrays";
    let differ = |own: usize, me: usize, other: usize, rank: usize| {
        format!("ranks disagree: `rows` is {own} on rank {me} and {other} on rank {rank}; {why}")
    };
    assert_eq!(
        refused(&[9, 9, 10]),
        [differ(9, 0, 10, 2), differ(9, 1, 10, 2), differ(10, 2, 9, 0)]
    );
    let small = "`down` would have no points in dimension 0 for rows = 2, cols = 12; it needs rows \
                 >= 3";
    let others = format!("rank 1 refuses the call: {small}");
    assert_eq!(refused(&[9, 2, 9]), [others.as_str(), small, others.as_str()]);
}

/// Nothing of a call that ranks do not agree on is taken for a message of the next one.
#[test]
fn a_call_after_one_that_was_refused_is_right() {
    let (shape, other) = ([90, 12], [64, 30]);
    let of = |index: [usize; 2]| value(&index) as f32;
    let expected = in_time::wave(&Image::from_fn(shape, of)).unwrap();
    for (ranks, seed) in (2..=5).flat_map(|ranks| (0..5).map(move |seed| (ranks, seed))) {
        let faults = Faults { reorder: Some(seed), ..Faults::default() };
        let results = Threads::run(ranks, faults, |comm| {
            let odd = comm.rank() + 1 == ranks;
            let mut img = in_time::wave::inputs(comm, shape)?;
            img.fill(of);
            // Sizes of another picture, whose messages have other lengths; and what this pipeline
            // cannot take.
            let mut large = in_time::wave::inputs(comm, other)?;
            let mut foreign = harris::inputs(comm, shape)?;
            let mut said = Vec::new();
            for strange in [&mut large, &mut foreign] {
                let given = if odd { strange } else { &mut img };
                let result = in_time::wave::on(comm, given);
                said.push(result.map_or_else(|error| error.to_string(), |_| String::new()));
            }
            Ok((said, in_time::wave::on(comm, &mut img)?.gather(comm, 0)?))
        });
        for (rank, result) in results.into_iter().enumerate() {
            let (said, found) = result.expect("the last call is right");
            assert!(said[0].starts_with("ranks disagree: `rows` is "), "rank {rank}: {said:?}");
            let last = ranks - 1;
            let refused =
                said[1].starts_with(&format!("rank {last} refuses the call: input `img`"));
            assert_eq!(refused, rank != last, "rank {rank}: {said:?}");
            assert_eq!(found, (rank == 0).then(|| expected.clone()), "{ranks} ranks, seed {seed}");
        }
    }
}

#[test]
fn ranks_whose_types_differ_say_so() {
    let results = Threads::run(2, Faults::default(), |comm| match comm.rank() {
        0 => generic::sharpened::inputs::<u8, _>(comm, [9, 9], 3).map(drop),
        _ => generic::sharpened::inputs::<f32, _>(comm, [9, 9], 3.0).map(drop),
    });
    let said: Vec<String> = results.into_iter().map(|r| r.unwrap_err().to_string()).collect();
    let differ = |own: &str, me: usize, other: &str, rank: usize| {
        let what = format!("the element type is {own} on rank {me} and {other} on rank {rank}");
        format!("ranks disagree: {what}; every rank gives the same")
    };
    assert_eq!(said, [differ("u8", 0, "f32", 1), differ("f32", 1, "u8", 0)]);
}

#[test]
fn ranks_that_run_other_pipelines_say_so() {
    let shape = [40, 30];
    let results = Threads::run(3, Faults::default(), |comm| {
        let mut img = around::rows::inputs(comm, shape)?;
        match comm.rank() {
            2 => around::clamped::on(comm, &mut img),
            _ => around::rows::on(comm, &mut img),
        }
    });
    let said: Vec<String> = results.into_iter().map(|r| r.unwrap_err().to_string()).collect();
    let differ = |own: &str, me: usize, other: &str, rank: usize| {
        let what = format!("the pipeline is `{own}` on rank {me} and `{other}` on rank {rank}");
        format!("ranks disagree: {what}; every rank gives the same")
    };
    let all = [("rows", 0, "clamped", 2), ("rows", 1, "clamped", 2), ("clamped", 2, "rows", 0)];
    assert_eq!(said, all.map(|(own, me, other, rank)| differ(own, me, other, rank)));
}

/// A communicator with a network of its own.
struct On<'c> {
    comm: &'c Threads,
    network: Network,
}

impl Communicator for On<'_> {
    type Sending = <Threads as Communicator>::Sending;
    type Expected = <Threads as Communicator>::Expected;
    type Saying = <Threads as Communicator>::Saying;

    fn rank(&self) -> usize {
        self.comm.rank()
    }

    fn size(&self) -> usize {
        self.comm.size()
    }

    fn network(&self) -> Network {
        self.network
    }

    fn send(&self, to: usize, tag: u32, bytes: Vec<u8>) -> pipeline::Result<Self::Sending> {
        self.comm.send(to, tag, bytes)
    }

    fn expect(&self, from: usize, tag: u32, bytes: usize) -> pipeline::Result<Self::Expected> {
        self.comm.expect(from, tag, bytes)
    }

    fn sent(&self, message: Self::Sending) -> pipeline::Result<()> {
        self.comm.sent(message)
    }

    fn received(&self, message: Self::Expected) -> pipeline::Result<Vec<u8>> {
        self.comm.received(message)
    }

    fn say(&self, bytes: Vec<u8>) -> pipeline::Result<Self::Saying> {
        self.comm.say(bytes)
    }

    fn heard(&self, saying: Self::Saying) -> pipeline::Result<Vec<Vec<u8>>> {
        self.comm.heard(saying)
    }

    fn give_up(&self, error: &pipeline::Error) {
        self.comm.give_up(error);
    }
}

#[test]
fn ranks_whose_networks_differ_say_so() {
    let results = Threads::run(2, Faults::default(), |comm| {
        let latency = 1e7 * comm.rank() as f64;
        let comm = On { comm, network: Network { latency, ..Network::default() } };
        separable::chosen::inputs(&comm, [40, 30])
    });
    let said: Vec<String> = results.into_iter().map(|r| r.unwrap_err().to_string()).collect();
    let why = "every rank gives the same network";
    assert_eq!(
        said,
        [
            format!("ranks disagree: latency is 0 ns on rank 0 and 10000000 ns on rank 1; {why}"),
            format!("ranks disagree: latency is 10000000 ns on rank 1 and 0 ns on rank 0; {why}"),
        ]
    );
}

#[test]
fn ranks_that_need_not_agree_compute_the_same() {
    let latency = std::time::Duration::from_millis(2);
    let faults = Faults { latency, ..Faults::default() };
    let results = Threads::run(3, faults, |comm| {
        let mut img = plain::blur::inputs(comm, [90, 12])?;
        img.fill(|index: [usize; 2]| value(&index) as u16);
        // Nobody is heard.
        let own = vec![comm.rank() as u8];
        let comm_of_one_mind = Unanimous(comm);
        let said = comm_of_one_mind.agree(own.clone())?;
        assert_eq!(comm_of_one_mind.heard(said)?, vec![own; 3]);
        let mut out = plain::blur::on(&Unanimous(comm), &mut img)?;
        for _ in 0..19 {
            out = plain::blur::on(&Unanimous(comm), &mut img)?;
        }
        out.gather(comm, 0)
    });
    let img = Image::from_fn([90, 12], |index: [usize; 2]| value(&index) as u16);
    let first = results.into_iter().next().expect("a rank").expect("it does not fail");
    assert_eq!(first, Some(plain::blur(&img).unwrap()));
}
