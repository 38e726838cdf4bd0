import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocalStorage, type LocalStorage } from './local.ts';
import { collect, storageContract } from './storage.contract.ts';

const signingKey = Buffer.alloc(32, 1);
let folder: string;
let storage: LocalStorage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-objects-'));
  storage = await createLocalStorage({ folder, signingKey });
});

afterAll(async () => {
  await storage.close();
  await rm(folder, { recursive: true });
});

describe('local storage', () => {
  storageContract(() => storage);

  test('leaves no temporary file', async () => {
    expect(await readdir(join(folder, '.incoming'))).toEqual([]);
  });

  test('serves files that an operator adds, and lists only valid keys', async () => {
    await mkdir(join(folder, 'skins'), { recursive: true });
    await writeFile(join(folder, 'skins', 'Dropped in.osk'), 'by hand');
    await writeFile(join(folder, 'skins', '.hidden.osk'), 'x');
    await symlink(join(folder, 'skins', 'Dropped in.osk'), join(folder, 'skins', 'Linked.osk'));
    await symlink(join(folder, 'nowhere'), join(folder, 'skins', 'Broken.osk'));
    const found = await storage.get('skins/Dropped in.osk');
    expect(await text(found!.stream)).toBe('by hand');
    const keys = (await collect(storage.list('skins/'))).map(({ key }) => key);
    expect(keys).toContain('skins/Dropped in.osk');
    expect(keys).toContain('skins/Linked.osk');
    expect(keys).not.toContain('skins/.hidden.osk');
    expect(keys).not.toContain('skins/Broken.osk');
  });

  test('changes the ETag after an edit in place', async () => {
    const path = join(folder, 'skins', 'Edited.osk');
    await writeFile(path, 'one');
    const before = await storage.stat('skins/Edited.osk');
    await writeFile(path, 'two');
    expect((await storage.stat('skins/Edited.osk'))!.etag).not.toBe(before!.etag);
  });

  test('an open object keeps its bytes when it is replaced', async () => {
    await storage.put('videos/kept.mp4', Buffer.from('the old one'));
    const object = await storage.open('videos/kept.mp4');
    await storage.put('videos/kept.mp4', Buffer.from('new'));
    expect(await text(object!.read({ range: { start: 4, end: 6 } }))).toBe('old');
  });

  test('a folder is not an object', async () => {
    await storage.put('deep/er/x.bin', Buffer.from('x'));
    expect(await storage.stat('deep/er')).toBeNull();
    expect(await storage.get('deep/er')).toBeNull();
    expect(await storage.get('deep/er/x.bin/below')).toBeNull();
  });
});

describe('leftovers of killed processes', () => {
  const hour = 60 * 60 * 1000;
  const now = new Date('2026-01-01T00:00:00Z');
  const here = hostname().replace(/[^A-Za-z0-9.-]/g, '-');
  // No process can have this id on Linux, whose highest is 2^22.
  const dead = 2 ** 22 + 1;

  test.each([
    ['just written by a process of this machine that is gone', `${here}_${dead}_x`, 0, 'removed'],
    ['idle for 23 hours, writer alive', `${here}_${process.pid}_x`, 23 * hour, 'kept'],
    ['idle for 25 hours, even if another process has that id now', `${here}_${process.pid}_x`, 25 * hour, 'removed'],
    ['idle for 23 hours, written by another machine', `elsewhere_${dead}_x`, 23 * hour, 'kept'],
    ['idle for 25 hours, written by another machine', `elsewhere_${dead}_x`, 25 * hour, 'removed'],
    ['of a strange name', 'x', 23 * hour, 'kept'],
    ['of a strange name and idle for 25 hours', 'x', 25 * hour, 'removed'],
  ])('are removed at start: %s', async (_, name, idle, outcome) => {
    const root = await mkdtemp(join(tmpdir(), 'reprise-leftovers-'));
    const path = join(root, '.incoming', name);
    await mkdir(join(root, '.incoming'));
    await writeFile(path, 'half');
    const modified = new Date(now.getTime() - idle);
    await utimes(path, modified, modified);
    await createLocalStorage({ folder: root, signingKey, now: () => now });
    expect(await readdir(join(root, '.incoming'))).toEqual(outcome === 'kept' ? [name] : []);
    await rm(root, { recursive: true });
  });
});

describe('disk errors', () => {
  test('if the folder is a file, the start fails with its path in the message', async () => {
    const path = join(folder, 'a-file');
    await writeFile(path, '');
    await expect(createLocalStorage({ folder: path, signingKey })).rejects.toThrow(path);
  });

  test.each([
    ['ENOSPC', 'storage/full'],
    ['EDQUOT', 'storage/full'],
    ['EACCES', 'storage/unavailable'],
    ['EROFS', 'storage/unavailable'],
    ['EIO', 'storage/unavailable'],
  ])('%s is %s', async (code, failure) => {
    const cause = Object.assign(new Error('disk'), { code });
    const body = new Readable({ read: () => body.destroy(cause) });
    await expect(storage.put('disk/x.bin', body)).rejects.toMatchObject({ code: failure, cause });
  });
});
