//! Which inner loops of applications spill: a loop over vectors that finds no register for a value
//! stores it to the stack and loads it again for every vector. How many values there are at once is
//! what decides how many rows run together, with how many lanes, and what is carried.
//!
//! Looked at are eleven applications of few stages, which compile in a minute. Seven more, those of
//! pyramids and grids among them, took over six minutes together, cycles of multigrid are longer
//! still: too much for a test, as their stages are stencils and resampled, like those looked at.

use std::io::Write;

use iced_x86::{Decoder, DecoderOptions, FlowControl, Instruction, OpKind, Register};
use object::{Object, ObjectSection, ObjectSymbol};

mod built;

/// How many of the inner loops may spill: those of nests in which the alternative is dearer, fewer
/// rows together or fewer lanes, and those for arrays that are not contiguous. Counted with Rust
/// 1.95 they were 13 % with AVX2's 16 registers and 7 % with AVX-512's 32.
const MOST: [Limit; 2] =
    [Limit { set: "run_on_avx2", part: 0.15 }, Limit { set: "run_on_avx512", part: 0.08 }];

/// A loop has at least so many instructions for each value that it spills; it was 9.9 at worst.
const INSTRUCTIONS_PER_SPILL: usize = 8;

/// What is allowed of the functions of an instruction set.
struct Limit {
    set: &'static str,
    /// Loops that spill, of all loops.
    part: f64,
}

/// An inner loop over vectors.
#[derive(Debug)]
struct Loop {
    instructions: usize,
    spills: usize,
}

#[test]
fn inner_loops_have_their_values_in_registers() {
    let program = built::program("applications");
    let program = object::File::parse(&program[..]).expect("an object file");
    for Limit { set, part } in MOST {
        let loops = loops(&program, set);
        if loops.is_empty() {
            // Past the harness, which keeps what `eprintln!` prints in a test that passes.
            let message = "skipped: the program has no such kernels, or none with names";
            writeln!(std::io::stderr(), "{set} {message}").expect("a place for messages");
            continue;
        }
        let spilling: Vec<&Loop> = loops.iter().filter(|l| l.spills > 0).collect();
        println!("{set}: {} of {} inner loops spill: {spilling:?}", spilling.len(), loops.len());
        assert!(spilling.len() as f64 <= loops.len() as f64 * part, "{set}: more loops spill");
        let much = |l: &&&Loop| l.spills * INSTRUCTIONS_PER_SPILL > l.instructions;
        let worst = spilling.iter().filter(much).count();
        assert_eq!(worst, 0, "{set}: loops spill much");
    }
}

/// The inner loops over vectors in the functions of this name.
fn loops(program: &object::File<'_>, name: &str) -> Vec<Loop> {
    let text = program.section_by_name(".text").expect("a section of code");
    let (start, code) = (text.address(), text.data().expect("its bytes"));
    let named = program.symbols().filter(|s| s.name().is_ok_and(|n| n.contains(name)));
    let mut found = Vec::new();
    for symbol in named {
        let at = (symbol.address() - start) as usize;
        let code = &code[at..at + symbol.size() as usize];
        let decoder = Decoder::with_ip(64, code, symbol.address(), DecoderOptions::NONE);
        let instructions: Vec<Instruction> = decoder.into_iter().collect();
        found.extend(inner(&instructions));
    }
    found
}

/// The loops of a function that hold no other and compute with vectors.
fn inner(instructions: &[Instruction]) -> Vec<Loop> {
    let back = |(last, i): (usize, &Instruction)| {
        let jumps = matches!(
            i.flow_control(),
            FlowControl::ConditionalBranch | FlowControl::UnconditionalBranch
        );
        let first = instructions.iter().position(|to| to.ip() == i.near_branch_target())?;
        (jumps && first <= last).then_some((first, last))
    };
    let all: Vec<(usize, usize)> = instructions.iter().enumerate().filter_map(back).collect();
    let holds_none = |(first, last): &(usize, usize)| {
        !all.iter().any(|(f, l)| (f, l) != (first, last) && first <= f && l <= last)
    };
    let of = |(first, last): (usize, usize)| &instructions[first..=last];
    let loops = all.iter().copied().filter(holds_none).map(of);
    let with_vectors = loops.filter(|body| body.iter().any(is_wide));
    let count = |body: &[Instruction]| Loop { instructions: body.len(), spills: spills(body) };
    with_vectors.map(count).collect()
}

/// Whether an instruction has an operand of 32 or 64 bytes.
fn is_wide(i: &Instruction) -> bool {
    (0..i.op_count()).any(|op| {
        let register = i.op_register(op);
        i.op_kind(op) == OpKind::Register && (register.is_ymm() || register.is_zmm())
    })
}

/// The slots of the stack to which vectors are stored and from which they are loaded again. What is
/// taken apart lane by lane is stored, too, but loaded in pieces.
fn spills(body: &[Instruction]) -> usize {
    let slot = |i: &Instruction, op: u32| {
        let stack = i.memory_base() == Register::RSP && i.memory_index() == Register::None;
        let here = i.op_kind(op) == OpKind::Memory && stack;
        here.then(|| i.memory_displacement64())
    };
    let wide = |i: &Instruction| i.memory_size().size() >= 16;
    let stores = body.iter().filter(|i| wide(i) && i.op_count() > 1);
    let stores = stores.filter(|i| i.op_register(1).is_vector_register());
    let mut stored: Vec<u64> = stores.filter_map(|i| slot(i, 0)).collect();
    stored.sort_unstable();
    stored.dedup();
    let loads = |to: u64| {
        let from = |i: &Instruction| (1..i.op_count()).any(|op| slot(i, op) == Some(to));
        body.iter().any(|i| wide(i) && from(i))
    };
    stored.into_iter().filter(|to| loads(*to)).count()
}
