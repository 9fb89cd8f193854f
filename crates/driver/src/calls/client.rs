//! The most general client of a library, up to a bound, as a C program.
//!
//! Each of some threads uses objects some number of times. What the threads do is a row of a table, and the first
//! thread chooses a row before it creates the others. So a program is many clients. They have nothing to do
//! with each other, and are explored one after the other: what exploration has to learn of one does
//! not concern the others.
//!
//! Values that are written are all different: an implementation that does not look at them can be
//! distinguished by nothing else. Sequential code may compare them, as sets do, so for such code they
//! are chosen from a few.
//!
//! Calls alone would not distinguish orders that a client can make by itself. So the client may send
//! messages: from behind one use to the front of another one.

use std::fmt::Write;

use porf_library::{Action, Function, Kind, Operand, Specification};

use super::wrap::MarkedFunction;
use crate::libraries::Value;

/// The bounds of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClientBounds {
    /// The number of threads.
    pub threads: u32,
    /// The number of times that a thread uses an object.
    pub calls: u32,
    /// The number of objects.
    pub objects: u32,
    /// The number of messages.
    pub messages: u32,
}

impl ClientBounds {
    /// The number of uses of all threads.
    fn slots(self) -> u32 {
        self.threads * self.calls
    }

    /// The largest numbers that clients may have, so that all orders of a thread fit a number.
    pub const MOST: Self = Self { threads: 8, calls: 6, objects: 4, messages: 2 };
}

/// What a thread does with an object, from one function call to several.
struct Usage {
    calls: Vec<(usize, Option<i64>)>,
}

/// The client of a library with a specification.
pub(super) fn of_specification(
    library: &Specification,
    functions: &[MarkedFunction],
    size: Option<u64>,
    bounds: ClientBounds,
) -> Result<Clients, String> {
    let marked = |function: &Function| functions.iter().position(|it| it.name == function.name);
    let place = |number: usize| marked(&library.functions[number]);
    let is_init = |function: &&Function| function.kind() == Kind::Init;
    let init = library.functions.iter().filter(is_init).find_map(|it| Some((marked(it)?, it)));
    let mut uses: Vec<Usage> = Vec::new();
    for usage in &library.uses {
        let calls = usage.calls.iter().map(|call| Some((place(call.function)?, call.expects)));
        uses.extend(calls.collect::<Option<_>>().map(|calls| Usage { calls }));
    }
    let in_use = |number: usize| {
        library.uses.iter().any(|usage| usage.calls.iter().any(|call| call.function == number))
    };
    for (number, function) in library.functions.iter().enumerate() {
        if !is_init(&function) && !in_use(number) {
            uses.extend(place(number).map(|place| Usage { calls: vec![(place, None)] }));
        }
    }
    let argument = |function: usize, parameter: usize| {
        let named = library.function(&functions[function].name);
        let what = named.map_or(Argument::Value, |function| Argument::of(library, function, parameter));
        what.expression(bounds, library.initially.unwrap_or(0))
    };
    Client {
        name: &library.name,
        functions,
        size,
        bounds,
        uses,
        init: init.map(|(place, _)| place),
        argument: &argument,
    }
    .clients()
}

/// The client of sequential code. A function whose name ends in `init` makes the object.
pub(super) fn of_sequential_code(
    name: &str,
    functions: &[MarkedFunction],
    size: Option<u64>,
    bounds: ClientBounds,
) -> Result<Clients, String> {
    let is_init = |function: &MarkedFunction| function.name.ends_with("init");
    let init = functions.iter().position(is_init);
    let others = (0..functions.len()).filter(|&place| !is_init(&functions[place]));
    let uses = others.map(|place| Usage { calls: vec![(place, None)] }).collect();
    let argument = |function: usize, _: usize| match Some(function) == init {
        true => "0".to_owned(),
        false => "porf_nondet_int(1, 2)".to_owned(),
    };
    Client { name, functions, size, bounds, uses, init, argument: &argument }.clients()
}

/// What a client passes for a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Argument {
    /// A value that no other call passes.
    Value,
    /// The value that an object has before anything is written, or that some call passes.
    Compared,
    /// How often something can be read.
    Times,
    /// How many threads meet.
    Threads,
    /// The value that an object has before anything is written.
    Initial,
}

impl Argument {
    fn of(library: &Specification, function: &Function, parameter: usize) -> Self {
        let meets = library.functions.iter().any(|function| function.kind() == Kind::Meet);
        match &function.action {
            Action::Init(write) | Action::Write(write)
                if write.times == Some(Operand::Parameter(parameter)) =>
            {
                Self::Times
            }
            Action::Init(_) if meets => Self::Threads,
            Action::Init(_) => Self::Initial,
            Action::Rmw(rmw) => {
                let operand = Operand::Parameter(parameter);
                let is_compared = |(one, other): (Operand, Operand)| one == operand || other == operand;
                let guards = [rmw.update.guard, rmw.when.map(|it| it.operands)];
                if guards.into_iter().flatten().any(is_compared) { Self::Compared } else { Self::Value }
            }
            _ => Self::Value,
        }
    }

    fn expression(self, bounds: ClientBounds, initial: i64) -> String {
        match self {
            Self::Value => "value".into(),
            Self::Compared => format!("porf_nondet_int(0, {}) + {initial}", bounds.slots()),
            Self::Times => "porf_nondet_int(0, 2)".into(),
            Self::Threads => bounds.threads.to_string(),
            Self::Initial => initial.to_string(),
        }
    }
}

struct Client<'a> {
    name: &'a str,
    functions: &'a [MarkedFunction],
    /// The number of bytes of an object, if it is known.
    size: Option<u64>,
    bounds: ClientBounds,
    uses: Vec<Usage>,
    init: Option<usize>,
    /// The argument for a parameter of a function that is not the object.
    argument: &'a dyn Fn(usize, usize) -> String,
}

/// The number of clients that may be made.
const MOST_CLIENTS: u64 = 100_000;

/// A message from behind a use to the front of one of another thread.
#[derive(Clone, Copy, Default)]
struct Message {
    sender: usize,
    /// The number of the use of the sender, counted from 1; 0 for no message.
    sends: u64,
    receiver: usize,
    /// The number of the use of the receiver, counted from 1; 0 for no message.
    receives: u64,
}

impl Message {
    /// The orders of threads with this message. There are so many places for it in a thread.
    fn add_to(self, orders: &[u64], places: u64) -> Vec<u64> {
        let of_thread = |(thread, order): (usize, &u64)| {
            let receives = if thread == self.receiver { self.receives } else { 0 };
            let sends = if thread == self.sender { self.sends } else { 0 };
            (order * places + receives) * places + sends
        };
        orders.iter().enumerate().map(of_thread).collect()
    }
}

/// The clients of a library: a program that first chooses one of them.
pub(super) struct Clients {
    pub(super) text: String,
    pub(super) count: u64,
}

/// The size of objects whose type is not known.
pub(super) const UNKNOWN_SIZE: u64 = 4096;

impl Client<'_> {
    /// The clients; an error for the user if there are too many of them.
    fn clients(&self) -> Result<Clients, String> {
        let ClientBounds { threads, calls, objects, messages } = self.bounds;
        if self.uses.is_empty() {
            return Err(format!(
                "no client can use {}: each of its uses needs a function that is not defined here",
                self.name
            ));
        }
        let Some(scenarios) = self.scenarios() else {
            return Err(format!(
                "there are more than {MOST_CLIENTS} clients; give fewer --threads, --calls, --objects or --messages, or a \
                 client of your own (a main function)"
            ));
        };
        let mut text = format!(
            "// A most general client of {}: {threads} threads, each of which uses an object {calls} times.\n\
             #include <porf.h>\n#include <pthread.h>\n#include <stdatomic.h>\n\n",
            self.name
        );
        for function in self.functions {
            let rest = function.parameters[1..].iter().map(|&ty| c_type(ty));
            let list: Vec<&str> = std::iter::once("void *").chain(rest).collect();
            let result = function.result.map_or("void", c_type);
            let _ = writeln!(text, "{result} {}({});", function.name, list.join(", "));
        }
        let size = self.size.unwrap_or(UNKNOWN_SIZE).max(1);
        let _ = writeln!(text, "\ntypedef struct {{\n  _Alignas(16) char bytes[{size}];\n}} object_t;\n");
        let (all_objects, object) = match objects {
            1 => ("object".to_owned(), "&object".to_owned()),
            _ => (format!("objects[{objects}]"), format!("&objects[kind / {} % {objects}]", self.uses.len())),
        };
        let _ = writeln!(text, "static object_t {all_objects};");
        if messages > 0 {
            let _ = writeln!(text, "static atomic_int sent[{messages}];");
        }
        text += "\nstatic void use(int kind, void *object, int value) {\n  switch (kind) {\n";
        for (kind, Usage { calls }) in self.uses.iter().enumerate() {
            let _ = writeln!(text, "  case {kind}:");
            for &(function, expects) in calls {
                let call = self.call(function, "object");
                let _ = match expects {
                    Some(expected) => writeln!(text, "    if ({call} != {expected}) break;"),
                    None => writeln!(text, "    {call};"),
                };
            }
            text += "    break;\n";
        }
        text += "  }\n}\n\n";
        self.write_thread(&mut text, &object);
        self.write_main(&mut text, &scenarios);
        Ok(Clients { text, count: scenarios.len() as u64 })
    }

    /// Writes the code of the threads. Their orders are the digits of a number, so that they need not read
    /// memory for them: who they are, behind and in front of which uses they send and receive messages, and
    /// how they use objects.
    fn write_thread(&self, text: &mut String, object: &str) {
        let ClientBounds { threads, calls, messages, .. } = self.bounds;
        let (kinds, places) = (self.kinds(), calls + 1);
        let _ = writeln!(text, "static void *client(void *argument) {{\n  long orders = (long)argument;");
        let _ = writeln!(text, "  int self = (int)(orders % {threads});\n  orders /= {threads};");
        if messages > 0 {
            let _ = write!(
                text,
                "  int sends[{messages}], receives[{messages}];\n  for (int m = 0; m < {messages}; m++) {{\n    \
                 sends[m] = (int)(orders % {places}), orders /= {places};\n    \
                 receives[m] = (int)(orders % {places}), orders /= {places};\n  }}\n"
            );
        }
        let _ = writeln!(text, "  for (int i = 1; i <= {calls}; i++) {{");
        if messages > 0 {
            let _ = write!(
                text,
                "    for (int m = 0; m < {messages}; m++)\n      if (receives[m] == i)\n        \
                 porf_assume(atomic_load_explicit(&sent[m], memory_order_acquire) == 1);\n"
            );
        }
        let _ = write!(
            text,
            "    int kind = (int)(orders % {kinds});\n    orders /= {kinds};\n    \
             use(kind % {}, {object}, self * {calls} + i);\n",
            self.uses.len()
        );
        if messages > 0 {
            let _ = write!(
                text,
                "    for (int m = 0; m < {messages}; m++)\n      if (sends[m] == i)\n        \
                 atomic_store_explicit(&sent[m], 1, memory_order_release);\n"
            );
        }
        *text += "  }\n  return NULL;\n}\n\n";
    }

    fn write_main(&self, text: &mut String, scenarios: &[Vec<u64>]) {
        let ClientBounds { threads, objects, .. } = self.bounds;
        let _ = writeln!(
            text,
            "// What the threads do, one client a row.\nstatic const long orders[{}][{threads}] = {{",
            scenarios.len()
        );
        for scenario in scenarios {
            let row: Vec<String> = scenario.iter().map(u64::to_string).collect();
            let _ = writeln!(text, "  {{{}}},", row.join(", "));
        }
        let _ = write!(
            text,
            "}};\n\nint main(void) {{\n  pthread_t threads[{threads}];\n  int row = porf_nondet_int(0, {});\n",
            scenarios.len() - 1
        );
        if let Some(init) = self.init {
            let _ = match objects {
                1 => writeln!(text, "  {};", self.call(init, "&object")),
                _ => writeln!(
                    text,
                    "  for (int i = 0; i < {objects}; i++) {};",
                    self.call(init, "&objects[i]")
                ),
            };
        }
        let _ = write!(
            text,
            "  for (int i = 0; i < {threads}; i++)\n    \
             pthread_create(&threads[i], NULL, client, (void *)orders[row][i]);\n  \
             for (int i = 0; i < {threads}; i++) pthread_join(threads[i], NULL);\n}}\n"
        );
    }

    /// The orders of the threads of each client; `None` if there are too many clients. Threads are the same
    /// but for their orders, so the first ones are sorted: with other sequences only the threads' names
    /// would be different.
    fn scenarios(&self) -> Option<Vec<Vec<u64>>> {
        let ClientBounds { threads, calls, messages, .. } = self.bounds;
        let plans = self.kinds().checked_pow(calls).filter(|&plans| plans <= MOST_CLIENTS)?;
        let mut all: Vec<Vec<u64>> = vec![Vec::new()];
        for _ in 0..threads {
            let with_one_more = |orders: &Vec<u64>| {
                let first = orders.last().copied().unwrap_or(0);
                let orders = orders.clone();
                (first..plans).map(move |plan| orders.iter().copied().chain([plan]).collect())
            };
            all = all.iter().flat_map(with_one_more).take(MOST_CLIENTS as usize + 1).collect();
        }
        let messages_sent = self.messages();
        for _ in 0..messages {
            let with_message = |orders: &Vec<u64>| {
                let orders = orders.clone();
                messages_sent.iter().map(move |message| message.add_to(&orders, u64::from(calls) + 1))
            };
            all = all.iter().flat_map(with_message).take(MOST_CLIENTS as usize + 1).collect();
        }
        let with_names = |orders: &Vec<u64>| {
            let threads = u64::from(threads);
            (0..).zip(orders).map(|(name, order)| order * threads + name).collect()
        };
        (all.len() as u64 <= MOST_CLIENTS).then(|| all.iter().map(with_names).collect())
    }

    /// All messages, and first of all none.
    fn messages(&self) -> Vec<Message> {
        let ClientBounds { threads, calls, .. } = self.bounds;
        let mut all = vec![Message::default()];
        for sender in 0..threads as usize {
            for receiver in (0..threads as usize).filter(|&receiver| receiver != sender) {
                for sends in 1..=u64::from(calls) {
                    all.extend((1..=u64::from(calls)).map(|receives| Message {
                        sender,
                        sends,
                        receiver,
                        receives,
                    }));
                }
            }
        }
        all
    }

    /// The number of ways to use some object once.
    fn kinds(&self) -> u64 {
        self.uses.len() as u64 * u64::from(self.bounds.objects)
    }

    /// A call of a function at an object.
    fn call(&self, function: usize, object: &str) -> String {
        let MarkedFunction { name, parameters, .. } = &self.functions[function];
        let mut arguments = vec![object.to_owned()];
        for (index, &ty) in parameters.iter().enumerate().skip(1) {
            let value = (self.argument)(function, index);
            arguments.push(match ty {
                Value::Int(32) => value,
                Value::Pointer => format!("(void *)(long)({value})"),
                Value::Int(_) => format!("({})({value})", c_type(ty)),
            });
        }
        format!("{name}({})", arguments.join(", "))
    }
}

fn c_type(ty: Value) -> &'static str {
    match ty {
        Value::Int(1) => "_Bool",
        Value::Int(8) => "signed char",
        Value::Int(16) => "short",
        Value::Int(32) => "int",
        Value::Int(_) => "long",
        Value::Pointer => "void *",
    }
}
