import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLog } from '../../../log.ts';
import type { Storage } from '../../storage/index.ts';
import type { SegmentRef } from '../segments/segment.ts';
import { openSegmentLog } from './segment-log.ts';

const claim = { job: { id: 'x' } };

/** A slow storage, and a lease that one worker holds at a time. */
function createParts({ before = '', isBroken = false } = {}) {
  let stored = before;
  let isTaken = false;
  let stores = 0;
  const storage = {
    async put(_key: string, body: Uint8Array) {
      await sleep(1);
      stores++;
      stored = Buffer.from(body).toString();
      return { etag: '' };
    },
    async get() {
      if (isBroken) throw new Error('no storage');
      return { stream: Readable.from([Buffer.from(stored)]) };
    },
  } as unknown as Storage;
  const segments = {
    async withLogLease(_: Pick<SegmentRef, 'job'>, act: (signal: AbortSignal) => Promise<void>) {
      if (isTaken) return false;
      isTaken = true;
      await act(new AbortController().signal).finally(() => {
        isTaken = false;
      });
      return true;
    },
  };
  const parts = { segments, storage, log: createLog('silent') };
  return { open: () => openSegmentLog(parts, claim), stored: () => stored, stores: () => stores };
}

test('the lines of all workers are stored, those of each worker in order', async () => {
  const { open, stored } = createParts({ before: 'Before.\n' });
  const logs = [open(), open(), open()];
  for (const [i, log] of logs.entries()) {
    log.line(`${i} started.`);
    log.line(`${i} finished.`);
  }
  await Promise.all(logs.map((log) => log.settled()));
  const lines = stored().trimEnd().split('\n');
  expect(lines).toHaveLength(7);
  expect(lines[0]).toBe('Before.');
  for (const i of logs.keys()) {
    expect(stored()).toMatch(new RegExp(`  ${i} started\\.\\n(.*\\n)*.*  ${i} finished\\.\\n`));
  }
});

test('a log that cannot be read is not replaced, and does not block the worker', async () => {
  const { open, stores } = createParts({ before: 'Before.\n', isBroken: true });
  const log = open();
  log.line('Lost.');
  await log.settled();
  expect(stores()).toBe(0);
});

test.each([
  [256 * 1024 - 1, 1],
  [256 * 1024, 0],
])('a log of %d characters gets %d more lines', async (length, more) => {
  const { open, stores } = createParts({ before: '.'.repeat(length) });
  const log = open();
  log.line('One.');
  log.line('Two.');
  await log.settled();
  expect(stores()).toBe(more);
});
