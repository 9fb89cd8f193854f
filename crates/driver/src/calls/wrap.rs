//! Marks at the calls of functions.
//!
//! A function whose calls are marked becomes a wrapper around its code. Marks are events without effect,
//! one where the call begins and one where it ends. So the views of the marks tell what happens before
//! the call, and what the caller sees behind it. A call that the code of such a function makes of
//! another one is not the client's, and has no marks.
//!
//! The code is the program's own, or that of a specification, or sequential code, of which each call
//! is an atomic block with one more mark in it.

use std::fmt::Write;
use std::sync::Arc;

use porf_ir::intrinsics::StageCode;
use porf_library::Specification;
use porf_vm::CallMark;

use crate::bad_input::BadInput;
use crate::libraries::{self, Code, File, Signature, Value};

/// The ending of the names of the code behind wrappers.
pub(crate) const CODE: &str = ".code";

/// The functions whose calls are marked, and the code behind them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkedCalls {
    /// The functions. Marks have their places in this list.
    pub(crate) functions: Arc<[MarkedFunction]>,
    /// The code behind the functions.
    pub(crate) behind: Behind,
}

/// A function whose calls are marked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MarkedFunction {
    pub(crate) name: String,
    /// The types of its parameters, at most as many as a mark has values.
    pub(crate) parameters: Vec<Value>,
    pub(crate) result: Option<Value>,
}

impl MarkedFunction {
    /// The function with these types.
    pub(crate) fn new(name: &str, signature: &Signature) -> Result<Self, BadInput> {
        let refuse = |what: &str| {
            let message = format!("`{name}`: {what} is neither an integer of up to 64 bits nor a pointer");
            BadInput::unsupported(&signature.file, message)
        };
        let parameters: Option<Vec<Value>> = signature.parameters.iter().copied().collect();
        let parameters = parameters.ok_or_else(|| refuse("a parameter"))?;
        if parameters.len() > CallMark::VALUES {
            let message = format!("`{name}` has more than {} parameters", CallMark::VALUES);
            return Err(BadInput::unsupported(&signature.file, message));
        }
        let result = signature.result.map(|result| result.ok_or_else(|| refuse("the result"))).transpose()?;
        Ok(Self { name: name.to_owned(), parameters, result })
    }

    /// The name of the code behind the function.
    fn code(&self) -> String {
        format!("{}{CODE}", self.name)
    }
}

/// The code behind functions whose calls are marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Behind {
    /// The definitions in the program.
    Program,
    /// What the specifications of libraries say.
    Specifications,
    /// The definitions in the last file of the program, which is sequential code with objects of this size.
    Sequential {
        /// The number of bytes.
        size: u64,
    },
}

/// Marks the calls of functions. The file with sequential code is the last one.
pub(crate) fn mark(
    calls: &MarkedCalls,
    specifications: &[Specification],
    files: &mut [File<'_>],
) -> Result<Code, BadInput> {
    let mut code = Code::default();
    match &calls.behind {
        Behind::Program => {
            for function in &*calls.functions {
                for file in &mut *files {
                    libraries::set_aside(&function.name, &function.code(), file);
                }
            }
        }
        Behind::Specifications => code.text = libraries::generate(specifications, files, CODE)?.text,
        Behind::Sequential { .. } => {
            let Some((sequential, others)) = files.split_last_mut() else { return Ok(code) };
            for function in &*calls.functions {
                libraries::remove(&function.name, others);
                libraries::set_aside(&function.name, &function.code(), sequential);
            }
            libraries::hide_definitions(sequential, &|global| global.name.ends_with(CODE));
        }
    }
    let model_size = match calls.behind {
        Behind::Sequential { size } => Some(size),
        Behind::Program | Behind::Specifications => None,
    };
    for (number, function) in calls.functions.iter().enumerate() {
        code.text += &wrapper(number, function, model_size);
        if calls.behind != Behind::Specifications {
            let types: Vec<String> = function.parameters.iter().map(Value::to_string).collect();
            let result = Value::or_void(function.result);
            let _ = writeln!(code.text, "declare {result} @{}({})", function.code(), types.join(", "));
        }
    }
    code.text += DECLARATIONS;
    if model_size.is_some() {
        code.text += "declare void @porf_atomic_begin()\ndeclare void @porf_atomic_end()\ndeclare ptr @porf_model_of(ptr, i64)\n";
    }
    Ok(code)
}

const DECLARATIONS: &str = "\
@porf.depth = internal thread_local global i32 0
declare void @__porf_mark(i64, i64, i64, i64, i64, i64)
";

/// A function that marks its calls unless it is called by one that does. With the size of an object, the code is
/// sequential: a call is an atomic block, and the code gets an object of its own for that of the client.
fn wrapper(number: usize, function: &MarkedFunction, model_size: Option<u64>) -> String {
    let MarkedFunction { name, parameters, result } = function;
    let code = function.code();
    let ty = Value::or_void(*result);
    let call = |register: &str, object: &str| {
        let rest = parameters.iter().enumerate().skip(1).map(|(index, ty)| format!("{ty} %{index}"));
        let arguments: Vec<String> = std::iter::once(format!("ptr {object}")).chain(rest).collect();
        let arguments = arguments.join(", ");
        match result {
            Some(_) => format!("  {register} = call {ty} @{code}({arguments})\n"),
            None => format!("  call void @{code}({arguments})\n"),
        }
    };
    let mut text = format!(
        "define {ty} @{name}({}) {{\n  %depth = load i32, ptr @porf.depth, align 4\n  \
         %is_inner = icmp ne i32 %depth, 0\n  br i1 %is_inner, label %inner, label %outer\ninner:\n",
        Value::parameters(parameters)
    );
    text += &call("%inner_result", "%0");
    text += &match result {
        Some(_) => format!("  ret {ty} %inner_result\n"),
        None => "  ret void\n".to_owned(),
    };
    text += "outer:\n  store i32 1, ptr @porf.depth, align 4\n";
    let values: Vec<String> = parameters
        .iter()
        .enumerate()
        .map(|(index, &ty)| widened(&mut text, ty, &format!("%{index}"), index))
        .collect();
    text += &mark_of(StageCode::Begin, number, &values);
    match model_size {
        Some(size) => {
            text += "  call void @porf_atomic_begin()\n";
            text += &mark_of(StageCode::Effect, number, &[]);
            let _ = writeln!(text, "  %model = call ptr @porf_model_of(ptr %0, i64 {size})");
            text += &call("%result", "%model");
            text += "  call void @porf_atomic_end()\n";
        }
        None => text += &call("%result", "%0"),
    }
    let value = result.map(|ty| widened(&mut text, ty, "%result", parameters.len()));
    text += &mark_of(StageCode::End, number, value.as_slice());
    text += "  store i32 0, ptr @porf.depth, align 4\n";
    text += &match result {
        Some(_) => format!("  ret {ty} %result\n}}\n"),
        None => "  ret void\n}\n".to_owned(),
    };
    text
}

/// A value as 64 bits; code that converts it is added to the text.
fn widened(text: &mut String, ty: Value, value: &str, index: usize) -> String {
    let wide = format!("%wide{index}");
    let _ = match ty {
        Value::Int(64) => return value.to_owned(),
        Value::Int(_) => writeln!(text, "  {wide} = zext {ty} {value} to i64"),
        Value::Pointer => writeln!(text, "  {wide} = ptrtoint ptr {value} to i64"),
    };
    wide
}

fn mark_of(stage: StageCode, number: usize, values: &[String]) -> String {
    let mut arguments = vec![format!("i64 {}", stage as usize), format!("i64 {number}")];
    let missing = std::iter::repeat("0");
    let values = values.iter().map(String::as_str).chain(missing).take(CallMark::VALUES);
    arguments.extend(values.map(|value| format!("i64 {value}")));
    format!("  call void @__porf_mark({})\n", arguments.join(", "))
}
