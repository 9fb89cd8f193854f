//! Words of the IR with a fixed meaning: operations, predicates, orderings, linkages, flags.

/// Declares an enumeration each of whose values is one word of IR text.
macro_rules! word_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis enum $name { $($(#[$variant_meta])* $variant,)* }

        impl $name {
            /// All values, in the order of declaration.
            $vis const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The value that a word stands for.
            $vis fn from_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// The word in IR text.
            $vis fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
        }
    };
}

word_enum! {
    /// Arithmetic on two operands of one type.
    pub enum BinaryOp {
        /// Integer addition.
        Add = "add",
        /// Integer subtraction.
        Sub = "sub",
        /// Integer multiplication.
        Mul = "mul",
        /// Unsigned division.
        UDiv = "udiv",
        /// Signed division.
        SDiv = "sdiv",
        /// Unsigned remainder.
        URem = "urem",
        /// Signed remainder.
        SRem = "srem",
        /// Shift to the left.
        Shl = "shl",
        /// Shift to the right, zeros come in.
        LShr = "lshr",
        /// Shift to the right, copies of the sign come in.
        AShr = "ashr",
        /// Bitwise and.
        And = "and",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Floating-point addition.
        FAdd = "fadd",
        /// Floating-point subtraction.
        FSub = "fsub",
        /// Floating-point multiplication.
        FMul = "fmul",
        /// Floating-point division.
        FDiv = "fdiv",
        /// Floating-point remainder.
        FRem = "frem",
    }
}

word_enum! {
    /// Conversions.
    pub enum CastOp {
        /// To fewer bits.
        Trunc = "trunc",
        /// To more bits, zeros above.
        ZExt = "zext",
        /// To more bits, copies of the sign above.
        SExt = "sext",
        /// To a smaller floating-point format.
        FpTrunc = "fptrunc",
        /// To a larger floating-point format.
        FpExt = "fpext",
        /// From floating point to an unsigned integer.
        FpToUi = "fptoui",
        /// From floating point to a signed integer.
        FpToSi = "fptosi",
        /// From an unsigned integer to floating point.
        UiToFp = "uitofp",
        /// From a signed integer to floating point.
        SiToFp = "sitofp",
        /// From a pointer to an integer.
        PtrToInt = "ptrtoint",
        /// From a pointer to its address; provenance is not exposed.
        PtrToAddr = "ptrtoaddr",
        /// From an integer to a pointer.
        IntToPtr = "inttoptr",
        /// The same bits as another type.
        BitCast = "bitcast",
        /// To another address space.
        AddrSpaceCast = "addrspacecast",
    }
}

word_enum! {
    /// Comparisons of integers and pointers.
    pub enum IntPredicate {
        /// Equal.
        Eq = "eq",
        /// Not equal.
        Ne = "ne",
        /// Unsigned greater.
        Ugt = "ugt",
        /// Unsigned greater or equal.
        Uge = "uge",
        /// Unsigned less.
        Ult = "ult",
        /// Unsigned less or equal.
        Ule = "ule",
        /// Signed greater.
        Sgt = "sgt",
        /// Signed greater or equal.
        Sge = "sge",
        /// Signed less.
        Slt = "slt",
        /// Signed less or equal.
        Sle = "sle",
    }
}

word_enum! {
    /// Comparisons of floating-point numbers. Ordered: no operand is a NaN.
    pub enum FloatPredicate {
        /// Never.
        False = "false",
        /// Ordered and equal.
        Oeq = "oeq",
        /// Ordered and greater.
        Ogt = "ogt",
        /// Ordered and greater or equal.
        Oge = "oge",
        /// Ordered and less.
        Olt = "olt",
        /// Ordered and less or equal.
        Ole = "ole",
        /// Ordered and not equal.
        One = "one",
        /// Ordered.
        Ord = "ord",
        /// Unordered or equal.
        Ueq = "ueq",
        /// Unordered or greater.
        Ugt = "ugt",
        /// Unordered or greater or equal.
        Uge = "uge",
        /// Unordered or less.
        Ult = "ult",
        /// Unordered or less or equal.
        Ule = "ule",
        /// Unordered or not equal.
        Une = "une",
        /// Unordered.
        Uno = "uno",
        /// Always.
        True = "true",
    }
}

word_enum! {
    /// The operations of `atomicrmw` on the old value and the operand.
    pub enum RmwOp {
        /// The operand.
        Exchange = "xchg",
        /// Sum.
        Add = "add",
        /// Difference.
        Sub = "sub",
        /// Bitwise and.
        And = "and",
        /// Complement of bitwise and.
        Nand = "nand",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Signed maximum.
        Max = "max",
        /// Signed minimum.
        Min = "min",
        /// Unsigned maximum.
        UMax = "umax",
        /// Unsigned minimum.
        UMin = "umin",
        /// Floating-point sum.
        FAdd = "fadd",
        /// Floating-point difference.
        FSub = "fsub",
        /// Floating-point maximum.
        FMax = "fmax",
        /// Floating-point minimum.
        FMin = "fmin",
        /// Floating-point maximum, a NaN if an operand is.
        FMaximum = "fmaximum",
        /// Floating-point minimum, a NaN if an operand is.
        FMinimum = "fminimum",
        /// Plus one, 0 from the operand on.
        UIncWrap = "uinc_wrap",
        /// Minus one, the operand from 0 or above the operand.
        UDecWrap = "udec_wrap",
        /// Difference if the operand is not greater, else the old value.
        USubCond = "usub_cond",
        /// Difference if the operand is not greater, else 0.
        USubSat = "usub_sat",
    }
}

word_enum! {
    /// Orderings of atomic accesses and fences.
    pub enum AtomicOrdering {
        /// Weaker than any of C11.
        Unordered = "unordered",
        /// C11's relaxed.
        Monotonic = "monotonic",
        /// Acquire.
        Acquire = "acquire",
        /// Release.
        Release = "release",
        /// Acquire and release.
        AcquireRelease = "acq_rel",
        /// Sequentially consistent.
        SequentiallyConsistent = "seq_cst",
    }
}

word_enum! {
    /// The modules that see a global, and the definition that wins when modules are linked.
    pub enum Linkage {
        /// All modules see it; the default where no linkage is written.
        External = "external",
        /// Only the module sees it; the name means nothing elsewhere.
        Private = "private",
        /// Only the module sees it: C's `static`.
        Internal = "internal",
        /// All modules see it; for inlining only, the definition proper is elsewhere.
        AvailableExternally = "available_externally",
        /// Merged with others of the name; dropped if unused.
        LinkOnce = "linkonce",
        /// As `LinkOnce`; all definitions are equivalent.
        LinkOnceOdr = "linkonce_odr",
        /// Merged with others of the name; another definition wins.
        Weak = "weak",
        /// As `Weak`; all definitions are equivalent.
        WeakOdr = "weak_odr",
        /// C's tentative definition: merged, zero.
        Common = "common",
        /// Arrays that are joined.
        Appending = "appending",
        /// Null if there is no definition.
        ExternalWeak = "extern_weak",
    }
}

/// Promises about an operation; the result is poison where one is broken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PoisonFlags {
    /// `nuw`: no unsigned overflow.
    pub no_unsigned_wrap: bool,
    /// `nsw`: no signed overflow.
    pub no_signed_wrap: bool,
    /// `exact`: nothing is lost in the division or shift.
    pub exact: bool,
    /// `disjoint`: no bit is set in both operands of `or`.
    pub disjoint: bool,
    /// `nneg`: the operand is not negative.
    pub non_negative: bool,
    /// `samesign`: the operands have the same sign.
    pub same_sign: bool,
    /// `inbounds`: the address stays in the object.
    pub in_bounds: bool,
    /// `nusw`: no overflow of a signed offset added to an unsigned address.
    pub no_unsigned_signed_wrap: bool,
}
