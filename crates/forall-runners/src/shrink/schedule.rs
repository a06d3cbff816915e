//! The schedule: the order of the passes.

use super::descent::Descent;
use super::{
    bound, branch, delete, fold, infer, letters, lower, merge, reindex, relabel, reorder, shift,
    simplest, trade, twins,
};

/// The name of a pass, as reports print it, and its function.
type Pass = (&'static str, fn(&mut Descent<'_>));

/// The passes, in order. The passes of a row are repeated until none of them helps. Only then comes the next
/// row, and whenever a pass of that row helps, the first row starts again.
///
/// Passes that can make a case much shorter in one step come first, because everything after them is then
/// cheaper. Passes over pairs come last.
const PASS_ROWS: &[&[Pass]] = &[
    &[
        ("simplest inputs", simplest::whole),
        ("delete discarded draws", delete::discarded),
        ("simplify everything", simplest::flat),
        ("relabel numbers", relabel::names),
        ("simplest variable", simplest::variables),
        ("merge lists", merge::nested),
        ("replace by child", branch::child),
        ("delete elements", delete::elements),
        ("lower lengths", bound::lengths),
        ("simplest part", simplest::parts),
        ("simpler variant", branch::pivot),
        ("replace by leaf", branch::leaf),
    ],
    &[
        ("simplify terms", infer::terms),
        ("fewer elements", trade::fewest),
        ("fold numbers", fold::numbers),
        ("simplest values", simplest::values),
        ("replace by ranks", relabel::ranks),
        ("lower equal numbers", relabel::duplicates),
        ("lower equal characters", letters::duplicates),
        ("shift together", shift::together),
        ("lower values", lower::each),
    ],
    &[
        ("relabel by kind", relabel::by_kind),
        ("delete a few elements", delete::few),
        ("lower in steps", lower::in_steps),
        ("redistribute", shift::redistribute),
        ("raise later number", trade::later),
        ("lower pairs", shift::pairs),
        ("divide by divisor", shift::scale),
        ("mirror numbers", shift::mirror),
        ("move to next list", merge::onward),
        ("unnest lists", merge::unnest),
        ("sort parts", reorder::parts),
        ("sort numbers", reorder::numbers),
        ("sort terms", infer::sorted),
        ("swap elements", reindex::swap),
        ("swap and relabel", relabel::swapped),
        ("swap parts", reorder::cousins),
        ("delete from two lists", delete::both),
        ("simplify equal parts", twins::both),
        ("reuse contents", branch::graft),
        ("replace by descendant", branch::descendant),
        ("copy simpler part", branch::copy_simpler),
        ("delete raw choices", delete::raw),
    ],
];

/// Runs all passes until none of them helps or the limits are reached.
pub(super) fn descend(descent: &mut Descent<'_>) {
    let mut row = 0;
    while let Some(passes) = PASS_ROWS.get(row) {
        let before = descent.accepted();
        for (name, pass) in *passes {
            descent.start_pass(name);
            pass(descent);
            if descent.spent() {
                return;
            }
        }
        row = if descent.accepted() > before { 0 } else { row + 1 };
    }
}
