//! The parser of instructions on memory and addresses.

use crate::ast::{Access, AtomicOrdering, InstructionKind, RmwOp, Type};
use crate::lexer::Token;

use super::instruction::Action;
use super::{Parse, Parser};

impl Parser<'_> {
    /// `alloca T, i32 n, align 4, addrspace(0)`.
    pub(super) fn alloca(&mut self) -> Parse<Action> {
        while self.eat_word("inalloca") || self.eat_word("swifterror") {}
        let ty = self.ty()?;
        let (mut count, mut align, mut result) = (None, None, self.pointer);
        while self.eat_comma() {
            match self.word() {
                Some("align") => align = Some(self.alignment()?),
                Some("addrspace") => {
                    let address_space = self.address_space()?;
                    result = self.module.types.intern(Type::Pointer { address_space });
                }
                _ => count = Some(self.typed_value()?.0),
            }
        }
        Ok(Action::Plain(InstructionKind::Alloca { ty, count, align }, result))
    }

    /// `load atomic volatile T, ptr p syncscope("…") acquire, align 4`.
    pub(super) fn load(&mut self) -> Parse<Action> {
        let is_atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        let ty = self.ty()?;
        let (address, _) = self.next_typed_value()?;
        let access = self.access(is_atomic, volatile)?;
        Ok(Action::Plain(InstructionKind::Load { address, access }, ty))
    }

    /// `store atomic volatile T v, ptr p syncscope("…") release, align 4`.
    pub(super) fn store(&mut self) -> Parse<Action> {
        let is_atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        let (value, _) = self.typed_value()?;
        let (address, _) = self.next_typed_value()?;
        let access = self.access(is_atomic, volatile)?;
        Ok(Action::Plain(InstructionKind::Store { value, address, access }, self.void))
    }

    /// `fence syncscope("…") seq_cst`.
    pub(super) fn fence(&mut self) -> Parse<InstructionKind> {
        let single_thread = self.single_thread()?;
        Ok(InstructionKind::Fence { ordering: self.ordering()?, single_thread })
    }

    /// `cmpxchg weak volatile ptr p, T e, T n syncscope("…") acq_rel monotonic, align 4`.
    pub(super) fn compare_exchange(&mut self) -> Parse<Action> {
        let weak = self.eat_word("weak");
        let volatile = self.eat_word("volatile");
        let (address, _) = self.typed_value()?;
        let (expected, ty) = self.next_typed_value()?;
        let (new, other) = self.next_typed_value()?;
        if ty != other {
            return self.failure("the values of `cmpxchg` have different types".into());
        }
        let single_thread = self.single_thread()?;
        let ordering = Some(self.ordering()?);
        let failure = self.ordering()?;
        let access = Access { ordering, volatile, single_thread, align: self.optional_alignment()? };
        let fields = Box::new([ty, self.bool]);
        let result = self.module.types.intern(Type::Struct { fields, packed: false });
        let kind = InstructionKind::CompareExchange { address, expected, new, access, failure, weak };
        Ok(Action::Plain(kind, result))
    }

    /// `atomicrmw volatile add ptr p, T v syncscope("…") seq_cst, align 4`.
    pub(super) fn atomic_rmw(&mut self) -> Parse<Action> {
        let volatile = self.eat_word("volatile");
        let Some(op) = self.word().and_then(RmwOp::from_word) else {
            return self.expected("an operation of `atomicrmw`");
        };
        self.cursor.advance();
        let (address, _) = self.typed_value()?;
        let (value, ty) = self.next_typed_value()?;
        let access = self.access(true, volatile)?;
        Ok(Action::Plain(InstructionKind::AtomicRmw { op, address, value, access }, ty))
    }

    /// `getelementptr inbounds T, ptr p, i64 0, i32 1`.
    pub(super) fn element_pointer(&mut self) -> Parse<Action> {
        let flags = self.poison_flags()?;
        let source_type = self.ty()?;
        let (base, result) = self.next_typed_value()?;
        let mut indices = Vec::new();
        while self.eat_comma() {
            self.eat_word("inrange");
            let (index, ty) = self.typed_value()?;
            if matches!(self.module.types.get(ty), Type::Vector { .. } | Type::Unsupported(_)) {
                return self.failure("a vector of addresses".into());
            }
            indices.push(index);
        }
        let indices = indices.into();
        Ok(Action::Plain(InstructionKind::GetElementPointer { flags, source_type, base, indices }, result))
    }

    /// The properties of an access, which follow its operands.
    fn access(&mut self, is_atomic: bool, volatile: bool) -> Parse<Access> {
        let single_thread = is_atomic && self.single_thread()?;
        let ordering = if is_atomic { Some(self.ordering()?) } else { None };
        Ok(Access { ordering, volatile, single_thread, align: self.optional_alignment()? })
    }

    /// Whether a `syncscope("…")`, if there is one, is that of a single thread. Other scopes stand
    /// for parts of machines, and all threads are in all of them.
    fn single_thread(&mut self) -> Parse<bool> {
        if !self.eat_word("syncscope") {
            return Ok(false);
        }
        self.expect(Token::OpenParenthesis, "`(`")?;
        let scope = self.string()?;
        self.expect(Token::CloseParenthesis, "`)`")?;
        Ok(&*scope == "singlethread")
    }

    fn ordering(&mut self) -> Parse<AtomicOrdering> {
        match self.word().and_then(AtomicOrdering::from_word) {
            Some(ordering) => {
                self.cursor.advance();
                Ok(ordering)
            }
            None => self.expected("a memory ordering"),
        }
    }

    /// `, align 4`, or nothing.
    fn optional_alignment(&mut self) -> Parse<Option<u64>> {
        if self.eat_comma() { Ok(Some(self.alignment()?)) } else { Ok(None) }
    }
}
