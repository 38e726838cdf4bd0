// The program of a pool's child process: it may run out of memory, hang or crash, and nobody else does.
import { Failure } from '../../failure.ts';
import { decodeReplay } from './decode-task.ts';
import type { FromChild, ToChild } from './messages.ts';

const answer = (message: FromChild) => process.send?.(message);

process.on('message', async (task: ToChild) => {
  try {
    answer({ kind: 'decoded', replay: await decodeReplay(task) });
  } catch (error) {
    if (error instanceof Failure) answer({ kind: 'refused', code: error.code, message: error.message });
    else answer({ kind: 'broken', message: String(error) });
  }
});

// Signals to the group are the parent's to handle: it stops its children when their tasks are done.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());
answer({ kind: 'ready' });
