import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from './log.ts';

function logTo(lines: Record<string, unknown>[], level: 'info' | 'debug' = 'info') {
  return createLog(level, { write: (line) => void lines.push(JSON.parse(line)) });
}

afterEach(() => void vi.useRealTimers());

test('a line is one JSON object with a named level and an ISO time', () => {
  const lines: Record<string, unknown>[] = [];
  const log = logTo(lines);
  const times = ['2026-02-03T04:05:06.007Z', '2026-02-03T04:05:06.999Z', '2026-02-03T04:05:07.000Z'];
  for (const time of times) {
    vi.useFakeTimers({ now: new Date(time) });
    log.info({ jobs: 3 }, 'swept');
  }
  expect(lines).toEqual(times.map((time) => ({ level: 'info', time, jobs: 3, msg: 'swept' })));
});

test('lines below the level are not written', () => {
  const lines: Record<string, unknown>[] = [];
  logTo(lines).debug('hidden');
  logTo(lines, 'debug').debug('shown');
  expect(lines.map((line) => line.msg)).toEqual(['shown']);
});

test('every line of a request carries its id', () => {
  const lines: Record<string, unknown>[] = [];
  const log = logTo(lines).child({ requestId: 'abcd1234' });
  log.info('one');
  log.warn('two');
  expect(lines.map((line) => line.requestId)).toEqual(['abcd1234', 'abcd1234']);
});

test('a request is logged as method and path, without query and headers', () => {
  const lines: Record<string, unknown>[] = [];
  const req = { method: 'GET', url: '/objects/videos/a.mp4?signature=f00d', headers: { cookie: 'x' } };
  logTo(lines).info({ req });
  expect(lines[0]?.req).toEqual({ method: 'GET', path: '/objects/videos/a.mp4' });
});

test('a plain copy of an error, as the queue reports it, is logged like the error', () => {
  const lines: Record<string, unknown>[] = [];
  const error = Object.assign(new Error('no server'), { code: 'ECONNREFUSED', detail: 'a row' });
  logTo(lines).warn({ err: { ...error, message: error.message, stack: error.stack, queue: 'render' } });
  expect(lines[0]?.err).toEqual({ message: 'no server', code: 'ECONNREFUSED', stack: error.stack });
  logTo(lines).warn({ err: { detail: 'a row' } });
  expect(lines[1]?.err).toEqual({ message: 'object' });
});

test('an error is logged with its cause but without the properties that a driver adds', () => {
  const lines: Record<string, unknown>[] = [];
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (name)=(private)' });
  logTo(lines).error({ err: new Error('could not save', { cause }) });
  expect(lines[0]?.err).toMatchObject({
    message: 'could not save',
    cause: { message: 'duplicate key', code: '23505' },
  });
  expect(JSON.stringify(lines)).not.toContain('private');
});

test.each([
  [{ webhookSecret: 'hush' }],
  [{ config: { webhookSecret: 'hush' } }],
  [{ config: { storage: { secretAccessKey: 'hush', accessKeyId: 'hush' } } }],
  [{ database: { password: 'hush' } }],
])('secrets are redacted in %j', (fields) => {
  const lines: Record<string, unknown>[] = [];
  const before = structuredClone(fields);
  logTo(lines).info(fields);
  expect(JSON.stringify(lines)).not.toContain('hush');
  expect(JSON.stringify(lines)).toContain('[secret]');
  expect(fields).toEqual(before);
});
