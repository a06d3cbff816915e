//! `cargo forall sample`.

use super::project;

#[test]
fn inputs_and_their_distribution_are_printed() {
    let said = project().forall("sample is_spread -n 6 --seed 1");
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{said:?}");
    let inputs = said.out.lines().filter(|line| line.starts_with("  numbers = ["));
    assert_eq!(inputs.count(), 6, "{said:?}");
    assert!(said.out.contains("\nlength\n    0 to "), "failing inputs are included: {said:?}");
    assert!(said.out.contains("\nnegative\n") && !said.out.contains("choices"), "{said:?}");
    assert!(said.out.lines().filter(|line| line.contains(", limit = ")).count() == 6, "{said:?}");
    assert!(said.out.lines().all(|line| line.chars().count() < 170), "{said:?}");
    let bars: Vec<usize> = said.out.lines().map(|line| line.matches('█').count()).collect();
    assert_eq!(bars.iter().max(), Some(&40), "{said:?}");
    assert_eq!(project().forall("sample is_spread -n 6 --seed 1").out, said.out);

    let said = project().forall("sample is_vacuous --num-tests 50");
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.out.contains("\ndiscarded\n") && said.out.contains(" tests by `x > 200`\n"));
    let said = project().forall("sample is_shrunk --seed 1");
    let heading = "\nsize: number of choices per input\n";
    assert!(said.out.contains(heading), "there is no other feature: {said:?}");
    let said = project().forall("sample halves --seed 1");
    assert!(!said.out.contains(heading), "all inputs have one choice: {said:?}");
    let said = project().forall("sample others::adds --seed x");
    assert!(said.code == Some(2) && said.err.contains("`x` is not a whole number"), "{said:?}");
}
