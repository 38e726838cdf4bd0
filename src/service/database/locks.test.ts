import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { advisoryLocks, channels } from './locks.ts';

const source = new URL('../../', import.meta.url);
const migrations = new URL('../../../migrations/', import.meta.url);

async function readAll(folder: URL, extension: string): Promise<[name: string, text: string][]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(extension));
  return Promise.all(
    names.map(async (name) => [name, await readFile(new URL(name, folder), 'utf8')] as [string, string]),
  );
}

test.each(Object.entries({ advisoryLocks, channels }))('no two of the %s are the same', (_, registry) => {
  const values = Object.values(registry);
  expect(new Set(values).size).toBe(values.length);
});

test('lock keys fit into the int4 that PostgreSQL takes', () => {
  for (const key of Object.values(advisoryLocks)) expect(key).toBe(key | 0);
});

describe('the migrations', async () => {
  const files = await readAll(migrations, '.sql');
  const text = files.map(([, sql]) => sql.replaceAll(/--.*$/gm, '')).join('\n');

  test('take only locks that are registered, with two keys, and hold them for a transaction', () => {
    const calls = [...text.matchAll(/\bpg_(?:try_)?advisory_\w+\s*\([^)]*\)/g)].map(([call]) => call);
    const registered = Object.values(advisoryLocks).map((key) => `pg_advisory_xact_lock(${key}, 0)`);
    expect(calls).toEqual([`pg_advisory_xact_lock(${advisoryLocks.jobEvents}, 0)`]);
    for (const call of calls) expect(registered).toContain(call);
  });

  test('notify only channels that are registered', () => {
    const notified = [...text.matchAll(/\bpg_notify\s*\(\s*'([^']*)'/g)].map(([, channel]) => channel);
    expect(notified.length).toBe([...text.matchAll(/\bnotify\b|\bpg_notify\b/gi)].length);
    for (const channel of notified) expect(Object.values(channels)).toContain(channel);
    expect(notified).toContain(channels.jobs);
  });
});

test('the program names locks and channels in the registry alone', async () => {
  const files = (await readAll(source, '.ts')).filter(([name]) => !/service\/database\/(locks|.*\.test)/.test(name));
  const named = files.filter(([, text]) => /advisory_\w*lock|pg_notify\(\s*'|channel: '|\blisten '/.test(text));
  expect(named.map(([name]) => name)).toEqual([]);
});
