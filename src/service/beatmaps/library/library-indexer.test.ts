import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createIndex } from './library-index.ts';
import { startLibraryIndexer } from './library-indexer.ts';

test('a change that is reported while the index is saved is read before the indexer has settled', async () => {
  const root = await mkdtemp(join(tmpdir(), 'reprise-indexer-'));
  const index = createIndex();
  let save = () => {};
  const saved = new Promise<void>((resolve) => {
    save = resolve;
  });
  let startSaving = () => {};
  const isSaving = new Promise<void>((resolve) => {
    startSaving = resolve;
  });
  const indexer = startLibraryIndexer({
    root,
    index,
    hasher: { md5sOf: async () => ['0'] },
    maxFiles: 10,
    onTooMany: () => {},
    async onStep(isLast) {
      if (!isLast) return;
      startSaving();
      await saved;
    },
  });
  try {
    await isSaving;
    await writeFile(join(root, 'a.osu'), '');
    await turnOfLoop();
    await turnOfLoop();
    indexer.readChanges();
    const settled = indexer.settled();
    save();
    await settled;
    expect(index.fileCount).toBe(1);
  } finally {
    await indexer.stop();
    await rm(root, { recursive: true });
  }
});
