//! The schedule: which pass comes when.

use super::descent::Descent;
use super::{
    bound, branch, delete, fold, infer, letters, lower, merge, reindex, relabel, reorder, shift,
    simplest, trade, twins,
};

/// One way to make a case simpler, and what it is called.
type Pass = (&'static str, fn(&mut Descent<'_>));

/// Passes in the order in which they are tried. Those of one row are repeated until none of them
/// helps; only then comes the next row, and whenever that helps, it all begins anew.
///
/// What makes a case much shorter in one step comes first, since everything after it is then
/// cheaper; what looks at pairs comes last.
const ROWS: &[&[Pass]] = &[
    &[
        ("whole", simplest::whole),
        ("discarded", delete::discarded),
        ("flat", simplest::flat),
        ("names", relabel::names),
        ("variables", simplest::variables),
        ("merge", merge::nested),
        ("child", branch::child),
        ("elements", delete::elements),
        ("lengths", bound::lengths),
        ("parts", simplest::parts),
        ("pivot", branch::pivot),
        ("leaf", branch::leaf),
    ],
    &[
        ("terms", infer::terms),
        ("fewest", trade::fewest),
        ("fold", fold::numbers),
        ("values", simplest::values),
        ("ranks", relabel::ranks),
        ("duplicates", relabel::duplicates),
        ("letters", letters::duplicates),
        ("together", shift::together),
        ("lower", lower::each),
    ],
    &[
        ("names by kind", relabel::by_kind),
        ("few", delete::few),
        ("odd", lower::odd),
        ("redistribute", shift::redistribute),
        ("later", trade::later),
        ("pairs", shift::pairs),
        ("scale", shift::scale),
        ("mirror", shift::mirror),
        ("onward", merge::onward),
        ("unnest", merge::unnest),
        ("sort", reorder::parts),
        ("sort numbers", reorder::numbers),
        ("sort terms", infer::sorted),
        ("swap", reindex::swap),
        ("swap names", relabel::swapped),
        ("cousins", reorder::cousins),
        ("both", delete::both),
        ("twins", twins::both),
        ("graft", branch::graft),
        ("descendant", branch::descendant),
        ("alike", branch::alike),
        ("raw", delete::raw),
    ],
];

/// Goes down until no pass helps, or the limits are reached.
pub(super) fn descend(descent: &mut Descent<'_>) {
    let mut row = 0;
    while let Some(passes) = ROWS.get(row) {
        let before = descent.accepted();
        for (name, pass) in *passes {
            descent.enter(name);
            pass(descent);
            if descent.spent() {
                return;
            }
        }
        row = if descent.accepted() > before { 0 } else { row + 1 };
    }
}
