//! Memory that has pages only where a thread has written.
//!
//! Bytes are kept in pages, which copies share until one of them is written to. Each bit is
//! *defined* or not. Mostly a byte is defined as a whole, or undefined as a whole because no write
//! has reached it. If some bits of a written value are undefined, as where one bit-field of several
//! was set, the page keeps the undefined bits one by one.

use std::sync::Arc;

use porf_entity::Content;

/// The number of bytes of a page.
pub(crate) const PAGE_SIZE: u64 = 256;

const WORDS: usize = PAGE_SIZE as usize / 64;

/// The bytes of a page.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    bytes: [u8; PAGE_SIZE as usize],
    /// One bit for each byte: whether all of it is defined.
    defined: [u64; WORDS],
    /// The undefined bits of each byte that is not fully defined; `None` if all bits of these bytes
    /// are undefined.
    undefined: Option<Box<[u8; PAGE_SIZE as usize]>>,
}

impl Default for Page {
    fn default() -> Self {
        Self { bytes: [0; PAGE_SIZE as usize], defined: [0; WORDS], undefined: None }
    }
}

impl Page {
    /// Writes a byte.
    pub(crate) fn set(&mut self, offset: usize, byte: u8) {
        self.bytes[offset] = byte;
        self.defined[offset / 64] |= 1 << (offset % 64);
    }

    /// Writes a byte with undefined bits.
    fn set_undefined(&mut self, offset: usize, byte: u8, undefined: u8) {
        self.bytes[offset] = byte;
        self.defined[offset / 64] &= !(1 << (offset % 64));
        if undefined != u8::MAX || self.undefined.is_some() {
            let bits = self.undefined.get_or_insert_with(|| Box::new([u8::MAX; PAGE_SIZE as usize]));
            bits[offset] = undefined;
        }
    }

    fn is_same(&self, other: &Self, same: impl Fn(u64, u64) -> bool) -> bool {
        let words = |page: &Self| {
            let (words, _) = page.bytes.as_chunks::<8>();
            words.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect::<Vec<u64>>()
        };
        self.defined == other.defined
            && self.undefined == other.undefined
            && words(self).into_iter().zip(words(other)).all(|(one, other)| same(one, other))
    }

    fn get(&self, offset: usize) -> Option<u8> {
        (self.defined[offset / 64] >> (offset % 64) & 1 != 0).then_some(self.bytes[offset])
    }

    /// A byte and its undefined bits.
    fn content(&self, offset: usize) -> (u8, u8) {
        match (self.get(offset), &self.undefined) {
            (Some(byte), _) => (byte, 0),
            (None, Some(undefined)) => (self.bytes[offset] & !undefined[offset], undefined[offset]),
            (None, None) => (0, u8::MAX),
        }
    }

    /// The bits of `defined` for bytes that all lie in one word of it: which word, and the bits.
    fn mask(offset: usize, length: usize) -> Option<(usize, u64)> {
        (offset % 64 + length <= 64).then(|| (offset / 64, (u64::MAX >> (64 - length)) << (offset % 64)))
    }
}

/// Bytes by address, in ascending order of pages.
#[derive(Clone, Default, Debug)]
pub(crate) struct Pages(Vec<(u64, Arc<Page>)>);

impl Pages {
    /// The number of pages.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Whether the same bytes are initialised as in other pages, and all words are the same in the
    /// sense of `same`.
    pub(crate) fn are_same(&self, other: &Self, same: impl Fn(u64, u64) -> bool) -> bool {
        self.0.len() == other.0.len()
            && self.0.iter().zip(&other.0).all(|((number, page), (other_number, other))| {
                number == other_number && (Arc::ptr_eq(page, other) || page.is_same(other, &same))
            })
    }

    fn position(&self, number: u64) -> Result<usize, usize> {
        // Most accesses are to the object that was allocated last.
        match self.0.last() {
            Some(&(last, _)) if last == number => Ok(self.0.len() - 1),
            Some(&(last, _)) if last > number => self.0.binary_search_by_key(&number, |&(number, _)| number),
            _ => Err(self.0.len()),
        }
    }

    fn page(&self, number: u64) -> Option<&Page> {
        self.position(number).ok().map(|index| &*self.0[index].1)
    }

    /// The page for a write, which is made if it does not exist.
    fn page_mut(&mut self, number: u64, initial: impl Fn(u64) -> Page) -> &mut Page {
        let index = self.position(number).unwrap_or_else(|index| {
            self.0.insert(index, (number, Arc::new(initial(number * PAGE_SIZE))));
            index
        });
        Arc::make_mut(&mut self.0[index].1)
    }

    /// The number in the bytes from the address on, at most eight of them; `None` if some of it is
    /// undefined. `initial` gives, in the same way, the bytes of pages that do not exist.
    pub(crate) fn read(
        &self,
        address: u64,
        length: u32,
        initial: impl Fn(u64, u32) -> Option<u64>,
    ) -> Option<u64> {
        let (offset, bytes) = ((address % PAGE_SIZE) as usize, length as usize);
        if let Some((word, mask)) = Page::mask(offset, bytes) {
            let Some(page) = self.page(address / PAGE_SIZE) else { return initial(address, length) };
            let mut value = [0; 8];
            value[..bytes].copy_from_slice(&page.bytes[offset..offset + bytes]);
            return (page.defined[word] & mask == mask).then(|| u64::from_le_bytes(value));
        }
        let mut addresses = (address..address + u64::from(length)).rev();
        addresses.try_fold(0, |value, address| {
            let byte = match self.page(address / PAGE_SIZE) {
                Some(page) => page.get((address % PAGE_SIZE) as usize).map(u64::from),
                None => initial(address, 1),
            };
            Some(value << 8 | byte?)
        })
    }

    /// The content of the same bytes; if some of it is undefined, with the undefined bits.
    pub(crate) fn content(
        &self,
        address: u64,
        length: u32,
        initial: impl Fn(u64, u32) -> Option<u64>,
    ) -> Content {
        let mut content = Content::default();
        for address in (address..address + u64::from(length)).rev() {
            let (byte, undefined) = match self.page(address / PAGE_SIZE) {
                Some(page) => page.content((address % PAGE_SIZE) as usize),
                None => initial(address, 1).map_or((0, u8::MAX), |byte| (byte as u8, 0)),
            };
            content.value.0 = content.value.0 << 8 | u64::from(byte);
            content.undefined = content.undefined << 8 | u64::from(undefined);
        }
        content
    }

    /// Writes the low bytes of a number. `initial` gives the contents of pages that do not exist
    /// yet.
    pub(crate) fn write(
        &mut self,
        address: u64,
        length: u32,
        content: Content,
        initial: impl Fn(u64) -> Page,
    ) {
        let (offset, size) = ((address % PAGE_SIZE) as usize, length as usize);
        let bytes = content.value.0.to_le_bytes();
        if content.undefined == 0
            && let Some((word, mask)) = Page::mask(offset, size)
        {
            let page = self.page_mut(address / PAGE_SIZE, initial);
            page.bytes[offset..offset + size].copy_from_slice(&bytes[..size]);
            page.defined[word] |= mask;
            return;
        }
        let bytes = bytes.into_iter().zip(content.undefined.to_le_bytes());
        for (address, (byte, undefined)) in (address..).zip(bytes.take(size)) {
            let page = self.page_mut(address / PAGE_SIZE, &initial);
            let offset = (address % PAGE_SIZE) as usize;
            if undefined == 0 {
                page.set(offset, byte);
            } else {
                page.set_undefined(offset, byte & !undefined, undefined);
            }
        }
    }

    /// Forgets the pages that lie wholly or partly in a range of addresses.
    pub(crate) fn forget(&mut self, start: u64, end: u64) {
        let first = self.0.partition_point(|&(number, _)| number < start / PAGE_SIZE);
        let behind = self.0.partition_point(|&(number, _)| number < end.div_ceil(PAGE_SIZE));
        self.0.drain(first..behind);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use porf_entity::{Random, Value};

    use super::*;

    /// Random writes and reads of all lengths around the borders of words and pages, compared with
    /// a map of bytes and their undefined bits. Before any write, the bytes below 1024 are their
    /// addresses and the others are undefined.
    #[test]
    fn pages_agree_with_a_map_of_bytes() {
        let initial_byte = |address: u64| (address < 1024).then_some(address as u8);
        let initial_page = |start: u64| {
            let mut page = Page::default();
            for offset in 0..PAGE_SIZE {
                if let Some(byte) = initial_byte(start + offset) {
                    page.set(offset as usize, byte);
                }
            }
            page
        };
        let mut random = Random::from_seed(1);
        let (mut pages, mut map) = (Pages::default(), BTreeMap::new());
        for _ in 0..20_000 {
            let (address, length) =
                ((random.below(32) * 64 + random.below(16)) as u64, 1 + random.below(8) as u32);
            let value = random.number() >> random.below(64);
            match random.below(8) {
                0 => {
                    let undefined = random.choose(&[u64::MAX, 0xff00, value]);
                    pages.write(address, length, Content::new(value, undefined), initial_page);
                    let bytes = (value & !undefined).to_le_bytes().into_iter().zip(undefined.to_le_bytes());
                    map.extend((address..).zip(bytes.take(length as usize)));
                }
                1..4 => {
                    pages.write(address, length, Value(value).into(), initial_page);
                    for (address, &byte) in (address..).zip(&value.to_le_bytes()[..length as usize]) {
                        map.insert(address, (byte, 0));
                    }
                }
                _ => {
                    let mut expected = Content::default();
                    for index in 0..u64::from(length) {
                        let address = address + index;
                        let (byte, undefined) = map
                            .get(&address)
                            .copied()
                            .unwrap_or_else(|| initial_byte(address).map_or((0, u8::MAX), |byte| (byte, 0)));
                        expected.value.0 |= u64::from(byte) << (8 * index);
                        expected.undefined |= u64::from(undefined) << (8 * index);
                    }
                    let initial = |address: u64, length: u32| {
                        (0..u64::from(length)).try_fold(0, |value, index| {
                            Some(value | u64::from(initial_byte(address + index)?) << (8 * index))
                        })
                    };
                    assert_eq!(pages.content(address, length, initial), expected);
                    let defined = expected.defined().map(|value| value.0);
                    assert_eq!(pages.read(address, length, initial), defined);
                }
            }
        }
    }
}
