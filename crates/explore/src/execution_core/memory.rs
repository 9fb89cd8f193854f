//! Validity of memory accesses: objects have bounds and end, and their bytes are accessed in one
//! size only.
//!
//! The end of an object is an event that conflicts with every access to the object. An access is
//! wrong if the graph has the end of its object. An end is wrong if some access to the object does
//! not happen before it. One of the two events is added last and finds the other. Where all errors
//! are wanted, both events are added, and the errors are found [afterwards](super::mistakes).

use porf_entity::{AccessSize, Address, ErrorKind, ThreadId};
use porf_graph::{EventId, Label, LocationId};
use porf_models::Model;
use porf_program::{Action, Answer, Failure, Object, ObjectKind, Program};

use super::{ExecutionCore, Origin};
use crate::limits::{MixedAccess, StopReason};
use crate::restart::Interruption;
use crate::sink::Failed;

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// The location that a thread is about to access; `None` if the access is an error, which is
    /// then reported.
    pub(crate) fn locate(
        &mut self,
        thread: ThreadId,
        address: Address,
        size: AccessSize,
        atomic: bool,
    ) -> Result<Option<LocationId>, Interruption> {
        if let Some((failure, other)) = self.access_failure(thread, address, size) {
            self.fail(Failed { thread, failure, other, event: None })?;
            return Ok(None);
        }
        let location = self.location_of(address, size);
        let overlapping = self.locations.overlapping(location).iter();
        let conflict = overlapping.copied().find_map(|other| {
            let first = *self.state.graph.last_accesses(other).first()?;
            Some((other, first))
        });
        if !self.state.graph.additions().is_empty()
            && let Some(&other) =
                self.locations.overlapping(location).iter().find(|&&it| self.has_additions(it))
        {
            return Err(self.keep_order(other).into());
        }
        match conflict {
            None => {
                if self.symmetry.keeps_private() {
                    self.check_owner(thread, location)?;
                }
                Ok(Some(location))
            }
            Some((other, first)) => {
                let position = self.state.next(thread).position;
                let second = MixedAccess { address, size, atomic, thread, position };
                Err(StopReason::MixedSizes { first: self.mixed_access(other, first), second }.into())
            }
        }
    }

    /// The location of these bytes, which the model knows to belong to its library.
    pub(crate) fn location_of(&mut self, address: Address, size: AccessSize) -> LocationId {
        let location = self.locations.locate(self.program, address, size);
        if let Some(library) = self.locations.library(location) {
            self.model.assign(location, library, location);
        }
        location
    }

    fn mixed_access(&self, location: LocationId, event: EventId) -> MixedAccess {
        let info = self.locations.info(location);
        MixedAccess {
            address: info.address,
            size: info.size,
            atomic: !self.state.graph.event(event).is_non_atomic(),
            thread: self.state.graph.event(event).thread,
            position: self.state.step(event).position,
        }
    }

    /// The error of the next action of a thread.
    pub(crate) fn failure_of(&self, thread: ThreadId) -> Option<Failed> {
        let (failure, other) = match self.action(thread) {
            Action::Fail(failure) => (failure, None),
            Action::Load { address, size, .. }
            | Action::Store { address, size, .. }
            | Action::Rmw { address, size, .. }
            | Action::Put { object: address, size, .. }
            | Action::Take { object: address, size, .. } => self.access_failure(thread, address, size)?,
            Action::Free { address, kind } => self.free_failure(thread, address, kind).err()?,
            Action::Barrier { barrier, step, .. } => self.barrier_failure(thread, barrier, step)?,
            Action::Join { thread: child } | Action::Detach { thread: child } => {
                (Failure::new(ErrorKind::InvalidJoin), self.why_not_joinable(child)?)
            }
            _ => return None,
        };
        Some(Failed { thread, failure, other, event: None })
    }

    /// The error of an access, and the other event of the error.
    fn access_failure(
        &self,
        thread: ThreadId,
        address: Address,
        size: AccessSize,
    ) -> Option<(Failure, Option<EventId>)> {
        let owner = self.program.owner(address)?;
        if !self.keep_going
            && let Some(free) = self.free_of(address)
        {
            return Some((Failure::new(ErrorKind::UseAfterFree).at(address), Some(free)));
        }
        // A thread checks the bounds of its own objects itself.
        if owner == thread {
            return None;
        }
        let fits = self.object_at(owner, address).is_some_and(|Object { base, size: bytes, .. }| {
            u64::from(size.bytes()) <= bytes.saturating_sub(address.0 - base.0)
        });
        (!fits).then(|| (Failure::new(ErrorKind::OutOfBounds).at(address), None))
    }

    pub(crate) fn object_at(&self, owner: ThreadId, address: Address) -> Option<Object> {
        let exists = self.state.paused.exists(owner);
        exists.then(|| self.program.object_at(&self.state.next(owner).state, address))?
    }

    /// The event that ended the object of the byte.
    pub(crate) fn free_of(&self, address: Address) -> Option<EventId> {
        self.state.graph.frees().iter().copied().find(|&free| self.ends(free, address))
    }

    /// Returns whether the event ends the object of the byte.
    pub(crate) fn ends(&self, free: EventId, address: Address) -> bool {
        match self.state.graph.event(free).label {
            Label::Free { base, size } => {
                address.0.checked_sub(base.0).is_some_and(|offset| offset < size.max(1))
            }
            _ => false,
        }
    }

    /// Ends an object.
    pub(super) fn free(
        &mut self,
        thread: ThreadId,
        address: Address,
        kind: ObjectKind,
    ) -> Result<Option<EventId>, Interruption> {
        let object = match self.free_failure(thread, address, kind) {
            Ok(object) => object,
            Err((failure, other)) => {
                return self.fail(Failed { thread, failure, other, event: None }).map(|()| None);
            }
        };
        let after = self.resume(thread, Answer::Done, Origin::Nowhere);
        let event = self.state.graph.add_free(thread, object.base, object.size);
        self.state.pause(Some(after));
        self.report_mistakes(event)?;
        Ok(Some(event))
    }

    /// The object that a thread is about to end; or the error of that, and the other event of the
    /// error.
    fn free_failure(
        &self,
        thread: ThreadId,
        address: Address,
        kind: ObjectKind,
    ) -> Result<Object, (Failure, Option<EventId>)> {
        let failure = |kind| Failure::new(kind).at(address);
        let owner = self.program.owner(address);
        let object = owner.and_then(|owner| self.object_at(owner, address));
        let Some(object) = object.filter(|object| object.base == address && object.kind == kind) else {
            return Err((failure(ErrorKind::InvalidFree), None));
        };
        if self.keep_going {
            return Ok(object);
        }
        if let Some(other) = self.free_of(address) {
            return Err((failure(ErrorKind::DoubleFree), Some(other)));
        }
        match self.unordered_access(thread, object) {
            Some(other) => Err((failure(ErrorKind::UseAfterFree), Some(other))),
            None => Ok(object),
        }
    }

    /// An access to the object that does not happen before the thread's next event.
    fn unordered_access(&self, thread: ThreadId, object: Object) -> Option<EventId> {
        let graph = &self.state.graph;
        let before = graph.latest_before(thread).map(|last| graph.happens_before(last));
        let bytes = object.base.0..object.base.0.saturating_add(object.size);
        let accesses =
            self.locations.within(bytes).flat_map(|location| graph.last_accesses(location).iter().copied());
        let is_ordered = |access: EventId| {
            let event = graph.event(access);
            event.thread == thread || before.is_some_and(|before| before.contains(event))
        };
        accesses.into_iter().find(|&access| !is_ordered(access))
    }
}
