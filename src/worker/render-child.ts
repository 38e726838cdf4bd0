// The program of a job's child process: whatever a replay, a map or a skin does to it, only this one job is hurt.
import { readFile } from 'node:fs/promises';
import { Failure } from '../failure.ts';
import { archiveFiles, folderFiles, renderReplay } from '../render/index.ts';
import type { FromChild, ToChild } from './messages.ts';

const answer = (message: FromChild) => process.send?.(message);

process.once('message', async (task: ToChild) => {
  try {
    const { beatmap, skin, assets, options, thumbnail, analytics } = task;
    const files = beatmap.kind === 'folder' ? folderFiles(beatmap.path) : archiveFiles(await readFile(beatmap.path));
    const result = await renderReplay(
      {
        replay: await readFile(task.replay),
        beatmap: { files },
        skin: skin === null ? null : folderFiles(skin),
        ...{ assets, options, thumbnail, analytics, file: task.video },
      },
      {
        onProgress: (progress) => answer({ kind: 'progress', progress }),
        onNote: (text) => answer({ kind: 'note', text }),
        onOpened: (play) => answer({ kind: 'opened', play }),
      },
    );
    answer({ kind: 'done', result });
  } catch (error) {
    if (error instanceof Failure) answer({ kind: 'refused', code: error.code, message: error.message });
    else answer({ kind: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
  process.disconnect();
});

// Signals to the group are the worker's to handle; without a worker there is nobody to render for.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());
