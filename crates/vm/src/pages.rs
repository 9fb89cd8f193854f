//! Memory that is there only where something was written.
//!
//! Bytes are kept in pages, shared among copies until one of them is written to, and each byte is
//! *initialised* or not: only what was written can be read.

use std::sync::Arc;

/// How many bytes a page has.
pub(crate) const PAGE_SIZE: u64 = 256;

const WORDS: usize = PAGE_SIZE as usize / 64;

/// Some bytes.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    bytes: [u8; PAGE_SIZE as usize],
    /// A bit a byte.
    initialised: [u64; WORDS],
}

impl Default for Page {
    fn default() -> Self {
        Self { bytes: [0; PAGE_SIZE as usize], initialised: [0; WORDS] }
    }
}

impl Page {
    /// Writes a byte.
    pub(crate) fn set(&mut self, offset: usize, byte: u8) {
        self.bytes[offset] = byte;
        self.initialised[offset / 64] |= 1 << (offset % 64);
    }

    fn clear(&mut self, offset: usize) {
        self.initialised[offset / 64] &= !(1 << (offset % 64));
    }

    fn get(&self, offset: usize) -> Option<u8> {
        (self.initialised[offset / 64] >> (offset % 64) & 1 != 0).then_some(self.bytes[offset])
    }

    /// The bits of `initialised` for bytes that all lie in one word of it: which word, and the bits.
    fn mask(offset: usize, length: usize) -> Option<(usize, u64)> {
        (offset % 64 + length <= 64).then(|| (offset / 64, (u64::MAX >> (64 - length)) << (offset % 64)))
    }
}

/// Bytes by address, in ascending order of pages.
#[derive(Clone, Default, Debug)]
pub(crate) struct Pages(Vec<(u64, Arc<Page>)>);

impl Pages {
    /// How many pages there are.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    fn position(&self, number: u64) -> Result<usize, usize> {
        // Most accesses are to what was allocated last.
        match self.0.last() {
            Some(&(last, _)) if last == number => Ok(self.0.len() - 1),
            Some(&(last, _)) if last > number => self.0.binary_search_by_key(&number, |&(number, _)| number),
            _ => Err(self.0.len()),
        }
    }

    fn page(&self, number: u64) -> Option<&Page> {
        self.position(number).ok().map(|index| &*self.0[index].1)
    }

    /// The page to be written to, which is made if it is not there.
    fn page_mut(&mut self, number: u64, initial: impl Fn(u64) -> Page) -> &mut Page {
        let index = self.position(number).unwrap_or_else(|index| {
            self.0.insert(index, (number, Arc::new(initial(number * PAGE_SIZE))));
            index
        });
        Arc::make_mut(&mut self.0[index].1)
    }

    /// The number in the bytes from the address on, at most eight of them; `None` if one of them is not
    /// initialised. `initial` gives, in the same way, those of pages that are not there.
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
            return (page.initialised[word] & mask == mask).then(|| u64::from_le_bytes(value));
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

    /// Writes the low bytes of a number. `initial` gives the contents of pages that are not there yet.
    pub(crate) fn write(&mut self, address: u64, length: u32, value: u64, initial: impl Fn(u64) -> Page) {
        let (offset, length) = ((address % PAGE_SIZE) as usize, length as usize);
        let bytes = value.to_le_bytes();
        if let Some((word, mask)) = Page::mask(offset, length) {
            let page = self.page_mut(address / PAGE_SIZE, initial);
            page.bytes[offset..offset + length].copy_from_slice(&bytes[..length]);
            page.initialised[word] |= mask;
        } else {
            for (address, &byte) in (address..).zip(&bytes[..length]) {
                self.page_mut(address / PAGE_SIZE, &initial).set((address % PAGE_SIZE) as usize, byte);
            }
        }
    }

    /// Makes bytes uninitialised.
    pub(crate) fn erase(&mut self, address: u64, length: u32, initial: impl Fn(u64) -> Page) {
        for address in address..address + u64::from(length) {
            self.page_mut(address / PAGE_SIZE, &initial).clear((address % PAGE_SIZE) as usize);
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

    use super::*;

    /// Random writes, erasures and reads of all lengths around the borders of words and pages, compared with a map of
    /// bytes. Before anything is written, the bytes below 1024 are their addresses and the others have no value.
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
        let mut seed = 1u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        let (mut pages, mut map) = (Pages::default(), BTreeMap::new());
        for _ in 0..20_000 {
            let (address, length) = (random(32) * 64 + random(16), 1 + random(8) as u32);
            let value = random(1 << 31) * random(1 << 31);
            match random(8) {
                0 => {
                    pages.erase(address, length, initial_page);
                    (0..u64::from(length)).for_each(|index| {
                        map.insert(address + index, None);
                    });
                }
                1..4 => {
                    pages.write(address, length, value, initial_page);
                    for (address, &byte) in (address..).zip(&value.to_le_bytes()[..length as usize]) {
                        map.insert(address, Some(byte));
                    }
                }
                _ => {
                    let expected = (0..u64::from(length)).try_fold(0, |value, index| {
                        let byte = *map.get(&(address + index)).unwrap_or(&initial_byte(address + index));
                        Some(value | u64::from(byte?) << (8 * index))
                    });
                    let initial = |address: u64, length: u32| {
                        (0..u64::from(length)).try_fold(0, |value, index| {
                            Some(value | u64::from(initial_byte(address + index)?) << (8 * index))
                        })
                    };
                    assert_eq!(pages.read(address, length, initial), expected);
                }
            }
        }
    }
}
