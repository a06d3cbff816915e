//! Scores of printed inputs, for targeted search.

use std::collections::{BTreeMap, BTreeSet};

use forall::report::Binding;

/// Counts the numbers that occur again after their first occurrence: keys that several inputs share.
pub(crate) fn repeated_numbers(inputs: &[Binding]) -> f64 {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for number in words(inputs).filter(|word| word.parse::<i64>().is_ok()) {
        *counts.entry(number).or_default() += 1;
    }
    counts.values().map(|count| count - 1).sum::<usize>() as f64
}

/// Counts the places where one of these texts begins, such as redexes.
pub(crate) fn occurrences(inputs: &[Binding], texts: &[&str]) -> f64 {
    let count =
        |input: &Binding| texts.iter().map(|text| input.value.matches(text).count()).sum::<usize>();
    inputs.iter().map(count).sum::<usize>() as f64
}

/// Counts the different words: instructions, labels and kinds of values. Numbers do not count.
pub(crate) fn different_words(inputs: &[Binding]) -> f64 {
    let is_name = |word: &&str| word.starts_with(|letter: char| letter.is_alphabetic());
    words(inputs).filter(is_name).collect::<BTreeSet<&str>>().len() as f64
}

fn words(inputs: &[Binding]) -> impl Iterator<Item = &str> {
    let is_separator = |letter: char| !letter.is_alphanumeric() && letter != '-' && letter != '_';
    inputs
        .iter()
        .flat_map(move |input| input.value.split(is_separator))
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(values: &[&str]) -> Vec<Binding> {
        let input = |value: &&str| Binding { name: "x".into(), value: (*value).to_owned() };
        values.iter().map(input).collect()
    }

    #[test]
    fn keys_count_from_their_second_occurrence() {
        let shared = inputs(&["(T (E) 3 true (T (E) -7 true (E)))", "3", "-7", "8"]);
        assert_eq!(repeated_numbers(&shared), 2.0);
        assert_eq!(repeated_numbers(&inputs(&["(T (E) 3 true (E))", "-3"])), 0.0);
    }

    #[test]
    fn redexes_and_words_are_counted() {
        let term = inputs(&["(App (Abs (Bool) (Var 0)) (App (Abs (Bool) (Var 1)) (Bool true)))"]);
        assert_eq!(occurrences(&term, &["(App (Abs"]), 2.0);
        assert_eq!(occurrences(&term, &["(App (Abs", "(TApp (TAbs"]), 2.0);
        assert_eq!(different_words(&term), 5.0, "App, Abs, Bool, Var and true");
    }
}
