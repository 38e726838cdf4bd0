import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { osuApiSetIdPath, publicMirrors } from './mirror-table.ts';
import { createMirrors, type MirrorsOptions } from './mirrors.ts';
import { mirrorLookup } from './set-lookup.ts';

const wanted = 'a'.repeat(32);

let folder: string;
let servers: Server[];
let clock: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-mirrors-'));
  servers = [];
  clock = 1_000_000;
});
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await rm(folder, { recursive: true, force: true });
});

/** A mirror that answers as told, and the paths it was asked for. */
async function serve(answer: RequestListener): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const status = (code: number) => serve((_, response) => response.writeHead(code).end());
const gives = (text: string) => serve((_, response) => response.end(text));

function mirrorsAt(templates: readonly string[], options: Partial<MirrorsOptions> = {}) {
  return createMirrors({
    mirrors: templates.map((download) => ({ name: 'mirror', download })),
    lookups: [],
    maxBytes: 100,
    // The file of these tests says which map it holds.
    contains: async (path, md5) => (await readFile(path, 'utf8')) === md5,
    now: () => clock,
    // A busy machine may be slow.
    responseTimeoutMs: 120_000,
    ...options,
  });
}

const lookupAt = (address: string, setAt: readonly string[] = osuApiSetIdPath) =>
  mirrorLookup({ url: address, setIdPath: setAt }, { responseTimeoutMs: 10_000 });

const path = () => join(folder, 'set.osz');

test('a map is downloaded by its MD5 from the first mirror that has it', async () => {
  const [without, having, never] = [await status(404), await gives(wanted), await gives(wanted)];
  const mirrors = mirrorsAt([without, having, never].map(({ url }) => `${url}/{md5}`));
  expect(await mirrors.fetch(wanted, path())).toBe('found');
  expect(await readFile(path(), 'utf8')).toBe(wanted);
  expect([without, having, never].map(({ asked }) => asked)).toEqual([[`/${wanted}`], [`/${wanted}`], []]);
});

test('the set id is looked up first, in the next service if one does not know it', async () => {
  const [unknowing, lookup] = [await status(404), await gives('{"beatmapset_id": 42}')];
  const mirror = await gives(wanted);
  const lookups = [unknowing, lookup].map(({ url }) => lookupAt(`${url}/md5/{md5}`));
  expect(await mirrorsAt([`${mirror.url}/d/{set}`], { lookups }).fetch(wanted, path())).toBe('found');
  expect(lookup.asked).toEqual([`/md5/${wanted}`]);
  expect(mirror.asked).toEqual(['/d/42']);
});

test.each(['{}', '[]', 'null', '{"beatmapset_id": "../x"}', '{"beatmapset_id": -1}'])(
  'a lookup that answers %s knows nothing',
  async (answer) => {
    const [lookup, mirror] = [await gives(answer), await gives(wanted)];
    const mirrors = mirrorsAt([`${mirror.url}/d/{set}`], { lookups: [lookupAt(`${lookup.url}/{md5}`)] });
    expect(await mirrors.fetch(wanted, path())).toBe('unknown');
    expect(mirror.asked).toEqual([]);
  },
);

test('a download without the requested map is removed', async () => {
  const other = await gives('a set that was changed since');
  expect(await mirrorsAt([`${other.url}/{md5}`]).fetch(wanted, path())).toBe('unknown');
  expect(existsSync(path())).toBe(false);
});

test('a file of the maximum size is accepted; one byte more is refused and the file is removed', async () => {
  const md5 = 'x'.repeat(100);
  const [fitting, larger] = [await gives(md5), await gives(`${md5}x`)];
  const mirrors = mirrorsAt([`${larger.url}/{md5}`]);
  // The size is no fault of the mirror's, which is asked again.
  for (let i = 1; i <= 2; i++) {
    expect(await mirrors.fetch(md5, path())).toBe('too-large');
    expect(existsSync(path())).toBe(false);
    expect(larger.asked).toHaveLength(i);
  }
  expect(await mirrorsAt([`${fitting.url}/{md5}`]).fetch(md5, path())).toBe('found');
});

test('a failing mirror is skipped, longer each time, and then used again', async () => {
  const broken = await status(500);
  const troubles: unknown[] = [];
  const mirrors = mirrorsAt([`${broken.url}/{md5}`], { onError: (_, reason) => troubles.push(String(reason)) });
  const ask = () => mirrors.fetch(wanted, path());
  expect(await ask()).toBe('unreachable');
  clock += 29_999;
  await ask();
  expect(broken.asked).toHaveLength(1);
  clock += 1;
  await ask();
  expect(broken.asked).toHaveLength(2);
  clock += 59_999;
  await ask();
  expect(broken.asked).toHaveLength(2);
  clock += 1;
  await ask();
  expect(broken.asked).toHaveLength(3);
  expect(troubles).toEqual(Array(3).fill('HttpError: HTTP status 500.'));
});

test('a mirror that does not answer in time does not block the others', async () => {
  const silent = await serve(() => {});
  const having = await gives(wanted);
  const mirrors = mirrorsAt([`${silent.url}/{md5}`, `${having.url}/{md5}`], { responseTimeoutMs: 5_000 });
  expect(await mirrors.fetch(wanted, path())).toBe('found');
});

test('an abort ends the download and does not count as an error of the mirror', async () => {
  const silent = await serve(() => {});
  const troubles: unknown[] = [];
  const mirrors = mirrorsAt([`${silent.url}/{md5}`], { onError: (host) => troubles.push(host) });
  const stop = new AbortController();
  const fetched = mirrors.fetch(wanted, path(), { signal: stop.signal });
  stop.abort(new Error('no more'));
  await expect(fetched).rejects.toThrow('no more');
  expect(troubles).toEqual([]);
});

test('Retry-After is respected', async () => {
  const busy = await serve((_, response) => response.writeHead(429, { 'retry-after': '120' }).end());
  const mirrors = mirrorsAt([`${busy.url}/{md5}`]);
  await mirrors.fetch(wanted, path());
  clock += 119_999;
  await mirrors.fetch(wanted, path());
  expect(busy.asked).toHaveLength(1);
  clock += 1;
  await mirrors.fetch(wanted, path());
  expect(busy.asked).toHaveLength(2);
});

describe('a redirect', () => {
  const redirects = (to: string) => serve((_, response) => response.writeHead(302, { location: to }).end());
  /** Returns the answer and the errors of a mirror that redirects to this address. */
  async function fetchRedirected(to: string, options: Partial<MirrorsOptions> = {}) {
    const mirror = await redirects(to);
    const errors: string[] = [];
    const mirrors = mirrorsAt([`${mirror.url}/{md5}`], {
      onError: (_, reason) => errors.push(String(reason)),
      ...options,
    });
    return { answer: await mirrors.fetch(wanted, path()), errors, asked: mirror.asked };
  }
  const refusal = (host: string) => [`Error: It redirects to ${host}, which is not listed or not public.`];

  test('is followed to a host that is listed with its port', async () => {
    const files = await gives(wanted);
    const { host } = new URL(files.url);
    expect(await fetchRedirected(files.url, { redirectHosts: [host] })).toMatchObject({ answer: 'found', errors: [] });
    expect(files.asked).toEqual(['/']);
  });

  test('is followed on the mirror itself, at most five times', async () => {
    const { answer, errors, asked } = await fetchRedirected('again');
    expect([answer, errors, asked]).toEqual([
      'unreachable',
      ['Error: It redirects more than 5 times.'],
      [`/${wanted}`, ...Array(5).fill('/again')],
    ]);
  });

  test('to another port of the mirror is refused if its address is private', async () => {
    const internal = await gives(wanted);
    const { host } = new URL(internal.url);
    expect(await fetchRedirected(internal.url)).toMatchObject({ answer: 'unreachable', errors: refusal(host) });
    expect(internal.asked).toEqual([]);
  });

  test.each([
    ['http://other.example/x', 'other.example'],
    ['http://169.254.169.254/latest', '169.254.169.254'],
    ['http://[::1]:9/', '[::1]:9'],
    ['file:///etc/passwd', ''],
  ])('to %s is refused', async (to, host) => {
    expect(await fetchRedirected(to)).toMatchObject({ answer: 'unreachable', errors: refusal(host) });
  });

  test('to an address that cannot be parsed is refused', async () => {
    expect(await fetchRedirected('http://[')).toMatchObject({ errors: ['Error: It redirects to an invalid address.'] });
  });

  test.each([
    ['1.1.1.1', 'found'],
    ['10.0.0.1', 'unreachable'],
    ['::ffff:127.0.0.1', 'unreachable'],
    ['fd00::1', 'unreachable'],
  ])('within the domain of the mirror, at %s: %s', async (address, expected) => {
    const files = await gives(wanted);
    const { port } = new URL(files.url);
    const mirror = await redirects(`http://localhost:${port}/file`);
    const mirrors = mirrorsAt([], {
      mirrors: [{ name: 'localhost', download: `${mirror.url}/{md5}` }],
      resolveHost: async () => ['9.9.9.9', address],
    });
    expect(await mirrors.fetch(wanted, path())).toBe(expected);
  });

  test('of the osu! API or a lookup is not followed to another host', async () => {
    const elsewhere = await gives('{"beatmapset_id": 42}');
    const lookup = await redirects(elsewhere.url);
    await expect(lookupAt(`${lookup.url}/{md5}`).find(wanted, {})).rejects.toThrow('It redirects to');
    expect(elsewhere.asked).toEqual([]);
  });
});

/** What each public mirror answers about a map, shortened. */
const answers: Record<string, { known: object; unknown: [status: number, body: object] }> = {
  'catboy.best': { known: { id: 7, beatmapset_id: 42, checksum: wanted }, unknown: [404, { error: 'Not found' }] },
  'osu.direct': { known: { id: 7, beatmapset_id: 42, mode: 'osu' }, unknown: [404, { code: 404 }] },
  'sayobot.cn': { known: { status: 0, data: { sid: 42, bid_data: [{ bid: 7 }] } }, unknown: [200, { status: -1 }] },
};

describe.each(publicMirrors)('the API of $name', ({ name, download, lookup }) => {
  /** The public address on a server of ours. */
  const here = (address: string, url: string) => address.replace(/^https:\/\/[^/]+/, url);

  test('it offers sets for download', async () => {
    const mirror = await gives(wanted);
    const lookups = [lookupAt(`${(await gives('{"beatmapset_id": 42}')).url}/{md5}`)];
    expect(await mirrorsAt([here(download, mirror.url)], { lookups }).fetch(wanted, path())).toBe('found');
    expect(mirror.asked).toEqual([new URL(download.replace('{set}', '42')).pathname]);
  });

  if (lookup !== undefined)
    test('it finds the set id of a map, or that the map is unknown', async () => {
      const { known, unknown } = answers[name]!;
      const knowing = await gives(JSON.stringify(known));
      const find = (url: string) => lookupAt(here(lookup.url, url), lookup.setIdPath).find(wanted, {});
      expect(await find(knowing.url)).toBe(42);
      const { pathname, search } = new URL(lookup.url.replace('{md5}', wanted));
      expect(knowing.asked).toEqual([pathname + search]);
      const [code, body] = unknown;
      const other = await serve((_, response) => response.writeHead(code).end(JSON.stringify(body)));
      expect(await find(other.url)).toBeNull();
    });
});

test('without mirrors every map is unknown', async () => {
  expect(await mirrorsAt([]).fetch(wanted, path())).toBe('unknown');
});
