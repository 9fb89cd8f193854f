//! Libraries with specifications: the code that stands for their functions.
//!
//! A call of a function is one event, or two for an rmw. So the function gets a body of one access
//! to the object, whatever the program defines. Before the access, the body says that the location
//! belongs to the library, so that the axioms of the library are about it.
//!
//! - The value of an object is kept in its first bytes, as large as the values of the functions.
//!   Without values it is a word of 4 bytes. It is kept as the difference to the initial value, so
//!   that memory which was never written has that one.
//! - A read that is functional and blocking takes the unit value away: it waits until the object has
//!   it, in the same event. So no two reads read one write, and a thread that waits makes no
//!   events, as with mutexes. A write of the unit value to an object that has it would leave two
//!   writes to be read, which porf cannot express yet.
//!
//! The code is LLVM IR text, made for the types with which the program declares the functions.

use std::fmt::Write;

use porf_entity::{ReadOrdering, RmwOrdering, WriteOrdering};
use porf_ir::intrinsics::{FailCode, OperationCode, WaitCode};
use porf_library::{
    Action, Expression, Function, Functional, Operand, Operator, Rmw, Specification, Update, Written,
};
use porf_llvm::ast::{GlobalKind, Linkage, Module, Type, TypeId};

use crate::bad_input::BadInput;

/// The code for the functions of libraries.
#[derive(Debug, Default)]
pub(crate) struct Code {
    /// LLVM IR text.
    pub(crate) text: String,
    /// For people: what the program defines, and specifications replace.
    pub(crate) notes: String,
}

/// The word of an object without values.
struct Words {
    free: u32,
    taken: u32,
}

impl Words {
    fn new(specification: &Specification) -> Self {
        match specification.initially {
            Some(_) => Self { free: 0, taken: 1 },
            None => Self { free: 1, taken: 2 },
        }
    }
}

/// A file of the program.
pub(crate) struct File<'a> {
    pub(crate) name: &'a str,
    pub(crate) module: &'a mut Module,
}

/// Makes the code for the functions of libraries that the program declares or defines, and takes the
/// program's own definitions away.
pub(crate) fn generate(libraries: &[Specification], files: &mut [File<'_>]) -> Result<Code, BadInput> {
    let mut code = Code::default();
    for (index, library) in libraries.iter().enumerate() {
        let refuse = |message: String| BadInput::new(&library.name, message, None);
        if let Some(missing) = unsupported(library) {
            return Err(BadInput::unsupported(&library.name, missing));
        }
        let mut generator =
            Generator { library, index, size: None, text: String::new(), functions: 0, checks_words: false };
        for (place, function) in library.functions.iter().enumerate() {
            if let Some(signature) = take(function, files, library, &mut code.notes)? {
                generator.add(place, function, &signature).map_err(&refuse)?;
            }
        }
        if generator.functions == 0 {
            let names: Vec<&str> = library.functions.iter().map(|function| &*function.name).collect();
            let message = format!("the program calls no function of this library: {}", names.join(", "));
            return Err(refuse(message));
        }
        code.text += &generator.text;
    }
    if !code.text.is_empty() {
        code.text += DECLARATIONS;
    }
    Ok(code)
}

const DECLARATIONS: &str = "\
declare void @__porf_assign8(ptr, i64, i64)
declare void @__porf_assign16(ptr, i64, i64)
declare void @__porf_assign32(ptr, i64, i64)
declare void @__porf_assign64(ptr, i64, i64)
declare i32 @__porf_wait_rmw32(ptr, i32, i32, i32, i32, i32)
declare void @__porf_fail(i32, ptr)
";

/// What a specification asks for that porf cannot express yet.
fn unsupported(library: &Specification) -> Option<String> {
    let has_values = has_values(library);
    if has_values && library.initially.is_none() {
        return Some(
            "objects with values need `initially N`: otherwise reads before the init are not found".into(),
        );
    }
    for function in &library.functions {
        let name = &function.name;
        match &function.action {
            Action::Read(read) => match read.functional {
                Some(Functional { most_readers, blocking })
                    if most_readers.get() != 1 || !blocking || has_values =>
                {
                    return Some(format!(
                        "`{name}`: functional reads have to be blocking, once a write, and without values"
                    ));
                }
                Some(_) => {}
                None if !has_values => {
                    return Some(format!(
                        "`{name}`: reads without values have to be functional and blocking"
                    ));
                }
                None => {}
            },
            Action::Rmw(Rmw { functional: Some(_), .. }) => {
                return Some(format!("`{name}`: rmws that are functional are not supported"));
            }
            Action::Rmw(_) | Action::Init(_) | Action::Write(_) => {}
        }
    }
    None
}

/// Whether the objects of a library have values, and not the unit value only.
fn has_values(library: &Specification) -> bool {
    library
        .functions
        .iter()
        .any(|it| it.result().is_some() || !matches!(it.written(), None | Some(Written::Unit)))
}

/// The types of a function.
struct Signature {
    file: String,
    parameters: Vec<Option<Value>>,
    result: Option<Option<Value>>,
}

/// A type of values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Int(u32),
    Pointer,
}

impl Value {
    fn of(module: &Module, ty: TypeId) -> Option<Self> {
        match module.types.get(ty) {
            Type::Int(bits @ (8 | 16 | 32 | 64)) => Some(Self::Int(*bits)),
            Type::Pointer { .. } => Some(Self::Pointer),
            _ => None,
        }
    }

    fn bits(self) -> u32 {
        match self {
            Self::Int(bits) => bits,
            Self::Pointer => 64,
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Int(bits) => write!(f, "i{bits}"),
            Self::Pointer => f.write_str("ptr"),
        }
    }
}

/// The types of a function in the program, whose definitions are taken away. `None` if the program
/// does not know the function.
fn take(
    function: &Function,
    files: &mut [File<'_>],
    library: &Specification,
    notes: &mut String,
) -> Result<Option<Signature>, BadInput> {
    let mut signature = None;
    for File { name, module } in files {
        let Some((id, _)) = module.globals.iter().find(|(_, global)| *global.name == *function.name) else {
            continue;
        };
        let global = &mut module.globals[id];
        let GlobalKind::Function(declared) = &mut global.kind else { continue };
        if declared.body.take().is_some() {
            global.linkage = Linkage::External;
            let _ = writeln!(
                notes,
                "porf: {name}: {} is defined here, but the specification of the library {} counts",
                function.name, library.name
            );
        }
        let GlobalKind::Function(declared) = &module.globals[id].kind else { continue };
        let parameters = declared.parameters.iter().map(|it| Value::of(module, it.ty)).collect();
        let result = match module.types.get(declared.result_type) {
            Type::Void => None,
            _ => Some(Value::of(module, declared.result_type)),
        };
        signature = Some(Signature { file: (*name).to_owned(), parameters, result });
    }
    Ok(signature)
}

/// Makes the code of a library.
struct Generator<'a> {
    library: &'a Specification,
    index: usize,
    /// The type of the values, once it is known.
    size: Option<Value>,
    text: String,
    functions: usize,
    checks_words: bool,
}

impl Generator<'_> {
    /// Adds a function. The error is for the user.
    fn add(&mut self, place: usize, function: &Function, signature: &Signature) -> Result<(), String> {
        self.functions += 1;
        let Function { name, parameters, .. } = function;
        let file = &signature.file;
        let given = signature.parameters.len();
        if given != parameters.len() {
            return Err(format!(
                "`{name}` has {} in the specification, but {given} in {file}: ({})",
                count(parameters.len(), "parameter"),
                parameters.join(", ")
            ));
        }
        let types: Vec<Value> = (0..given)
            .map(|index| {
                signature.parameters[index].ok_or_else(|| {
                    format!(
                        "`{name}`, {file}: the parameter `{}` is neither an integer of 8 to 64 bits nor a pointer",
                        parameters[index]
                    )
                })
            })
            .collect::<Result<_, String>>()?;
        if types[0] != Value::Pointer {
            return Err(format!(
                "`{name}`, {file}: the parameter `{}` is no pointer to an object",
                parameters[0]
            ));
        }
        let result = match (function.result(), signature.result) {
            (None, None) => None,
            (Some(_), Some(Some(value))) => Some(value),
            (Some(value), None) => {
                return Err(format!(
                    "`{name}` returns `{value}` in the specification, but nothing in {file}; leave out `= {value}`"
                ));
            }
            (None, Some(_)) => {
                return Err(format!(
                    "`{name}` returns a value in {file}, but the specification does not say which; write `{name}(…) = v`"
                ));
            }
            (Some(_), Some(None)) => {
                return Err(format!(
                    "`{name}`, {file}: the result is neither an integer of 8 to 64 bits nor a pointer"
                ));
            }
        };
        let values = match has_values(self.library) {
            true => self.values(function, &types, result)?,
            false => Value::Int(32),
        };
        let body = match &function.action {
            Action::Init(ordering) | Action::Write(ordering) => match function.written() {
                Some(Written::Parameter(index)) => self.store(values, &format!("%{index}"), *ordering),
                _ => self.store_unit(matches!(function.action, Action::Init(_)), *ordering),
            },
            Action::Read(read) if read.functional.is_some() => self.take_unit(),
            Action::Read(read) => self.load(values, read.ordering),
            Action::Rmw(rmw) => self.rmw(name, values, rmw)?,
        };
        let result = result.map_or("void".to_owned(), |value| value.to_string());
        let list: Vec<String> =
            types.iter().enumerate().map(|(index, ty)| format!("{ty} %{index}")).collect();
        let _ = write!(
            self.text,
            "define {result} @{name}({}) {{\n  call void @__porf_assign{}(ptr %0, i64 {}, i64 {place})\n{body}}}\n",
            list.join(", "),
            values.bits(),
            self.index
        );
        Ok(())
    }

    /// The type of the values of the objects, which all functions have to agree on.
    fn values(
        &mut self,
        function: &Function,
        types: &[Value],
        result: Option<Value>,
    ) -> Result<Value, String> {
        let used = match function.written() {
            Some(Written::Parameter(index)) => vec![types[index]],
            Some(Written::Update(_)) => types[1..].to_vec(),
            Some(Written::Unit) | None => Vec::new(),
        };
        let mut all = used.into_iter().chain(result);
        let values = self.size.or_else(|| all.clone().next()).unwrap_or(Value::Int(32));
        if all.any(|value| value != values) {
            return Err(format!(
                "`{}` uses values of another type than the other functions: they all have to be {values}",
                function.name
            ));
        }
        self.size = Some(values);
        if values == Value::Pointer && self.initial() != 0 {
            return Err("the initial value of pointers has to be 0".into());
        }
        Ok(values)
    }

    /// The value that memory has which was never written.
    fn initial(&self) -> i64 {
        self.library.initially.unwrap_or(0)
    }

    /// Code that computes what is kept for a value.
    fn kept(&self, values: Value, value: &str) -> (String, String) {
        match self.initial() {
            0 => (String::new(), value.to_owned()),
            initial => (format!("  %kept = sub {values} {value}, {initial}\n"), "%kept".to_owned()),
        }
    }

    /// Code that returns the value for what is kept.
    fn returned(&self, values: Value, kept: &str) -> String {
        match self.initial() {
            0 => format!("  ret {values} {kept}\n"),
            initial => format!("  %value = add {values} {kept}, {initial}\n  ret {values} %value\n"),
        }
    }

    fn store(&self, values: Value, value: &str, ordering: WriteOrdering) -> String {
        let (code, kept) = self.kept(values, value);
        let (ordering, align) = (write_ordering(ordering), values.bits() / 8);
        format!("{code}  store atomic {values} {kept}, ptr %0 {ordering}, align {align}\n  ret void\n")
    }

    fn load(&self, values: Value, ordering: ReadOrdering) -> String {
        let (ordering, align) = (read_ordering(ordering), values.bits() / 8);
        let code = format!("  %found = load atomic {values}, ptr %0 {ordering}, align {align}\n");
        code + &self.returned(values, "%found")
    }

    /// Code that gives an object the unit value.
    fn store_unit(&mut self, is_init: bool, ordering: WriteOrdering) -> String {
        let Words { free, .. } = Words::new(self.library);
        let ordering = write_ordering(ordering);
        let store = format!("  store atomic i32 {free}, ptr %0 {ordering}, align 4\n  ret void\n");
        if is_init {
            return store;
        }
        self.add_messages();
        let index = self.index;
        let kind = FailCode::Unsupported as usize;
        format!(
            "  %found = load atomic i32, ptr %0 monotonic, align 4
  %unread = icmp eq i32 %found, {free}
  br i1 %unread, label %twice, label %once
twice:
  call void @__porf_fail(i32 {kind}, ptr @__porf_twice_{index})
  unreachable
once:
{store}"
        )
    }

    /// Code that takes the unit value away, and waits for it.
    fn take_unit(&mut self) -> String {
        let Words { taken, .. } = Words::new(self.library);
        let (compare, operation) = (WaitCode::NotEqual as usize, OperationCode::Exchange as usize);
        let wait = format!(
            "  %found = call i32 @__porf_wait_rmw32(ptr %0, i32 -1, i32 {compare}, i32 {taken}, i32 {operation}, i32 {taken})\n"
        );
        if self.library.initially.is_some() {
            return wait + "  ret void\n";
        }
        self.add_messages();
        let (index, kind) = (self.index, FailCode::Synchronisation as usize);
        format!(
            "{wait}  %is_made = icmp ne i32 %found, 0
  br i1 %is_made, label %made, label %missing
missing:
  call void @__porf_fail(i32 {kind}, ptr @__porf_missing_{index})
  unreachable
made:
  ret void
"
        )
    }

    /// Adds the texts of messages.
    fn add_messages(&mut self) {
        if std::mem::replace(&mut self.checks_words, true) {
            return;
        }
        let library = &self.library.name;
        let messages = [
            (
                "twice",
                format!(
                    "a second write to an object of the library {library} that nobody has read in between"
                ),
            ),
            ("missing", format!("an object of the library {library} is used before its init")),
        ];
        for (name, text) in messages {
            let _ = writeln!(
                self.text,
                "@__porf_{name}_{} = private unnamed_addr constant [{} x i8] c\"{text}\\00\"",
                self.index,
                text.len() + 1
            );
        }
    }

    fn rmw(&self, name: &str, values: Value, rmw: &Rmw) -> Result<String, String> {
        let refused = || {
            format!(
                "`{name}`: an rmw may write `v + d`, `v - d`, `v & d`, `v | d`, `v ^ d` or `d`, for a value v that it has \
                 read and an argument or number d; or `d` if v is as expected"
            )
        };
        let operand = |operand: Operand| match operand {
            Operand::Parameter(0) | Operand::Result => None,
            Operand::Parameter(index) => Some(format!("%{index}")),
            Operand::Literal(number) => Some(number.to_string()),
        };
        let Update { guard, value } = &rmw.update;
        let (ordering, failure) = (rmw_ordering(rmw.ordering), read_ordering(rmw.ordering.read()));
        let align = values.bits() / 8;
        let code = match (guard, value) {
            (Some(guard), Expression::Operand(desired)) => {
                let expected = match *guard {
                    (Operand::Result, other) | (other, Operand::Result) => operand(other),
                    _ => None,
                };
                let (expected, desired) = expected.zip(operand(*desired)).ok_or_else(refused)?;
                let initial = self.initial();
                format!(
                    "  %expected = sub {values} {expected}, {initial}
  %desired = sub {values} {desired}, {initial}
  %both = cmpxchg ptr %0, {values} %expected, {values} %desired {ordering} {failure}, align {align}
  %found = extractvalue {{ {values}, i1 }} %both, 0
"
                )
            }
            (None, Expression::Operand(value)) => {
                let value = operand(*value).ok_or_else(refused)?;
                let (code, kept) = self.kept(values, &value);
                format!("{code}  %found = atomicrmw xchg ptr %0, {values} {kept} {ordering}, align {align}\n")
            }
            (None, Expression::Operation(operator, left, right)) => {
                let (Expression::Operand(left), Expression::Operand(right)) = (&**left, &**right) else {
                    return Err(refused());
                };
                let other = match (left, right) {
                    (Operand::Result, other) => operand(*other),
                    (other, Operand::Result) if *operator != Operator::Subtract => operand(*other),
                    _ => None,
                };
                let other = other.ok_or_else(refused)?;
                let operation = match operator {
                    Operator::Add => "add",
                    Operator::Subtract => "sub",
                    Operator::And | Operator::Xor | Operator::Or if self.initial() != 0 => {
                        return Err(format!("`{name}`: bits are only combined if objects are 0 initially"));
                    }
                    Operator::And => "and",
                    Operator::Xor => "xor",
                    Operator::Or => "or",
                };
                format!(
                    "  %found = atomicrmw {operation} ptr %0, {values} {other} {ordering}, align {align}\n"
                )
            }
            (Some(_), Expression::Operation(..)) => return Err(refused()),
        };
        Ok(match rmw.result {
            Some(_) => code + &self.returned(values, "%found"),
            None => code + "  ret void\n",
        })
    }
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn read_ordering(ordering: ReadOrdering) -> &'static str {
    match ordering {
        ReadOrdering::NonAtomic | ReadOrdering::Relaxed => "monotonic",
        ReadOrdering::Acquire => "acquire",
        ReadOrdering::SeqCst => "seq_cst",
    }
}

fn write_ordering(ordering: WriteOrdering) -> &'static str {
    match ordering {
        WriteOrdering::NonAtomic | WriteOrdering::Relaxed => "monotonic",
        WriteOrdering::Release => "release",
        WriteOrdering::SeqCst => "seq_cst",
    }
}

fn rmw_ordering(ordering: RmwOrdering) -> &'static str {
    match ordering {
        RmwOrdering::Relaxed => "monotonic",
        RmwOrdering::Acquire => "acquire",
        RmwOrdering::Release => "release",
        RmwOrdering::AcqRel => "acq_rel",
        RmwOrdering::SeqCst => "seq_cst",
    }
}
