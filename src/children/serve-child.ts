import { isDiskFull } from '../disk-full.ts';
import { Failure } from '../failure.ts';
import type { ChildMessage } from './messages.ts';

/** Performs the tasks of the parent process, one at a time. The last statement of a child program. */
export function serveChild<Task, Event, Result>(
  perform: (task: Task, sendEvent: (event: Event) => void) => Promise<Result>,
): void {
  // If the parent is gone, `disconnect` fires, so a message that cannot be sent is ignored.
  const send = (message: ChildMessage<Event, Result>) => process.send?.(message, () => {});
  const sendEvent = (event: Event) => void send({ kind: 'event', event });

  process.on('message', async (task: Task) => {
    try {
      send({ kind: 'done', result: await perform(task, sendEvent) });
    } catch (error) {
      if (error instanceof Failure) send({ kind: 'refused', code: error.code, message: error.message });
      // Neither the task nor the program is at fault: the same task can succeed once there is space again.
      else if (isDiskFull(error)) send({ kind: 'refused', code: 'storage/full', message: error.message });
      else send({ kind: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });

  // A terminal signals the whole process group. The parent decides when its children end.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('SIGHUP', () => {});
  process.on('disconnect', () => {
    endOwnGroup();
    process.exit();
  });
  send({ kind: 'ready' });
}

/** Ends everything that this process has started, if it leads a process group. */
function endOwnGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    // It leads no group.
  }
}
