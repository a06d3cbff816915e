//! Numbers as people read them.

use forall::property;
use forall_format::wording::{count, group, percent, plural};

#[property]
fn removing_the_commas_gives_the_number_back(number: u64) -> bool {
    let grouped = group(number);
    let parts: Vec<&str> = grouped.split(',').collect();
    grouped.replace(',', "") == number.to_string()
        && parts[1..].iter().all(|part| part.len() == 3)
        && (1..=3).contains(&parts[0].len())
}

#[property(implies(part <= whole))]
fn a_share_is_within_its_column_and_half_a_unit(part: u64, whole: u64) {
    let shown = percent(part, whole);
    assert!(shown.len() <= 6, "{shown}");
    let exact = 100.0 * part as f64 / whole.max(1) as f64;
    if let Ok(number) = shown.trim_end_matches(" %").parse::<f64>() {
        let unit = if shown.contains('.') { 0.1 } else { 1.0 };
        assert!((number - exact).abs() <= 0.501 * unit || number == 99.9, "{shown}: {exact}");
    } else {
        assert!(shown == "<0.1 %" && exact < 0.1, "{shown}: {exact}");
    }
}

#[property(implies(part <= whole))]
fn only_nothing_is_zero_and_only_all_is_a_hundred(part: u64, whole: u64) {
    assert_eq!(percent(part, whole) == "0 %", part == 0);
    assert_eq!(percent(part, whole) == "100 %", part == whole && whole > 0);
}

#[test]
fn shares_around_the_changes_of_precision() {
    let shown = [4, 5, 99, 995, 996, 1_000, 9_904, 9_905, 9_994, 9_996];
    let shown = shown.map(|part| percent(part, 10_000));
    let expected =
        ["<0.1 %", "0.1 %", "1.0 %", "10 %", "10 %", "10 %", "99 %", "99.1 %", "99.9 %", "99.9 %"];
    assert_eq!(shown, expected);
}

#[test]
fn nouns_have_regular_plurals() {
    assert_eq!(
        ["property", "day", "index", "branch"].map(plural),
        ["properties", "days", "indexes", "branches"]
    );
    assert_eq!(count(2, "other value"), "2 other values");
}
