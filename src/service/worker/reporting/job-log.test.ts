import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Storage } from '../../storage/index.ts';
import { openJobLog } from './job-log.ts';

let stored: string[];
let isBroken: boolean;
const storage = {
  async put(_key: string, body: Uint8Array) {
    if (isBroken) throw new Error('no storage');
    stored.push(Buffer.from(body).toString());
    return { etag: '' };
  },
  async get() {
    const last = stored.at(-1);
    return last === undefined ? null : { stream: Readable.from([Buffer.from(last)]) };
  },
} as unknown as Storage;

beforeEach(() => {
  vi.useFakeTimers();
  stored = [];
  isBroken = false;
});
afterEach(() => {
  vi.useRealTimers();
});

const now = () => new Date('2026-01-02T03:04:05.678Z');
const open = (append = false) => openJobLog({ storage, key: 'logs/x.log', append, now });

test('the log is stored every three seconds if it has changed, and at the end', async () => {
  const log = await open();
  log.line('One.');
  await vi.advanceTimersByTimeAsync(2_999);
  expect(stored).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(stored).toEqual(['2026-01-02 03:04:05  One.\n']);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(stored).toHaveLength(1);
  await log.close('Completed.');
  expect(stored.at(-1)).toBe('2026-01-02 03:04:05  One.\n2026-01-02 03:04:05  Completed.\n');
  await vi.advanceTimersByTimeAsync(9_000);
  expect(stored).toHaveLength(2);
});

test('a line break in a name does not start a new line', async () => {
  const log = await open();
  log.line('a\r\n2026-01-02 03:04:05  Completed.\u2028b\0c');
  await log.close('End.');
  expect(stored.at(-1)!.split('\n')).toHaveLength(3);
  expect(stored.at(-1)).toContain('a 2026-01-02 03:04:05  Completed. b c\n');
});

test('lines that could not be stored are stored the next time', async () => {
  const log = await open();
  isBroken = true;
  log.line('One.');
  await vi.advanceTimersByTimeAsync(3_000);
  isBroken = false;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(stored).toEqual(['2026-01-02 03:04:05  One.\n']);
  await log.close('End.');
});

test('another attempt continues the log', async () => {
  await (await open()).close('Interrupted.');
  const again = await open(true);
  await again.close('Completed.');
  expect(stored.at(-1)).toMatch(/Interrupted\.\n.*Completed\.\n$/);
});

test('a long log is bounded and has its last line', async () => {
  const log = await open();
  for (let i = 0; i < 2_000; i++) log.line('x'.repeat(1_000));
  await log.close('Completed.');
  expect(stored.at(-1)!.length).toBeLessThan(300 * 1024);
  expect(stored.at(-1)).toMatch(/x\n.*Completed\.\n$/);
});

test('a log that was left is not stored any more', async () => {
  const log = await open();
  log.line('One.');
  log.leave();
  await vi.advanceTimersByTimeAsync(9_000);
  await log.close('Interrupted.');
  expect(stored).toEqual([]);
});

test('another end adds another last line', async () => {
  const log = await open();
  await log.close('Completed.');
  await log.close('Interrupted.');
  expect(stored.at(-1)).toMatch(/Completed\.\n.*Interrupted\.\n$/);
});

test('storage that hangs delays the end for ten seconds at most', async () => {
  const hanging = { put: () => new Promise(() => {}) } as unknown as Storage;
  const log = await openJobLog({ storage: hanging, key: 'logs/x.log', append: false });
  let isClosed = false;
  const closing = log.close('Completed.').then(() => {
    isClosed = true;
  });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(isClosed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await closing;
});
