//! A register machine with information-flow control: 70 mutants, 66 of them killable, 2 properties,
//! 66 tasks.

mod label;
mod state;
mod mutant;
mod rules;
mod step;
mod indistinguishable;
mod wellformed;
mod generate;
mod instruction;
mod vary;
mod related;
mod properties;

pub use self::{
    generate::{Observers, States},
    indistinguishable::indistinguishable,
    label::Label,
    mutant::Mutant,
    properties::{erased, single_step_verdict, visit},
    state::{Atom, Block, Call, Frame, Instr, Operator, Region, State, Value},
    vary::IndistinguishableStates,
    wellformed::is_well_formed,
};
use crate::scores::different_words;
use crate::strategy::Strategy;
use crate::workload::{Tasks, Workload};

/// The workload.
pub const WORKLOAD: Workload = Workload {
    name: "IFC",
    mutants: Mutant::NAMES,
    properties: properties::NAMES,
    tasks: TASKS,
    extra_properties: &[(
        "LLNI",
        &["OpBCall_2", "OpStore_2", "OpAlloc_1", "OpAlloc_2", "OpAlloc_3"],
    )],
    property: erased,
    measure: state::measure,
    score: different_words,
    strategies: &[Strategy::Bespoke, Strategy::TypeBased, Strategy::Dependent],
};

/// The tasks of the single-step property. The smallest counterexamples are unknown.
///
/// `OpBRet_8`, `OpBRet_9`, `OpWrite_8` and `OpWrite_9` are stricter than the correct rules, so no
/// property fails.
const SSNI: &[(&str, Option<usize>)] = &[("SSNI", None)];

const TASKS: Tasks = &[
    ("OpLab_1", SSNI),
    ("OpMLab_1", SSNI),
    ("OpMLab_2", SSNI),
    ("OpPcLab_1", SSNI),
    ("OpBCall_1", SSNI),
    ("OpBCall_2", SSNI),
    ("OpBCall_3", SSNI),
    ("OpBCall_4", SSNI),
    ("OpBCall_5", SSNI),
    ("OpBCall_6", SSNI),
    ("OpBRet_1", SSNI),
    ("OpBRet_2", SSNI),
    ("OpBRet_3", SSNI),
    ("OpBRet_4", SSNI),
    ("OpBRet_5", SSNI),
    ("OpBRet_6", SSNI),
    ("OpBRet_7", SSNI),
    ("OpBRet_10", SSNI),
    ("OpBRet_11", SSNI),
    ("OpPutLab_1", SSNI),
    ("OpNop_1", SSNI),
    ("OpPut_1", SSNI),
    ("OpBinOp_1", SSNI),
    ("OpBinOp_2", SSNI),
    ("OpBinOp_3", SSNI),
    ("OpBinOp_4", SSNI),
    ("OpJump_1", SSNI),
    ("OpJump_2", SSNI),
    ("OpJump_3", SSNI),
    ("OpBNZ_1", SSNI),
    ("OpBNZ_2", SSNI),
    ("OpBNZ_3", SSNI),
    ("OpLoad_1", SSNI),
    ("OpLoad_2", SSNI),
    ("OpLoad_3", SSNI),
    ("OpLoad_4", SSNI),
    ("OpStore_1", SSNI),
    ("OpStore_2", SSNI),
    ("OpStore_3", SSNI),
    ("OpStore_4", SSNI),
    ("OpStore_5", SSNI),
    ("OpWrite_1", SSNI),
    ("OpWrite_2", SSNI),
    ("OpWrite_3", SSNI),
    ("OpWrite_4", SSNI),
    ("OpWrite_5", SSNI),
    ("OpWrite_6", SSNI),
    ("OpWrite_7", SSNI),
    ("OpWrite_10", SSNI),
    ("OpWrite_11", SSNI),
    ("OpAlloc_1", SSNI),
    ("OpAlloc_2", SSNI),
    ("OpAlloc_3", SSNI),
    ("OpAlloc_4", SSNI),
    ("OpPSetOff_1", SSNI),
    ("OpPSetOff_2", SSNI),
    ("OpPSetOff_3", SSNI),
    ("OpPSetOff_4", SSNI),
    ("OpPGetOff_1", SSNI),
    ("OpPGetOff_2", SSNI),
    ("OpMSize_1", SSNI),
    ("OpMSize_2", SSNI),
    ("OpMSize_3", SSNI),
    ("OpMSize_4", SSNI),
    ("OpMov_1", SSNI),
    ("OpMov_2", SSNI),
];
