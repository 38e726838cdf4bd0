import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../../src/service/database/index.ts';
import { createSkins, readMissingSkinDetails, type Skins } from '../../../src/service/skins/index.ts';
import { createLocalStorage, type LocalStorage } from '../../../src/service/storage/index.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { makeZip } from '../../support/files/zip.ts';

let folder: string;
let fresh: FreshDatabase;
let database: Database;
let storage: LocalStorage;
let skins: Skins;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-skins-'));
  fresh = await freshDatabase();
  database = fresh.connect();
  storage = await createLocalStorage({ folder: join(folder, 'objects'), signingKey: Buffer.alloc(32) });
  skins = createSkins({ database, storage });
});

afterAll(async () => {
  await fresh.drop();
  await rm(folder, { recursive: true });
});

let files = 0;

async function upload(fileName: string, content: string, client = '192.0.2.1', through = skins) {
  const path = join(folder, `upload-${files++}`);
  await writeFile(path, skinOf(content));
  return through.store(await through.check({ path, fileName }), client);
}

function skinOf(content: string): Uint8Array {
  return makeZip([{ name: 'skin.ini', data: content, method: 'store' }]);
}

async function storedBytes(name: string): Promise<Uint8Array | undefined> {
  const object = await storage.get(`skins/${name}.osk`);
  return object === null ? undefined : Buffer.from(await text(object.stream.setEncoding('latin1')), 'latin1');
}

const listedNames = async (from = skins) => (await from.list('192.0.2.1')).map(({ name }) => name);

const taken = { code: 'skin/name-taken' };

describe('a skin that is uploaded', () => {
  test('is stored under the name of its file and listed', async () => {
    expect(await upload('My skin-1_x.osk', 'one')).toEqual({
      success: true,
      skin_name: 'My skin-1_x',
      message: 'Skin "My skin-1_x" was uploaded.',
    });
    expect(await storedBytes('My skin-1_x')).toEqual(Buffer.from(skinOf('one')));
    expect(await listedNames()).toContain('My skin-1_x');
  });

  test('again with the same bytes is accepted from anyone and written once', async () => {
    await upload('Same.osk', 'same');
    const put = vi.spyOn(storage, 'putFile');
    for (const client of ['192.0.2.1', '192.0.2.2']) {
      expect((await upload('Same.OSK', 'same', client)).message).toBe('Skin "Same" is stored already.');
    }
    expect(put).not.toHaveBeenCalled();
    put.mockRestore();
  });

  test('again with other bytes is replaced for its client and refused for another', async () => {
    await upload('Mine.osk', 'first');
    await expect(upload('Mine.osk', 'third', '192.0.2.2')).rejects.toMatchObject(taken);
    expect(await storedBytes('Mine')).toEqual(Buffer.from(skinOf('first')));
    expect((await upload('Mine.osk', 'other')).message).toBe('Skin "Mine" was replaced.');
    expect(await storedBytes('Mine')).toEqual(Buffer.from(skinOf('other')));
    expect((await upload('Mine.osk', 'first')).message).toBe('Skin "Mine" was replaced.');
  });

  test('under a name that differs in capitals only is refused, because some disks cannot tell them apart', async () => {
    await upload('Capitals.osk', 'x');
    await database.db.updateTable('skins').set({ claimed_at: sql`now() - interval '1 day'` }).execute();
    await expect(upload('CAPITALS.osk', 'y')).rejects.toMatchObject(taken);
    await expect(upload('capitals.osk', 'y', '192.0.2.2')).rejects.toMatchObject(taken);
  });

  test.each([
    ['skin.zip', 'skin/wrong-extension'],
    ['osk', 'skin/wrong-extension'],
    ['', 'skin/wrong-extension'],
    ['.osk', 'skin/name-invalid'],
    ['a.b.osk', 'skin/name-invalid'],
    ['naïve.osk', 'skin/name-invalid'],
    ['../up.osk', 'skin/name-invalid'],
    ['a\0.osk', 'skin/name-invalid'],
    ['a\n.osk', 'skin/name-invalid'],
    [`${'x'.repeat(129)}.osk`, 'skin/name-invalid'],
    ['Default.osk', 'skin/name-reserved'],
    ['default.osk', 'skin/name-reserved'],
  ])('as %j is refused', async (fileName, code) => {
    await expect(upload(fileName, 'x')).rejects.toMatchObject({ code });
  });

  test('may have a name of 128 characters', async () => {
    await upload(`${'x'.repeat(128)}.osk`, 'x');
  });

  test('is checked before it is stored', async () => {
    const path = join(folder, 'bad');
    await writeFile(path, 'PK and nothing else');
    await expect(skins.check({ path, fileName: 'Bad.osk' })).rejects.toMatchObject({ code: 'skin/damaged' });
  });

  test('is given up when its check takes too long, or the client has left', async () => {
    const path = join(folder, 'slow');
    await writeFile(path, skinOf('x'.repeat(5_000_000)));
    const hurried = createSkins({ database, storage, checkMs: 0 });
    await expect(hurried.check({ path, fileName: 'Slow.osk' })).rejects.toMatchObject({ code: 'skin/too-slow' });
    const reason = new Error('The client has left.');
    await expect(skins.check({ path, fileName: 'Slow.osk', signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('a skin that is removed', () => {
  test('stays if its client uploads it again in the meantime, and still belongs to the client', async () => {
    await upload('Again.osk', 'first');
    const remove = storage.delete.bind(storage);
    const spy = vi.spyOn(storage, 'delete').mockImplementationOnce(async (...args) => {
      await remove(...args);
      await upload('Again.osk', 'second');
    });
    await skins.remove('Again', '192.0.2.1');
    spy.mockRestore();
    expect(await storedBytes('Again')).toEqual(Buffer.from(skinOf('second')));
    await expect(upload('Again.osk', 'third', '192.0.2.2')).rejects.toMatchObject(taken);
    await upload('Again.osk', 'third');
  });

  test('is removed completely by a second call if the storage fails during the first one', async () => {
    await upload('Half.osk', 'x');
    await storage.put('previews/Half.osk/a.jpg', Buffer.from('x'));
    const list = vi.spyOn(storage, 'list').mockImplementationOnce(() => {
      throw new Error('The disk is gone.');
    });
    await expect(skins.remove('Half', '192.0.2.1')).rejects.toThrow('The disk is gone.');
    list.mockRestore();
    await skins.remove('Half', '192.0.2.1');
    expect(await storage.stat('previews/Half.osk/a.jpg')).toBeNull();
    await upload('Half.osk', 'y', '192.0.2.2');
  });
});

describe('a name', () => {
  test('asked for by many clients at once goes to exactly one, over several processes', async () => {
    const others = Array.from({ length: 4 }, () => createSkins({ database: fresh.connect(), storage }));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) => upload('Race.osk', `skin ${i}`, `192.0.2.${i}`, others[i % 4])),
    );
    const winners = outcomes.flatMap((outcome, i) => (outcome.status === 'fulfilled' ? [i] : []));
    expect(winners).toHaveLength(1);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(taken);
    expect(await storedBytes('Race')).toEqual(Buffer.from(skinOf(`skin ${winners[0]}`)));
  });

  test('uploaded to by one client many times at once holds one of the skins, and the next upload is right about it', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, i) => upload('Many.osk', `skin ${i}`)));
    for (let i = 0; i < 8; i++) {
      await upload('Many.osk', `skin ${i}`);
      expect(await storedBytes('Many')).toEqual(Buffer.from(skinOf(`skin ${i}`)));
    }
  });

  test('whose upload failed is free at once, for any client', async () => {
    const put = vi.spyOn(storage, 'putFile').mockRejectedValue(new Error('The disk is gone.'));
    await expect(upload('Failed.osk', 'x')).rejects.toThrow('The disk is gone.');
    put.mockRestore();
    await upload('Failed.osk', 'y', '192.0.2.2');
    await expect(upload('Failed.osk', 'x')).rejects.toMatchObject(taken);
  });

  test('stays with its client if a replacement failed, or if an object was stored although its upload failed', async () => {
    await upload('Kept.osk', 'first');
    const put = vi.spyOn(storage, 'putFile').mockRejectedValue(new Error('The disk is gone.'));
    await expect(upload('Kept.osk', 'second')).rejects.toThrow('The disk is gone.');
    put.mockImplementation(async (key) => {
      await storage.put(key, skinOf('x'));
      throw new Error('The connection is gone.');
    });
    await expect(upload('Late.osk', 'x')).rejects.toThrow('The connection is gone.');
    put.mockRestore();
    for (const name of ['Kept.osk', 'Late.osk']) {
      await expect(upload(name, 'third', '192.0.2.2')).rejects.toMatchObject(taken);
      await upload(name, 'third');
    }
  });

  test('belongs to its client also if another of its uploads fails in the meantime', async () => {
    const putFile = storage.putFile.bind(storage);
    const put = vi.spyOn(storage, 'putFile').mockImplementationOnce(async (...file) => {
      put.mockRejectedValueOnce(new Error('The disk is gone.'));
      await expect(upload('Twice.osk', 'second')).rejects.toThrow('The disk is gone.');
      return putFile(...file);
    });
    await upload('Twice.osk', 'first');
    put.mockRestore();
    await expect(upload('Twice.osk', 'third', '192.0.2.2')).rejects.toMatchObject(taken);
    await upload('Twice.osk', 'third');
  });

  test('whose process died before storing it stays with its client for an hour', async () => {
    await upload('Died.osk', 'x');
    await storage.delete('skins/Died.osk');
    const claimedAgo = (minutes: number) =>
      database.db
        .updateTable('skins')
        .set({ claimed_at: sql`clock_timestamp() - make_interval(mins => ${minutes})` })
        .where('name', '=', 'Died')
        .execute();
    await claimedAgo(59);
    await expect(upload('Died.osk', 'y', '192.0.2.2')).rejects.toMatchObject(taken);
    await claimedAgo(61);
    await upload('Died.osk', 'y', '192.0.2.2');
    await claimedAgo(61);
    await expect(upload('Died.osk', 'x')).rejects.toMatchObject(taken);
  });

  test('whose process died right after storing it still belongs to its client', async () => {
    await upload('Crash.osk', 'first');
    await database.db.updateTable('skins').set({ sha256: null, etag: null }).where('name', '=', 'Crash').execute();
    expect((await upload('Crash.osk', 'first', '192.0.2.2')).message).toBe('Skin "Crash" is stored already.');
    await expect(upload('Crash.osk', 'other', '192.0.2.2')).rejects.toMatchObject(taken);
    await upload('Crash.osk', 'other');
    expect(await storedBytes('Crash')).toEqual(Buffer.from(skinOf('other')));
  });

  test('of a file an operator dropped into storage is the operator’s', async () => {
    await storage.put('skins/Operator.osk', skinOf('by hand'));
    await expect(upload('Operator.osk', 'BY HAND')).rejects.toMatchObject(taken);
    expect((await upload('Operator.osk', 'by hand')).message).toBe('Skin "Operator" is stored already.');
  });

  test('whose object an operator has exchanged is not judged by the old bytes', async () => {
    await upload('Exchanged.osk', 'first');
    await storage.put('skins/Exchanged.osk', skinOf('other'));
    expect((await upload('Exchanged.osk', 'first')).message).toBe('Skin "Exchanged" was replaced.');
    expect(await storedBytes('Exchanged')).toEqual(Buffer.from(skinOf('first')));
  });
});

test('the list is sorted, with the built-in skin, without what no render could ask for', async () => {
  const elsewhere = await createLocalStorage({ folder: join(folder, 'list'), signingKey: Buffer.alloc(32) });
  const names = createSkins({ database, storage: elsewhere });
  expect(await listedNames(names)).toEqual(['Default']);
  for (const key of [
    'skins/b.osk',
    'skins/Z.osk',
    'skins/Default.osk',
    'skins/ü.osk',
    'skins/x.zip',
    'skins/deep/x.osk',
  ]) {
    await elsewhere.put(key, Buffer.from('x'));
  }
  expect(await listedNames(names)).toEqual(['Default', 'Z', 'b']);
});

describe('the list', () => {
  const ini = (author: string) => `[General]\nName: x\nAuthor: ${author}\nVersion: 2.5\n`;
  const listed = async (name: string, client = '192.0.2.1') =>
    (await skins.list(client)).find((skin) => skin.name === name);
  const scan = () => readMissingSkinDetails({ database, storage, newPath: () => join(folder, `scan-${files++}`) });

  test('has author, version and owner of an uploaded skin, as soon as it is stored or replaced', async () => {
    await upload('Listed.osk', ini('Mira'));
    expect(await listed('Listed')).toEqual({ name: 'Listed', author: 'Mira', version: 2.5, owner: 'you' });
    expect(await listed('Listed', '192.0.2.9')).toMatchObject({ owner: 'another-client' });
    await upload('Listed.osk', ini('Another author \x07'));
    expect(await listed('Listed')).toMatchObject({ author: 'Another author' });
    expect(await listed('Default')).toEqual({ name: 'Default', author: null, version: null, owner: 'built-in' });
  });

  test('gets the details of files that an operator copied into storage, whatever they are', async () => {
    await storage.put('skins/Copied.osk', skinOf(ini('Operator')));
    await storage.put('skins/Noise.osk', Buffer.from('noise'));
    expect(await listed('Copied')).toEqual({ name: 'Copied', author: null, version: null, owner: 'operator' });
    await scan();
    expect(await listed('Copied')).toEqual({ name: 'Copied', author: 'Operator', version: 2.5, owner: 'operator' });
    expect(await listed('Noise')).toEqual({ name: 'Noise', author: null, version: null, owner: 'operator' });
    // What is known is not read again, but an exchanged file is.
    const get = vi.spyOn(storage, 'get');
    await scan();
    expect(get).not.toHaveBeenCalled();
    get.mockRestore();
    await storage.put('skins/Copied.osk', skinOf(ini('Its second author')));
    await scan();
    expect(await listed('Copied')).toMatchObject({ author: 'Its second author' });
  });
});
