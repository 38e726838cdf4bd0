import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { job, jobCreated } from '../../../src/contract/index.ts';
import { writeReplay } from '../../../src/game/replay/index.ts';
import { insertJobs } from '../../support/database/job-rows.ts';
import {
  type Body,
  expectError,
  get,
  jsonOf,
  multipart,
  multipartType,
  newClient,
  post,
  replayBytes,
  replayForm,
} from '../../support/http/requests.ts';
import { buildReplay } from '../../support/replays/build-replay.ts';
import { type Service, startService } from '../../support/service/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { MAX_REPLAY_SIZE_MB: '1', MAX_QUEUED: '1000' } });
});
afterAll(() => service?.stop());

const render = (form: Body, options: Parameters<typeof post>[2] = {}) =>
  post(`${service.url}/v1/render`, form, options);

const megabyte = 1024 * 1024;
const unreadable = 'Invalid replay file. The structure is corrupted or unsupported.';

async function jobOf(response: Response) {
  expect(response.status).toBe(202);
  const { job_id } = jobCreated.parse(await response.json());
  return job.parse(await (await get(`${service.url}/v1/jobs/${job_id}`)).json());
}

describe('an accepted replay', () => {
  test('gets 202 with the id and the path of its job', async () => {
    const response = await render(replayForm());
    expect(response.status).toBe(202);
    const body = await jsonOf(response);
    expect(body).toEqual({
      job_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      status: 'queued',
      links: { status: `/v1/jobs/${body.job_id}` },
    });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  });

  test('becomes a queued job with the default settings and the statistics of its header', async () => {
    const found = await jobOf(await render(replayForm()));
    expect(found).toMatchObject({ status: 'queued', progress: 0, map_title: '', error_message: null });
    expect(found.config).toEqual({
      skin: 'Default',
      resolution: '1080p',
      bg_dim: 0.95,
      motion_blur: true,
      storyboard: true,
      video: false,
      snaking_in: true,
      snaking_out: true,
      hit_error_meter: true,
      key_overlay: true,
      settings: {},
      replay_stats: { '300s': 300, '100s': 20, '50s': 3, misses: 2, max_combo: 321, star_rating: '0.00', pp: 0 },
    });
  });

  test('is stored unchanged', async () => {
    const { job_id } = await jobOf(await render(replayForm()));
    const stored = await service.storage.get(`replays/${job_id}.osr`);
    expect(Buffer.concat((await stored?.stream.toArray()) ?? []).equals(replayBytes)).toBe(true);
  });

  test('has its analytics immediately', async () => {
    const found = await jobOf(await render(replayForm()));
    expect(found.has_analytics).toBe(true);
    expect((await get(service.url + found.artifacts.analytics_url)).status).toBe(200);
  });

  test('gets the rate limit headers', async () => {
    const client = newClient();
    const { headers } = await render(replayForm(), { client });
    const now = Date.now() / 1000;
    expect(headers.get('x-ratelimit-limit')).toBe('5');
    expect(headers.get('x-ratelimit-remaining')).toBe('4');
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(now);
    expect(Number(headers.get('x-ratelimit-reset'))).toBeLessThanOrEqual(now + 61);
    expect((await render(replayForm(), { client })).headers.get('x-ratelimit-remaining')).toBe('3');
  });

  test.each(['play.OSR', 'a.b.osr', '../../etc/play.osr', 'プレイ.osr', '.osr'])('may be called %s', async (name) => {
    expect((await render(replayForm({ name }))).status).toBe(202);
  });

  test('may come with unknown fields and files', async () => {
    const form = replayForm({ fields: { colour: 'red', constructor: 'x', replay_id: '7' } });
    form.set('attachment', new File(['something'], 'notes.txt'));
    form.delete('constructor');
    expect((await render(form)).status).toBe(202);
  });

  test('may have its fields before or after the file', async () => {
    const file = { name: 'replay', filename: 'a.osr', body: replayBytes };
    const field = { name: 'skin', body: 'My Skin-2_b' };
    for (const parts of [
      [file, field],
      [field, file],
    ]) {
      const found = await jobOf(await render(multipart(parts), { headers: { 'content-type': multipartType } }));
      expect(found.config.skin).toBe('My Skin-2_b');
    }
  });

  test('may be exactly as large as the limit', async () => {
    const file = new Uint8Array(megabyte);
    file.set(replayBytes);
    // Bytes after the last field of a replay are ignored, so they can fill it up to the limit.
    expect((await render(replayForm({ file }))).status).not.toBe(413);
  });
});

describe('the settings of a video', () => {
  test.each([
    ['0', 0],
    ['0.0', 0],
    ['-0', 0],
    ['0.5', 0.5],
    ['.25', 0.25],
    ['1', 1],
    ['1.0', 1],
    ['1.01', 0.0101],
    ['95', 0.95],
    ['100', 1],
    ['1e2', 1],
  ])('bg_dim %s becomes %d', async (text, value) => {
    expect((await jobOf(await render(replayForm({ fields: { bg_dim: text } })))).config.bg_dim).toBeCloseTo(value, 10);
  });

  test.each([
    ['true', true],
    ['TRUE', true],
    ['1', true],
    ['yes', true],
    ['On', true],
    ['t', true],
    ['Y', true],
    ['false', false],
    ['False', false],
    ['0', false],
    ['no', false],
    ['OFF', false],
    ['f', false],
    ['n', false],
  ])('a flag can be written as %s', async (text, value) => {
    const fields = { motion_blur: text, video: text };
    expect((await jobOf(await render(replayForm({ fields })))).config).toMatchObject({
      motion_blur: value,
      video: value,
    });
  });

  test('every form field can be set', async () => {
    const fields = {
      skin: 'Cool skin_1-b',
      resolution: '4k',
      bg_dim: '0.3',
      motion_blur: 'false',
      storyboard: 'false',
      video: 'true',
      snaking_in: 'false',
      snaking_out: 'false',
      hit_error_meter: 'false',
      key_overlay: 'false',
    };
    expect((await jobOf(await render(replayForm({ fields })))).config).toMatchObject({
      skin: 'Cool skin_1-b',
      resolution: '4k',
      bg_dim: 0.3,
      motion_blur: false,
      storyboard: false,
      video: true,
      snaking_in: false,
      snaking_out: false,
      hit_error_meter: false,
      key_overlay: false,
    });
  });

  test.each([
    ['skin', 'bad/name'],
    ['skin', 'sk!n'],
    ['skin', ''],
    ['skin', '../x'],
    ['skin', 'line\nbreak'],
    ['skin', 'tail\n'],
    ['skin', 'ünïcode'],
    ['skin', 'nul\u0000'],
    ['skin', 'a'.repeat(5000)],
    ['bg_dim', '-0.1'],
    ['bg_dim', '100.5'],
    ['bg_dim', 'dark'],
    ['bg_dim', 'NaN'],
    ['bg_dim', 'Infinity'],
    ['bg_dim', ''],
    ['bg_dim', '0x1'],
    ['resolution', '720p'],
    ['resolution', '4K'],
    ['resolution', ''],
    ['motion_blur', 'maybe'],
    ['storyboard', '2'],
    ['video', ''],
    ['snaking_in', 'ja'],
    ['snaking_out', 'null'],
    ['hit_error_meter', 'truee'],
    ['key_overlay', ' true'],
  ])('%s=%j is refused with 422', async (field, value) => {
    const body = await expectError(await render(replayForm({ fields: { [field]: value } })), 422, 'request/invalid');
    expect(body).toMatchObject({ detail: 'Validation error', errors: [{ field }] });
  });

  test('all invalid fields are reported together', async () => {
    const fields = { skin: '?', bg_dim: '?', video: '?' };
    const body = await expectError(await render(replayForm({ fields })), 422);
    expect(body.errors?.map(({ field }) => field)).toEqual(['skin', 'bg_dim', 'video']);
  });

  test('a field given twice is refused', async () => {
    const form = replayForm();
    form.append('skin', 'a');
    form.append('skin', 'b');
    expect((await expectError(await render(form), 422)).errors).toEqual([
      { field: 'skin', message: 'Must be given once.' },
    ]);
  });
});

describe('a refused file', () => {
  test.each(['play.txt', 'play', 'play.osr.zip', 'osr', ''])('with the name %j is 400', async (filename) => {
    const body = multipart([{ name: 'replay', filename, type: 'application/octet-stream', body: replayBytes }]);
    const response = await render(body, { headers: { 'content-type': multipartType } });
    expect(await expectError(response, 400, 'replay/wrong-extension')).toEqual({
      detail: 'File must be an osu! replay (.osr) file.',
      code: 'replay/wrong-extension',
    });
  });

  test('without a name is 400', async () => {
    const body = multipart([{ name: 'replay', type: 'application/octet-stream', body: replayBytes }]);
    await expectError(
      await render(body, { headers: { 'content-type': multipartType } }),
      400,
      'replay/wrong-extension',
    );
  });

  test('that is empty is 400', async () => {
    const body = await expectError(await render(replayForm({ file: '' })), 400, 'replay/empty');
    expect(body.detail).toBe('Uploaded replay file is empty.');
  });

  test('one byte over the limit is 413, and the message states the limit', async () => {
    const body = await expectError(
      await render(replayForm({ file: new Uint8Array(megabyte + 1) })),
      413,
      'replay/too-large',
    );
    expect(body.detail).toBe('Replay file exceeds maximum size of 1MB.');
  });

  test.each([
    ['text', 'hello'],
    ['one byte', '\u0000'],
    ['a replay cut short', replayBytes.slice(0, 60)],
    ['a replay without its last frames', replayBytes.slice(0, replayBytes.length - 40)],
    ['zeros', new Uint8Array(5000)],
    ['a ZIP file', 'PK\u0003\u0004 and so on'],
  ])('that is %s is 415', async (_, file) => {
    const body = await expectError(await render(replayForm({ file })), 415, 'replay/unreadable');
    expect(body.detail).toBe(unreadable);
  });

  test('with broken frames after a valid header is 415', async () => {
    const file = replayBytes.slice();
    for (let i = file.length - 200; i < file.length - 20; i++) file[i] = 0xaa;
    expect((await expectError(await render(replayForm({ file })), 415)).detail).toBe(unreadable);
  });

  test.each([1, 2, 3])('of game mode %d is 415 with its own code', async (mode) => {
    const file = Uint8Array.from(writeReplay(buildReplay({ header: { mode } })));
    const body = await expectError(await render(replayForm({ file })), 415, 'replay/wrong-mode');
    expect(body.detail).toBe(unreadable);
  });
});

describe('a form without its file', () => {
  const missing = [{ field: 'replay', message: 'Is required.' }];

  test('is 422', async () => {
    const form = new FormData();
    form.set('skin', 'Default');
    expect((await expectError(await render(form), 422)).errors).toEqual(missing);
  });

  test('is 422 if the replay is a text', async () => {
    const form = new FormData();
    form.set('replay', 'not a file');
    expect((await expectError(await render(form), 422)).errors).toEqual([
      { field: 'replay', message: 'Must be a file.' },
    ]);
  });

  test('is 422 if there is no body', async () => {
    expect((await expectError(await render(null), 422)).errors).toEqual(missing);
    expect((await expectError(await render('', { headers: { 'content-type': multipartType } }), 422)).errors).toEqual(
      missing,
    );
  });

  test('is 422 if it is URL-encoded', async () => {
    expect((await expectError(await render(new URLSearchParams({ skin: 'x' })), 422)).errors).toEqual(missing);
  });

  test('is 422 if it has two replays', async () => {
    const form = replayForm();
    form.append('replay', new File([replayBytes], 'second.osr'));
    expect((await expectError(await render(form), 422)).errors).toEqual([
      { field: 'replay', message: 'Must be given once.' },
    ]);
  });

  test.each(['application/json', 'text/plain', 'application/octet-stream', 'multipart/mixed; boundary=x', 'nonsense'])(
    'is 415 as %s',
    async (type) => {
      await expectError(
        await render('{"replay": 1}', { headers: { 'content-type': type } }),
        415,
        'request/unsupported-media-type',
      );
    },
  );
});

describe('the order of the checks', () => {
  test('is extension, structure, settings', async () => {
    const fields = { skin: 'bad/name' };
    await expectError(await render(replayForm({ file: 'x', name: 'x.txt', fields })), 400);
    await expectError(await render(replayForm({ file: '', fields })), 400);
    await expectError(await render(replayForm({ file: new Uint8Array(megabyte + 1), fields })), 413);
    await expectError(await render(replayForm({ file: 'x', fields })), 415);
    await expectError(await render(replayForm({ fields })), 422);
  });

  test('refuses invalid submissions before they count, without rate limit headers', async () => {
    const client = newClient();
    for (const refused of [
      replayForm({ name: 'x.txt' }),
      replayForm({ file: '' }),
      replayForm({ file: new Uint8Array(megabyte + 1) }),
      replayForm({ file: 'x' }),
      replayForm({ fields: { skin: '!' } }),
      replayForm({ fields: { bg_dim: '!' } }),
      new FormData(),
    ]) {
      const response = await render(refused, { client });
      expect(response.status).not.toBe(429);
      expect(response.headers.has('x-ratelimit-limit')).toBe(false);
      await response.arrayBuffer();
    }
    expect((await render(replayForm(), { client })).headers.get('x-ratelimit-remaining')).toBe('4');
  });

  test('is settings, rate limit, active jobs', async () => {
    const client = newClient();
    const responses = [];
    for (let i = 0; i < 7; i++) {
      const response = await render(replayForm(), { client });
      responses.push([response.status, response.headers.get('x-ratelimit-remaining'), (await jsonOf(response)).code]);
    }
    expect(responses).toEqual([
      [202, '4', undefined],
      [202, '3', undefined],
      [429, '2', 'limit/active-jobs'],
      [429, '1', 'limit/active-jobs'],
      [429, '0', 'limit/active-jobs'],
      [429, '0', 'limit/rate'],
      [429, '0', 'limit/rate'],
    ]);
    await expectError(await render(replayForm({ fields: { skin: '!' } }), { client }), 422);
  });
});

describe('the limits', () => {
  test('a third active job is 429, whatever the status of the first two', async () => {
    for (const status of ['queued', 'downloading', 'rendering'] as const) {
      const client = newClient();
      await insertJobs(service.database, [
        { client, status },
        { client, status },
      ]);
      const response = await render(replayForm(), { client });
      const body = await expectError(response, 429, 'limit/active-jobs');
      expect(body.detail).toBe('You already have 2 active render jobs.');
      expectRetryAfter(response);
    }
  });

  test('finished jobs do not count', async () => {
    const client = newClient();
    await insertJobs(service.database, [
      { client, status: 'completed' },
      { client, status: 'failed' },
      { client, status: 'queued' },
    ]);
    expect((await render(replayForm(), { client })).status).toBe(202);
  });

  test('the sixth submission within a minute is 429 with all rate limit headers', async () => {
    const client = newClient();
    for (let i = 0; i < 5; i++) await (await render(replayForm(), { client })).arrayBuffer();
    const response = await render(replayForm(), { client });
    const body = await expectError(response, 429, 'limit/rate');
    expect(body.detail).toBe('Rate limit exceeded: 5 per 1 minute');
    expect(response.headers.get('x-ratelimit-limit')).toBe('5');
    expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(response.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000);
    expectRetryAfter(response);
  });

  test('clients are identified by Edge-Connecting-IP, and with IPv6 by their /64 network', async () => {
    const client = newClient();
    for (let i = 0; i < 2; i++) expect((await render(replayForm(), { client })).status).toBe(202);
    await expectError(await render(replayForm(), { client: `::ffff:${client}` }), 429, 'limit/active-jobs');
    expect((await render(replayForm())).status).toBe(202);
    expect((await render(replayForm(), { client: '2001:db8:0:1::1' })).status).toBe(202);
    expect((await render(replayForm(), { client: '2001:db8::1:ffff:0:0:2' })).status).toBe(202);
    await expectError(await render(replayForm(), { client: '2001:db8:0:1:2:3:4:5' }), 429, 'limit/active-jobs');
    expect((await render(replayForm(), { client: '2001:db8:0:2::1' })).status).toBe(202);
  });
});

function expectRetryAfter({ headers }: Response): void {
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(Number.isInteger(seconds)).toBe(true);
}
