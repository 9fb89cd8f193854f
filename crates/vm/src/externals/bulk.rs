//! Operations on many bytes: copying, filling, comparing.
//!
//! They are done piece by piece. A piece of visible memory is accessed by a visible action of its own, as large as
//! alignment and the known accesses to parts of it allow.

use porf_entity::{AccessSize, Address, ReadOrdering, Value, WriteOrdering};
use porf_program::{Action, Answer};

use crate::run::{Flow, Pause, Region, Runner};
use crate::state::{Progress, Stage};

/// The largest size of at most that many bytes, of which there is at least one.
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
    /// The next piece from an address on, or before it if `backward`.
    fn piece(&self, region: Region, address: u64, left: u64, backward: bool) -> AccessSize {
        match (region, backward) {
            (Region::Visible, false) => self.program.granularity.first_piece(address, left),
            (Region::Visible, true) => self.program.granularity.last_piece(address, left),
            _ => largest_within(left),
        }
    }

    /// The next piece to be copied. A visible piece is read as a whole, so all of it must have a value or none of it.
    fn source_piece(&self, region: Region, address: u64, left: u64, backward: bool) -> AccessSize {
        let mut piece = self.piece(region, address, left, backward);
        while region == Region::Visible && piece > AccessSize::B1 {
            let start = if backward { address - u64::from(piece.bytes()) } else { address };
            if !self.image().is_partly_written(&self.program.layout, start, piece.bytes()) {
                break;
            }
            piece = self.piece(region, address, u64::from(piece.bytes() / 2), backward);
        }
        piece
    }

    /// Copies bytes as if through a buffer. Bytes without a value stay without one; in visible memory, they
    /// leave what is there.
    pub(super) fn copy(&mut self, destination: u64, source: u64, size: u64) -> Flow {
        if size == 0 || destination == source {
            return Ok(());
        }
        let from = self.resolve(source, size, false)?;
        let to = self.resolve(destination, size, true)?;
        // Where they overlap, a byte must be read before it is written.
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
            let mut value = (progress.stage == Stage::Loaded).then_some(progress.value);
            if progress.stage == Stage::Fresh {
                self.spend()?;
                let edge = if backward { left } else { done };
                piece = self.source_piece(from, source + edge, left, backward).min(self.piece(
                    to,
                    destination + edge,
                    left,
                    backward,
                ));
                self.progress().piece = piece;
                if from == Region::Visible {
                    return Err(load(place(source, piece), piece));
                }
                value = self.read(from, place(source, piece), piece.bytes());
                if value.is_none() {
                    // Some of the bytes may have a value.
                    piece = AccessSize::B1;
                    value = self.read(from, place(source, piece), piece.bytes());
                }
            }
            let target = place(destination, piece);
            match (to, value) {
                (Region::Visible, Some(value)) => {
                    *self.progress() = Progress { piece, stage: Stage::Loaded, value, ..progress };
                    return Err(store(target, piece, value));
                }
                (Region::Visible, None) => {}
                (to, Some(value)) => self.write(to, target, piece.bytes(), value)?,
                (to, None) => self.erase(to, target, piece.bytes()),
            }
            let progress = self.progress();
            progress.piece = piece;
            progress.advance();
        }
        self.state.progress = None;
        Ok(())
    }

    /// Sets bytes.
    pub(super) fn fill(&mut self, destination: u64, byte: u8, size: u64) -> Flow {
        let value = u64::from_le_bytes([byte; 8]);
        self.write_pieces(destination, size, |_, piece| piece.wrap(value).0)
    }

    /// Writes bytes, piece by piece: `value` gives those of the piece at an offset.
    pub(super) fn write_pieces(
        &mut self,
        destination: u64,
        size: u64,
        value: impl Fn(u64, AccessSize) -> u64,
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
            let value = value(done, piece);
            if to == Region::Visible {
                return Err(store(destination + done, piece, value));
            }
            self.write(to, destination + done, piece.bytes(), value)?;
            self.progress().advance();
        }
        self.state.progress = None;
        Ok(())
    }

    /// Compares bytes up to the first that differ: -1, 0 or 1.
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
            let mut first = progress.value;
            if progress.stage == Stage::Fresh {
                self.spend()?;
                piece = self.piece(regions[0], one + done, size - done, false).min(self.piece(
                    regions[1],
                    other + done,
                    size - done,
                    false,
                ));
                self.progress().piece = piece;
                first = self.read_or_load(regions[0], one + done, piece)?;
            }
            *self.progress() = Progress { piece, stage: Stage::Loaded, value: first, ..progress };
            let second = self.read_or_load(regions[1], other + done, piece)?;
            self.compared(second);
        }
    }

    /// Reads a piece at once, or visibly.
    fn read_or_load(&self, region: Region, address: u64, piece: AccessSize) -> Flow<u64> {
        if region == Region::Visible {
            return Err(load(address, piece));
        }
        self.read(region, address, piece.bytes()).ok_or_else(|| self.uninitialised(address))
    }

    /// Takes note of the second of two pieces.
    fn compared(&mut self, second: u64) {
        let progress = self.progress();
        // The first byte is the lowest of the number, but counts most.
        match progress.value.swap_bytes().cmp(&second.swap_bytes()) {
            std::cmp::Ordering::Equal => progress.advance(),
            order => {
                progress.stage = Stage::Decided;
                progress.value = order as i64 as u64;
            }
        }
    }

    /// Takes note of the answer to the load of one of two pieces.
    pub(super) fn answer_compare(&mut self, [one, other, _]: [u64; 3], answer: Answer) -> Flow {
        let progress = *self.progress();
        match (answer, progress.stage) {
            (Answer::Read(value), Stage::Loaded) => self.compared(value.0),
            (Answer::Uninitialised, stage) => {
                let base = if stage == Stage::Loaded { other } else { one };
                return Err(self.uninitialised(base + u64::from(progress.done)));
            }
            (answer, _) => self.answer_piece(answer),
        }
        Ok(())
    }
}
