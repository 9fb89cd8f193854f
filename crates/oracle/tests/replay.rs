//! Threads that are run again stand where the execution left them.

use porf_entity::{EntityId, ThreadId};
use porf_oracle::{EventKind, ModelName, executions, replay};
use porf_program::Action;
use porf_testing::{Profile, RandomProgram};

#[test]
fn threads_do_the_same_again() {
    let (mut finished, mut stuck, mut created, mut never_created) = (0, 0, 0, 0);
    let all = Profile::ALL.into_iter().flat_map(|profile| (0..20).map(move |seed| (seed, profile)));
    for program in all.map(|(seed, profile)| RandomProgram::from_seed(seed, profile)) {
        for execution in executions(&program, ModelName::Rc11) {
            for thread in (0..program.threads.len()).map(ThreadId::from_index) {
                let creation = EventKind::Spawn { thread };
                created += execution.events().filter(|&(_, kind)| kind == creation).count();
                let Some(again) = replay(&program, &execution, thread) else {
                    never_created += 1;
                    assert!(thread.index() >= execution.threads.len(), "{program}\n{execution}");
                    continue;
                };
                let first_events = execution.events().filter(|&(event, kind)| {
                    event.thread == thread && !matches!(kind, EventKind::Write { exclusive: true, .. })
                });
                assert!(
                    first_events.map(|(event, _)| event).eq(again.actions.iter().map(|&(event, _)| event))
                );
                let has_finished = matches!(again.end.action, Action::Exit { .. });
                assert!(has_finished || !execution.is_complete(), "{program}\n{execution}");
                assert!(!(has_finished && execution.waiting.contains(&thread)), "{program}\n{execution}");
                *if has_finished { &mut finished } else { &mut stuck } += 1;
            }
        }
    }
    let counts = [finished, stuck, created, never_created];
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}
