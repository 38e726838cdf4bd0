import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeReplay } from '../../../src/game/replay/index.ts';
import { defaultKeyOptions } from '../../../src/service/keys/index.ts';
import { expectError, get, jsonOf, newClient, post, replayForm } from '../../support/http/requests.ts';
import { demoFiles, type NamedFile, togetherForm, withHash, withHeader } from '../../support/http/together-form.ts';
import { buildReplay } from '../../support/replays/build-replay.ts';
import { type InProcessService, startInProcessService } from '../../support/service/service.ts';

// Submissions of several replays for one video: what is accepted, what is refused, and what is stored of it.

let service: InProcessService;
beforeAll(async () => {
  const env = { MAX_QUEUED: '10000', MAX_RENDERING: '10000', MAX_REPLAY_SIZE_MB: '1', CALLBACK_HOSTS: '127.0.0.1' };
  service = await startInProcessService({ env });
});
afterAll(() => service?.stop());

const files = demoFiles(3);
const [first, second, third] = files as [NamedFile, NamedFile, NamedFile];

type SubmitOptions = Parameters<typeof togetherForm>[1] & { client?: string; headers?: Record<string, string> };

function submit(sent: readonly NamedFile[], { client = newClient(), headers = {}, ...fields }: SubmitOptions = {}) {
  return post(`${service.url}/v1/render/together`, togetherForm(sent, fields), { client, headers });
}

async function submitJob(sent: readonly NamedFile[], options: SubmitOptions = {}): Promise<string> {
  const response = await submit(sent, options);
  const body = await jsonOf(response);
  expect(body).toEqual({
    job_id: expect.any(String),
    status: 'queued',
    links: { status: `/v1/jobs/${body.job_id}` },
  });
  expect(response.status).toBe(202);
  return body.job_id;
}

const read = (path: string) => get(`${service.url}${path}`);
const jobOf = async (id: string) => jsonOf(await read(`/v1/jobs/${id}`));

/** Everything that a submission could leave behind. */
async function stored() {
  const keys: string[] = [];
  for (const folder of ['replays/', 'analytics/', 'beatmaps/'])
    for await (const { key } of service.storage.list(folder)) keys.push(key);
  const { total } = await service.jobs.list({ limit: 1, offset: 0 });
  return { keys: keys.sort(), total, temp: await service.tempFiles() };
}

describe('a submission of several replays', () => {
  test('makes one job, which has all players, their replays and their analytics', async () => {
    const client = newClient();
    const response = await submit(files, { client });
    expect(response.headers.get('x-ratelimit-remaining')).toBe('4');
    const { job_id: id } = await jsonOf(response);
    expect(response.headers.get('location')).toBe(`/v1/jobs/${id}`);
    const job = await jobOf(id);
    expect(job).toMatchObject({ status: 'queued', player: 'Aurelia', has_analytics: true });
    // The cursors share a playfield unless the client chooses another layout.
    expect(job.config.settings).toEqual({ layout: 'ghosts' });
    expect(job.players.map(({ player }: { player: string }) => player)).toEqual(['Aurelia', 'kestrel', 'Mirage']);
    const { length_seconds, ...firstPlay } = job.play;
    expect(job.players[0]).toEqual({ player: 'Aurelia', play: firstPlay, replay_url: `/v1/jobs/${id}/replays/1` });
    for (const [i, { replay_url }] of job.players.entries()) {
      const replay = await read(replay_url);
      expect(Buffer.compare(Buffer.from(await replay.arrayBuffer()), files[i]!.bytes)).toBe(0);
    }
    const single = await read(`/v1/jobs/${id}/replay`);
    expect(Buffer.compare(Buffer.from(await single.arrayBuffer()), first.bytes)).toBe(0);

    const analytics = await jsonOf(await read(`/v1/jobs/${id}/analytics`));
    expect(analytics.frames.length).toBeGreaterThan(1000);
    expect(analytics.players.map(({ identity }: { identity: { username: string } }) => identity.username)).toEqual([
      'Aurelia',
      'kestrel',
      'Mirage',
    ]);
    const { identity, performance, hit_counts } = analytics;
    expect(analytics.players[0]).toEqual({ identity, performance, hit_counts });
    expect(await service.tempFiles()).toEqual([]);
  });

  test('is listed like any other job, and a job of one replay has no players', async () => {
    const client = newClient();
    const id = await submitJob([first, second], { client });
    const alone = await jsonOf(await post(`${service.url}/v1/render`, replayForm(), { client }));
    const list = await jsonOf(await get(`${service.url}/v1/jobs?mine=true`, { 'edge-connecting-ip': client }));
    expect(list.jobs.map(({ job_id }: { job_id: string }) => job_id)).toEqual([alone.job_id, id]);
    expect(list.jobs[1]).toEqual({ ...(await jobOf(id)), is_mine: true });
    expect(list.jobs[0]).not.toHaveProperty('players');
    expect(await jsonOf(await read(`/v1/jobs/${alone.job_id}/analytics`))).not.toHaveProperty('players');
    // It counts as one of two active jobs.
    await expectError(await submit([first, second], { client }), 429, 'limit/active-jobs');
  });

  test('may have fifty replays', async () => {
    const fifty = Array.from({ length: 50 }, (_, i) => ({ name: 'play.osr', bytes: withHash(first.bytes, i) }));
    const id = await submitJob(fifty);
    expect((await jobOf(id)).players).toHaveLength(50);
    expect((await read(`/v1/jobs/${id}/replays/50`)).status).toBe(200);
  });

  test.each(['0', '4', '01x', '-1', '100', '1.0'])('has no replay %s', async (number) => {
    const id = await submitJob(files);
    await expectError(await read(`/v1/jobs/${id}/replays/${number}`), 404, 'artifact/not-found');
  });

  test('accepts the settings of layouts beside all others', async () => {
    const settings = { layout: 'knockout', knockout_lives: 3, order_by: 'accuracy', cursor_size: 1.5 };
    const id = await submitJob([first, second], { settings, bg_dim: '50' });
    expect((await jobOf(id)).config).toMatchObject({ settings, bg_dim: 0.5 });
  });

  test.each([
    [{ layout: 'mosaic' }, 'settings.layout'],
    [{ knockout_lives: 0 }, 'settings.knockout_lives'],
    [{ no_such_setting: 1 }, 'settings.no_such_setting'],
  ])('refuses the settings %j', async (settings, field) => {
    const { errors } = await expectError(await submit([first, second], { settings }), 422, 'request/invalid');
    expect(errors).toEqual([{ field, message: expect.any(String) }]);
  });

  test('is made once with an Idempotency-Key, and the order of the replays is part of it', async () => {
    const sender = { client: newClient(), headers: { 'idempotency-key': 'together' } };
    const id = await submitJob([first, second], sender);
    const again = await submit([first, second], sender);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await jsonOf(again)).job_id).toBe(id);
    await expectError(await submit([second, first], sender), 422, 'idempotency/mismatch');
  });

  test('may have a callback and metadata, only with a key', async () => {
    const fields = { metadata: '{"lobby": 7}', callback_url: 'http://127.0.0.1:9/' };
    await expectError(await submit([first, second], fields), 401, 'key/required');
    const { token } = await service.keys.create('lobby', defaultKeyOptions);
    const headers = { authorization: `Bearer ${token}` };
    const response = await submit([first, second], { ...fields, headers });
    expect(response.headers.get('x-ratelimit-limit')).toBe('60');
    const { job_id } = await jsonOf(response);
    const job = await jsonOf(await get(`${service.url}/v1/jobs/${job_id}`, headers));
    expect(job).toMatchObject({ metadata: { lobby: 7 }, is_mine: true });
  });
});

test('the layout split shows plays at different speeds, and at most four', async () => {
  const settings = { layout: 'split' };
  const doubleTime = { name: 'fast.osr', bytes: withHeader(second.bytes, { modBits: 64 }) };
  await submitJob([first, doubleTime], { settings });
  const five = Array.from({ length: 5 }, (_, i) => ({ name: `${i}.osr`, bytes: withHash(first.bytes, i) }));
  await submitJob(five.slice(1), { settings });
  const { errors } = await expectError(await submit(five, { settings }), 422, 'together/count');
  expect(errors).toEqual([{ field: 'replay', message: 'The layout split shows 2 to 4 replays, not 5.' }]);
});

test('a submission of one replay still refuses a second one and the settings of layouts', async () => {
  const twice = replayForm();
  twice.append('replay', new File([Uint8Array.from(second.bytes)], 'second.osr'));
  const refused = await expectError(await post(`${service.url}/v1/render`, twice), 422, 'request/invalid');
  expect(refused.errors).toEqual([{ field: 'replay', message: 'Must be given once.' }]);
  const form = replayForm({ fields: { settings: '{"layout": "ghosts"}' } });
  await expectError(await post(`${service.url}/v1/render`, form), 422, 'request/invalid');
});

describe('refused, with the file named and nothing stored:', () => {
  const broken = { name: 'broken.osr', bytes: first.bytes.slice(0, 200) };
  const damaged = { name: 'damaged.osr', bytes: first.bytes.slice() };
  damaged.bytes.fill(0x55, -600, -20);
  const otherMap = { name: 'other map.osr', bytes: writeReplay(buildReplay()) };
  const doubleTime = { name: 'fast.osr', bytes: withHeader(third.bytes, { modBits: 64, replayMd5: '1'.repeat(32) }) };
  const large = { name: 'large.osr', bytes: Buffer.concat([first.bytes, Buffer.alloc(1024 * 1024)]) };
  const padded = files.map(({ name, bytes }) => ({ name, bytes: Buffer.concat([bytes, Buffer.alloc(900 * 1024)]) }));
  const fifty = Array.from({ length: 49 }, (_, i) => ({ name: `${i}.osr`, bytes: withHash(second.bytes, i) }));
  const longName = `${'ä'.repeat(180)}<b onclick=x>.osr`;

  test.each<[string, readonly NamedFile[], number, string, string | null]>([
    ['one replay', [first], 422, 'together/count', null],
    ['fifty-one replays', [...fifty, first, third], 422, 'together/count', null],
    ['one that is cut off', [first, broken], 415, 'replay/unreadable', '"broken.osr (replay 2)": Invalid replay file.'],
    [
      'one of fifty with a damaged stream',
      [...fifty, damaged],
      415,
      'replay/unreadable',
      '"damaged.osr (replay 50)": Invalid replay file.',
    ],
    [
      'one of another game mode',
      [first, { name: 'mania.osr', bytes: withHeader(second.bytes, { mode: 3 }) }, third],
      415,
      'replay/wrong-mode',
      '"mania.osr (replay 2)": ',
    ],
    [
      'an empty one',
      [first, second, { name: 'empty.osr', bytes: new Uint8Array() }],
      400,
      'replay/empty',
      '"empty.osr (replay 3)": Uploaded replay file is empty.',
    ],
    [
      'one with another extension',
      [first, { ...second, name: 'video.mp4' }],
      400,
      'replay/wrong-extension',
      '"video.mp4 (replay 2)": File must be an osu! replay (.osr) file.',
    ],
    [
      'one that is too large',
      [first, large],
      413,
      'replay/too-large',
      '"large.osr (replay 2)": Replay file exceeds maximum size of 1MB.',
    ],
    [
      'replays that are too large together',
      padded,
      413,
      'together/too-large',
      '"3.osr (replay 3)": The replays together exceed 2MB.',
    ],
    [
      'one of another map',
      [first, otherMap, second],
      422,
      'together/other-map',
      '"other map.osr (replay 2)" and "1.osr (replay 1)" are replays of different maps.',
    ],
    [
      'the same one twice',
      [first, second, { ...first, name: 'copy.osr' }],
      422,
      'together/repeated',
      '"copy.osr (replay 3)" and "1.osr (replay 1)" are the same replay.',
    ],
    [
      'one at another speed',
      [first, doubleTime],
      422,
      'together/other-clock',
      '"fast.osr (replay 2)" and "1.osr (replay 1)" play the song at different speeds (1.5x and 1x).',
    ],
    [
      'a long name with markup',
      [first, { ...broken, name: longName }],
      415,
      'replay/unreadable',
      `"${'ä'.repeat(40)}…${longName.slice(-20)} (replay 2)": Invalid replay file.`,
    ],
    [
      'a name with folders and invisible characters',
      [first, { ...broken, name: 'C:\\games/\u202egpj.\u0007x.osr' }],
      415,
      'replay/unreadable',
      '"gpj.x.osr (replay 2)": Invalid replay file.',
    ],
  ])('%s', async (_, sent, status, code, detail) => {
    const before = await stored();
    const body = await expectError(await submit(sent), status, code);
    if (detail !== null) {
      expect(body.detail.slice(0, detail.length)).toBe(detail);
      const position = /replay (\d+)\)/.exec(detail)?.[1];
      expect(body.errors).toEqual([{ field: `replay.${position}`, message: body.detail }]);
    }
    expect(await stored()).toEqual(before);
  });

  test('no replay', async () => {
    const { errors } = await expectError(await submit([]), 422, 'request/invalid');
    expect(errors).toEqual([{ field: 'replay', message: 'Is required.' }]);
  });

  test('a blocked player who is not the first', async () => {
    const before = await stored();
    await service.jobs.blocks.add({ kind: 'player', name: 'MIRAGE', reason: 'No.', expiresAt: null });
    await expectError(await submit(files), 403, 'blocked/player');
    expect(await stored()).toEqual(before);
    await submitJob([first, second]);
  });

  test('a client over its rate limit', async () => {
    const client = newClient();
    for (let i = 0; i < 5; i++) await submit([first, second], { client });
    const before = await stored();
    await expectError(await submit([first, broken], { client }), 429, 'limit/rate');
    expect(await stored()).toEqual(before);
  });
});
