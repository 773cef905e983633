//! How long a call takes on a rank.

use super::epochs::Received;
use super::messages::Message;
use super::parts::{Part, Parts, Ranks};
use super::{CoordinateBox, Owner, Sharing, Span};

/// What carries messages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Network {
    /// Nanoseconds from sending a message of no bytes to its being there.
    pub latency: f64,
    /// Bytes that a rank gets in a nanosecond: gigabytes in a second.
    pub bandwidth: f64,
}

impl Default for Network {
    /// Machines side by side in a cluster: 5 µs, and 100 gigabits in a second.
    fn default() -> Self {
        Network { latency: 5_000.0, bandwidth: 12.5 }
    }
}

/// What a rank does between epochs, in nanoseconds.
struct Between {
    /// Until messages are there.
    waited: f64,
    /// To send and get them.
    handled: f64,
}

/// How long a rank is busy with sending a message and getting one, as a part of the latency: *o* of
/// the model LogP (Culler et al., PPoPP 1993), which is the software's part of it.
const OVERHEAD: f64 = 0.25;

/// No software takes longer, in nanoseconds: what is beyond is the way.
const MOST_OVERHEAD: f64 = 5_000.0;

/// How long a call takes on a rank, in nanoseconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Predicted {
    /// By group.
    pub steps: Vec<PredictedStep>,
}

/// How long a group takes on a rank, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PredictedStep {
    /// What needs no message that comes before it.
    pub interior: f64,
    /// Until the messages are there, once that is done.
    pub waited: f64,
    /// What needs them.
    pub rims: f64,
    /// To send messages and to get them.
    pub messages: f64,
}

impl Predicted {
    /// All of it.
    pub fn total(&self) -> f64 {
        self.steps.iter().map(|step| step.interior + step.rims).sum::<f64>() + self.in_messages()
    }

    /// What goes to messages: waiting for them, and handling them.
    pub fn in_messages(&self) -> f64 {
        self.steps.iter().map(|step| step.waited + step.messages).sum()
    }
}

/// How long a rank is busy with sending a message and getting one, in nanoseconds.
fn handling(network: Network) -> f64 {
    (OVERHEAD * network.latency).min(MOST_OVERHEAD)
}

/// A rank at some time of a call, in nanoseconds.
struct Clock {
    now: f64,
    /// From when on the network is free.
    free: f64,
    /// By array, when its ghost zone is there.
    there: Vec<f64>,
}

impl Ranks<'_> {
    /// How long a call takes on a rank, if the others are as far as it is: messages of an array
    /// leave together when it is complete, one after the other through the network of a rank, and
    /// arrive a latency later; interiors are computed meanwhile.
    pub fn predicted(&self, rank: usize, network: Network) -> Predicted {
        let (table, part) = (self.table, self.part(rank));
        let mut clock = Clock { now: 0.0, free: 0.0, there: vec![0.0; table.arrays.len()] };
        let is_input = |array: &usize| !matches!(table.arrays[*array].owner, Owner::Step(_));
        let inputs = (0..table.arrays.len()).filter(is_input);
        let mut handled = self.exchange(&part, inputs, network, &mut clock);
        let mut steps = Vec::new();
        for (number, step) in table.steps.iter().enumerate() {
            let reads = step.reads.iter().map(|read| read.array);
            let awaited: Vec<usize> =
                reads.filter(|array| clock.there[*array] > clock.now).collect();
            let Parts { interior, rims } = self.parts(&part, number, &awaited);
            let time = |boxes: &[Vec<Span>]| match (&step.in_time, boxes.is_empty()) {
                (Some(_), true) => 0.0,
                (Some(_), false) => {
                    self.points_in_time(number, &part) * step.picoseconds as f64 / 1e3
                }
                (None, _) => boxes.iter().map(|of| self.time(number, of)).sum(),
            };
            let (interior, rims): (f64, f64) = (time(&interior), time(&rims));
            let computed = clock.now + interior;
            let there = awaited.iter().map(|array| clock.there[*array]).fold(computed, f64::max);
            clock.now = there + rims;
            let Between { waited, handled: between } = self.between_epochs(number, &part, network);
            clock.now += waited + between;
            let stores = step.stores.iter().map(|stored| stored.array);
            let messages = handled + between + self.exchange(&part, stores, network, &mut clock);
            let waited = there - computed + waited;
            steps.push(PredictedStep { interior, waited, rims, messages });
            handled = 0.0;
        }
        Predicted { steps }
    }

    /// Sends and expects the messages about arrays; how long a rank is busy with that.
    fn exchange(
        &self,
        part: &Part,
        arrays: impl Iterator<Item = usize>,
        network: Network,
        clock: &mut Clock,
    ) -> f64 {
        let mut busy = 0.0;
        for array in arrays {
            if self.is_combined(array) && self.count() > 1 {
                // To the first rank and back, along the tree.
                let steps = 2.0 * (self.count() as f64).log2().ceil();
                let bytes = (self.whole(array).points() * self.table.arrays[array].bytes) as f64;
                let taken = steps * (network.latency + bytes / network.bandwidth);
                clock.now += taken;
                busy += taken;
                continue;
            }
            if let Some(step) = self.in_turn(array).filter(|_| self.count() > 1) {
                // A rank waits for those before it, and then for those behind it.
                let bytes = (self.whole(array).points() * self.table.arrays[array].bytes) as f64;
                let hop = network.latency + bytes / network.bandwidth;
                let others = (self.turns(step).count() - 1) as f64;
                let first = self.time(step, &self.slice(step, &self.grid.place(0)));
                let back = (self.count() as f64).log2().ceil() * hop;
                let taken = others * (first + hop) + back;
                clock.now += taken;
                busy += taken;
                continue;
            }
            let messages = self.received(part, array);
            if messages.is_empty() {
                continue;
            }
            let points: usize = messages.iter().map(|message| message.part.points()).sum();
            let bytes = (points * self.table.arrays[array].bytes) as f64;
            // As many are sent as received.
            let handled = handling(network) * messages.len() as f64;
            busy += handled;
            clock.now += handled;
            clock.free = clock.free.max(clock.now) + bytes / network.bandwidth;
            clock.there[array] = clock.free + network.latency;
        }
        busy
    }

    /// How long messages between the epochs of a group take, which nothing hides.
    fn between_epochs(&self, group: usize, part: &Part, network: Network) -> Between {
        let bytes_of = |messages: &[Message]| {
            let points: usize = messages.iter().map(|message| message.part.points()).sum();
            let array = self.table.steps[group].stores.first().map(|stored| stored.array);
            (points * array.map_or(0, |array| self.table.arrays[array].bytes)) as f64
        };
        let mut between = Between { waited: 0.0, handled: 0.0 };
        for Received { times, messages } in self.received_in_epochs(group, part) {
            if !messages.is_empty() {
                let (times, bytes) = (times as f64, bytes_of(&messages));
                between.waited += times * (network.latency + bytes / network.bandwidth);
                between.handled += times * handling(network) * messages.len() as f64;
            }
        }
        between
    }

    /// How long a rank computes these coordinates of a group.
    fn time(&self, step: usize, computed: &[Span]) -> f64 {
        let of = &self.table.steps[step];
        let Some(stored) = of.stores.first() else { return 0.0 };
        let CoordinateBox(spans) = self.stored_for(stored.array, step, computed);
        let mut points: f64 = spans.iter().map(|span| span.len() as f64).product();
        if of.sharing.is_some_and(Sharing::shares) {
            // The part of the updates that it makes.
            for (computed, whole) in computed.iter().zip(&self.extents.steps[step]) {
                points *= computed.len() as f64 / whole.len().max(1) as f64;
            }
        }
        points * of.picoseconds as f64 / 1e3
    }

    /// How long a call takes on the slowest of some ranks: those at both ends, and in the middle.
    pub fn slowest(&self, network: Network) -> f64 {
        let count = self.count();
        let some = [0, count / 2, count - 1];
        let times = some.iter().map(|rank| self.predicted(*rank, network).total());
        times.fold(0.0, f64::max)
    }
}
