//! The functions that threads can call: the atomic operations of `<stdatomic.h>`, `assert` and
//! `assume`.

use porf_entity::{Diagnostic, FenceOrdering, FetchOp, ReadOrdering, RmwOrdering, Span, WriteOrdering};
use porf_ir::{RmwKind, ValueId};

use super::ast::{Expression, ExpressionKind, LocalId, MemoryOrder};
use super::lower::ThreadLowering;
use super::place::Object;
use super::value::Typed;
use crate::ctype::CType;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Function {
    Load,
    Store,
    Init,
    Exchange,
    Fetch(FetchOp),
    CompareExchange { weak: bool },
    TestAndSet,
    Clear,
    ThreadFence,
    SignalFence,
    Assert,
    Assume,
}

/// The memory orders that a function takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Orders {
    /// No memory orders.
    None,
    /// This many orders, in the variant whose name ends in `_explicit`.
    Explicit(usize),
    /// Always one order.
    Always,
}

/// All functions by name (without `_explicit`), with the number of arguments before the memory
/// orders, and the memory orders.
const FUNCTIONS: [(&str, Function, usize, Orders); 19] = [
    ("atomic_load", Function::Load, 1, Orders::Explicit(1)),
    ("atomic_store", Function::Store, 2, Orders::Explicit(1)),
    ("atomic_init", Function::Init, 2, Orders::None),
    ("atomic_exchange", Function::Exchange, 2, Orders::Explicit(1)),
    ("atomic_fetch_add", Function::Fetch(FetchOp::Add), 2, Orders::Explicit(1)),
    ("atomic_fetch_sub", Function::Fetch(FetchOp::Sub), 2, Orders::Explicit(1)),
    ("atomic_fetch_and", Function::Fetch(FetchOp::And), 2, Orders::Explicit(1)),
    ("atomic_fetch_or", Function::Fetch(FetchOp::Or), 2, Orders::Explicit(1)),
    ("atomic_fetch_xor", Function::Fetch(FetchOp::Xor), 2, Orders::Explicit(1)),
    ("atomic_compare_exchange_strong", Function::CompareExchange { weak: false }, 3, Orders::Explicit(2)),
    ("atomic_compare_exchange_weak", Function::CompareExchange { weak: true }, 3, Orders::Explicit(2)),
    ("atomic_flag_test_and_set", Function::TestAndSet, 1, Orders::Explicit(1)),
    ("atomic_flag_clear", Function::Clear, 1, Orders::Explicit(1)),
    ("atomic_thread_fence", Function::ThreadFence, 0, Orders::Always),
    ("atomic_signal_fence", Function::SignalFence, 0, Orders::Always),
    ("assert", Function::Assert, 1, Orders::None),
    ("assume", Function::Assume, 1, Orders::None),
    ("__VERIFIER_assume", Function::Assume, 1, Orders::None),
    ("__VERIFIER_assert", Function::Assert, 1, Orders::None),
];

/// A memory order with the place for messages about it; the name of the function if the order is
/// not written.
type PlacedOrder = (MemoryOrder, Span);

impl ThreadLowering<'_> {
    pub(super) fn call(
        &mut self,
        name: &str,
        name_span: Span,
        arguments: &[Expression],
        span: Span,
    ) -> Result<Option<Typed>, Diagnostic> {
        let (function, operand_count, order_count) = look_up(name, name_span)?;
        check_argument_count(name, span, arguments.len(), operand_count + order_count)?;
        let (operands, orders) = arguments.split_at(operand_count);
        let orders: Vec<PlacedOrder> = orders.iter().map(memory_order).collect::<Result<_, _>>()?;
        let default = (MemoryOrder::SequentiallyConsistent, name_span);
        let order = orders.first().copied().unwrap_or(default);
        match function {
            Function::Load => {
                let object = self.pointed_to(&operands[0])?;
                let ordering = read_ordering(order, "a load")?;
                self.set_position(span);
                Ok(Some(self.load_object(object, ordering)))
            }
            Function::Store | Function::Init => {
                let object = self.pointed_to(&operands[0])?;
                let value = self.operand(&operands[1], object)?;
                let ordering = match function {
                    // Initialization is not atomic.
                    Function::Init => WriteOrdering::NonAtomic,
                    _ => write_ordering(order)?,
                };
                self.set_position(span);
                self.builder.store(value, object.address, ordering);
                Ok(None)
            }
            Function::Exchange => {
                let object = self.pointed_to(&operands[0])?;
                let value = self.operand(&operands[1], object)?;
                self.set_position(span);
                let ordering = rmw_ordering(order);
                let old = self.builder.rmw(RmwKind::Exchange, object.address, value, ordering);
                Ok(Some(Typed { value: old, ty: object.ty.value_type() }))
            }
            Function::Fetch(op) => {
                let object = self.pointed_to(&operands[0])?;
                let operand = self.value(&operands[1])?;
                self.fetch(op, object, operand, rmw_ordering(order), span).map(Some)
            }
            Function::CompareExchange { weak } => {
                let failure = orders.get(1).copied().unwrap_or(default);
                self.compare_exchange(operands, order, failure, weak, span).map(Some)
            }
            Function::TestAndSet => {
                let object = self.pointed_to(&operands[0])?;
                self.set_position(span);
                let set = self.builder.constant(object.ty.lowered(), 1);
                let old = self.builder.rmw(RmwKind::Exchange, object.address, set, rmw_ordering(order));
                Ok(Some(Typed { value: old, ty: object.ty.value_type() }))
            }
            Function::Clear => {
                let object = self.pointed_to(&operands[0])?;
                let ordering = write_ordering(order)?;
                self.set_position(span);
                let clear = self.builder.constant(object.ty.lowered(), 0);
                self.builder.store(clear, object.address, ordering);
                Ok(None)
            }
            Function::ThreadFence => {
                self.set_position(span);
                if let Some(ordering) = fence_ordering(order) {
                    self.builder.fence(ordering);
                }
                Ok(None)
            }
            // The fence orders a thread and its own signal handlers, of which there are none.
            Function::SignalFence => Ok(None),
            Function::Assert => self.assertion(&operands[0], span).map(|()| None),
            Function::Assume => {
                let truth = self.truth(&operands[0])?;
                self.set_position(span);
                self.builder.assume(truth);
                Ok(None)
            }
        }
    }

    /// A value to be stored in an object.
    fn operand(&mut self, operand: &Expression, object: Object) -> Result<ValueId, Diagnostic> {
        let typed = self.value(operand)?;
        self.convert(typed, object.ty, operand.span)
    }

    /// Lowers a compare-exchange. The expected value is read without atomicity from the object to
    /// which the second argument points. If the exchange fails, the value that was found replaces
    /// it there.
    fn compare_exchange(
        &mut self,
        operands: &[Expression],
        success: PlacedOrder,
        failure: PlacedOrder,
        weak: bool,
        span: Span,
    ) -> Result<Typed, Diagnostic> {
        let object = self.pointed_to(&operands[0])?;
        let expected_place = self.expected(&operands[1], object)?;
        let success = rmw_ordering(success);
        let failure = read_ordering(failure, "a compare-exchange that fails")?;
        self.set_position(span);
        let expected = match expected_place {
            Expected::Local(id) => {
                let typed = Typed { value: self.read(id), ty: self.local_type(id).value_type() };
                self.convert(typed, object.ty, operands[1].span)?
            }
            Expected::Memory(place) => {
                let typed = self.load_object(place, ReadOrdering::NonAtomic);
                self.convert(typed, object.ty, operands[1].span)?
            }
        };
        let desired = self.operand(&operands[2], object)?;
        self.set_position(span);
        let (old, succeeded) =
            self.builder.compare_exchange(object.address, expected, desired, success, failure, weak);
        let old = Typed { value: old, ty: object.ty.value_type() };
        match expected_place {
            // If the exchange succeeds, this is the value that the variable has already.
            Expected::Local(id) => {
                let found = self.convert(old, self.local_type(id), operands[1].span)?;
                self.define(id, found);
            }
            Expected::Memory(place) => {
                let failed = self.builder.create_block();
                let join = self.builder.create_block();
                self.builder.branch(succeeded, join, failed);
                self.begin(failed);
                let found = self.convert(old, place.ty, operands[1].span)?;
                self.builder.store(found, place.address, WriteOrdering::NonAtomic);
                self.builder.jump(join);
                self.begin(join);
            }
        }
        Ok(self.truth_as(succeeded, CType::BOOL))
    }

    /// The place where a compare-exchange finds its expected value.
    fn expected(&mut self, argument: &Expression, object: Object) -> Result<Expected, Diagnostic> {
        let expected = match &argument.kind {
            ExpressionKind::AddressOf(inner) => match inner.kind {
                ExpressionKind::Local(id) => Expected::Local(id),
                _ => Expected::Memory(self.pointed_to(argument)?),
            },
            _ => Expected::Memory(self.pointed_to(argument)?),
        };
        let ty = match expected {
            Expected::Local(id) => self.local_type(id),
            Expected::Memory(place) => place.ty,
        };
        if ty.size() == object.ty.size() {
            return Ok(expected);
        }
        let message = "the expected value has another size than the atomic variable";
        let label = format!("points to `{}` instead of `{}`", ty.value_type(), object.ty.value_type());
        Err(Diagnostic::new(argument.span, message, label))
    }
}

#[derive(Clone, Copy)]
enum Expected {
    Local(LocalId),
    Memory(Object),
}

/// The function of this name, its number of operands, and its number of memory orders.
fn look_up(name: &str, span: Span) -> Result<(Function, usize, usize), Diagnostic> {
    let (base, explicit) = match name.strip_suffix("_explicit") {
        Some(base) => (base, true),
        None => (name, false),
    };
    let known = FUNCTIONS.iter().find_map(|&(known, function, operands, orders)| match orders {
        _ if known != base => None,
        Orders::Explicit(count) => Some((function, operands, if explicit { count } else { 0 })),
        Orders::None if !explicit => Some((function, operands, 0)),
        Orders::Always if !explicit => Some((function, operands, 1)),
        Orders::None | Orders::Always => None,
    });
    known.ok_or_else(|| {
        let explicit_names = FUNCTIONS.iter().filter(|(.., orders)| matches!(orders, Orders::Explicit(_)));
        let names: Vec<String> = (explicit_names.map(|(name, ..)| format!("{name}_explicit")))
            .chain(FUNCTIONS.iter().map(|(name, ..)| (*name).to_owned()))
            .collect();
        Diagnostic::new(span, format!("there is no function `{name}`"), "unknown function")
            .suggesting(name, names.iter().map(String::as_str))
    })
}

fn check_argument_count(name: &str, span: Span, found: usize, wanted: usize) -> Result<(), Diagnostic> {
    if found == wanted {
        return Ok(());
    }
    let plural = if wanted == 1 { "" } else { "s" };
    let message = format!("`{name}` takes {wanted} argument{plural}, but {found} are given");
    let diagnostic = Diagnostic::new(span, message, format!("expected {wanted} argument{plural}"));
    let takes_orders = FUNCTIONS.iter().any(|&(known, .., orders)| {
        known == name && matches!(orders, Orders::Explicit(count) if wanted + count == found)
    });
    Err(match takes_orders {
        true => diagnostic.with_help(format!("did you mean `{name}_explicit`?")),
        false => diagnostic,
    })
}

fn memory_order(argument: &Expression) -> Result<PlacedOrder, Diagnostic> {
    match argument.kind {
        ExpressionKind::Order(order) => Ok((order, argument.span)),
        _ => Err(Diagnostic::new(argument.span, "a memory order is needed here", "not a memory order")
            .with_help("write one such as `memory_order_seq_cst`")),
    }
}

fn read_ordering((order, span): PlacedOrder, what: &str) -> Result<ReadOrdering, Diagnostic> {
    match order {
        MemoryOrder::Relaxed => Ok(ReadOrdering::Relaxed),
        MemoryOrder::Acquire => Ok(ReadOrdering::Acquire),
        MemoryOrder::SequentiallyConsistent => Ok(ReadOrdering::SeqCst),
        MemoryOrder::Release | MemoryOrder::AcquireRelease => {
            Err(Diagnostic::new(span, format!("{what} cannot release"), "not possible for a load")
                .with_help("use `memory_order_relaxed`, `memory_order_acquire` or `memory_order_seq_cst`"))
        }
    }
}

fn write_ordering((order, span): PlacedOrder) -> Result<WriteOrdering, Diagnostic> {
    match order {
        MemoryOrder::Relaxed => Ok(WriteOrdering::Relaxed),
        MemoryOrder::Release => Ok(WriteOrdering::Release),
        MemoryOrder::SequentiallyConsistent => Ok(WriteOrdering::SeqCst),
        MemoryOrder::Acquire | MemoryOrder::AcquireRelease => {
            Err(Diagnostic::new(span, "a store cannot acquire", "not possible for a store")
                .with_help("use `memory_order_relaxed`, `memory_order_release` or `memory_order_seq_cst`"))
        }
    }
}

fn rmw_ordering((order, _): PlacedOrder) -> RmwOrdering {
    match order {
        MemoryOrder::Relaxed => RmwOrdering::Relaxed,
        MemoryOrder::Acquire => RmwOrdering::Acquire,
        MemoryOrder::Release => RmwOrdering::Release,
        MemoryOrder::AcquireRelease => RmwOrdering::AcqRel,
        MemoryOrder::SequentiallyConsistent => RmwOrdering::SeqCst,
    }
}

/// The ordering of a fence; a relaxed fence is none.
fn fence_ordering((order, _): PlacedOrder) -> Option<FenceOrdering> {
    match order {
        MemoryOrder::Relaxed => None,
        MemoryOrder::Acquire => Some(FenceOrdering::Acquire),
        MemoryOrder::Release => Some(FenceOrdering::Release),
        MemoryOrder::AcquireRelease => Some(FenceOrdering::AcqRel),
        MemoryOrder::SequentiallyConsistent => Some(FenceOrdering::SeqCst),
    }
}
