//! The bodies of the functions of libraries, in LLVM IR.

use std::fmt::Write;

use porf_entity::{ReadOrdering, Taking, WriteOrdering};
use porf_ir::intrinsics::{FailCode, OperationCode, WaitCode};
use porf_library::{
    Action, Expression, Function, Guard, Operand, Operator, Read, Rmw, Specification, Update, Written,
};

use super::Signature;
use super::form::{Form, has_values, times};
use super::text::{Value, count, read_ordering, rmw_ordering, write_ordering};

/// The functions that bodies call.
pub(super) const DECLARATIONS: &str = "\
declare void @__porf_assign8(ptr, i64, i64)
declare void @__porf_assign16(ptr, i64, i64)
declare void @__porf_assign32(ptr, i64, i64)
declare void @__porf_assign64(ptr, i64, i64)
declare void @__porf_put8(ptr, i8, i64, i32)
declare void @__porf_put16(ptr, i16, i64, i32)
declare void @__porf_put32(ptr, i32, i64, i32)
declare void @__porf_put64(ptr, i64, i64, i32)
declare i8 @__porf_take8(ptr, i32, i32, i8, i32)
declare i16 @__porf_take16(ptr, i32, i32, i16, i32)
declare i32 @__porf_take32(ptr, i32, i32, i32, i32)
declare i64 @__porf_take64(ptr, i32, i32, i64, i32)
declare i32 @__porf_wait_rmw32(ptr, i32, i32, i32, i32, i32)
declare i64 @__porf_wait_rmw64(ptr, i64, i32, i64, i32, i64)
declare i32 @__porf_wait_load32(ptr, i32, i32, i32)
declare i64 @__porf_wait_load64(ptr, i64, i32, i64)
declare i32 @porf_lock_recursively(ptr, i32)
declare void @porf_unlock_recursively(ptr, i32)
declare i32 @pthread_barrier_wait(ptr)
declare void @__porf_fail(i32, ptr)
";

/// The value of a write without one, where a read returns it.
const UNIT: &str = "1";

/// The word of a lock.
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

/// Makes the code of a library.
pub(super) struct Generator<'a> {
    library: &'a Specification,
    index: usize,
    form: Form,
    /// The ending of the names of functions.
    ending: &'a str,
    /// The type of the values, once it is known.
    size: Option<Value>,
    pub(super) text: String,
    pub(super) functions: usize,
    has_messages: bool,
}

impl<'a> Generator<'a> {
    pub(super) fn new(library: &'a Specification, index: usize, form: Form, ending: &'a str) -> Self {
        Self {
            library,
            index,
            form,
            ending,
            size: None,
            text: String::new(),
            functions: 0,
            has_messages: false,
        }
    }

    /// Adds a function. The error is for the user.
    pub(super) fn add(
        &mut self,
        place: usize,
        function: &Function,
        signature: &Signature,
    ) -> Result<(), String> {
        self.functions += 1;
        let Function { name, parameters, .. } = function;
        let file = &signature.place;
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
            // The name may be there for what is written.
            (Some(_), None) if matches!(function.action, Action::Rmw(_)) => None,
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
        // Truth values are kept as integers.
        let (narrow_types, narrow_result) = (types.clone(), result);
        let types: Vec<Value> = types.into_iter().map(Value::widened).collect();
        let result = result.map(Value::widened);
        let is_narrow = types != narrow_types || result != narrow_result;
        let values = match has_values(self.library) && self.form != Form::Meeting {
            true => self.values(function, &types, result)?,
            false => Value::Int(32),
        };
        self.check_numbers(function, values)?;
        let body = match self.form {
            Form::Memory => self.access_of_memory(function, values, result.is_some())?,
            Form::Lock => self.access_of_lock(function),
            Form::Pool => self.access_of_pool(function, values, &types)?,
            Form::Meeting => meeting(function, &types),
        };
        let bits = if self.form == Form::Meeting { 64 } else { values.bits() };
        let symbol = format!("{name}{}", self.ending);
        let wide = if is_narrow { format!("{symbol}.wide") } else { symbol.clone() };
        let _ = write!(
            self.text,
            "define {} @{wide}({}) {{\n  call void @__porf_assign{bits}(ptr %0, i64 {}, i64 {place})\n{body}}}\n",
            Value::or_void(result),
            Value::parameters(&types),
            self.index
        );
        if is_narrow {
            self.text += &narrowed(&symbol, &wide, (&narrow_types, &types), (narrow_result, result));
        }
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
            Some(Written::Unit | Written::Literal(_)) | None => Vec::new(),
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

    /// Checks that the numbers of a function fit the values of the objects.
    fn check_numbers(&self, function: &Function, values: Value) -> Result<(), String> {
        let bits = values.bits();
        let fits = |number: i64| bits >= 64 || (-(1 << (bits - 1))..1 << bits).contains(&i128::from(number));
        match numbers(function).into_iter().chain(self.library.initially).find(|&number| !fits(number)) {
            Some(number) => Err(format!(
                "`{}`: the number {number} does not fit values of {bits} bits, which the program has",
                function.name
            )),
            None => Ok(()),
        }
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

    /// A number as a constant of a type.
    fn constant(values: Value, number: i64) -> String {
        match values {
            Value::Pointer if number == 0 => "null".to_owned(),
            Value::Pointer => format!("inttoptr (i64 {number} to ptr)"),
            Value::Int(_) => number.to_string(),
        }
    }

    /// The value that a function writes, as an operand.
    fn written_value(&self, function: &Function, values: Value) -> String {
        match function.written() {
            Some(Written::Parameter(index)) => format!("%{index}"),
            Some(Written::Literal(number)) => Self::constant(values, number),
            _ => UNIT.to_owned(),
        }
    }

    /// Code that accesses the value of an object.
    fn access_of_memory(&self, function: &Function, values: Value, returns: bool) -> Result<String, String> {
        Ok(match &function.action {
            Action::Init(write) | Action::Write(write) => {
                self.store(values, &self.written_value(function, values), write.ordering)
            }
            Action::Read(Read { when: Some(when), .. }) => {
                self.waiting_load(&function.name, values, when, returns)?
            }
            Action::Read(read) => self.load(values, read.ordering, returns),
            Action::Rmw(rmw) => match &rmw.when {
                Some(when) => self.waiting_rmw(&function.name, values, when, &rmw.update, returns)?,
                None => self.rmw(&function.name, values, rmw, returns)?,
            },
            Action::Exchange(_) | Action::Meet => String::new(),
        })
    }

    /// Code that makes a lock free or takes it.
    fn access_of_lock(&mut self, function: &Function) -> String {
        let Words { free, .. } = Words::new(self.library);
        match &function.action {
            Action::Init(write) => {
                let ordering = write_ordering(write.ordering);
                format!("  store atomic i32 {free}, ptr %0 {ordering}, align 4\n  ret void\n")
            }
            Action::Write(write) if write.recursive => {
                format!("  call void @porf_unlock_recursively(ptr %0, i32 {free})\n  ret void\n")
            }
            Action::Write(write) => self.release(write.ordering),
            Action::Read(read) => self.take_lock(read.recursive),
            Action::Rmw(_) | Action::Exchange(_) | Action::Meet => String::new(),
        }
    }

    fn store(&self, values: Value, value: &str, ordering: WriteOrdering) -> String {
        let (code, kept) = self.kept(values, value);
        let (ordering, align) = (write_ordering(ordering), values.bits() / 8);
        format!("{code}  store atomic {values} {kept}, ptr %0 {ordering}, align {align}\n  ret void\n")
    }

    fn load(&self, values: Value, ordering: ReadOrdering, returns: bool) -> String {
        let (ordering, align) = (read_ordering(ordering), values.bits() / 8);
        let code = format!("  %found = load atomic {values}, ptr %0 {ordering}, align {align}\n");
        code + &self.end(values, returns)
    }

    /// Code that returns the value for the kept one that was found, if the function returns a value.
    fn end(&self, values: Value, returns: bool) -> String {
        if returns { self.returned(values, "%found") } else { "  ret void\n".to_owned() }
    }

    /// The comparison of what is kept with an operand, for a call that waits: code that computes the
    /// operand, its name, and the number of the comparison.
    fn wait(
        &self,
        name: &str,
        values: Value,
        guard: &Guard,
    ) -> Result<(String, &'static str, usize), String> {
        let other = match guard.operands {
            (Operand::Result, other) | (other, Operand::Result) => simple(other),
            _ => None,
        };
        let other = other.ok_or_else(|| {
            format!("`{name}`: `when` compares the value read with an argument or a number")
        })?;
        if !matches!(values, Value::Int(32 | 64)) {
            return Err(format!("`{name}`: calls wait for values of 32 or 64 bits only"));
        }
        let comparison = if guard.equal { WaitCode::Equal } else { WaitCode::NotEqual };
        let initial = self.initial();
        Ok((format!("  %awaited = sub {values} {other}, {initial}\n"), "%awaited", comparison as usize))
    }

    fn waiting_load(
        &self,
        name: &str,
        values: Value,
        guard: &Guard,
        returns: bool,
    ) -> Result<String, String> {
        let (code, awaited, comparison) = self.wait(name, values, guard)?;
        let load = match values {
            Value::Int(64) => format!(
                "  %found = call i64 @__porf_wait_load64(ptr %0, i64 -1, i32 {comparison}, i64 {awaited})\n"
            ),
            _ => format!(
                "  %found = call i32 @__porf_wait_load32(ptr %0, i32 -1, i32 {comparison}, i32 {awaited})\n"
            ),
        };
        Ok(code + &load + &self.end(values, returns))
    }

    fn waiting_rmw(
        &self,
        name: &str,
        values: Value,
        guard: &Guard,
        update: &Update,
        returns: bool,
    ) -> Result<String, String> {
        let (code, awaited, comparison) = self.wait(name, values, guard)?;
        let (before, operation, operand) = match &update.value {
            Expression::Operand(value) => {
                let value = simple(*value).ok_or_else(|| refused(name))?;
                let (code, kept) = self.kept(values, &value);
                let operation = match update.guard {
                    // What is kept of the initial value is 0.
                    Some(_) => OperationCode::Claim,
                    None => OperationCode::Exchange,
                };
                (code, operation, kept)
            }
            Expression::Operation(operator, left, right) => {
                let other = other_operand(*operator, left, right).ok_or_else(|| refused(name))?;
                let code = match operator {
                    Operator::Add => OperationCode::Add,
                    Operator::Subtract => OperationCode::Sub,
                    Operator::And | Operator::Xor | Operator::Or if self.initial() != 0 => {
                        return Err(bits_of(name));
                    }
                    Operator::And => OperationCode::And,
                    Operator::Xor => OperationCode::Xor,
                    Operator::Or => OperationCode::Or,
                };
                (String::new(), code, other)
            }
        };
        let (bits, operation) = (values.bits(), operation as usize);
        let call = format!(
            "  %found = call {values} @__porf_wait_rmw{bits}(ptr %0, {values} -1, i32 {comparison}, {values} \
             {awaited}, i32 {operation}, {values} {operand})\n"
        );
        Ok(code + &before + &call + &self.end(values, returns))
    }

    /// Code that puts an item into the pool of an object, reads one, or does both.
    fn access_of_pool(&self, function: &Function, values: Value, types: &[Value]) -> Result<String, String> {
        Ok(match &function.action {
            Action::Init(write) | Action::Write(write) => {
                self.put(function, values, types, write.ordering)? + "  ret void\n"
            }
            Action::Read(read) => {
                let manner = match (read.functional.is_some(), read.blocking) {
                    (true, true) => Taking::Take,
                    (true, false) => Taking::TryTake,
                    (false, true) => Taking::Look,
                    (false, false) => Taking::TryLook,
                };
                let otherwise = read.otherwise.or(self.library.initially).unwrap_or(0);
                self.take(values, manner, read.ordering, otherwise, read.result.is_some())
            }
            Action::Exchange(exchange) => {
                let put = self.put(function, values, types, exchange.ordering.write())?;
                put + &self.take(values, Taking::Swap, exchange.ordering.read(), 0, exchange.result.is_some())
            }
            Action::Rmw(_) | Action::Meet => String::new(),
        })
    }

    fn put(
        &self,
        function: &Function,
        values: Value,
        types: &[Value],
        ordering: WriteOrdering,
    ) -> Result<String, String> {
        let (mut code, times) = match times(self.library, function) {
            None => (String::new(), u32::MAX.to_string()),
            Some(Operand::Literal(number)) => (String::new(), number.max(0).to_string()),
            Some(Operand::Parameter(place)) => match types[place] {
                Value::Int(64) => (String::new(), format!("%{place}")),
                Value::Int(bits) => {
                    (format!("  %times = zext i{bits} %{place} to i64\n"), "%times".to_owned())
                }
                Value::Pointer => return Err(format!("`{}`: `times` is a pointer", function.name)),
            },
            Some(Operand::Result) => {
                return Err(format!("`{}`: `times` is an argument or a number", function.name));
            }
        };
        let (bits, value) = (values.bits(), self.written_value(function, values));
        let value = match values {
            Value::Pointer => {
                let _ = writeln!(code, "  %item = ptrtoint ptr {value} to i64");
                "%item".to_owned()
            }
            Value::Int(_) => value,
        };
        let ordering = ordering as usize;
        let _ = writeln!(
            code,
            "  call void @__porf_put{bits}(ptr %0, i{bits} {value}, i64 {times}, i32 {ordering})"
        );
        Ok(code)
    }

    fn take(
        &self,
        values: Value,
        manner: Taking,
        ordering: ReadOrdering,
        otherwise: i64,
        returns: bool,
    ) -> String {
        let (bits, manner, ordering) = (values.bits(), manner as usize, ordering as usize);
        let order = self.library.order as usize;
        let call = format!(
            "  %found = call i{bits} @__porf_take{bits}(ptr %0, i32 {manner}, i32 {ordering}, i{bits} {otherwise}, i32 {order})\n"
        );
        call + &match (returns, values) {
            (false, _) => "  ret void\n".to_owned(),
            (true, Value::Int(_)) => format!("  ret {values} %found\n"),
            (true, Value::Pointer) => "  %value = inttoptr i64 %found to ptr\n  ret ptr %value\n".to_owned(),
        }
    }

    /// Code that makes a lock free.
    fn release(&mut self, ordering: WriteOrdering) -> String {
        let Words { free, .. } = Words::new(self.library);
        let ordering = write_ordering(ordering);
        let store = format!("  store atomic i32 {free}, ptr %0 {ordering}, align 4\n  ret void\n");
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

    /// Code that takes a lock, and waits until it is free.
    fn take_lock(&mut self, recursive: bool) -> String {
        let Words { taken, .. } = Words::new(self.library);
        let (compare, operation) = (WaitCode::NotEqual as usize, OperationCode::Exchange as usize);
        let wait = match recursive {
            true => format!("  %found = call i32 @porf_lock_recursively(ptr %0, i32 {taken})\n"),
            false => format!(
                "  %found = call i32 @__porf_wait_rmw32(ptr %0, i32 -1, i32 {compare}, i32 {taken}, i32 {operation}, i32 {taken})\n"
            ),
        };
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
        if std::mem::replace(&mut self.has_messages, true) {
            return;
        }
        let library = &self.library.name;
        let messages = [
            (
                "twice",
                format!(
                    "a second write to an object of the library {library} that nobody has read in between; write `times 1` behind the write in the specification if that is allowed"
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

    fn rmw(&self, name: &str, values: Value, rmw: &Rmw, returns: bool) -> Result<String, String> {
        let Update { guard, value } = &rmw.update;
        let (ordering, failure) = (rmw_ordering(rmw.ordering), read_ordering(rmw.ordering.read()));
        let align = values.bits() / 8;
        let code = match (guard, value) {
            (Some(guard), Expression::Operand(desired)) => {
                let expected = match *guard {
                    (Operand::Result, other) | (other, Operand::Result) => simple(other),
                    _ => None,
                };
                let (expected, desired) = expected.zip(simple(*desired)).ok_or_else(|| refused(name))?;
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
                let value = simple(*value).ok_or_else(|| refused(name))?;
                let (code, kept) = self.kept(values, &value);
                format!("{code}  %found = atomicrmw xchg ptr %0, {values} {kept} {ordering}, align {align}\n")
            }
            (None, Expression::Operation(operator, left, right)) => {
                let other = other_operand(*operator, left, right).ok_or_else(|| refused(name))?;
                let operation = match operator {
                    Operator::Add => "add",
                    Operator::Subtract => "sub",
                    Operator::And | Operator::Xor | Operator::Or if self.initial() != 0 => {
                        return Err(bits_of(name));
                    }
                    Operator::And => "and",
                    Operator::Xor => "xor",
                    Operator::Or => "or",
                };
                format!(
                    "  %found = atomicrmw {operation} ptr %0, {values} {other} {ordering}, align {align}\n"
                )
            }
            (Some(_), Expression::Operation(..)) => return Err(refused(name)),
        };
        Ok(code + &self.end(values, returns))
    }
}

/// The numbers in the specification of a function that stand for values.
fn numbers(function: &Function) -> Vec<i64> {
    let in_guard = |guard: Option<Guard>| guard.map(|Guard { operands: (a, b), .. }| [a, b]);
    let operands: Vec<Operand> = match &function.action {
        Action::Init(write) | Action::Write(write) => write.value.into_iter().collect(),
        Action::Read(read) => {
            let otherwise = read.otherwise.map(Operand::Literal);
            in_guard(read.when).into_iter().flatten().chain(otherwise).collect()
        }
        Action::Rmw(rmw) => {
            let guard = rmw.update.guard.map(|(a, b)| [a, b]);
            let mut all: Vec<Operand> = in_guard(rmw.when).into_iter().chain(guard).flatten().collect();
            let mut pending = vec![&rmw.update.value];
            while let Some(expression) = pending.pop() {
                match expression {
                    Expression::Operand(operand) => all.push(*operand),
                    Expression::Operation(_, left, right) => pending.extend([&**left, &**right]),
                }
            }
            all
        }
        Action::Exchange(_) | Action::Meet => Vec::new(),
    };
    let number = |operand| match operand {
        Operand::Literal(number) => Some(number),
        _ => None,
    };
    operands.into_iter().filter_map(number).collect()
}

/// Code of a call that meets others. The runtime's barriers are for this.
fn meeting(function: &Function, types: &[Value]) -> String {
    let bits = types.get(1).map_or(0, |it| it.bits());
    match (&function.action, bits) {
        (Action::Init(_), 1..) => {
            let wide = match bits {
                64 => "  %wide = add i64 %1, 0\n".to_owned(),
                _ => format!("  %wide = zext i{bits} %1 to i64\n"),
            };
            wide + "  %word = shl i64 %wide, 32\n  store atomic i64 %word, ptr %0 monotonic, align 8\n  ret void\n"
        }
        (Action::Init(_), _) => "  ret void\n".to_owned(),
        _ => "  %serial = call i32 @pthread_barrier_wait(ptr %0)\n  ret void\n".to_owned(),
    }
}

/// A function with truth values that calls one with integers instead.
fn narrowed(
    name: &str,
    wide_name: &str,
    (types, wide_types): (&[Value], &[Value]),
    (result, wide_result): (Option<Value>, Option<Value>),
) -> String {
    let mut text = format!("define {} @{name}({}) {{\n", Value::or_void(result), Value::parameters(types));
    let mut arguments = Vec::new();
    for (index, (ty, wide)) in types.iter().zip(wide_types).enumerate() {
        if ty == wide {
            arguments.push(format!("{ty} %{index}"));
        } else {
            let _ = writeln!(text, "  %wide{index} = zext {ty} %{index} to {wide}");
            arguments.push(format!("{wide} %wide{index}"));
        }
    }
    let call = format!("call {} @{wide_name}({})", Value::or_void(wide_result), arguments.join(", "));
    match (result, wide_result) {
        (Some(ty), Some(wide)) if ty != wide => {
            let _ = writeln!(text, "  %found = {call}\n  %is = icmp ne {wide} %found, 0\n  ret {ty} %is");
        }
        (Some(ty), _) => {
            let _ = writeln!(text, "  %found = {call}\n  ret {ty} %found");
        }
        (None, _) => {
            let _ = writeln!(text, "  {call}\n  ret void");
        }
    }
    text + "}\n"
}

/// An operand that is not computed from the value read.
fn simple(operand: Operand) -> Option<String> {
    match operand {
        Operand::Parameter(0) | Operand::Result => None,
        Operand::Parameter(index) => Some(format!("%{index}")),
        Operand::Literal(number) => Some(number.to_string()),
    }
}

/// The operand beside the value read.
fn other_operand(operator: Operator, left: &Expression, right: &Expression) -> Option<String> {
    let (Expression::Operand(left), Expression::Operand(right)) = (left, right) else { return None };
    match (left, right) {
        (Operand::Result, other) => simple(*other),
        (other, Operand::Result) if operator != Operator::Subtract => simple(*other),
        _ => None,
    }
}

fn refused(name: &str) -> String {
    format!(
        "`{name}`: an rmw may write `v + d`, `v - d`, `v & d`, `v | d`, `v ^ d` or `d`, for a value v that it has \
         read and an argument or number d; or `d` if v is as expected"
    )
}

fn bits_of(name: &str) -> String {
    format!("`{name}`: bits are only combined if objects are 0 initially")
}
