use forall::property;
use showcase::buggy::search::middle;

#[property]
#[ignore = "fails on purpose"]
fn the_middle_is_between_its_bounds(low: u32, #[domain(low..=u32::MAX)] high: u32) -> bool {
    (low..=high).contains(&middle(low, high))
}
