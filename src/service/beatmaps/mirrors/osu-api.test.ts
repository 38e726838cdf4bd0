import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOsuApi } from './osu-api.ts';
import type { SetLookup } from './set-lookup.ts';

const known = 'a'.repeat(32);
const credentials = { clientId: '1234', clientSecret: 'a secret' };

let server: Server;
let baseUrl: string;
let clock: number;
let tokens: number;
let validToken: string;
let lookups: { checksum: string | null; authorization: string | undefined; at: number }[];
/** Answers in place of the API, as long as there are any. */
let instead: ((request: IncomingMessage, response: ServerResponse) => void)[];

/** Speaks as much of the osu! API as we ask of it. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url!, baseUrl);
  const body = await text(request);
  const json = (status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const other = instead.shift();
  if (other) return other(request, response);
  if (request.method === 'POST' && url.pathname === '/oauth/token') {
    const { client_id, client_secret, grant_type, scope } = JSON.parse(body);
    if (client_id !== credentials.clientId || client_secret !== credentials.clientSecret)
      return void json(401, { error: 'invalid_client' });
    if (grant_type !== 'client_credentials' || scope !== 'public') return void json(400, { error: 'invalid_grant' });
    validToken = `token ${++tokens}`;
    return void json(200, { access_token: validToken, expires_in: 86_400, token_type: 'Bearer' });
  }
  if (url.pathname !== '/api/v2/beatmaps/lookup') return void json(404, {});
  const checksum = url.searchParams.get('checksum');
  const { authorization } = request.headers;
  lookups.push({ checksum, authorization, at: clock });
  if (authorization !== `Bearer ${validToken}`) return void json(401, { authentication: 'basic' });
  json(...((checksum === known ? [200, { beatmapset_id: 42, checksum }] : [404, { error: null }]) as [number, object]));
}

beforeEach(async () => {
  [clock, tokens, validToken, lookups, instead] = [1_000_000, 0, '', [], []];
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function api(options: Partial<Parameters<typeof createOsuApi>[0]> = {}): SetLookup {
  return createOsuApi({
    ...credentials,
    baseUrl,
    now: () => clock,
    wait: async (ms) => {
      clock += ms;
    },
    ...options,
  });
}

test('it finds the set id of a map, or that the map is unknown', async () => {
  const lookup = api();
  expect(await lookup.find(known, {})).toBe(42);
  expect(await lookup.find('b'.repeat(32), {})).toBeNull();
  expect(lookups.map(({ checksum }) => checksum)).toEqual([known, 'b'.repeat(32)]);
});

test('one token is used until it expires, also by concurrent requests', async () => {
  const lookup = api();
  await Promise.all([lookup.find(known, {}), lookup.find(known, {}), lookup.find(known, {})]);
  clock += (86_400 - 70) * 1000;
  await lookup.find(known, {});
  expect(tokens).toBe(1);
  clock += 60_000;
  expect(await lookup.find(known, {})).toBe(42);
  expect(tokens).toBe(2);
});

test('a revoked token is renewed once', async () => {
  const lookup = api();
  await lookup.find(known, {});
  validToken = 'another one';
  expect(await lookup.find(known, {})).toBe(42);
  expect(tokens).toBe(2);
  // The renewed one is refused as well.
  const refuse = (_: unknown, response: ServerResponse) => void response.writeHead(401).end();
  const renew = (_: unknown, response: ServerResponse) => void response.end('{"access_token":"x","expires_in":86400}');
  instead = [refuse, renew, refuse];
  await expect(lookup.find(known, {})).rejects.toThrow('401');
  expect(instead).toEqual([]);
});

test('it gets at most one request per second', async () => {
  const lookup = api();
  await Promise.all(Array.from({ length: 4 }, () => lookup.find(known, {})));
  clock += 5_000;
  await lookup.find(known, {});
  const times = lookups.map(({ at }) => at);
  expect(times.length).toBe(5);
  expect(Math.max(...times.slice(0, 4)) - 1_000_000).toBe(3_000);
});

test('wrong credentials give an error that does not contain them', async () => {
  const error = await api({ clientSecret: 'wrong secret' })
    .find(known, {})
    .catch((reason) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).not.toContain('wrong secret');
  expect(lookups).toEqual([]);
});

test.each(['', '[]', '{}', '{"access_token": 7, "expires_in": 86400}', '{"access_token": "x"}'])(
  'a token answer of %j is an error, and the next one is asked for',
  async (body) => {
    instead = [(_, response) => void response.end(body)];
    const lookup = api();
    await expect(lookup.find(known, {})).rejects.toThrow();
    expect(await lookup.find(known, {})).toBe(42);
  },
);

test('a request without an answer times out', async () => {
  instead = [() => {}];
  await expect(api({ responseTimeoutMs: 50 }).find(known, {})).rejects.toThrow(/No answer|timeout/);
});

test('an abort ends the wait for the next second', async () => {
  const lookup = createOsuApi({ ...credentials, baseUrl });
  await lookup.find(known, {});
  await expect(lookup.find(known, { signal: AbortSignal.abort(new Error('no more')) })).rejects.toThrow();
  expect(lookups).toHaveLength(1);
});
