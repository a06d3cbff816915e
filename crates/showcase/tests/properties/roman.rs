use forall::domain::{Domain, elements, vec};
use forall::property;
use showcase::roman;

/// There are few numbers, so all of them are checked.
#[property(tests = 4_000)]
fn read_inverts_write(#[domain(1..4_000_u16)] number: u16) -> bool {
    roman::read(&roman::write(number)) == Some(number)
}

#[property]
fn write_inverts_read(#[domain(numerals())] text: &str) -> bool {
    roman::read(text).is_none_or(|number| roman::write(number) == text)
}

fn numerals() -> impl Domain<Value = String> {
    vec(elements(['M', 'D', 'C', 'L', 'X', 'V', 'I']), 0..9).mapped(String::from_iter)
}
