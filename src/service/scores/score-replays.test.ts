import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OsuApiServer, startOsuApi } from '../../../test/support/http/osu-api-server.ts';
import { createOsuApi } from '../beatmaps/index.ts';
import { createScoreReplays, type ScoreReplays } from './index.ts';

let server: OsuApiServer;
let clock: number;
beforeEach(async () => {
  server = await startOsuApi();
  clock = 1_000_000;
});
afterEach(() => server.stop());

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const score = (id: number | string) => ({ id: String(id), isLegacy: false });

function replays({
  maxBytes = 1000,
  clientSecret = server.credentials.clientSecret,
  url = server.url,
} = {}): ScoreReplays {
  const now = () => clock;
  const wait = async (ms: number) => {
    clock += ms;
  };
  const osuApi = createOsuApi({ ...server.credentials, clientSecret, baseUrl: url, now, wait });
  return createScoreReplays({ osuApi, maxBytes, now });
}

test('a replay is downloaded with an application token, once for ten minutes', async () => {
  server.replays.set('123', bytesOf('new')).set('osu/123', bytesOf('old'));
  const { fetch } = replays();
  const both = await Promise.all([fetch(score(123)), fetch(score(123))]);
  expect(both.map(textOf)).toEqual(['new', 'new']);
  await fetch(score(123));
  expect(textOf(await fetch({ id: '123', isLegacy: true }))).toBe('old');
  const downloads = ['/api/v2/scores/123/download', '/api/v2/scores/osu/123/download'];
  expect(server.requests).toEqual(['/oauth/token', ...downloads]);
  clock += 10 * 60_000;
  await fetch(score(123));
  expect(server.requests.at(-1)).toBe(downloads[0]);
});

test('a score without a replay is score/no-replay, and asked for again after a minute', async () => {
  const { fetch } = replays();
  await expect(fetch(score(5))).rejects.toMatchObject({ code: 'score/no-replay' });
  server.replays.set('5', bytesOf('replay'));
  await expect(fetch(score(5))).rejects.toMatchObject({ code: 'score/no-replay' });
  clock += 60_000;
  expect(textOf(await fetch(score(5)))).toBe('replay');
});

test('a revoked token is renewed', async () => {
  server.replays.set('1', bytesOf('a')).set('2', bytesOf('b'));
  const { fetch } = replays();
  await fetch(score(1));
  server.revokeTokens();
  expect(textOf(await fetch(score(2)))).toBe('b');
});

test('an eleventh download within a minute has to wait, but not one that is kept', async () => {
  for (let id = 1; id <= 11; id++) server.replays.set(String(id), bytesOf('x'));
  const { fetch } = replays();
  const began = clock;
  for (let id = 1; id <= 10; id++) await fetch(score(id));
  await expect(fetch(score(11))).rejects.toMatchObject({
    code: 'score/unavailable',
    retryAfterSeconds: Math.ceil((began + 60_000 - clock) / 1000),
  });
  await fetch(score(10));
  clock = began + 60_000;
  await fetch(score(11));
});

test.each([
  [429, { 'retry-after': '17' }, { code: 'score/unavailable', retryAfterSeconds: 17 }],
  [429, {}, { code: 'score/unavailable', retryAfterSeconds: 10 }],
  [429, { 'retry-after': '99999' }, { code: 'score/unavailable', retryAfterSeconds: 60 }],
  [500, {}, { code: 'score/unavailable', retryAfterSeconds: 10 }],
  [403, {}, { code: 'score/refused' }],
  [302, { location: 'http://127.0.0.1/' }, { code: 'score/unavailable' }],
])('an answer %d %j is %j', async (status, headers, failure) => {
  server.replays.set('1', bytesOf('a')).set('2', bytesOf('b'));
  server.instead.push((response) => response.writeHead(status, headers).end());
  const { fetch } = replays();
  await expect(fetch(score(1))).rejects.toMatchObject(failure);
  // A request to wait holds for all scores; other errors are not remembered.
  if (status === 429) {
    await expect(fetch(score(2))).rejects.toMatchObject({ code: 'score/unavailable' });
    clock += 60_000;
  }
  expect(textOf(await fetch(score(1)))).toBe('a');
});

test('a replay above the limit, wrong credentials and an unreachable API are refused', async () => {
  server.replays.set('1', new Uint8Array(1000)).set('2', new Uint8Array(1001));
  const { fetch } = replays();
  expect(await fetch(score(1))).toHaveLength(1000);
  await expect(fetch(score(2))).rejects.toMatchObject({ code: 'replay/too-large' });
  await expect(replays({ clientSecret: 'wrong' }).fetch(score(1))).rejects.toMatchObject({ code: 'score/refused' });
  await expect(replays({ url: 'http://127.0.0.1:9' }).fetch(score(1))).rejects.toMatchObject({
    code: 'score/unavailable',
  });
});

test('the kept replays have 32 MB together', async () => {
  const size = 15 * 1024 * 1024;
  for (const id of ['1', '2', '3']) server.replays.set(id, new Uint8Array(size));
  const { fetch } = replays({ maxBytes: size });
  for (const id of [1, 2, 3, 3, 2]) await fetch(score(id));
  expect(server.requests).toHaveLength(4);
  await fetch(score(1));
  expect(server.requests).toHaveLength(5);
});
