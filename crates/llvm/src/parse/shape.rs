//! The parts of variables, from the types that debug information describes.
//!
//! Most types of a module belong to no variable. So the reader of a module only remembers where
//! their nodes are. The types that some variable leads to are read at the end, each of them once. A
//! mistake in such a type costs no more than the names.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::ast::{GlobalKind, MAX_DEPTH};
use crate::lexer::Token;
use crate::shape::{Field, Shape};
use crate::text;

use super::debug::node_number;
use super::{Parse, Parser};

/// The length of the common name of several bit fields at which the others are left out.
const MAX_GROUP_NAME: usize = 60;

/// Whether nodes of this kind lead from a variable to its parts; `!` is a list.
pub(super) fn describes_variables(kind: &str) -> bool {
    matches!(
        kind,
        "!" | "!DIGlobalVariableExpression"
            | "!DIGlobalVariable"
            | "!DIBasicType"
            | "!DIDerivedType"
            | "!DICompositeType"
            | "!DISubrange"
            | "!DISubprogram"
            | "!DISubroutineType"
    )
}

/// The fields of a node, whatever its kind; references are numbers of nodes.
#[derive(Default)]
struct Node<'a> {
    kind: &'a str,
    tag: &'a str,
    name: Option<Arc<str>>,
    /// `size:`, in bits.
    bits: Option<u64>,
    /// `offset:`, in bits.
    offset: u64,
    base: Option<u32>,
    elements: Option<u32>,
    variable: Option<u32>,
    /// Whether the node describes a variable as a whole, not a piece that the optimiser left of it.
    is_whole: bool,
    /// The number of elements; -1 if it is unknown.
    count: Option<i64>,
    /// The place where the memory of a bit field begins, in bits.
    storage: Option<u64>,
    is_static: bool,
}

impl Node<'_> {
    fn bytes(&self) -> Option<u64> {
        self.bits.map(|bits| bits.div_ceil(8))
    }

    fn scalar(&self) -> Option<Tree> {
        Some(Tree { shape: Shape::Scalar { bytes: self.bytes()? }, height: 0 })
    }
}

/// A shape and how deep its parts are nested.
#[derive(Clone)]
struct Tree {
    shape: Shape,
    height: u32,
}

/// The fields of structures and how deep their parts are nested.
#[derive(Clone, Default)]
struct Fields {
    fields: Arc<[Field]>,
    height: u32,
}

/// The reader of nodes, with the shapes and fields that have been read so far.
struct ShapeReader<'p, 'a> {
    parser: &'p mut Parser<'a>,
    nodes: FxHashMap<u32, Option<Rc<Node<'a>>>>,
    /// The shapes of types; `None` also for types that are still being read, since no type contains
    /// itself.
    trees: FxHashMap<u32, Option<Tree>>,
    /// The fields in each list of members; empty for lists that are still being read.
    fields: FxHashMap<u32, Fields>,
}

impl<'a> Parser<'a> {
    /// Gives variables their shapes. Afterwards the cursor is at an arbitrary place.
    pub(super) fn resolve_shapes(&mut self) {
        let mut globals = std::mem::take(&mut self.module.globals);
        let mut reader = ShapeReader::new(self);
        for id in globals.ids() {
            let global = &mut globals[id];
            if let (GlobalKind::Variable(variable), Some(debug)) = (&mut global.kind, global.debug) {
                let number = reader.parser.debug.number(debug);
                variable.shape = reader.shape_of_variable(number);
            }
        }
        self.module.globals = globals;
    }

    /// The number of bytes of the object to which the first parameter of a function points; `None` if
    /// debug information does not tell. Afterwards the cursor is at an arbitrary place.
    pub(super) fn size_of_first_pointee(&mut self, function: &str) -> Option<u64> {
        let (_, global) = self.module.globals.iter().find(|(_, global)| *global.name == *function)?;
        let number = self.debug.number(global.debug?);
        let mut reader = ShapeReader::new(self);
        let function = reader.node(number).filter(|node| node.kind == "!DISubprogram")?;
        let types = reader.node(function.base?)?.elements?;
        // The first type is that of the result.
        let [_, first] = reader.list(types, 2)[..] else { return None };
        let mut pointer = reader.node(first?)?;
        while pointer.tag != "DW_TAG_pointer_type" {
            pointer = reader.node(pointer.base.filter(|_| pointer.kind == "!DIDerivedType")?)?;
        }
        Some(reader.tree(pointer.base?, 0)?.shape.bytes())
    }

    /// A node at its kind.
    fn variable_node(&mut self) -> Parse<Node<'a>> {
        let mut node = Node { kind: self.cursor.text(), ..Node::default() };
        self.cursor.advance();
        self.node_fields(|parser, field| {
            let value = parser.cursor.text();
            match field {
                "tag:" => node.tag = value,
                "name:" => node.name = text::unquoted(value).map(|inner| text::string(inner).into()),
                "size:" => node.bits = value.parse().ok(),
                "offset:" => node.offset = value.parse().unwrap_or(0),
                "type:" | "baseType:" => node.base = node_number(value),
                "elements:" | "types:" => node.elements = node_number(value),
                "var:" => node.variable = node_number(value),
                "count:" => node.count = value.parse().ok(),
                "expr:" => {
                    let mut inside = parser.cursor.clone();
                    inside.advance();
                    inside.advance();
                    node.is_whole = inside.token() == Token::CloseParenthesis;
                }
                "extraData:" if parser.eat_word("i64") => node.storage = parser.cursor.text().parse().ok(),
                "flags:" => {
                    while matches!(parser.token(), Token::Word | Token::Bar) {
                        node.is_static |= parser.at_word("DIFlagStaticMember");
                        parser.cursor.advance();
                    }
                }
                _ => {}
            }
        })?;
        Ok(node)
    }

    /// The first of the nodes in a list `!{!1, null, !2}`.
    fn node_list(&mut self, limit: usize) -> Parse<Vec<Option<u32>>> {
        let mut numbers = Vec::new();
        self.expect(Token::Metadata, "`!`")?;
        self.expect(Token::OpenBrace, "`{`")?;
        while matches!(self.token(), Token::Metadata | Token::Word | Token::Comma) && numbers.len() < limit {
            if !self.at(Token::Comma) {
                numbers.push(node_number(self.cursor.text()));
            }
            self.cursor.advance();
        }
        Ok(numbers)
    }
}

impl<'p, 'a> ShapeReader<'p, 'a> {
    fn new(parser: &'p mut Parser<'a>) -> Self {
        Self {
            parser,
            nodes: FxHashMap::default(),
            trees: FxHashMap::default(),
            fields: FxHashMap::default(),
        }
    }

    fn node(&mut self, number: u32) -> Option<Rc<Node<'a>>> {
        if let Some(node) = self.nodes.get(&number) {
            return node.clone();
        }
        let node = self.go_to(number).and_then(|()| self.parser.variable_node().ok()).map(Rc::new);
        self.nodes.insert(number, node.clone());
        node
    }

    fn list(&mut self, number: u32, limit: usize) -> Vec<Option<u32>> {
        self.go_to(number).and_then(|()| self.parser.node_list(limit).ok()).unwrap_or_default()
    }

    fn go_to(&mut self, number: u32) -> Option<()> {
        self.parser.cursor = self.parser.debug.variable_nodes.get(&number)?.clone();
        Some(())
    }

    /// The shape of a variable with this `!DIGlobalVariableExpression`.
    fn shape_of_variable(&mut self, number: u32) -> Option<Shape> {
        let expression = self.node(number).filter(|node| node.is_whole)?;
        let variable = self.node(expression.variable?)?;
        Some(self.tree(variable.base?, 0)?.shape)
    }

    /// The shape of a type, behind `depth` other types.
    fn tree(&mut self, number: u32, depth: u32) -> Option<Tree> {
        if let Some(tree) = self.trees.get(&number) {
            return tree.clone();
        }
        if depth >= MAX_DEPTH {
            return None;
        }
        self.trees.insert(number, None);
        let node = self.node(number)?;
        let tree = match (node.kind, node.tag) {
            // Pointers have a size; other names and qualifiers of types have not.
            ("!DIDerivedType", _) if node.bits.is_none() => self.tree(node.base?, depth + 1),
            ("!DICompositeType", "DW_TAG_array_type") => self.array(&node, depth),
            ("!DICompositeType", "DW_TAG_structure_type" | "DW_TAG_class_type" | "DW_TAG_union_type") => {
                self.structure(&node, depth)
            }
            ("!DIBasicType" | "!DIDerivedType" | "!DICompositeType", _) => None,
            _ => return None,
        };
        // Shapes that others share may be nested deeper than the types on the way here.
        let tree = tree.filter(|tree| tree.height < MAX_DEPTH).or_else(|| node.scalar());
        self.trees.insert(number, tree.clone());
        tree
    }

    fn array(&mut self, node: &Node<'a>, depth: u32) -> Option<Tree> {
        let mut tree = self.tree(node.base?, depth + 1)?;
        let mut counts = Vec::new();
        for number in self.list(node.elements?, MAX_DEPTH as usize).into_iter().flatten() {
            let count = self.node(number)?.count?;
            counts.push(u64::try_from(count).unwrap_or(u64::MAX));
        }
        // Elements may be further apart than they are large: atomic ones are padded.
        let elements = counts.iter().try_fold(1u64, |product, &count| product.checked_mul(count));
        let padded = elements.and_then(|elements| node.bytes()?.checked_div(elements));
        let mut stride = padded.unwrap_or(0).max(tree.shape.bytes());
        for count in counts.into_iter().rev() {
            let shape = Shape::Array { element: Arc::new(tree.shape), count, stride };
            stride = shape.bytes();
            tree = Tree { shape, height: tree.height + 1 };
        }
        Some(tree)
    }

    fn structure(&mut self, node: &Node<'a>, depth: u32) -> Option<Tree> {
        let Fields { fields, height } = self.fields(node.elements?, depth);
        Some(Tree { shape: Shape::Struct { fields, bytes: node.bytes()? }, height: height + 1 })
    }

    /// The fields that a list of members describes.
    fn fields(&mut self, list: u32, depth: u32) -> Fields {
        if let Some(fields) = self.fields.get(&list) {
            return fields.clone();
        }
        self.fields.insert(list, Fields::default());
        let mut fields = Vec::new();
        let mut height = 0;
        let mut group = BitFields::default();
        for number in self.list(list, usize::MAX).into_iter().flatten() {
            // Among the members there may be functions and types.
            let Some(member) = self.node(number).filter(|member| is_field(member)) else { continue };
            if let Some(storage) = member.storage {
                if group.storage != storage {
                    fields.extend(std::mem::take(&mut group).field());
                }
                group.add(&member, storage);
                continue;
            }
            let tree = member.base.and_then(|base| self.tree(base, depth + 1)).or_else(|| member.scalar());
            if let Some(tree) = tree {
                height = height.max(tree.height);
                fields.push(Field {
                    name: member.name.clone(),
                    offset: member.offset / 8,
                    shape: tree.shape,
                });
            }
        }
        fields.extend(group.field());
        let fields = Fields { fields: fields.into(), height };
        self.fields.insert(list, fields.clone());
        fields
    }
}

/// Whether a member is inside of each object. A base class is, as a field without name.
fn is_field(member: &Node<'_>) -> bool {
    matches!(member.tag, "DW_TAG_member" | "DW_TAG_inheritance") && !member.is_static
}

/// Bit fields that share their memory.
#[derive(Default)]
struct BitFields {
    names: Vec<Arc<str>>,
    /// The place where the memory begins, in bits.
    storage: u64,
    /// The place where the last of them ends, in bits.
    end: u64,
}

impl BitFields {
    fn add(&mut self, member: &Node<'_>, storage: u64) {
        self.names.extend(member.name.clone());
        self.storage = storage;
        self.end = self.end.max(member.offset.saturating_add(member.bits.unwrap_or(0)));
    }

    fn field(self) -> Option<Field> {
        let name = match &self.names[..] {
            [] => return None,
            [name] => Arc::clone(name),
            names => common_name(names).into(),
        };
        let bytes = self.end.saturating_sub(self.storage).div_ceil(8);
        Some(Field { name: Some(name), offset: self.storage / 8, shape: Shape::Scalar { bytes } })
    }
}

/// `{first,second,…}`.
fn common_name(names: &[Arc<str>]) -> String {
    let mut common = String::from("{");
    for (index, name) in names.iter().enumerate() {
        if index > 0 {
            common.push(',');
        }
        if common.len() + name.len() > MAX_GROUP_NAME {
            common.push('…');
            break;
        }
        common.push_str(name);
    }
    common.push('}');
    common
}
