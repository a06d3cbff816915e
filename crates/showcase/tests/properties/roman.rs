use forall::domain::{Domain, elements, vec};
use forall::property;
use showcase::roman;

/// There are few numerals, so all of them are tried.
#[property(tests = 4_000)]
fn what_is_written_is_read(#[domain(1..4_000_u16)] number: u16) -> bool {
    roman::read(&roman::write(number)) == Some(number)
}

#[property]
fn what_is_read_is_written_so(#[domain(letters())] text: &str) -> bool {
    roman::read(text).is_none_or(|number| roman::write(number) == text)
}

fn letters() -> impl Domain<Value = String> {
    vec(elements(['M', 'D', 'C', 'L', 'X', 'V', 'I']), 0..9).mapped(String::from_iter)
}
