//! Loops that wait for other threads, in the forms in which people write them.

use porf_entity::{EntityId, ReadOrdering, RmwOrdering, WriteOrdering};
use porf_ir::{BinaryOp, BlockId, Cast, Comparison, ExternalId, GlobalId, Operation, Type, ValueId};

use super::{FunctionGenerator, GLOBAL, NOTE};

impl FunctionGenerator<'_> {
    pub(super) fn waiting_loop(&mut self, depth: usize) {
        match self.random.below(6) {
            0 => self.do_while(depth),
            1 => self.peeled_while(depth),
            2 => self.exchange_until_success(),
            3 => self.exchange_while_flag(),
            4 => self.several_ways_back(false, depth),
            _ => self.several_ways_back(true, depth),
        }
    }

    fn shared(&mut self) -> ValueId {
        self.b.global_address(GlobalId::from_index(GLOBAL))
    }

    fn read_shared(&mut self) -> ValueId {
        let address = self.shared();
        self.b.load(Type::I32, address, ReadOrdering::Acquire)
    }

    /// Whether a few of the low bits are not what they should be.
    fn is_bad(&mut self, value: ValueId) -> ValueId {
        let bits = self.some_bits();
        self.differs(value, bits)
    }

    /// A mask and what is good under it.
    fn some_bits(&mut self) -> (u64, u64) {
        let mask = self.random.choose(&[1, 2, 3, 5]);
        (mask, mask & self.random.below(8) as u64)
    }

    fn differs(&mut self, value: ValueId, (mask, good): (u64, u64)) -> ValueId {
        let (mask, good) = (self.number(Type::I32, mask), self.number(Type::I32, good));
        let bits = self.b.binary(BinaryOp::And, value, mask);
        self.b.compare(Comparison::Ne, bits, good)
    }

    /// `*slot = x`, or `*slot = bad(x) ? x : 0` if it is said what is good.
    fn read_into(&mut self, slot: ValueId, bits: Option<(u64, u64)>) {
        let value = self.read_shared();
        let Some(bits) = bits else { return self.b.store(value, slot, WriteOrdering::NonAtomic) };
        let [again, zero, after] = self.blocks();
        let bad = self.differs(value, bits);
        self.b.branch(bad, again, zero);
        self.b.switch_to_block(again);
        let second = self.read_shared();
        self.b.store(second, slot, WriteOrdering::NonAtomic);
        self.b.jump(after);
        self.b.switch_to_block(zero);
        let nothing = self.number(Type::I32, 0);
        self.b.store(nothing, slot, WriteOrdering::NonAtomic);
        self.b.jump(after);
        self.b.switch_to_block(after);
    }

    /// Seldom something else is done in the loop.
    fn something_else(&mut self, depth: usize) {
        if self.random.ratio(25, 100) && depth < 2 {
            let position = self.b.position();
            self.block(depth + 1);
            self.b.set_position(position);
        }
    }

    fn blocks<const N: usize>(&mut self) -> [BlockId; N] {
        [(); N].map(|()| self.b.create_block())
    }

    fn note(&mut self, value: ValueId) {
        self.b.call_external(ExternalId::from_index(NOTE), &[value], &[]);
    }

    /// `do v = x; while (bad(v));`
    fn do_while(&mut self, depth: usize) {
        let [body, after] = self.blocks();
        self.b.jump(body);
        self.b.switch_to_block(body);
        self.something_else(depth);
        let value = self.read_shared();
        let bad = self.is_bad(value);
        self.b.branch(bad, body, after);
        self.b.switch_to_block(after);
        self.note(value);
    }

    /// `v = x; while (bad(v)) v = x;`, or with something more complicated than `x`.
    fn peeled_while(&mut self, depth: usize) {
        let slot = self.object(4);
        let [header, body, after] = self.blocks();
        let bits = self.some_bits();
        let bits = self.random.ratio(40, 100).then_some(bits);
        self.read_into(slot, bits);
        self.b.jump(header);
        self.b.switch_to_block(header);
        let value = self.b.load(Type::I32, slot, ReadOrdering::NonAtomic);
        let bad = self.is_bad(value);
        self.b.branch(bad, body, after);
        self.b.switch_to_block(body);
        self.something_else(depth);
        self.read_into(slot, bits);
        self.b.jump(header);
        self.b.switch_to_block(after);
        self.note(value);
    }

    /// Reads and tries to exchange; whether that succeeded.
    fn exchange(&mut self) -> ValueId {
        let (address, expected) = (self.shared(), self.read_shared());
        let one = self.number(Type::I32, 1);
        let desired = self.b.binary(BinaryOp::Add, expected, one);
        let exchange = Operation::CompareExchange {
            address,
            expected,
            desired,
            success: RmwOrdering::AcqRel,
            failure: ReadOrdering::Relaxed,
            weak: false,
        };
        let results = self.b.append(exchange, &[Type::I32, Type::I1]);
        if self.random.ratio(30, 100) {
            return self.b.compare(Comparison::Eq, results[0], expected);
        }
        results[1]
    }

    /// `do a = x; while (!CAS(x, a, a + 1));`
    fn exchange_until_success(&mut self) {
        let [body, after] = self.blocks();
        self.b.jump(body);
        self.b.switch_to_block(body);
        let success = self.exchange();
        // Seldom until failure.
        let (yes, no) = if self.random.ratio(80, 100) { (after, body) } else { (body, after) };
        self.b.branch(success, yes, no);
        self.b.switch_to_block(after);
    }

    /// `s = 0; while (!s) { a = x; s = CAS(x, a, a + 1); }`
    fn exchange_while_flag(&mut self) {
        let flag = self.object(1);
        let [header, body, after] = self.blocks();
        let no = self.number(Type::I8, 0);
        self.b.store(no, flag, WriteOrdering::NonAtomic);
        self.b.jump(header);
        self.b.switch_to_block(header);
        let value = self.b.load(Type::I8, flag, ReadOrdering::NonAtomic);
        let set = self.b.cast(Cast::Trunc, value, Type::I1);
        self.b.branch(set, after, body);
        self.b.switch_to_block(body);
        let success = self.exchange();
        let success = self.b.cast(Cast::ZExt, success, Type::I8);
        self.b.store(success, flag, WriteOrdering::NonAtomic);
        self.b.jump(header);
        self.b.switch_to_block(after);
    }

    /// A loop with `continue`, which goes to a last block of the loop or to the header.
    fn several_ways_back(&mut self, last_block: bool, depth: usize) {
        let slot = self.object(4);
        let zero = self.number(Type::I32, 0);
        self.b.store(zero, slot, WriteOrdering::NonAtomic);
        let [header, last, second, writes, tries, after] = self.blocks();
        let back = if last_block { last } else { header };
        self.b.jump(header);
        self.b.switch_to_block(header);
        let value = self.read_shared();
        let bad = self.is_bad(value);
        self.b.branch(bad, back, second);
        self.b.switch_to_block(second);
        let bad = self.is_bad(value);
        self.b.branch(bad, writes, tries);
        self.b.switch_to_block(writes);
        if self.random.ratio(50, 100) {
            self.b.store(value, slot, WriteOrdering::NonAtomic);
        } else {
            self.something_else(depth);
        }
        self.b.jump(back);
        self.b.switch_to_block(tries);
        let success = self.exchange();
        self.b.branch(success, after, back);
        self.b.switch_to_block(last);
        self.b.jump(header);
        self.b.switch_to_block(after);
        let value = self.b.load(Type::I32, slot, ReadOrdering::NonAtomic);
        self.note(value);
    }
}
