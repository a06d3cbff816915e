//! Nested flat-maps whose product or chunking is fixed.

use forall::domain::{Domain, any, just, vec};
use forall::property::property;

use super::Problem;

const KIND: &str = "flat-maps";

/// Returns the problems of this kind.
pub(super) fn all() -> Vec<Problem> {
    vec![
        matrix(),
        three_factors(),
        chunks(),
        falling(),
        blocks_of_blocks(),
        grid_and_cell(),
        divisor_chain(),
        two_lengths(),
    ]
}

fn matrix() -> Problem {
    let matrices = (1..=8_usize).flat_mapped(|rows| {
        (1..=8_usize).flat_mapped(move |cols| vec(vec(any::<bool>(), cols), rows))
    });
    let property = property! {
        forall matrix in matrices;
        check matrix.len() * matrix[0].len() < 12
    };
    Problem::new(KIND, "matrix of twelve cells", property).choices(16).numbers(8)
}

fn three_factors() -> Problem {
    let factors = (1..=40_u32)
        .flat_mapped(|a| (a..=60_u32).flat_mapped(move |b| (just(a), just(b), b..=80_u32)));
    let property = property! {
        forall factors in factors;
        check factors.0 * factors.1 * factors.2 != 720
    };
    Problem::new(KIND, "three rising factors of 720", property).numbers(90)
}

fn chunks() -> Problem {
    let chunked = (1..=24_usize).flat_mapped(|total| {
        (1..=total).flat_mapped(move |size| {
            vec(any::<bool>(), total)
                .mapped(move |bits| bits.chunks(size).map(<[bool]>::to_vec).collect::<Vec<_>>())
        })
    });
    let property = property! {
        forall chunks in chunked;
        check chunks.len() != 4 || chunks[3].len() == chunks[0].len()
    };
    Problem::new(KIND, "four chunks, the last one short", property).numbers(24)
}

fn falling() -> Problem {
    let deep = (0..=9_u32).flat_mapped(|a| {
        (0..=a).flat_mapped(move |b| {
            (0..=b).flat_mapped(move |c| {
                (0..=c).flat_mapped(move |d| {
                    (0..=d).flat_mapped(move |e| (0..=e).mapped(move |f| [a, b, c, d, e, f]))
                })
            })
        })
    });
    let property = property! {
        forall deep in deep;
        check deep.iter().sum::<u32>() != 20
    };
    Problem::new(KIND, "six falling numbers of sum 20", property)
}

fn blocks_of_blocks() -> Problem {
    let blocks = (1..=4_usize).flat_mapped(|a| {
        (1..=4_usize).flat_mapped(move |b| {
            (1..=4_usize).flat_mapped(move |c| vec(vec(vec(any::<bool>(), c), b), a))
        })
    });
    let property = property! {
        forall blocks in blocks;
        check {
            let cells: Vec<bool> = blocks.iter().flatten().flatten().copied().collect();
            cells.len() < 8 || cells.iter().filter(|cell| **cell).count() < 2
        }
    };
    Problem::new(KIND, "blocks of blocks", property).choices(12)
}

fn grid_and_cell() -> Problem {
    let grids = (1..=9_usize).flat_mapped(|width| {
        (1..=9_usize).flat_mapped(move |height| (just((width, height)), 0..width, 0..height))
    });
    let property = property! {
        forall grid in grids;
        check {
            let ((width, height), x, y) = *grid;
            width * height < 20 || y * width + x != 17
        }
    };
    Problem::new(KIND, "cell 17 of a grid", property)
}

fn divisor_chain() -> Problem {
    let chains = (1..=12_u32).flat_mapped(|a| {
        (1..=12 / a.min(12)).flat_mapped(move |b| {
            (1..=6_u32).flat_mapped(move |c| (just([a, b, c]), vec(0..=c, b as usize)))
        })
    });
    let property = property! {
        forall chain in chains;
        check {
            let ([a, b, c], parts) = chain;
            a * b != 12 || parts.iter().sum::<u32>() != *c || *c < 2
        }
    };
    Problem::new(KIND, "a product fixed in front", property).choices(8)
}

fn two_lengths() -> Problem {
    let lists = (0..=6_usize)
        .flat_mapped(|n| (0..=6_usize).flat_mapped(move |m| (vec(0..=9_u8, n), vec(0..=9_u8, m))));
    let property = property! {
        forall lists in lists;
        check {
            let (left, right) = lists;
            left.len() + right.len() != 5 || left.iter().sum::<u8>() != 7 + right.iter().sum::<u8>()
        }
    };
    Problem::new(KIND, "two lengths that add up", property).choices(8)
}
