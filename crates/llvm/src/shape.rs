//! The names of the parts of a variable.
//!
//! A *shape* is a type of the source language reduced to the facts that naming needs: the offsets
//! of the parts, their sizes and their names in the program. Types that are used more than once are
//! shared, and pointers are scalars, so that shapes are small and finite.

use std::fmt::Write;
use std::sync::Arc;

/// The number of parts that are visited to name one. Only unions of unions offer so many.
const MAX_VISITS: u32 = 10_000;

/// The parts of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A part without parts: a number, a pointer, or a type that the debug information does not
    /// describe.
    Scalar {
        /// Its size.
        bytes: u64,
    },
    /// An array of equal parts.
    Array {
        /// The shape of an element.
        element: Arc<Shape>,
        /// The number of elements; [`u64::MAX`] if the type does not say.
        count: u64,
        /// The distance of two elements, in bytes.
        stride: u64,
    },
    /// A structure or a union: the fields of the latter overlap.
    Struct {
        /// The fields, in the order of the source.
        fields: Arc<[Field]>,
        /// Its size.
        bytes: u64,
    },
}

/// A field of a structure or a union, or several bit fields that are read and written together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The name; `None` if the parts of the field are named as if they were the structure's own.
    /// Bit fields that share their memory have one name: `{first,second}`.
    pub name: Option<Arc<str>>,
    /// The offset of its first byte.
    pub offset: u64,
    /// Its shape.
    pub shape: Shape,
}

impl Field {
    /// Whether the field is internal to the library. C reserves such names for it.
    fn is_internal(&self) -> bool {
        self.name.as_ref().is_some_and(|name| name.starts_with("__"))
    }
}

impl Shape {
    /// The size in bytes; [`u64::MAX`] for an array of unknown length.
    pub fn bytes(&self) -> u64 {
        match *self {
            Self::Scalar { bytes } | Self::Struct { bytes, .. } => bytes,
            Self::Array { count, stride, .. } => count.saturating_mul(stride),
        }
    }

    /// The text behind the name of the variable for the part that an access of `size` bytes at this
    /// offset is to, such as `[1].value`; the empty text for the variable as a whole. `None` if no
    /// part begins at the offset and is as large as the access.
    ///
    /// Of several such parts it is the smallest one; of equally small ones a scalar rather than an
    /// array or a structure, then the innermost one, then the first one. Fields with names that
    /// begin with two underscores are not distinguished from the part that contains them.
    pub fn path(&self, offset: u64, size: u64) -> Option<String> {
        let mut search = Search { size, path: String::new(), visits: 0, best: None };
        search.visit(self, offset);
        search.best.map(|(_, path)| path)
    }
}

/// The quality of a part as the name of an access: less is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    bytes: u64,
    has_parts: bool,
}

/// The search for the best part that covers an access.
struct Search {
    /// The size of the access.
    size: u64,
    /// The path to the part that is being visited.
    path: String,
    visits: u32,
    best: Option<(Rank, String)>,
}

impl Search {
    /// Visits a part, in which the access is at this offset.
    fn visit(&mut self, shape: &Shape, offset: u64) {
        self.visits += 1;
        if self.visits > MAX_VISITS {
            return;
        }
        match shape {
            Shape::Scalar { .. } => {}
            Shape::Array { element, count, stride } => {
                if let Some(index) = offset.checked_div(*stride).filter(|index| index < count) {
                    let length = self.path.len();
                    // Writing to a string does not fail.
                    let _ = write!(self.path, "[{index}]");
                    self.visit(element, offset % stride);
                    self.path.truncate(length);
                }
            }
            Shape::Struct { fields, .. } => {
                for field in fields.iter() {
                    if let Some(inner) = offset.checked_sub(field.offset) {
                        self.visit_field(field, inner);
                    }
                }
            }
        }
        if offset == 0 {
            self.offer(shape);
        }
    }

    fn visit_field(&mut self, field: &Field, offset: u64) {
        let bytes = field.shape.bytes();
        if offset >= bytes {
            return;
        }
        if field.is_internal() {
            if self.size <= bytes - offset {
                self.offer(&field.shape);
            }
            return;
        }
        let length = self.path.len();
        if let Some(name) = &field.name {
            self.path.push('.');
            self.path.push_str(name);
        }
        self.visit(&field.shape, offset);
        self.path.truncate(length);
    }

    /// Takes the part at the path unless it is too small or a better one is known.
    fn offer(&mut self, shape: &Shape) {
        let rank = Rank { bytes: shape.bytes(), has_parts: !matches!(shape, Shape::Scalar { .. }) };
        if self.size <= rank.bytes && self.best.as_ref().is_none_or(|(best, _)| rank < *best) {
            self.best = Some((rank, self.path.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: Shape = Shape::Scalar { bytes: 4 };
    const LONG: Shape = Shape::Scalar { bytes: 8 };

    fn array(element: Shape, count: u64) -> Shape {
        let stride = element.bytes();
        Shape::Array { element: Arc::new(element), count, stride }
    }

    fn aggregate(bytes: u64, fields: &[(&str, u64, &Shape)]) -> Shape {
        let field = |&(name, offset, shape): &(&str, u64, &Shape)| Field {
            name: (!name.is_empty()).then(|| name.into()),
            offset,
            shape: shape.clone(),
        };
        Shape::Struct { fields: fields.iter().map(field).collect(), bytes }
    }

    #[track_caller]
    fn check(shape: &Shape, expected: &[(u64, u64, Option<&str>)]) {
        for &(offset, size, path) in expected {
            assert_eq!(shape.path(offset, size).as_deref(), path, "{size} bytes at {offset}");
        }
    }

    #[test]
    fn parts_of_arrays_of_structures() {
        let node = aggregate(16, &[("next", 0, &LONG), ("value", 8, &INT)]);
        check(
            &array(node, 4),
            &[
                (0, 8, Some("[0].next")),
                (16, 8, Some("[1].next")),
                (24, 4, Some("[1].value")),
                // A part of a scalar at its beginning, and elsewhere.
                (24, 2, Some("[1].value")),
                (26, 2, None),
                // Padding, alone and behind a field.
                (28, 4, None),
                (24, 8, None),
                // More than a field, more than an element, everything, more than that.
                (16, 16, Some("[1]")),
                (16, 17, None),
                (0, 64, Some("")),
                (0, 65, None),
                (64, 8, None),
                (u64::MAX, 8, None),
                (0, u64::MAX, None),
            ],
        );
    }

    #[test]
    fn arrays_of_arrays() {
        let grid = array(array(INT, 5), 3);
        check(
            &grid,
            &[(4 * 7, 4, Some("[1][2]")), (20, 20, Some("[1]")), (20, 8, Some("[1]")), (24, 8, None)],
        );
        check(&array(aggregate(0, &[]), 3), &[(0, 0, Some("")), (0, 1, None)]);
    }

    #[test]
    fn arrays_without_end() {
        let tail = aggregate(4, &[("n", 0, &INT), ("rest", 4, &array(INT, u64::MAX))]);
        check(
            &tail,
            &[(0, 4, Some(".n")), (4, 4, Some(".rest[0]")), (404, 4, Some(".rest[100]")), (406, 4, None)],
        );
    }

    #[test]
    fn the_smallest_member_of_a_union() {
        let halves = aggregate(8, &[("low", 0, &INT), ("high", 4, &INT)]);
        let union = aggregate(8, &[("", 0, &halves), ("whole", 0, &LONG), ("again", 0, &LONG)]);
        check(&union, &[(0, 4, Some(".low")), (4, 4, Some(".high")), (0, 8, Some(".whole")), (4, 8, None)]);
        // The first member is large enough but the second one fits.
        let union = aggregate(8, &[("whole", 0, &LONG), ("part", 0, &INT)]);
        check(&union, &[(0, 8, Some(".whole")), (0, 4, Some(".part")), (0, 1, Some(".part"))]);
    }

    #[test]
    fn an_inner_structure_rather_than_the_outer_one() {
        let inner = aggregate(8, &[("a", 0, &INT), ("b", 4, &INT)]);
        check(&aggregate(8, &[("inner", 0, &inner)]), &[(0, 8, Some(".inner")), (4, 4, Some(".inner.b"))]);
    }

    #[test]
    fn nobody_sees_into_the_library() {
        let data = aggregate(40, &[("__lock", 0, &INT), ("__kind", 16, &INT)]);
        let mutex = aggregate(40, &[("__data", 0, &data), ("__align", 0, &LONG)]);
        check(&mutex, &[(0, 4, Some("")), (16, 4, Some("")), (38, 4, None)]);
        let guarded = aggregate(48, &[("count", 0, &LONG), ("lock", 8, &mutex)]);
        check(
            &guarded,
            &[(0, 8, Some(".count")), (8, 4, Some(".lock")), (24, 4, Some(".lock")), (47, 4, None)],
        );
    }

    #[test]
    fn the_search_ends() {
        let mut shape = INT;
        for _ in 0..60 {
            shape = aggregate(4, &[("a", 0, &shape), ("b", 0, &shape)]);
        }
        assert_eq!(shape.path(0, 4), Some(".a".repeat(60)));
        assert_eq!(shape.path(1, 4), None);
    }
}
