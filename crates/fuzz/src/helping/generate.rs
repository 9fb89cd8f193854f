//! Random programs in which threads help each other, or nearly so.

use porf_entity::{FenceOrdering, Random, ReadOrdering, RmwOrdering, WriteOrdering};
use porf_testing::{Location, ProgramBuilder, RandomProgram, ThreadBuilder};

const READ: [ReadOrdering; 2] = [ReadOrdering::Relaxed, ReadOrdering::Acquire];
const WRITE: [WriteOrdering; 2] = [WriteOrdering::Relaxed, WriteOrdering::Release];
const RMW: [RmwOrdering; 4] =
    [RmwOrdering::Relaxed, RmwOrdering::Acquire, RmwOrdering::Release, RmwOrdering::AcqRel];
const FENCE: [FenceOrdering; 3] = [FenceOrdering::Acquire, FenceOrdering::Release, FenceOrdering::AcqRel];

/// The thread that gives the location the value that the compare-exchange expects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prepared {
    Nobody,
    ByOperation,
    ByAnother,
}

/// The program of a seed. The first thread announces a compare-exchange of the first location from
/// 0 to 1 and makes it. Others, which may have seen the announcement, make the same one, a helping
/// CAS, if that was meant. All do other operations before and after.
pub fn from_seed(seed: u64) -> RandomProgram {
    let mut random = Random::from_seed(seed);
    let mut program = ProgramBuilder::new();
    let prepared =
        random.choose(&[Prepared::Nobody, Prepared::Nobody, Prepared::ByOperation, Prepared::ByAnother]);
    let place = program.location(if prepared == Prepared::Nobody { 0 } else { 5 });
    let announced = program.location(0);
    let data = program.location(0);
    let strong = random.choose(&[0, 0, 0, 1, 2, 3, 3]);
    let orderings = (RmwOrdering::Relaxed, ReadOrdering::Relaxed);
    let mut making = Making { random, place, announced, data, orderings, strong };
    making.orderings = (making.rmw(), making.read());
    program.thread(|thread| match prepared {
        Prepared::Nobody => making.operate(thread),
        Prepared::ByOperation => {
            making.prepare(thread);
            making.operate(thread);
        }
        Prepared::ByAnother => {
            let ordering = making.read();
            let seen = thread.load(place, ordering);
            thread.if_equal(seen, 0, |thread| making.operate(thread));
        }
    });
    let helpers = if prepared == Prepared::ByAnother { 1 } else { 1 + making.random.below(2) };
    for _ in 0..helpers {
        program.thread(|thread| making.help(thread));
    }
    if prepared == Prepared::ByAnother {
        program.thread(|thread| {
            making.others(thread, 1);
            making.prepare(thread);
        });
    }
    if making.random.ratio(2, 3) {
        program.thread(|thread| making.interfere(thread));
    }
    program.build()
}

struct Making {
    random: Random,
    place: Location,
    announced: Location,
    data: Location,
    /// The orderings of the compare-exchange.
    orderings: (RmwOrdering, ReadOrdering),
    /// How often, of three times, accesses are sequentially consistent.
    strong: usize,
}

impl Making {
    fn is_strong(&mut self) -> bool {
        self.random.ratio(self.strong, 3)
    }

    fn read(&mut self) -> ReadOrdering {
        if self.is_strong() { ReadOrdering::SeqCst } else { self.random.choose(&READ) }
    }

    fn write(&mut self) -> WriteOrdering {
        if self.is_strong() { WriteOrdering::SeqCst } else { self.random.choose(&WRITE) }
    }

    fn rmw(&mut self) -> RmwOrdering {
        if self.is_strong() { RmwOrdering::SeqCst } else { self.random.choose(&RMW) }
    }

    fn fence(&mut self) -> FenceOrdering {
        if self.is_strong() { FenceOrdering::SeqCst } else { self.random.choose(&FENCE) }
    }

    /// Makes the location 0.
    fn prepare(&mut self, thread: &mut ThreadBuilder) {
        let ordering = self.write();
        thread.store(self.place, 0, ordering);
    }

    fn operate(&mut self, thread: &mut ThreadBuilder) {
        self.others(thread, 2);
        self.announce(thread);
        self.exchange(thread);
        self.others(thread, 2);
    }

    fn help(&mut self, thread: &mut ThreadBuilder) {
        self.others(thread, 1);
        let ordering = self.read();
        let seen = thread.load(self.announced, ordering);
        if self.random.ratio(9, 10) {
            thread.if_equal(seen, 1, |thread| self.exchange(thread));
        } else {
            self.exchange(thread);
        }
        self.others(thread, 2);
    }

    fn announce(&mut self, thread: &mut ThreadBuilder) {
        match self.random.below(8) {
            0 => {
                let ordering = self.read();
                thread.load(self.announced, ordering);
            }
            1 => {
                let ordering = self.rmw();
                thread.fetch_add(self.announced, 1, ordering);
            }
            _ => {
                let ordering = self.write();
                thread.store(self.announced, 1, ordering);
            }
        }
    }

    fn exchange(&mut self, thread: &mut ThreadBuilder) {
        let desired = if self.random.ratio(1, 30) { 2 } else { 1 };
        thread.compare_exchange(self.place, 0, desired, self.orderings);
    }

    /// Up to `most` other operations.
    fn others(&mut self, thread: &mut ThreadBuilder, most: usize) {
        for _ in 0..self.random.below(most + 1) {
            self.other(thread);
        }
    }

    fn other(&mut self, thread: &mut ThreadBuilder) {
        let location = self.random.choose(&[self.place, self.announced, self.data, self.data]);
        let read = self.read();
        let write = self.write();
        match self.random.below(8) {
            0 | 1 => drop(thread.load(location, read)),
            2 | 3 => thread.store(self.data, 1 + self.random.below(2) as u64, write),
            7 if self.random.ratio(1, 2) => drop(thread.load(self.data, ReadOrdering::NonAtomic)),
            7 => thread.store(self.data, 3, WriteOrdering::NonAtomic),
            4 => drop(thread.fetch_add(self.data, 1, self.rmw())),
            5 => drop(thread.fetch_add(self.announced, 1, self.rmw())),
            _ => thread.fence(self.fence()),
        }
    }

    /// Operations of another thread that may change the location, too.
    fn interfere(&mut self, thread: &mut ThreadBuilder) {
        self.others(thread, 1);
        let ordering = self.rmw();
        match self.random.below(6) {
            0 => drop(thread.fetch_add(self.place, 1, ordering)),
            1 => drop(thread.compare_exchange(self.place, 1, 3, (ordering, ReadOrdering::Relaxed))),
            2 => drop(thread.compare_exchange(self.place, 1, 0, (ordering, ReadOrdering::Relaxed))),
            3 => self.prepare(thread),
            4 => thread.store(self.place, 3, self.write()),
            _ => drop(thread.load(self.place, self.read())),
        }
        self.others(thread, 2);
    }
}
