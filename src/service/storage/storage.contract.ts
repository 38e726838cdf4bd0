import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { LinkOptions, Storage } from './storage.ts';

const MIB = 1024 * 1024;

/** The suite for all storage adapters. `storage` is called in each test, after the adapter's own set-up. */
export function storageContract(storage: () => Storage): void {
  describe('an object', () => {
    test('is read back as it was put, with its metadata', async () => {
      const before = Date.now();
      const { etag } = await storage().put('videos/one.mp4', Buffer.from('hello'));
      const found = await storage().get('videos/one.mp4');
      expect(await text(found!.stream)).toBe('hello');
      expect(found).toMatchObject({ key: 'videos/one.mp4', sizeBytes: 5, contentType: 'video/mp4' });
      expect(found!.etag).toBe(etag);
      expect(etag).toMatch(/^"[^"]+"$/);
      expect(Math.abs(found!.lastModified.getTime() - before)).toBeLessThan(60_000);
      const { stream: _, ...facts } = found!;
      expect(await storage().stat('videos/one.mp4')).toEqual(facts);
    });

    test('can be put from a stream and from a file', async () => {
      await storage().put('replays/stream.osr', Readable.from([Buffer.from('ab'), Buffer.from('cd')]), { size: 4 });
      expect(await read('replays/stream.osr')).toBe('abcd');

      await inTemporaryFolder(async (folder) => {
        const path = join(folder, 'file');
        await writeFile(path, 'from a file');
        await storage().putFile('replays/file.osr', path);
        await expect(storage().putFile('replays/none.osr', join(folder, 'none'))).rejects.toThrow('ENOENT');
      });
      expect(await read('replays/file.osr')).toBe('from a file');
      expect(await storage().stat('replays/none.osr')).toBeNull();
    });

    test('can be empty', async () => {
      await storage().put('logs/empty.log', new Uint8Array(0));
      const found = await storage().get('logs/empty.log');
      expect(found!.sizeBytes).toBe(0);
      expect(await text(found!.stream)).toBe('');
    });

    test('can be copied, and the copies are independent', async () => {
      await storage().put('videos/first.mp4', Buffer.from('the bytes'));
      expect(await storage().copy('videos/first.mp4', 'videos/second.mp4')).toBe(true);
      expect(await storage().stat('videos/second.mp4')).toMatchObject({ sizeBytes: 9, contentType: 'video/mp4' });
      const isShared = storage().kind === 'local';
      expect(await storage().stat('videos/first.mp4')).toMatchObject({ isShared });
      await storage().put('videos/first.mp4', Buffer.from('others'));
      expect(await read('videos/second.mp4')).toBe('the bytes');
      expect(await storage().stat('videos/second.mp4')).toMatchObject({ isShared: false });
      await storage().delete('videos/first.mp4');
      expect(await read('videos/second.mp4')).toBe('the bytes');
    });

    test('can be copied over another object and over its own copy', async () => {
      await storage().put('videos/old.mp4', Buffer.from('old'));
      await storage().put('videos/new.mp4', Buffer.from('new'));
      for (const _ of ['first', 'again']) {
        expect(await storage().copy('videos/new.mp4', 'videos/old.mp4')).toBe(true);
        expect(await read('videos/old.mp4')).toBe('new');
      }
    });

    test('that does not exist cannot be copied', async () => {
      expect(await storage().copy('videos/absent.mp4', 'videos/copy.mp4')).toBe(false);
      expect(await storage().stat('videos/copy.mp4')).toBeNull();
    });

    test('that does not exist is null', async () => {
      expect(await storage().get('videos/absent.mp4')).toBeNull();
      expect(await storage().stat('videos/absent.mp4')).toBeNull();
      expect(await storage().stat('absent/folder/file')).toBeNull();
    });

    test('keeps its ETag until its bytes change', async () => {
      await storage().put('skins/Etag.osk', Buffer.from('first'));
      const first = await storage().stat('skins/Etag.osk');
      expect(await storage().stat('skins/Etag.osk')).toEqual(first);
      await storage().put('skins/Etag.osk', Buffer.from('other'));
      const second = await storage().stat('skins/Etag.osk');
      expect(second!.etag).not.toBe(first!.etag);
      expect(await read('skins/Etag.osk')).toBe('other');
    });

    test('does not exist after its deletion and can be deleted again', async () => {
      await storage().put('skins/Gone.osk', Buffer.from('x'));
      await storage().delete('skins/Gone.osk');
      expect(await storage().get('skins/Gone.osk')).toBeNull();
      await storage().delete('skins/Gone.osk');
      await storage().delete('nowhere/at/all');
    });

    test.each([
      'skins/A skin - with_spaces.osk',
      'skins/日本語 ü.osk',
      "skins/100 & more + #1 (copy) 'x' = [y] ~!@$,;.osk",
      'deep/er/and/deeper.bin',
    ])('can be named %s', async (key) => {
      await storage().put(key, Buffer.from(key));
      expect(await read(key)).toBe(key);
      expect(await keys(`${key.slice(0, key.indexOf('/'))}/`)).toContain(key);
      await storage().delete(key);
      expect(await storage().stat(key)).toBeNull();
    });

    test.each([
      '../up.bin',
      'skins/../../up.bin',
      '/etc/passwd',
      'skins//x',
      'skins/',
      'x',
      '',
      'skins/a\0b',
      'a\\b/c',
    ])('cannot be named %j', async (key) => {
      await expect(storage().put(key, Buffer.from('x'))).rejects.toThrow(TypeError);
      await expect(storage().get(key)).rejects.toThrow(TypeError);
      await expect(storage().stat(key)).rejects.toThrow(TypeError);
      await expect(storage().delete(key)).rejects.toThrow(TypeError);
      await expect(storage().signedUrl(key, { expiresInSeconds: 60 })).rejects.toThrow(TypeError);
    });
  });

  describe('a range', () => {
    test.each([
      [0, 0, '0'],
      [0, 9, '0123456789'],
      [3, 5, '345'],
      [9, 9, '9'],
    ])('from byte %d to %d is %s', async (start, end, expected) => {
      await storage().put('replays/digits.osr', Buffer.from('0123456789'));
      const found = await storage().get('replays/digits.osr', { range: { start, end } });
      expect(await text(found!.stream)).toBe(expected);
      expect(found!.sizeBytes).toBe(10);
    });

    test('that begins after the end is a bug of the caller', async () => {
      await storage().put('replays/digits.osr', Buffer.from('0123456789'));
      await expect(storage().get('replays/digits.osr', { range: { start: 10, end: 10 } })).rejects.toThrow(RangeError);
    });
  });

  describe('a listing', () => {
    test('has exactly the objects in the folder', async () => {
      for (const key of ['list/a.bin', 'list/b c.bin', 'list/deeper/d.bin', 'lists/other.bin']) {
        await storage().put(key, Buffer.from(key));
      }
      const found = await collect(storage().list('list/'));
      expect(found.map(({ key, sizeBytes }) => [key, sizeBytes]).sort()).toEqual([
        ['list/a.bin', 10],
        ['list/b c.bin', 12],
        ['list/deeper/d.bin', 17],
      ]);
      expect(found[0]!.lastModified).toBeInstanceOf(Date);
    });

    test('of a missing folder is empty', async () => {
      expect(await keys('nothing-here/')).toEqual([]);
    });
  });

  describe('a put', () => {
    test('of a large stream needs little memory, and so does reading it', async () => {
      const size = 64 * MIB;
      const block = randomBytes(MIB);
      const sent = createHash('sha256');
      const got = createHash('sha256');
      const memory = memoryWatch();
      async function* blocks() {
        for (let at = 0; at < size; at += block.length) {
          const chunk = Buffer.from(block);
          chunk.writeUInt32LE(at);
          sent.update(chunk);
          memory.saw(chunk);
          yield chunk;
        }
      }
      const { etag } = await storage().put('videos/large.mp4', Readable.from(blocks()));
      const found = await storage().get('videos/large.mp4');
      expect(found!.etag).toBe(etag);
      expect(found!.sizeBytes).toBe(size);
      await pipeline(found!.stream, async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          got.update(chunk);
          memory.saw(chunk);
        }
      });
      expect(got.digest('hex')).toBe(sent.digest('hex'));
      expect(memory.grownBytes()).toBeLessThan(40 * MIB);
      const tail = await storage().get('videos/large.mp4', { range: { start: size - 3, end: size - 1 } });
      expect(await buffer(tail!.stream)).toEqual(block.subarray(-3));
    });

    test.each([
      ['a few bytes', 10],
      ['many parts', 20 * MIB],
    ])('cancelled after %s leaves only the old object', async (_, bytes) => {
      await storage().put('cancel/kept.bin', Buffer.from('old'));
      const cancel = new AbortController();
      for (const key of ['cancel/kept.bin', 'cancel/new.bin']) {
        const body = Readable.from(endless(bytes, () => cancel.abort()));
        await expect(storage().put(key, body, { signal: cancel.signal })).rejects.toThrow(/abort/i);
        expect(body.destroyed).toBe(true);
      }
      expect(await read('cancel/kept.bin')).toBe('old');
      expect(await keys('cancel/')).toEqual(['cancel/kept.bin']);
    });

    test.each([10, 20 * MIB])(
      'whose body fails after %d bytes throws that very error and stores nothing',
      async (bytes) => {
        const cause = new Error('The client is gone.');
        const body = Readable.from(
          endless(bytes, () => {
            throw cause;
          }),
        );
        await expect(storage().put('broken/new.bin', body)).rejects.toBe(cause);
        expect(await keys('broken/')).toEqual([]);
      },
    );

    test.each([
      ['shorter', 6],
      ['longer', 4],
    ])('a body %s than announced is refused', async (_, size) => {
      await expect(storage().put('sizes/x.bin', Readable.from([Buffer.from('12345')]), { size })).rejects.toThrow(
        'bytes',
      );
      expect(await keys('sizes/')).toEqual([]);
    });

    test('is atomic for readers', async () => {
      const versions = ['a', 'b', 'c'].map((letter) => Buffer.alloc(300_000, letter));
      const put = (version: Buffer) => storage().put('atomic/x.bin', Readable.from(cut(version)));
      await put(versions[0]!);
      let writing = true;
      const writer = (async () => {
        for (let round = 0; round < 12; round++) await put(versions[round % 3]!);
      })().finally(() => {
        writing = false;
      });
      let reads = 0;
      do {
        const found = await storage().get('atomic/x.bin');
        const bytes = await buffer(found!.stream);
        expect(bytes.length).toBe(300_000);
        expect(versions.some((version) => version.equals(bytes))).toBe(true);
        reads++;
      } while (writing);
      await writer;
      expect(reads).toBeGreaterThan(1);
    });
  });

  test('a read can be cancelled', async () => {
    await storage().put('replays/cancel.osr', Buffer.alloc(MIB));
    const cancel = new AbortController();
    const found = await storage().get('replays/cancel.osr', { signal: cancel.signal });
    cancel.abort();
    await expect(buffer(found!.stream)).rejects.toThrow(/abort/i);
    await expect(storage().get('replays/cancel.osr', { signal: cancel.signal })).rejects.toThrow(/abort/i);
  });

  test('the health check passes and leaves nothing behind', async () => {
    await storage().check();
    await storage().check();
    expect((await keys('health/')).length).toBeLessThanOrEqual(1);
  });

  async function read(key: string): Promise<string> {
    return text((await storage().get(key))!.stream);
  }

  async function keys(folder: string): Promise<string[]> {
    return (await collect(storage().list(folder))).map(({ key }) => key);
  }
}

/** The suite for signed links over real HTTP. `origin` is prepended to links that are paths. */
export function storageLinkContract(open: () => { storage: Storage; origin: string }): void {
  const key = 'skins/Löwe & Co +1.osk';

  async function link({
    key: linkedKey = key,
    ...options
  }: Partial<LinkOptions> & { key?: string } = {}): Promise<URL> {
    const { storage, origin } = open();
    await storage.put(key, Buffer.from('0123456789'));
    return new URL(await storage.signedUrl(linkedKey, { expiresInSeconds: 60, ...options }), origin);
  }

  test('a signed link gives access without credentials', async () => {
    const answer = await fetch(await link());
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('0123456789');
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-length')).toBe('10');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="L_we & Co +1.osk"; filename*=UTF-8''L%C3%B6we%20%26%20Co%20%2B1.osk`,
    );
  });

  test('a signed link supports range requests', async () => {
    const answer = await fetch(await link(), { headers: { range: 'bytes=2-4' } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe('bytes 2-4/10');
    expect(await answer.text()).toBe('234');
  });

  test('a link that is signed for HEAD has the headers of the object', async () => {
    const answer = await fetch(await link({ method: 'HEAD' }), { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe('10');
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="L_we & Co \+1.osk"/);
  });

  test('a signed link can set the name of the saved file', async () => {
    const answer = await fetch(await link({ fileName: 'My "best" play.mp4', isDownload: true }));
    expect(await answer.text()).toBe('0123456789');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="My _best_ play.mp4"; filename*=UTF-8''My%20%22best%22%20play.mp4`,
    );
  });

  test('a link with another key or another signature is refused', async () => {
    const { storage } = open();
    await storage.put('replays/secret.osr', Buffer.from('not for you'));
    const otherKey = await link();
    otherKey.pathname = otherKey.pathname.replace(/skins\/.*/, 'replays/secret.osr');
    const otherSignature = await link();
    for (const name of ['signature', 'X-Amz-Signature']) {
      const value = otherSignature.searchParams.get(name);
      if (value) otherSignature.searchParams.set(name, (value.startsWith('a') ? 'b' : 'a') + value.slice(1));
    }
    for (const url of [otherKey, otherSignature]) {
      const answer = await fetch(url);
      expect(answer.status).toBe(403);
      expect(await answer.text()).not.toContain('not for you');
    }
  });

  test('a link to a missing object is 404', async () => {
    expect((await fetch(await link({ key: 'videos/none.mp4' }))).status).toBe(404);
  });
}

/** Yields chunks without end; calls the function once the given number of bytes has been yielded. */
async function* endless(bytes: number, then: () => void): AsyncGenerator<Buffer> {
  const chunk = Buffer.alloc(Math.min(bytes, MIB));
  for (let sent = 0; ; sent += chunk.length) {
    if (sent === bytes) then();
    yield chunk;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function* cut(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000);
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** The maximum increase of memory outside the JavaScript heap, without garbage. */
function memoryWatch() {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const measure = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const start = measure();
  let highest = start;
  let unseenBytes = 0;
  return {
    saw(chunk: Uint8Array) {
      unseenBytes += chunk.length;
      // Collecting garbage takes longer than the rest of the test.
      if (unseenBytes < 16 * MIB) return;
      unseenBytes = 0;
      highest = Math.max(highest, measure());
    },
    grownBytes: () => highest - start,
  };
}

async function inTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-storage-'));
  await work(folder).finally(() => rm(folder, { recursive: true }));
}
