//! What a run without a failure is evidence for, as text.

use forall_format::wording::{count, group};

use super::Report;
use super::writer::Writer;
use crate::report::SeenOnce;

/// The confidence of all statements.
const CONFIDENCE: f64 = 0.95;

impl Writer {
    /// Writes how rare failures and new code must be, as far as the tests support it.
    pub(super) fn evidence(&mut self, report: &Report) {
        if let Some(bound) = report.failure_bound(CONFIDENCE) {
            let tests = count(report.independent_tests, "independent test");
            let bound = rounded_up(bound);
            self.line(format_args!(
                "  no failure in {tests}: with 95 % confidence, fewer than {bound} of such inputs fail"
            ));
        }
        let seen = report.progress.as_ref().and_then(|progress| progress.seen_once);
        if let Some(seen) = seen.filter(|seen| seen.tests > 0) {
            self.line(format_args!("  {}", chance_of_new_code(seen)));
        }
    }
}

fn chance_of_new_code(seen: SeenOnce) -> String {
    let tests = count(seen.tests, "test");
    let chance = match seen.count {
        0 => format!("less than {}", rounded_up(1.0 / seen.tests as f64)),
        _ => format!("about {}", rounded_up(seen.chance_of_new_code())),
    };
    let reason = match seen.count {
        0 => format!("none of {tests} was the only one to reach an edge or a probe"),
        1 => format!("1 of {tests} was the only one to reach some edge or probe"),
        once => {
            format!("{} of {tests} were each the only one to reach some edge or probe", group(once))
        }
    };
    format!("estimated chance that the next test reaches new code: {chance} ({reason})")
}

/// Returns a share as a percentage with at most two significant digits, rounded up.
fn rounded_up(share: f64) -> String {
    let percent = share * 100.0;
    // Tiny errors of floating-point numbers must not round 3 up to 3.1.
    let digits = (1.0 - percent.log10().floor()).max(0.0);
    let scale = 10.0_f64.powf(digits);
    let rounded = (percent * scale * (1.0 - 1e-9)).ceil() / scale;
    format!("{rounded} %")
}

#[cfg(test)]
mod tests {
    use super::rounded_up;

    #[test]
    fn a_bound_is_never_rounded_down() {
        let shares = [0.95, 0.299_1, 0.03, 0.029_51, 0.002_991_2, 0.000_002_996, 1.0];
        let shown = ["95 %", "30 %", "3 %", "3 %", "0.3 %", "0.0003 %", "100 %"];
        assert_eq!(shares.map(rounded_up), shown);
    }
}
