//! Mutations of seed texts: bytes, tokens and lines changed, copied, moved and removed.

use porf_entity::Random;

/// Texts to start from.
pub(crate) const SEEDS: [&str; 5] = [
    include_str!("seeds/clang-15.ll"),
    include_str!("seeds/clang-19.ll"),
    include_str!("seeds/clang-22.ll"),
    include_str!("seeds/forms.ll"),
    include_str!("seeds/shapes.ll"),
];

/// A text made from the seeds by a few mutations.
pub(crate) fn mutant(random: &mut Random) -> String {
    let seed = SEEDS[random.below(SEEDS.len())];
    let mut text = excerpt(random, seed);
    for _ in 0..1 + random.below(6) {
        text = match random.below(4) {
            0 => mutate_bytes(random, text),
            1 | 2 => mutate_pieces(random, &text, |c| !c.is_alphanumeric(), 3),
            _ => mutate_pieces(random, &text, |c| c == '\n', 1),
        };
    }
    text
}

/// The whole seed, or only some of its lines, so that mutations hit each of them more often.
fn excerpt(random: &mut Random, seed: &str) -> String {
    if random.below(4) == 0 {
        return seed.to_owned();
    }
    let definitions: Vec<&str> = seed.split_inclusive("\n\n").collect();
    let start = random.below(definitions.len());
    let length = 1 + random.below(4);
    definitions[start..(start + length).min(definitions.len())].concat()
}

fn mutate_bytes(random: &mut Random, text: String) -> String {
    const INTERESTING: &[u8] = b"%@!#\"\\(){}[]<>,=:*;-.x0189iaz \n\xc3\xff\0";
    let mut bytes = text.into_bytes();
    for _ in 0..1 + random.below(4) {
        let place = random.below(bytes.len());
        match random.below(3) {
            0 if place < bytes.len() => bytes[place] = INTERESTING[random.below(INTERESTING.len())],
            1 if place < bytes.len() => drop(bytes.remove(place)),
            _ => bytes.insert(place, INTERESTING[random.below(INTERESTING.len())]),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Removes, copies, exchanges pieces of a text or puts in pieces of a seed.
fn mutate_pieces(random: &mut Random, text: &str, ends: fn(char) -> bool, times: usize) -> String {
    let mut pieces: Vec<&str> = text.split_inclusive(ends).collect();
    for _ in 0..1 + random.below(times) {
        let (a, b) = (random.below(pieces.len()), random.below(pieces.len()));
        match random.below(5) {
            _ if pieces.is_empty() => {}
            0 => drop(pieces.remove(a)),
            1 => pieces.insert(a, pieces[b]),
            2 => pieces.swap(a, b),
            3 => pieces.truncate(a),
            _ => {
                let seed = SEEDS[random.below(SEEDS.len())];
                let mut start = random.below(seed.len());
                while !seed.is_char_boundary(start) {
                    start -= 1;
                }
                pieces.insert(a, seed[start..].split_inclusive(ends).nth(1).unwrap_or(""));
            }
        }
    }
    pieces.concat()
}
