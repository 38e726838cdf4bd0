import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../clients/typescript/src/index.ts';
import { createOsuApi } from '../../../src/service/beatmaps/index.ts';
import { defaultKeyOptions } from '../../../src/service/keys/index.ts';
import { createScoreReplays } from '../../../src/service/scores/index.ts';
import { type OsuApiServer, startOsuApi } from '../../support/http/osu-api-server.ts';
import { expectError, get, jsonOf, newClient, post, replayBytes, replayForm } from '../../support/http/requests.ts';
import { type InProcessService, startInProcessService } from '../../support/service/service.ts';

// Submissions of scores on osu!, whose replays the service fetches from a local server that speaks the osu! API.

let osuApi: OsuApiServer;
let service: InProcessService;
beforeAll(async () => {
  osuApi = await startOsuApi();
  osuApi.replays
    .set('4429758207', replayBytes)
    .set('osu/7', replayBytes)
    .set('13', new TextEncoder().encode('no replay'));
  const api = createOsuApi({ ...osuApi.credentials, baseUrl: osuApi.url, wait: async () => {} });
  const env = { OSU_CLIENT_ID: '1234', OSU_CLIENT_SECRET: osuApi.credentials.clientSecret };
  service = await startInProcessService({ env, scores: createScoreReplays({ osuApi: api, maxBytes: 1024 * 1024 }) });
});
afterAll(async () => {
  await service?.stop();
  await osuApi?.stop();
});

const type = { 'content-type': 'application/json' };
const submit = (body: unknown, { client = newClient(), headers = {}, path = '/v1/render/score' } = {}) =>
  post(`${service.url}${path}`, typeof body === 'string' ? body : JSON.stringify(body), {
    client,
    headers: { ...type, ...headers },
  });

test('a score is rendered like an uploaded replay, with all options', async () => {
  const response = await submit({
    score: 'https://osu.ppy.sh/scores/4429758207',
    bg_dim: 0.5,
    motion_blur: false,
    resolution: '4k',
    settings: { cursor_size: 1.5 },
  });
  expect(response.status).toBe(202);
  expect(response.headers.get('x-ratelimit-remaining')).toBe('4');
  const { job_id: id, status, links } = await jsonOf(response);
  expect([status, response.headers.get('location')]).toEqual(['queued', links.status]);
  const job = await jsonOf(await get(`${service.url}/v1/jobs/${id}`));
  expect(job).toMatchObject({
    player: 'プレイヤー one',
    has_analytics: true,
    config: { bg_dim: 0.5, motion_blur: false, resolution: '4k', storyboard: true, settings: { cursor_size: 1.5 } },
  });
  const stored = await fetch(new URL(`/v1/artifacts/replays/${id}.osr`, service.url), { redirect: 'manual' });
  expect(stored.status).toBe(302);
  expect(await service.tempFiles()).toEqual([]);
  for (const score of [4429758207, '4429758207', 'osu.ppy.sh/scores/osu/7'])
    expect((await submit({ score })).status).toBe(202);
});

test.each([
  [{}, ['score']],
  [{ score: 'https://example.org/scores/1' }, ['score']],
  [{ score: 'https://osu.ppy.sh/scores/mania/1' }, ['score']],
  [{ score: 1.5 }, ['score']],
  [{ score: null, resolution: '8k', settings: { cursor_size: 99 } }, ['score', 'resolution', 'settings.cursor_size']],
  [{ score: 5, settings: { nonsense: 1 } }, ['settings.nonsense']],
  [{ score: 5, bg_dim: [1] }, ['bg_dim']],
  ['[]', ['body']],
  ['{', ['body']],
  ['', ['body']],
])('%j is 422, and nothing is fetched', async (body, fields) => {
  const before = osuApi.requests.length;
  const { errors } = await expectError(await submit(body), 422, 'request/invalid');
  expect(errors?.map(({ field }) => field)).toEqual(fields);
  expect(osuApi.requests).toHaveLength(before);
});

test('a score without a replay is 404, and a broken replay 415', async () => {
  await expectError(await submit({ score: 99 }), 404, 'score/no-replay');
  await expectError(await submit({ score: 13 }), 415, 'replay/unreadable');
  await expectError(
    await submit('x', { headers: { 'content-type': 'text/plain' } }),
    415,
    'request/unsupported-media-type',
  );
  await expectError(await submit(' '.repeat(70_000)), 413, 'request/too-large');
});

test('an unavailable osu! API is 503 with Retry-After, and one that refuses 502', async () => {
  osuApi.instead.push((response) => response.writeHead(403).end());
  await expectError(await submit({ score: 1001 }), 502, 'score/refused');
  osuApi.instead.push((response) => response.writeHead(503, { 'retry-after': '7' }).end());
  const busy = await submit({ score: 1002 });
  expect(busy.headers.get('retry-after')).toBe('7');
  expect(JSON.stringify(await expectError(busy, 503, 'score/unavailable'))).not.toContain(
    osuApi.credentials.clientSecret,
  );
});

test('the limits are those of submissions, and a client over its limit causes no download', async () => {
  const client = newClient();
  for (let i = 0; i < 2; i++) expect((await submit({ score: 4429758207 }, { client })).status).toBe(202);
  await expectError(await submit({ score: 4429758207 }, { client }), 429, 'limit/active-jobs');
  await expectError(await post(`${service.url}/v1/render`, replayForm(), { client }), 429, 'limit/active-jobs');
  await expectError(await submit({ score: 4429758207 }, { client }), 429, 'limit/active-jobs');
  const before = osuApi.requests.length;
  const refused = await submit({ score: 2002 }, { client });
  await expectError(refused, 429, 'limit/rate');
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
  expect(osuApi.requests).toHaveLength(before);
});

test('a client with a key may have a callback and metadata, any other is refused before the download', async () => {
  const callback = { callback_url: 'https://bot.example/hook', metadata: { channel: 7 } };
  const before = osuApi.requests.length;
  await expectError(await submit({ score: 3003, ...callback }), 401, 'key/required');
  expect(osuApi.requests).toHaveLength(before);
  const { token } = await service.keys.create('scores', defaultKeyOptions);
  const headers = { authorization: `Bearer ${token}` };
  const { job_id: id } = await jsonOf(await submit({ score: 4429758207, ...callback }, { headers }));
  expect(await service.jobs.get(id)).toMatchObject({ callbackUrl: callback.callback_url, metadata: { channel: 7 } });
  const downloads = osuApi.requests.length;
  const invalid = await submit({ score: 3003, callback_url: 'http://10.0.0.1/' }, { headers });
  const { errors } = await expectError(invalid, 422, 'request/invalid');
  expect(errors?.map(({ field }) => field)).toEqual(['callback_url']);
  expect(osuApi.requests).toHaveLength(downloads);
});

test('the typed client submits scores', async () => {
  const { token } = await service.keys.create('client', defaultKeyOptions);
  const client = createClient({ baseUrl: service.url, key: token });
  const metadata = ['a text', 7];
  const { job_id } = await client.submitScore(4429758207, { bg_dim: 0.25, settings: { cursor_size: 2 }, metadata });
  const job = await client.job(job_id);
  expect(job).toMatchObject({ metadata, config: { bg_dim: 0.25, settings: { cursor_size: 2 } } });
  await expect(client.submitScore('nonsense', { waits: false })).rejects.toMatchObject({ code: 'request/invalid' });
});

test('a repetition with the same Idempotency-Key gets the same job', async () => {
  const client = newClient();
  const headers = { 'idempotency-key': 'score' };
  const answers = [];
  for (let i = 0; i < 3; i++) answers.push(await (await submit({ score: 4429758207 }, { client, headers })).text());
  expect(new Set(answers).size).toBe(1);
  await expectError(await submit({ score: 4429758207, bg_dim: 0 }, { client, headers }), 422, 'idempotency/mismatch');
});

test('the page gets the replay of a score, and knows whether it can', async () => {
  const replay = (score: string) => get(`${service.url}/v1/scores/${score}/replay`);
  for (const score of ['4429758207', 'osu-7']) {
    const response = await replay(score);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    expect(Buffer.from(await response.arrayBuffer()).equals(replayBytes)).toBe(true);
  }
  await expectError(await replay('99'), 404, 'score/no-replay');
  for (const score of ['x', 'osu-x', '..%2Foauth', 'osu-osu-7'])
    await expectError(await replay(score), 422, 'request/invalid');
  expect(await (await get(service.url)).text()).toContain('data-scores="true"');
});

test('without credentials of the osu! API, it is 501, whatever is sent', async () => {
  const plain = await startInProcessService();
  try {
    for (const body of ['{"score": 1}', 'x'])
      await expectError(
        await post(`${plain.url}/v1/render/score`, body, { headers: type }),
        501,
        'score/not-configured',
      );
    await expectError(await get(`${plain.url}/v1/scores/1/replay`), 501, 'score/not-configured');
    expect(await (await get(plain.url)).text()).not.toContain('data-scores');
  } finally {
    await plain.stop();
  }
});
