//! Runs a command to its end, or until the caller does not want to wait any longer.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The longest time until an interrupt is seen.
const PATIENCE: Duration = Duration::from_millis(20);

/// The output and the exit status of a command. An error of the kind
/// [`Interrupted`](io::ErrorKind::Interrupted) if `interrupt` was set before the end: then the
/// command and all processes that it has started are ended.
pub(crate) fn output(command: &mut Command, interrupt: &AtomicBool) -> io::Result<Output> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    lead_a_group(command);
    let mut child = command.spawn()?;
    let (sender, receiver) = mpsc::channel();
    let read = |pipe: Option<Box<dyn Read + Send>>, is_stdout: bool| {
        let sender = sender.clone();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let read = pipe.map_or(Ok(0), |mut pipe| pipe.read_to_end(&mut bytes));
            // If the command was ended, no thread listens any more.
            let _ = sender.send((is_stdout, read.map(|_| bytes)));
        });
    };
    read(child.stdout.take().map(|pipe| Box::new(pipe) as _), true);
    read(child.stderr.take().map(|pipe| Box::new(pipe) as _), false);
    let (mut stdout, mut stderr) = (None, None);
    while stdout.is_none() || stderr.is_none() {
        match receiver.recv_timeout(PATIENCE) {
            Ok((true, bytes)) => stdout = Some(bytes?),
            Ok((false, bytes)) => stderr = Some(bytes?),
            Err(RecvTimeoutError::Timeout) => end_if_interrupted(&mut child, interrupt)?,
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let status = wait(&mut child, interrupt)?;
    Ok(Output { status, stdout: stdout.unwrap_or_default(), stderr: stderr.unwrap_or_default() })
}

/// Waits for a command that has no more output. Usually it has ended already.
fn wait(child: &mut Child, interrupt: &AtomicBool) -> io::Result<ExitStatus> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        end_if_interrupted(child, interrupt)?;
        thread::sleep(Duration::from_millis(1));
    }
}

fn end_if_interrupted(child: &mut Child, interrupt: &AtomicBool) -> io::Result<()> {
    if !interrupt.load(Ordering::Relaxed) {
        return Ok(());
    }
    end_group(child);
    // The command may have ended by itself just now, too.
    let _ = child.kill();
    child.wait()?;
    Err(io::ErrorKind::Interrupted.into())
}

/// Puts the command into a group of its own, so that all processes that it starts end with it. A
/// terminal sends its signals to the process that runs the command, not to this group.
#[cfg(unix)]
fn lead_a_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn lead_a_group(_command: &mut Command) {}

#[cfg(unix)]
fn end_group(child: &Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(group) = child.id().try_into() {
        // A group that is gone has ended.
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn end_group(_child: &Child) {}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Instant;

    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn what_is_said_is_read_and_the_end_is_known() {
        let never = AtomicBool::new(false);
        // More than fits into a pipe, on both of them.
        let script = "i=0; while [ $i -lt 3000 ]; do echo 012345678901234567890123456789; \
                      echo 012345678901234567890123456789 >&2; i=$((i+1)); done; exit 7";
        let output = output(&mut shell(script), &never).expect("it can be run");
        assert_eq!((output.stdout.len(), output.stderr.len()), (93_000, 93_000));
        assert_eq!(output.status.code(), Some(7));
    }

    #[test]
    fn an_interrupt_ends_it_and_what_it_has_started() {
        let interrupt = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(100));
                interrupt.store(true, Ordering::Relaxed);
            });
            let start = Instant::now();
            // The second `sleep` keeps the pipes open.
            let error = output(&mut shell("echo $$; sleep 100 & sleep 100"), &interrupt);
            assert_eq!(error.expect_err("it is ended").kind(), io::ErrorKind::Interrupted);
            assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
        });
    }
}
