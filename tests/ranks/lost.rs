//! Ranks that are lost after any number of messages: whoever waits for one says so, nobody waits
//! for ever, and once the last message is sent nobody needs the rank.

use super::pipelines::in_time::heat_for;
use super::pipelines::reduced::{balanced, equalized};
use super::pipelines::separable::exchanged;
use super::value;
use pipeline::ranks::{Communicator, Faults, Loss, Lost, Threads};
use pipeline::{Image, Result};
use std::fmt::Debug;
use std::time::{Duration, Instant};

/// How many ranks there are.
const RANKS: usize = 4;

const SHAPE: [usize; 2] = [23, 12];

/// No rank sends as many messages.
const MOST: usize = 200;

/// Long enough for ranks that have hardly anything to compute. Of one that ends they learn sooner.
const PATIENCE: Duration = Duration::from_millis(1500);

/// No call takes as long, unless somebody waits for ever.
const FOR_EVER: Duration = Duration::from_secs(20);

/// Loses each rank after any number of messages, up to those that it sends in all: it ends, or
/// after every eighth of them is silent, for which the others need their patience.
fn lose_each<T: Debug + PartialEq + Send + Sync>(
    expected: &T,
    call: impl Fn(&Threads) -> Result<Option<T>> + Sync,
) {
    let lose_in = |how: Loss, stride: usize, rank: usize| {
        let is_missed = |after: &usize| !lose(Lost { rank, after: *after, how }, expected, &call);
        let times = (0..MOST).step_by(stride).take_while(is_missed).count();
        assert!((2..MOST / stride).contains(&times), "rank {rank}, {how:?}: {times} times");
    };
    std::thread::scope(|scope| {
        for rank in 0..RANKS {
            scope.spawn(move || lose_in(Loss::Ends, 1, rank));
            scope.spawn(move || lose_in(Loss::Silent, 8, rank));
        }
    });
}

/// Loses a rank; whether nobody misses it.
fn lose<T: Debug + PartialEq + Send>(
    lost: Lost,
    expected: &T,
    call: impl Fn(&Threads) -> Result<Option<T>> + Sync,
) -> bool {
    let patience = match lost.how {
        Loss::Ends => Faults::default().patience,
        Loss::Silent => PATIENCE,
    };
    let faults = Faults { lost: Some(lost), patience, ..Faults::default() };
    let start = Instant::now();
    let results = Threads::run(RANKS, faults, call);
    assert!(start.elapsed() < FOR_EVER, "{lost:?}");
    let mut said: Vec<Option<String>> = Vec::new();
    for (rank, result) in results.into_iter().enumerate() {
        if let Ok(found) = &result {
            assert_eq!(found.as_ref(), (rank == 0).then_some(expected), "{lost:?}");
        }
        said.push(result.err().map(|error| error.to_string()));
    }
    let living = said.iter().enumerate().filter(|(rank, _)| *rank != lost.rank);
    let named = living.filter_map(|(rank, said)| Some(waited_for(rank, said.as_ref()?)));
    let named: Vec<usize> = named.collect();
    // Either that one, or one that waits for it, too.
    let right = named.iter().all(|other| *other == lost.rank || said[*other].is_some());
    let is_missed = said.iter().any(Option::is_some);
    assert!(right && is_missed == named.contains(&lost.rank), "{lost:?}: {said:?}");
    if let (Loss::Ends, Some(own)) = (lost.how, &said[lost.rank]) {
        assert_eq!(*own, format!("rank {} is lost after {} messages", lost.rank, lost.after));
    }
    !is_missed
}

/// Whom a rank says that it waits for.
fn waited_for(rank: usize, said: &str) -> usize {
    let says = |other: &usize| said == format!("rank {rank} waits for rank {other}, which is lost");
    (0..RANKS).find(says).unwrap_or_else(|| panic!("rank {rank}: {said}"))
}

#[test]
fn whoever_waits_for_halos_of_a_rank_that_is_lost_says_so() {
    let img = Image::from_fn(SHAPE, |index: [usize; 2]| value(&index) as f32);
    lose_each(&exchanged(&img).unwrap(), |comm| {
        let mut img = exchanged::inputs(comm, SHAPE)?;
        img.fill(|index: [usize; 2]| value(&index) as f32);
        exchanged::on(comm, &mut img)?.gather(comm, 0)
    });
}

#[test]
fn whoever_waits_for_steps_of_a_rank_that_is_lost_says_so() {
    let img = Image::from_fn(SHAPE, |index: [usize; 2]| value(&index) as f32);
    lose_each(&heat_for(&img, 9).unwrap(), |comm| {
        let mut img = heat_for::inputs(comm, SHAPE, 9)?;
        img.fill(|index: [usize; 2]| value(&index) as f32);
        heat_for::on(comm, &mut img, 9)?.gather(comm, 0)
    });
}

/// Sums of integers are combined, those of floats are handed on.
#[test]
fn whoever_waits_for_updates_of_a_rank_that_is_lost_says_so() {
    let img = Image::from_fn(SHAPE, |index: [usize; 2]| value(&index) as u8);
    lose_each(&equalized(&img).unwrap().0, |comm| {
        let mut img = equalized::inputs(comm, SHAPE)?;
        img.fill(|index: [usize; 2]| value(&index) as u8);
        equalized::on(comm, &mut img)?.0.gather(comm, 0)
    });
    let img = Image::from_fn(SHAPE, |index: [usize; 2]| value(&index) as u16);
    lose_each(&balanced(&img).unwrap().0, |comm| {
        let mut img = balanced::inputs(comm, SHAPE)?;
        img.fill(|index: [usize; 2]| value(&index) as u16);
        balanced::on(comm, &mut img)?.0.gather(comm, 0)
    });
}

/// It is there, and nobody who waits for it does so longer than they are patient.
#[test]
fn a_rank_that_says_nothing_is_waited_for_as_long_as_ranks_are_patient() {
    let lost = Some(Lost { rank: 1, after: 0, how: Loss::Silent });
    for patience in [Duration::from_millis(200), Duration::from_secs(1)] {
        let faults = Faults { lost, patience, ..Faults::default() };
        let start = Instant::now();
        let results = Threads::run(2, faults, |comm| comm.all_say(&[7]));
        assert!(start.elapsed() >= patience && start.elapsed() < patience + FOR_EVER);
        let said = results[0].as_ref().unwrap_err().to_string();
        assert_eq!(said, "rank 0 waits for rank 1, which is lost");
        // It hears the others, and they do not hear it.
        assert_eq!(results[1].as_ref().unwrap(), &[[7], [7]]);
    }
}
