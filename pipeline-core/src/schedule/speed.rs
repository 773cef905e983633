//! Every constant that is chosen for speed, with what it was chosen from.
//!
//! None of them changes a result: what fixes the order of float additions is *meaning*, and stays
//! with [`privatise`](crate::transform::privatise) and [`sums`](crate::transform::sums). Plans,
//! cost models and loops read them here. Rates and sizes of a machine are in [`crate::machine`];
//! when launches leave their thread, in the runtime's `exec`.

use std::ops::RangeInclusive;

// The stage graph.

/// A point-wise stage of at most this work that reads one source is inlined however often it is
/// read.
pub const FREE_WORK: u64 = 2;

/// Most work that inlining of a point-wise stage may do again for each of its points.
pub const MOST_REDONE: u64 = 16;

/// Most cases of a stage into which one with cases is inlined: each takes code of its own.
pub const MOST_CASES_INLINED: usize = 8;

/// Of so many points of a stage one more may be beyond its edges, for the sizes planned for, where
/// a border is exchanged for an index.
pub const MOST_BEYOND: i64 = 2;

/// Most cases of a stage that borders are exchanged in: each takes code of its own.
pub const MOST_CASES_EXCHANGED: usize = 32;

/// The fewest planes that become the innermost dimension: those of a pixel fill a vector of eight
/// lanes, or two that overlap.
pub const LEAST_PLANES: i64 = 8;

/// The most planes, where all vectors are full then; where they are not, those of which vectors
/// [look up](MOST_OF_A_ROW) one in registers.
pub const MOST_PLANES: i64 = 32;

/// The most points along the innermost dimension for which there is a table of what is looked up
/// at equal distances.
pub const MOST_OF_A_TABLE: i64 = 32;

/// The most bytes of such a table: some of a second-level cache.
pub const MOST_BYTES_OF_A_TABLE: i64 = 128 << 10;

/// How many points there are for an entry of such a table, at least.
pub const LEAST_PER_ENTRY: i64 = 16;

/// The bytes of a record of planes that updates change together: one vector on every machine, or
/// half of one.
pub const BYTES_OF_RECORDS: [i64; 2] = [8, 16];

/// Updates for each record, at least.
pub const LEAST_PER_RECORD: f64 = 2.0;

/// The fewest operations of an index that has a stage of its own.
pub const LEAST_OF_AN_INDEX: usize = 3;

// What one task takes.

/// Points of a row that one task takes of a stage of rank 1.
pub const POINTS_OF_A_LINE: i64 = 16_384;

/// And no fewer of one whose points take long: lines of memory that tasks share, and vectors that
/// end before they are full, are what more tasks would cost.
pub const LEAST_OF_A_LINE: i64 = 128;

/// Points of a row that one task takes through the serial dimensions of a recurrence.
pub const RECURRENCE_COLUMNS: i64 = 256;

/// Rows that one task takes where lanes go across them: two of the longest vectors of words, so
/// that neither waits for the result of the point before it. With 16 rows, a scan by itself takes
/// 1.2 to 1.4 times as long and two together 1.5 times (AMD EPYC of family 26, 3000 x 4000 floats);
/// on a server of 2024 large pictures took twice as long with 32.
pub const RECURRENCE_ROWS: i64 = 32;

/// Points of a row that one task updates, where rows come one after the other.
pub const UPDATE_COLUMNS: i64 = 512;

/// Rows that one task updates where lanes go across them.
pub const UPDATE_ROWS: i64 = 16;

/// Rows and columns of a tile of a stage whose tiles run along a diagonal: so many that it takes
/// much longer than starting the next diagonal.
pub const DIAGONAL_ROWS: i64 = 128;
/// See [`DIAGONAL_ROWS`].
pub const DIAGONAL_COLUMNS: i64 = 1024;

/// Coordinates of either dimension of such a tile whose rows are whole.
pub const DIAGONAL_PLANES: i64 = 16;

// Unrolling.

/// Rows that wait for each other and are computed side by side.
pub const SKEWED_ROWS: i64 = 8;

/// Remainders of an update's target that are written out in one step.
pub const MOST_UNROLLED: i64 = 8;

/// Channels of interleaved pixels that are told apart, at most: as many as vectors are interleaved
/// by few shuffles.
pub const MOST_CHANNELS: i64 = 4;

/// Values of a parallel variable of an update that are written out in one step, at most: a power of
/// two. Eight instead of four take 0.87 of the time of a bilateral grid.
pub const JAMMED_UPDATES: i64 = 8;

/// Residues that a row is split into, at most.
pub const MOST_RESIDUES: i64 = 8;

/// Rows that run together, at most.
pub const MOST_ROWS: i64 = 8;

/// The registers that the values of more than two rows together may take, if each had its own.
/// Builds without optimisation give each of them memory on the stack, some KiB with what is
/// inlined: the frame of a task took 2.9 MiB for eight rows of masks and sums of masks, and 1.7
/// for pairs.
pub const MOST_OF_ROWS: usize = 192;

/// The registers that the values of a group may take, if each had its own. In builds without
/// optimisation all of a task is one frame on the stack of a pool's thread, which has 2 MiB: of
/// groups of 450 to 1,150 registers it took 1.3 to 2.1 KiB a register.
pub const MOST_OF_TASK: usize = 800;

/// How many registers a mask is counted for: it has lanes of every width, where those that nobody
/// asks for are only dropped with optimisation.
pub const REGISTERS_OF_A_MASK: usize = 8;

/// A row must be cheaper by this share in a pair of rows than by itself, and in four rows than in a
/// pair, and so on: each takes code of its own.
pub const LEAST_SAVING: f64 = 0.03;

/// How much dearer rows that run together may be, by the price of vectors, if rows of a producer
/// are computed again in registers instead of being stored. A box blur of 3 × 3 words, for which it
/// is 0.97, takes half of the time on a server of 2024; columns of corner detectors are at 1.00.
pub const IN_REGISTERS: f64 = 1.01;

/// The same for a producer whose consumer reads every second of its points: their loads are sorted
/// apart, which the price leaves out, and then for all taps. At 0.81 to 0.92, on the way down of
/// multiscale interpolation and local Laplacian, it took 0.97 of the time on an AMD EPYC of family
/// 26 with AVX-512; at 0.96, in pyramid blending, 1.02 on one thread and 1.03 on two.
pub const DOWNSAMPLED: f64 = 0.95;

/// The same where each of its points is read for several: the price leaves out its rows and steps,
/// of which it has fewer. At 1.20, on the way up of multiscale interpolation, it takes 0.95 of the
/// time there; what is dearer was not tried.
pub const UPSAMPLED: f64 = 1.2;

/// How many times the code of both stages that may be, counted in registers for all values of all
/// cases. The halves of multiscale interpolation are 2.6 to 3.7 times as much together; those of
/// local Laplacian would be 5.9 times, take 0.98 of the time with AVX-512 and as much with AVX2,
/// and in builds without optimisation more stack than a pool's thread has. Nine cases, of borders
/// along two dimensions, are more than that, and are not even [written](MOST_CASES_INLINED): a
/// twelfth of the expansion of a multigrid in three dimensions was finding them.
pub const MOST_CODE: usize = 4;

/// Most expressions of a block for each division of floats by a constant, if vectors of dividends
/// are looked at to have products instead: fewer hide the division.
pub const MOST_BESIDE_QUOTIENT: usize = 16;

/// Points more that a row computes where values are carried along it: a vector of words, of 512
/// bits. Without this price a blur of the bilateral grid, whose rows have 200 points, was computed
/// in registers, for 0.96 by the price of vectors, and took 6 % longer.
pub const START_OF_ROW: f64 = 16.0;

/// Most values that a joined compute may have live at once.
///
/// Vector instruction sets have 16 or 32 registers. A few values too many go to the stack and come
/// back as operands from the first-level cache, which costs less than the loads and expressions
/// that joining saves; more do not.
pub const MOST_LIVE: usize = 24;

/// Most expressions of a joined compute, for the sake of compile times.
pub const MOST_EXPRS: usize = 256;

/// Most entries of a table of bytes that is looked up in registers: a permutation of two registers
/// for 128 entries. Sixty-four loads of their own take twice as long as this many.
pub const MOST_ENTRIES: i64 = 1152;

// Staging.

/// How recurrences along rows are staged.
#[derive(Clone, Copy, Debug)]
pub struct Staging {
    /// The most iterations of the lanes loop.
    pub rows: i64,
    /// Iterations of the loop around it that are computed between copies.
    pub columns: i64,
    /// The most columns that the accesses of one loop reach beyond these.
    pub reach: i64,
    /// The most buffers of one loop.
    pub buffers: usize,
}

/// How recurrences along rows are staged that run in lanes across them: as many columns as take a
/// few KiB. 64 columns were slower by a tenth, 16 were no faster.
pub const STAGED_ROWS: Staging =
    Staging { rows: RECURRENCE_ROWS, columns: 32, reach: 64, buffers: 16 };

/// Bytes of a row of the result that a tile of loads across rows computes: lines at the ends of a
/// row are shared with other tiles, and are not written past the caches as those between them are.
pub const STAGED_ROW: i64 = 512;

/// Rows of the result in such a tile: with the row above, a staging buffer of 32 KiB. With 256
/// bytes of 128 rows bytes of 4001 x 4099 points took 3.3 ms instead of 2.7, and those of 4096² the
/// same.
pub const STAGED_HEIGHT: i64 = 64;

/// Bytes of a result from which on the runtime writes what is staged past the caches: its
/// `stream::LARGE`.
pub const STREAMED_FROM: i64 = 8 << 20;

/// Scratchpads of more bytes than this are not put on a task's stack: the threads of a pool have
/// little of it.
pub const MOST_ON_STACK: i64 = 128 << 10;

// Rows of memory.

/// The most elements of a short innermost dimension that runs as one with the next: a few vectors,
/// the last of which is not full.
pub const MOST_COLLAPSED: i64 = 32;

/// The most entries of a row that lanes look up in registers.
pub const MOST_OF_A_ROW: i64 = 16;

/// Lanes in a row, at least, where rows differ between them: eight lanes are in two rows then, and
/// sixteen often.
pub const LEAST_IN_A_ROW: i64 = 8;

// Lines that are asked for before they are needed.

/// The farthest that points are from each other on a line that is asked for: of more, most lines of
/// memory have one each, which is no row.
pub const FARTHEST_ON_A_LINE: i64 = 4;

/// How many bytes of rows that were asked for wait until they are needed: half of the smallest
/// first-level cache that a program meets, so that they stay there. A blur of `u16` that reads ten
/// rows and writes eight takes 3.30 ms with 512 bytes ahead of each, 3.44 with 1024 and 3.84 with
/// 2048 on a server of 2024. There, the first level of a pyramid, of 34 rows in eight at a time,
/// takes 5.8 ms with 256, 5.3 with 512, 5.2 with 1024, 6.1 with 2048 and 6.6 with 4096; its last
/// step, of 14 rows, 7.4, 6.7, 6.0, 5.9 and 6.7; and one of local Laplacian pyramids, of four rows,
/// 15.3, 15.2, 14.2, 13.5 and 13.3.
pub const WAITING_AHEAD: i64 = 16 << 10;

/// The fewest bytes ahead, however many rows are asked for.
pub const LEAST_AHEAD: i64 = 512;

/// The most bytes ahead, however few.
pub const MOST_AHEAD: i64 = 4096;

/// How many parts of rows ahead at least, where a task takes parts.
pub const PARTS_AHEAD: i64 = 2;

/// The most bytes of parts of rows ahead, each of which is on another page. Two scans from row to
/// row of 3000 x 4000 floats, in strips of 64 columns, take 9.0 ms with 512 bytes ahead, 6.9 with
/// 1536, 5.3 with 3072, 4.0 with 6144 and 3.7 with 12,288; in strips of 128, 6.5 with 1024, 5.1
/// with 3072, and 3.9 with 6144 and 12,288 (an AMD EPYC of family 26).
pub const MOST_AHEAD_OF_PARTS: i64 = 8192;

/// Parts that may wait in a first-level cache, whose sets have eight lines and more: those of rows
/// of 2^n bytes are all in the same sets. With parts of 256 bytes 32 rows ahead, the two scans take
/// 9.9 ms for 4096 x 4096 floats if they wait there, and 7.2 in the second-level cache; rows of
/// 4000 floats take 3.7 and 4.4, and 2.7 and 2.9 on two threads.
pub const WAITING_PARTS: i64 = 8;

/// So many parts of rows are few: those a good way ahead are another task's.
pub const FEW_PARTS: i64 = 256;

// The search.

/// From this many stages on, groups are looked for incrementally.
pub const MANY_STAGES: usize = 24;

/// Groupings that a search looks at before it settles for less: keeps expansion quick.
pub const MOST_STATES: usize = 1000;

/// Successors of a group of which all partitions into blocks are tried; of more, those with at most
/// one block of two: seven have 877 partitions, ten have 115 975.
pub const MOST_PARTITIONED: usize = 7;

/// Steps in time that are tried as a block. Overlap grows with them, and so do the computes.
pub const STEPS: RangeInclusive<i64> = 2..=8;

/// The part of the time of single steps that blocks of steps may take: what is saved beside memory,
/// such as the second row of a pair, differs more than that from stage to stage.
pub const WORTH: f64 = 0.8;

/// The part of the predicted time of some groups that they may take with a stage propagated: what
/// is computed again is priced, and what registers and prefetchers make of it is not.
pub const PROPAGATED: f64 = 0.8;

/// Stages of a pipeline that are looked at for propagation: each is rewritten, and groups are
/// priced once more, in every build.
pub const MOST_PROPAGATIONS: usize = 4;

/// The dearest stages of a pipeline, which are looked at for propagation, too. Of all applications
/// only local Laplacian has one that goes, where one core is planned for.
pub const MOST_DEAR: usize = 2;

/// Stages of a pipeline that are looked at for cloning, likewise.
pub const MOST_CLONES: usize = 4;

/// Rows of a strip with rows of a step, 0 for all of them: while groups are searched, and once
/// they are found. Steps of two rows and more compute rows together, which share their loads. Of
/// equals the first wins.
pub const STRIPS: [&[(i64, i64)]; 2] = [
    &[(64, 2), (16, 0)],
    &[
        (64, 2),
        (64, 4),
        (128, 2),
        (256, 2),
        (32, 2),
        (16, 2),
        (8, 0),
        (10, 0),
        (12, 0),
        (16, 0),
        (24, 0),
        (32, 0),
        (16, 1),
        (64, 1),
        (128, 1),
    ],
];

/// Points of the parts that lines are cut into, which have no rows: while groups are searched, and
/// once they are found.
pub const LINES: [&[i64]; 2] = [&[256, 4096], &[64, 256, 1024, 2048, 4096, 8192, 16_384]];

/// Columns of a strip that has all rows, for a scan from row to row: likewise.
pub const COLUMNS: [&[i64]; 2] = [&[64], &[32, 64, 128, 256, 512]];

/// Points of a block along the lanes; narrower ones have short inner loops.
pub const WIDTHS: [&[i64]; 2] = [&[256], &[256, 512, 1024, 2048, 4096]];

/// Coordinates of a block along a dimension between the rows and the lanes: what a sliding window
/// keeps of a cube are planes, and few planes fit a cache.
pub const DEPTHS: [&[i64]; 2] = [&[16], &[8, 16, 32, 64]];

/// The rows of boundary regions run in lanes where they are more of the points of a nest than this:
/// point by point, they take some thirty times as long, a hundredth of the nest's time then.
pub const LEAST_BOUNDARY: f64 = 1.0 / 2500.0;

// Predicted times.

/// The part of a cache that scratchpads or planes may fill before what streams through evicts them.
pub const FULL: f64 = 0.75;

/// What a stage takes in a step in which none of its rows is newly required, as a part of what
/// beginning a row takes: a few bounds are compared. With the whole of it, camera pipeline's steps
/// are of two rows and take 1.05 of the time; without, the last group of local Laplacian has 315
/// such steps before its first row, and takes 1.04 (an AMD EPYC of family 25, AVX-512).
pub const EMPTY_STEP: f64 = 0.25;

/// What computing all again would add to a cost because cores may be fewer than the machine's, as a
/// part of it, when shapes are compared. The first three levels of a pyramid of four planes take
/// 4.0 ms on one core and 2.0 on two in tiles that compute 17 % again, 3.6 and 1.8 as a sliding
/// window in strips of 32 rows (an AMD EPYC of family 26, AVX-512), for which 0.1 % more is
/// predicted on eight.
pub const OVERLAP_ON_FEW_CORES: f64 = 0.05;

/// The part of the shorter one of two activities that does not happen at the same time.
pub const EXPOSED: f64 = 0.25;

/// The same of arithmetic beside what comes from caches. A filter of few operations, whose rows of
/// 2048 floats leave the first-level cache, takes 1.6 times as long as in blocks of 512 or 1024
/// columns, which with 0.25 are not preferred (an Intel Xeon with 48 KiB of it).
pub const EXPOSED_CACHES: f64 = 0.42;

/// Nanoseconds from one point of a recurrence to the next that needs it: a multiplication, an
/// addition, and the way through what was stored before.
pub const LATENCY: f64 = 3.0;

/// Operations of a vector that combine integers with the points before: as many additions as there
/// are powers of two below its lanes, each of a vector that is shifted, and two of what is handed
/// on.
pub const PREFIX: f64 = 10.0;

/// Operations that each further update of a record saves: there is one load, operation and store
/// for all of them, and its value is put into the vector.
pub const RECORDS_SAVE: f64 = 2.0;

/// Times that a line goes between memory and caches if it is stored to: it is read from where it is
/// before it is written there.
pub const MOVES: f64 = 2.0;

/// Nanoseconds from one scattered update to the next of the same place: an addition, and the way
/// through what was stored before. Sums and counts of samples take 2.2 ns a sample in steps of two
/// neighbouring cells, and 0.94 in rows of cells, of which four are updated in turn (Zen 5).
pub const UPDATE_LATENCY: f64 = 4.0;

/// Nanoseconds for each row of a live-in or live-out in a block of columns: the prefetchers find a
/// new stream there. Fitted to stencils in blocks of 256 to 4,256 columns it is 20 on a server of
/// 2023, and at most 3 on one of 2024, an AMD EPYC of family 26. There, with 20, corner detectors
/// keep whole rows, which in blocks of 512 and 1,024 columns take 0.80 to 0.98 of the time with
/// AVX-512, and 0.82 to 1.01 with AVX2; below 15, blocks of a multigrid get narrower and 1 to 5 %
/// slower.
pub const STREAM: f64 = 15.0;

/// Nanoseconds for each piece of a row that a tile reads or writes where one side runs across the
/// other, as in a transposition: short pieces of far rows keep memory from its rate. Fitted on a
/// server of 2024 to bytes, floats and doubles of 4096² and 4001 x 4099 points on two cores.
pub const PIECE: f64 = 10.0;

/// The vector registers that kernels are compiled for at least: those of AVX2. Where there are
/// more, less goes through memory than is thought.
pub const REGISTERS: f64 = 16.0;

/// What a processor could do, in instructions, while an operation on floats waits for the one
/// before it, as in the loop of a window: four cycles of two.
pub const WAIT: f64 = 8.0;

/// What a value that finds no register costs, in instructions: a store, and a load.
pub const SPILL: f64 = 2.0;

/// What converting between elements of different sizes costs for each register of the wider ones,
/// in instructions, where these are more than one: halves are taken apart or put together.
pub const CONVERSION: f64 = 1.5;

/// What the definitions that a stage takes part in may cost, as a part of what they would if it was
/// of a wider type. Means of 31 by 31 bytes, at 0.59 to 0.89, take 0.70 of the time with AVX-512
/// and 0.75 with AVX2 (an Intel Xeon of family 6, model 167); distances of words of 32 bits, at
/// 0.99, 0.96 and 1.08.
pub const NARROWER: f64 = 0.97;

/// What a register of numbers of 32 bits costs that say where to load from, in instructions.
pub const GATHER: f64 = 30.0;

/// What it costs to look up a vector of entries in a table in registers, in instructions: to get at
/// the bits of their numbers.
pub const LOOK_UP: f64 = 10.0;

/// And for each two registers of the table: a permutation, a comparison and a blend, and loads.
pub const PERMUTATION: f64 = 4.0;

/// What it costs to put a vector together of elements that are loaded one by one, in instructions
/// beyond a load: for each of eight a load, and for all but one what puts it in.
pub const ONE_BY_ONE: f64 = 14.0;

/// What it costs to put the lanes of two registers together from some lane on, in instructions: one
/// with AVX-512, and one more with AVX2 for all that are made of the same two.
pub const SPLICE: f64 = 1.25;

/// And at most, with AVX2: what values must be worth to be carried. A product by a constant is not:
/// a Gaussian of 7 by 7 bytes that carried three took a fifth longer there.
pub const DEAREST_SPLICE: f64 = 2.0;

/// What vectors that carry values may cost, as a part of what they would if each computed its own:
/// what is done at both ends of a row is in no price. Rows of 128 doubles that saved a tenth took a
/// fifth longer on a server of 2024.
pub const CARRIED: f64 = 0.85;
