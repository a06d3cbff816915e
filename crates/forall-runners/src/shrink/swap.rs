//! Swaps two values, if that puts the simpler one first.

use super::descent::Descent;

/// If there are more values, they are not swapped.
const MAX_VALUES: usize = 24;

/// Swaps every two values of the same kind.
pub(super) fn values(descent: &mut Descent<'_>) {
    if descent.len() > 4 * MAX_VALUES {
        return;
    }
    let mut second = 1;
    while descent.has_choice(second) {
        let mut first = 0;
        while first < second && descent.has_choice(second) {
            let record = descent.best();
            let one = &record.choices[first];
            let other = &record.choices[second];
            let is_same_kind = one.constraint == other.constraint && one.role == other.role;
            let constraint = record.constraint(first);
            if is_same_kind && constraint.compare(&other.value, &one.value).is_lt() {
                let swapped = [(first, other.value.clone()), (second, one.value.clone())];
                descent.attempt_exactly_with(&swapped);
            }
            first += 1;
        }
        second += 1;
    }
}
