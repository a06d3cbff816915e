//! `cargo forall sample`.

use super::project;

#[test]
fn inputs_and_their_distribution_are_printed() {
    let output = project().forall("sample is_spread -n 6 --seed 1");
    assert_eq!((output.code, output.err.as_str()), (Some(0), ""), "{output:?}");
    let inputs = output.out.lines().filter(|line| line.starts_with("  numbers = ["));
    assert_eq!(inputs.count(), 6, "{output:?}");
    assert!(output.out.contains("\nlength\n"), "failing inputs are included: {output:?}");
    assert!(output.out.contains("\nnegative\n") && !output.out.contains("choices"), "{output:?}");
    assert!(
        output.out.lines().filter(|line| line.contains(", limit = ")).count() == 6,
        "{output:?}"
    );
    assert!(output.out.lines().all(|line| line.chars().count() < 170), "{output:?}");
    let bars: Vec<&str> = output.out.lines().filter(|line| line.contains('█')).collect();
    for bar in &bars {
        let share = bar.split(" %").next().and_then(|text| text.split(' ').next_back());
        let share: f64 = share.expect("each bar has a share").parse().expect("it is a number");
        let length = bar.matches('█').count() as f64;
        assert!((length - share * 0.4).abs() < 1.5, "the bar of 100 % is 40 columns long: {bar}");
    }
    assert!(!bars.is_empty(), "{output:?}");
    assert_eq!(project().forall("sample is_spread -n 6 --seed 1").out, output.out);

    let output = project().forall("sample is_vacuous --num-tests 50");
    assert_eq!(output.code, Some(3), "{output:?}");
    assert!(output.out.contains("\ndiscarded\n") && output.out.contains(" tests by `x > 200`\n"));
    let output = project().forall("sample is_shrunk --seed 1");
    let heading = "\nsize: number of choices per input\n";
    assert!(output.out.contains(heading), "there is no other feature: {output:?}");
    let output = project().forall("sample halves --seed 1");
    assert!(!output.out.contains(heading), "all inputs have one choice: {output:?}");
    let output = project().forall("sample others::adds --seed x");
    assert!(
        output.code == Some(2) && output.err.contains("`x` is not a whole number"),
        "{output:?}"
    );
}
