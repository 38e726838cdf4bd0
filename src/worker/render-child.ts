// The program of a job's child process: whatever a replay, a map or a skin does to it, only this one job is hurt.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renderWithDanser } from '../danser/index.ts';
import { Failure } from '../failure.ts';
import { folderFiles, type RenderHooks, type RenderRequest, renderReplay } from '../render/index.ts';
import { archiveFiles } from '../stage/index.ts';
import { isDiskFull } from './disk-full.ts';
import type { FromChild, ToChild } from './messages.ts';

const answer = (message: FromChild) => process.send?.(message);

let isDone = false;

process.once('message', async (task: ToChild) => {
  try {
    const { beatmap, skin, assets, danser, options, thumbnail, analytics } = task;
    const files = beatmap.kind === 'folder' ? folderFiles(beatmap.path) : archiveFiles(await readFile(beatmap.path));
    const request: RenderRequest = {
      replay: await readFile(task.replay),
      beatmap: { files },
      skin: skin === null ? null : folderFiles(skin),
      ...{ assets, options, thumbnail, analytics, file: task.video },
    };
    const hooks: RenderHooks = {
      onProgress: (progress) => answer({ kind: 'progress', progress }),
      onNote: (text) => answer({ kind: 'note', text }),
      onOpened: (play) => answer({ kind: 'opened', play }),
    };
    const result = danser
      ? await renderWithDanser(request, hooks, { danser, folder: join(dirname(task.video), 'danser') })
      : await renderReplay(request, hooks);
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
