//! Operations on many bytes: copying, filling, comparing.
//!
//! An operation is done piece by piece. A piece of visible memory is accessed by a visible action
//! of its own. The piece is as large as alignment and the known accesses to its parts allow.

use porf_entity::{AccessSize, Address, Content, ReadOrdering, Value, WriteOrdering};
use porf_program::{Action, Answer};

use crate::run::{Flow, Pause, Region, Runner};
use crate::state::Stage;

/// The largest size of at most `bytes` bytes, of which there is at least one.
fn largest_within(bytes: u64) -> AccessSize {
    let mut sizes = AccessSize::ALL.into_iter().rev();
    sizes.find(|size| u64::from(size.bytes()) <= bytes).unwrap_or(AccessSize::B1)
}

fn load(address: u64, size: AccessSize) -> Pause {
    Pause(Action::Load { address: Address(address), size, ordering: ReadOrdering::NonAtomic, wait: None })
}

fn store(address: u64, size: AccessSize, value: u64) -> Pause {
    let value = Value(value);
    Pause(Action::Store { address: Address(address), size, ordering: WriteOrdering::NonAtomic, value })
}

impl Runner<'_> {
    /// The size of the next piece from an address on, or before it if `backward`.
    fn piece(&self, region: Region, address: u64, left: u64, backward: bool) -> AccessSize {
        match (region, backward) {
            (Region::Visible, false) => self.program.granularity.first_piece(address, left),
            (Region::Visible, true) => self.program.granularity.last_piece(address, left),
            _ => largest_within(left),
        }
    }

    /// Copies bytes as if through a buffer, undefined bits included.
    pub(super) fn copy(&mut self, destination: u64, source: u64, size: u64) -> Flow {
        if size == 0 || destination == source {
            return Ok(());
        }
        let from = self.resolve(source, size, false)?;
        let to = self.resolve(destination, size, true)?;
        // Where source and destination overlap, a byte must be read before it is written.
        let backward = destination > source && destination - source < size;
        loop {
            let progress = *self.progress();
            let done = u64::from(progress.done);
            let left = size - done;
            if left == 0 {
                break;
            }
            let place = |base: u64, piece: AccessSize| {
                if backward { base + left - u64::from(piece.bytes()) } else { base + done }
            };
            let mut piece = progress.piece;
            let mut content = progress.content();
            if progress.stage == Stage::Fresh {
                self.spend()?;
                let edge = if backward { left } else { done };
                let [one, other] = [(from, source), (to, destination)]
                    .map(|(region, base)| self.piece(region, base + edge, left, backward));
                piece = one.min(other);
                self.progress().piece = piece;
                if from == Region::Visible {
                    return Err(load(place(source, piece), piece));
                }
                content = self.read(from, place(source, piece), piece.bytes());
            }
            let target = place(destination, piece);
            if to == Region::Visible {
                self.progress().load(content);
                return Err(store(target, piece, content.value.0));
            }
            self.write(to, target, piece.bytes(), content)?;
            let progress = self.progress();
            progress.piece = piece;
            progress.advance();
        }
        self.state.progress = None;
        Ok(())
    }

    /// Sets bytes to one value.
    pub(super) fn fill(&mut self, destination: u64, byte: Content, size: u64) -> Flow {
        let [value, undefined] = [byte.value.0, byte.undefined].map(|it| u64::from_le_bytes([it as u8; 8]));
        self.write_pieces(destination, size, |_, piece| {
            Content::new(piece.wrap(value).0, piece.wrap(undefined).0)
        })
    }

    /// Writes bytes, piece by piece: `content` gives the bytes of the piece at an offset.
    pub(super) fn write_pieces(
        &mut self,
        destination: u64,
        size: u64,
        content: impl Fn(u64, AccessSize) -> Content,
    ) -> Flow {
        if size == 0 {
            return Ok(());
        }
        let to = self.resolve(destination, size, true)?;
        loop {
            let done = u64::from(self.progress().done);
            if done == size {
                break;
            }
            self.spend()?;
            let piece = self.piece(to, destination + done, size - done, false);
            self.progress().piece = piece;
            let content = content(done, piece);
            if to == Region::Visible {
                return Err(store(destination + done, piece, content.value.0));
            }
            self.write(to, destination + done, piece.bytes(), content)?;
            self.progress().advance();
        }
        self.state.progress = None;
        Ok(())
    }

    /// Compares bytes up to the first that differ: -1, 0 or 1. Undefined bytes matter up to there.
    pub(super) fn compare(&mut self, [one, other, size]: [u64; 3]) -> Flow<u64> {
        if size == 0 {
            return Ok(0);
        }
        let regions = [self.resolve(one, size, false)?, self.resolve(other, size, false)?];
        loop {
            let progress = *self.progress();
            let done = u64::from(progress.done);
            if progress.stage == Stage::Decided || done == size {
                self.state.progress = None;
                return Ok(if progress.stage == Stage::Decided { progress.value } else { 0 });
            }
            let mut piece = progress.piece;
            if progress.stage == Stage::Fresh {
                self.spend()?;
                piece = self.piece(regions[0], one + done, size - done, false).min(self.piece(
                    regions[1],
                    other + done,
                    size - done,
                    false,
                ));
                self.progress().piece = piece;
                let first = self.read_or_load(regions[0], one + done, piece)?;
                self.progress().load(first);
            }
            let second = self.read_or_load(regions[1], other + done, piece)?;
            self.compared([one, other], second)?;
        }
    }

    /// The content of a piece, which is read at once or by a visible action.
    fn read_or_load(&self, region: Region, address: u64, piece: AccessSize) -> Flow<Content> {
        if region == Region::Visible {
            return Err(load(address, piece));
        }
        Ok(self.read(region, address, piece.bytes()))
    }

    /// Records the second of two pieces.
    fn compared(&mut self, bases: [u64; 2], second: Content) -> Flow {
        let progress = *self.progress();
        let first = progress.content();
        self.look_at_compared(first);
        self.look_at_compared(second);
        // The first byte is the lowest of the number, but counts most.
        let differing = (first.value.0 ^ second.value.0).trailing_zeros() / 8;
        for (base, content) in bases.into_iter().zip([first, second]) {
            let undefined = content.undefined.trailing_zeros() / 8;
            // The byte that differs may itself be undefined in part.
            if undefined <= differing && content.undefined != 0 {
                return Err(self.uninitialised(base + u64::from(progress.done + undefined)));
            }
        }
        let progress = self.progress();
        match first.value.0.swap_bytes().cmp(&second.value.0.swap_bytes()) {
            std::cmp::Ordering::Equal => progress.advance(),
            order => {
                progress.stage = Stage::Decided;
                progress.value = order as i64 as u64;
            }
        }
        Ok(())
    }

    /// Records the answer to the load of one of two pieces.
    pub(super) fn answer_compare(&mut self, [one, other, _]: [u64; 3], answer: Answer) -> Flow {
        match (answer, self.progress().stage) {
            (Answer::Read(value), Stage::Loaded) => self.compared([one, other], value.into()),
            (Answer::Undefined(content), Stage::Loaded) => self.compared([one, other], content),
            (answer, _) => {
                self.answer_piece(answer);
                Ok(())
            }
        }
    }
}
