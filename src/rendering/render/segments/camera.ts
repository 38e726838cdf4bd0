import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Failure } from '../../../failure.ts';
import type { FrameRange } from '../film.ts';
import type { FromCamera, ToCamera } from './messages.ts';
import type { RenderedSegment } from './render-segment.ts';

/** A process that films stretches of a play beside this one. */
export interface Camera {
  /** Null when the process is gone: somebody else has to do it. Throws what made the stretch fail. */
  render(range: FrameRange, file: string, onFrames: (done: number) => void): Promise<RenderedSegment | null>;
  /** Ends it, whatever it does. Calling it twice is harmless. */
  stop(): Promise<void>;
}

export function startCamera(
  opening: Omit<Extract<ToCamera, { kind: 'open' }>, 'kind'>,
  onNote: (note: string) => void,
) {
  const child = fork(join(opening.assets, 'render', 'segments', 'camera-child.js'), {
    // As much memory as this process may have.
    execArgv: process.execArgv.filter((argument) => /^--max-(old|semi)-space-size=/.test(argument)),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  const gone = goneOf(child);
  send({ kind: 'open', ...opening });

  function send(message: ToCamera): void {
    // A process that is gone is noticed by its end.
    child.send(message, () => {});
  }

  const camera: Camera = {
    render(range, file, onFrames) {
      return new Promise((resolve, reject) => {
        const onMessage = (message: FromCamera) => {
          if (message.kind === 'frames') return onFrames(message.done);
          if (message.kind === 'note') return onNote(message.text);
          child.off('message', onMessage);
          if (message.kind === 'done') resolve(message.segment);
          else if (message.kind === 'refused') reject(new Failure(message.code, message.message));
          else reject(new Error(`A process of the render failed: ${message.message}`));
        };
        child.on('message', onMessage);
        gone.then(() => resolve(null));
        send({ kind: 'segment', range, file });
      });
    },
    async stop() {
      child.kill('SIGKILL');
      await gone;
    },
  };
  return camera;
}

/** Resolves, however it comes about. */
async function goneOf(child: ChildProcess): Promise<void> {
  await Promise.race([once(child, 'exit'), once(child, 'error')]).catch(() => {});
}
