import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Render, RenderTask } from '../../../src/service/worker/index.ts';

interface FinishedRender {
  readonly result: Awaited<ReturnType<Render>>;
  /** Reports the same events again. */
  readonly report: readonly ((hooks: Parameters<Render>[1]) => void)[];
  readonly files: readonly (readonly [output: Output, bytes: Buffer])[];
}

const outputs = ['video', 'thumbnail', 'preview', 'analytics'] as const;
type Output = (typeof outputs)[number];

/**
 * Renders each play once for all tests of a file: a render like an earlier one reports the same events and writes the same
 * files, without a process. Most of the time of a small render is the start of that process. Skins are not compared, so a
 * task with a skin is always rendered.
 */
export function repeatRenders(render: Render): Render {
  const finished = new Map<string, FinishedRender>();
  return async (task, hooks) => {
    hooks.signal.throwIfAborted();
    const key = task.skin === null ? await keyOf(task) : null;
    const earlier = key === null ? undefined : finished.get(key);
    if (earlier) {
      for (const report of earlier.report) report(hooks);
      for (const [output, bytes] of earlier.files) await writeFile(task[output]!, bytes);
      hooks.signal.throwIfAborted();
      return earlier.result;
    }
    const report: FinishedRender['report'][number][] = [];
    const result = await render(task, {
      signal: hooks.signal,
      onOpened(play) {
        report.push(({ onOpened }) => onOpened(play));
        hooks.onOpened(play);
      },
      onNote(note) {
        report.push(({ onNote }) => onNote(note));
        hooks.onNote(note);
      },
      onProgress(progress) {
        report.push(({ onProgress }) => onProgress(progress));
        hooks.onProgress(progress);
      },
    });
    if (key !== null) finished.set(key, { result, report, files: await filesOf(task) });
    return result;
  };
}

/** Everything that the files depend on. `savedAnew()` changes only the last eight bytes of a replay. */
async function keyOf({ replay, options, segment, encodedSegments, freeWorkers, ...task }: RenderTask): Promise<string> {
  const play = createHash('sha256')
    .update((await readFile(replay)).subarray(0, -8))
    .digest('hex');
  const written = outputs.filter((output) => task[output] !== undefined);
  const joined = encodedSegments?.map(({ frames }) => frames);
  return JSON.stringify([play, options, segment, joined, freeWorkers, written]);
}

/** A plan of segments writes no file. */
async function filesOf(task: RenderTask): Promise<FinishedRender['files']> {
  const files: [Output, Buffer][] = [];
  for (const output of outputs) {
    const bytes = task[output] === undefined ? null : await readFile(task[output]).catch(() => null);
    if (bytes !== null) files.push([output, bytes]);
  }
  return files;
}
