//! The forms of loops: code that programmers write where a thread waits, and code that looks like
//! it but does not wait.
//!
//! Half of a form is random: the locations, orderings and conditions, and the code around it.

mod back_off;
mod calls;
mod cas;
mod nodes;
mod own;
mod spin;
mod work;
mod zne;

use porf_entity::named_enum;

pub(super) use zne::SUCCESSES;

use super::generate::Generator;
use super::program::Statement;

named_enum! {
    /// A form of loop.
    pub enum Form {
        /// `while (x != 1);`
        SpinWhile = "spin-while",
        /// `do r = x; while (r != 1);`
        SpinDoWhile = "spin-do-while",
        /// `for (;;) { r = x; if (r == 1) break; }`
        SpinBreak = "spin-break",
        /// `l: r = x; if (r != 1) goto l;`
        SpinGoto = "spin-goto",
        /// `for (;;) { if (x != 1) continue; if (y != 1) continue; break; }`
        SpinContinue = "spin-continue",
        /// `for (;;) { if (x == 1) { r = 1; break; } if (y == 1) { r = 2; break; } }`
        SpinExits = "spin-exits",
        /// `for (;;) { while (x != 1); if (y == 1) break; }`
        SpinNested = "spin-nested",
        /// `while (x != 1) { while (y == 1); }`
        SpinInner = "spin-inner",
        /// `r = x; while (r != 1) r = x;`
        SpinPeeled = "spin-peeled",
        /// `a = x; b = y; while (a == b) { a = x; b = y; }`
        SpinPeeledTwo = "spin-peeled-two",
        /// `while (x != 1 || y != 1);`
        SpinTwo = "spin-two",
        /// `do { s = y; r = x; } while (r != 1);`, and `s` is used later.
        SpinSurvivor = "spin-survivor",
        /// `do { p = r; r = x; } while (r != 1);`, and `p` is used later.
        SpinPrevious = "spin-previous",
        /// `do { r = x; if (m < r) m = r; } while (r != 1);`, and `m` is used later.
        SpinMaximum = "spin-maximum",
        /// `do { cells[r & 1] = r; r = x; } while (r != 1);`, and the cells, which are private
        /// memory, are used later.
        SpinRemembers = "spin-remembers",
        /// `while (x != 1) n++;`, and `n` is used later.
        SpinCounted = "spin-counted",
        /// `for (i = 0; i < 2; i++) { r = x; if (r == 1) break; }`
        SpinTries = "spin-tries",
        /// A cycle that is entered at two places.
        SpinIrreducible = "spin-irreducible",
        /// `for (;;) { if (x == 1) break; fence; }`
        SpinFence = "spin-fence",
        /// `for (;;) { if (x == 1) break; if (y == 1) y++; }`
        SpinHelps = "spin-helps",
        /// `do s = x; while (s & 1 || (r = data, x != s));`
        SpinSequence = "spin-sequence",
        /// `do { a = x; ok = CAS(x, a, a + 1); } while (!ok);`
        CasLoop = "cas-loop",
        /// `ok = 0; while (!ok) { a = x; ok = CAS(x, a, a + 1); }`
        CasFlag = "cas-flag",
        /// `a = x; while (!CAS(x, &a, a + 1));`
        CasExpected = "cas-expected",
        /// `a = x; for (;;) { while (a == 0) a = x; if (CAS(x, &a, a + 1)) break; }`
        CasInner = "cas-inner",
        /// `for (;;) { a = x; if (a == 0) continue; if (CAS(x, a, a - 1)) break; }`
        CasGuarded = "cas-guarded",
        /// `do { CAS(x, 0, 1); r = y; } while (r != 1);`
        CasIgnored = "cas-ignored",
        /// `while (!CAS(l, 0, 1));`
        CasLock = "cas-lock",
        /// `while (exchange(l, 1));`
        ExchangeLock = "exchange-lock",
        /// `while (exchange(l, 1)) if (++n > 1) { sched_yield(); n = 0; }`
        BackOffCounts = "back-off-counts",
        /// `while (exchange(l, 1)) { if (n < 1) ; else if (n < 2) sched_yield(); else …; n++; }`
        BackOffStages = "back-off-stages",
        /// `d = 1; while (exchange(l, 1)) { for (i = 0; i < d; i++) ; if (d < 2) d += d; }`
        BackOffDelays = "back-off-delays",
        /// `while (exchange(l, 1)) if (seed++ & 1) sched_yield();`, and `seed` is memory of the
        /// thread.
        BackOffRemembers = "back-off-remembers",
        /// `do while (l); while (exchange(l, 1));`
        TtasLock = "ttas-lock",
        /// `r = fetch_add(x, 1); while (y != r);`
        TicketLock = "ticket-lock",
        /// `n = malloc(); do { s = top; n->next = s; } while (!CAS(top, s, n));`
        Push = "push",
        /// The same with a node that other threads know before.
        PushPublished = "push-published",
        /// The same, but each iteration begins with a read of the value that the last one wrote.
        PushReread = "push-reread",
        /// The same, but the node counts iterations.
        PushCounted = "push-counted",
        /// `n = malloc(); n->next = top; while (!CAS(top, &n->next, n));`
        PushExpected = "push-expected",
        /// The same with a node that other threads know before.
        PushExpectedPublished = "push-expected-published",
        /// The same as `push` with a new node for each attempt.
        PushFresh = "push-fresh",
        /// `do { t = top; if (!t) break; } while (!CAS(top, t, t->next));`
        Pop = "pop",
        /// `do n = top; while (!n);`
        AwaitNode = "await-node",
        /// Mellor-Crummey's and Scott's lock:
        /// `p = exchange(top, n); if (p) { p->next = n; while (n->count); }`.
        McsLock = "mcs-lock",
        /// `for (;;) { a = fetch_add(x, 1); if (a == 0) break; fetch_sub(x, 1); }`
        Zne = "zne",
        /// `a = fetch_add(x, 1); while (a != 0) { fetch_sub(x, 1); a = fetch_add(x, 1); }`
        ZnePeeled = "zne-peeled",
        /// The same with a spinloop in between.
        ZneRwLock = "zne-rwlock",
        /// `if (fetch_add(x, 1) != 0) fetch_sub(x, 1);`
        ZneTry = "zne-try",
        /// The same as `zne`, but the amounts differ, or the operations do not cancel out.
        ZneUnequal = "zne-unequal",
        /// `for (;;) { lock(m); r = x; unlock(m); if (r == 1) break; }`
        MutexTest = "mutex-test",
        /// `while (trylock(m));`
        MutexTry = "mutex-try",
        /// `for (;;) if (!trylock(m)) { r = x; unlock(m); if (r == 1) break; }`
        MutexPoll = "mutex-poll",
        /// `while (f() != 1);`, and `f` only reads.
        CallReads = "call-reads",
        /// `while (f() != 1);`, and `f` writes.
        CallWrites = "call-writes",
        /// `while (!f());`, and `f` is one attempt at a lock.
        CallTries = "call-tries",
        /// `f();`, and the loop is in `f`.
        CallWaits = "call-waits",
        /// `f();`, where `f` is `r = x; if (r == 1) return r; return f();`.
        CallRecursive = "call-recursive",
        /// `while (c == 0) c = x;`, and mostly only this thread accesses `c`, which is in shared
        /// memory.
        OwnCache = "own-cache",
        /// `c = x; while (!CAS(x, &c, c + 1));` with such a `c`.
        OwnExpected = "own-expected",
        /// `do { c = 1; r = x; } while (r != 1);` with such a `c`, or with one that other threads
        /// read.
        OwnStored = "own-stored",
        /// `do { a = x; y = a; } while (!CAS(x, a, a + 1));`, and other threads may access `y`.
        OwnLink = "own-link",
        /// `while (exchange(l, 1)) fetch_add(t, 1);`, and mostly nothing else accesses `t`.
        Tally = "tally",
        /// `for (i = 0; i < 2; i++) fetch_add(x, 1);`
        Work = "work",
        /// `while (x < 2) fetch_add(x, 1);`
        WorkUntil = "work-until",
    }
}

impl Form {
    /// Loops that store to nodes which mostly no other thread knows.
    pub(super) const WITH_NODES_OF_ITS_OWN: [Self; 4] =
        [Self::Push, Self::PushPublished, Self::PushExpected, Self::PushExpectedPublished];

    /// Loops that store to variables which mostly no other thread accesses, and loops that keep
    /// what the last iteration has read.
    pub(super) const WITH_MEMORY_OF_ITS_OWN: [Self; 8] = [
        Self::OwnCache,
        Self::OwnExpected,
        Self::OwnStored,
        Self::OwnLink,
        Self::CasExpected,
        Self::SpinPeeledTwo,
        Self::BackOffCounts,
        Self::Tally,
    ];

    /// A loop of this form.
    pub(super) fn generate(self, generator: &mut Generator<'_>) -> Vec<Statement> {
        let make: fn(&mut Generator<'_>) -> Vec<Statement> = match self {
            Self::SpinWhile => spin::before,
            Self::SpinDoWhile => spin::after,
            Self::SpinBreak => spin::between,
            Self::SpinGoto => spin::goto,
            Self::SpinContinue => spin::continued,
            Self::SpinExits => spin::exits,
            Self::SpinNested => spin::nested,
            Self::SpinInner => spin::inner,
            Self::SpinPeeled => spin::peeled,
            Self::SpinPeeledTwo => spin::peeled_two,
            Self::SpinTwo => spin::two,
            Self::SpinSurvivor => spin::survivor,
            Self::SpinPrevious => spin::previous,
            Self::SpinMaximum => spin::maximum,
            Self::SpinRemembers => spin::remembers,
            Self::SpinCounted => spin::counted,
            Self::SpinTries => spin::tries,
            Self::SpinIrreducible => spin::irreducible,
            Self::SpinFence => spin::fence,
            Self::SpinHelps => spin::helps,
            Self::SpinSequence => spin::sequence,
            Self::CasLoop => cas::succeeds,
            Self::CasFlag => cas::flag,
            Self::CasExpected => cas::expected,
            Self::CasInner => cas::inner,
            Self::CasGuarded => cas::guarded,
            Self::CasIgnored => cas::ignored,
            Self::CasLock => cas::lock,
            Self::ExchangeLock => cas::exchange_lock,
            Self::BackOffCounts => back_off::counts,
            Self::BackOffStages => back_off::stages,
            Self::BackOffDelays => back_off::delays,
            Self::BackOffRemembers => back_off::remembers,
            Self::TtasLock => cas::ttas_lock,
            Self::TicketLock => cas::ticket_lock,
            Self::Push => nodes::push,
            Self::PushPublished => nodes::push_published,
            Self::PushReread => nodes::push_reread,
            Self::PushCounted => nodes::push_counted,
            Self::PushExpected => nodes::push_expected,
            Self::PushExpectedPublished => nodes::push_expected_published,
            Self::PushFresh => nodes::push_fresh,
            Self::Pop => nodes::pop,
            Self::AwaitNode => nodes::await_node,
            Self::McsLock => nodes::mcs_lock,
            Self::Zne => zne::pair,
            Self::ZnePeeled => zne::peeled,
            Self::ZneRwLock => zne::rwlock,
            Self::ZneTry => zne::attempt,
            Self::ZneUnequal => zne::unequal,
            Self::MutexTest => zne::mutex_test,
            Self::MutexTry => zne::mutex_try,
            Self::MutexPoll => zne::mutex_poll,
            Self::CallReads => calls::reads,
            Self::CallWrites => calls::writes,
            Self::CallTries => calls::tries,
            Self::CallWaits => calls::waits,
            Self::CallRecursive => calls::recursive,
            Self::OwnCache => own::cache,
            Self::OwnExpected => own::expected,
            Self::OwnStored => own::stored,
            Self::OwnLink => own::link,
            Self::Tally => back_off::tally,
            Self::Work => work::counted,
            Self::WorkUntil => work::until,
        };
        make(generator)
    }
}
