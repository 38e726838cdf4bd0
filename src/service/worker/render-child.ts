// The program of a job's child process: whatever a replay, a map or a skin does to it, only this one job is hurt.
import { dirname, join } from 'node:path';
import { Failure } from '../../failure.ts';
import { renderWithDanser } from '../../rendering/danser/index.ts';
import {
  openSources,
  type RenderHooks,
  type RenderRequest,
  type RenderSources,
  renderOrShareOut,
  renderReplay,
} from '../../rendering/render/index.ts';
import { isDiskFull } from './disk-full.ts';
import type { FromChild, ToChild } from './messages.ts';

/** A worker that is gone is noticed by the end of the channel, which ends all that was started; never by an answer to it. */
const answer = (message: FromChild) => process.send?.(message, () => {});

let isDone = false;

process.once('message', async (task: ToChild) => {
  try {
    const { replay, beatmap, skin, assets, danser, options, fleet } = task;
    const { thumbnail, preview, analytics, range, filmed } = task;
    const sources: RenderSources = { replay, beatmap, skin: skin === null ? null : { kind: 'folder', path: skin } };
    const request: RenderRequest = {
      ...(await openSources(sources)),
      ...{ assets, options, thumbnail, preview, analytics, range, filmed, file: task.video },
      ...(task.pool && { pool: { ...task.pool, sources } }),
    };
    const hooks: RenderHooks = {
      onProgress: (progress) => answer({ kind: 'progress', progress }),
      onNote: (text) => answer({ kind: 'note', text }),
      onOpened: (play) => answer({ kind: 'opened', play }),
    };
    const result = danser
      ? await renderWithDanser(request, hooks, { danser, folder: join(dirname(task.video), 'danser') })
      : await (fleet && !filmed ? renderOrShareOut(request, hooks, fleet) : renderReplay(request, hooks));
    answer({ kind: 'done', result });
  } catch (error) {
    if (error instanceof Failure) answer({ kind: 'refused', code: error.code, message: error.message });
    else if (isDiskFull(error)) answer({ kind: 'refused', code: 'storage/full', message: error.message });
    else answer({ kind: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
  isDone = true;
  process.disconnect();
});

// Signals to the group are the worker's to handle; without a worker there is nobody to render for.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => {
  if (!isDone) endGroup();
  process.exit();
});

/** All that was started for this job lives in the group of this process, where it leads one. */
function endGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    // It leads none, and has started nothing.
  }
}
