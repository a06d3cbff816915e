use forall::{observe, property};
use showcase::intervals::Intervals;

fn of(ranges: &[(i8, u8)]) -> Intervals {
    let mut set = Intervals::default();
    for (first, length) in ranges {
        set.insert(i32::from(*first)..=i32::from(*first) + i32::from(*length) % 9);
    }
    set
}

#[property]
fn it_holds_what_was_put_in(ranges: &[(i8, u8)], #[domain(-150..150_i32)] number: i32) -> bool {
    let put = |(first, length): &(i8, u8)| {
        let (first, length) = (i32::from(*first), i32::from(*length) % 9);
        (first..=first + length).contains(&number)
    };
    observe::cover(5.0, "inside", ranges.iter().any(put));
    of(ranges).contains(number) == ranges.iter().any(put)
}

#[property]
fn intervals_are_in_order_and_apart(ranges: &[(i8, u8)]) -> bool {
    observe::collect("intervals", of(ranges).as_slice().len());
    of(ranges).as_slice().windows(2).all(|pair| pair[0].1 + 1 < pair[1].0)
}
