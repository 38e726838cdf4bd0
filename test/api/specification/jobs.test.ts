import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { analytics, type Job, job, jobList } from '../../../src/contract/index.ts';
import { writeReplay } from '../../../src/game/replay/index.ts';
import { insertJobs } from '../../support/database/job-rows.ts';
import { expectError, get, jsonOf, newClient, post, replayForm } from '../../support/http/requests.ts';
import { buildReplay } from '../../support/replays/build-replay.ts';
import { type Service, startService } from '../../support/service/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

const fetchJob = async (id: string): Promise<Job> => job.parse(await jsonOf(await get(`${service.url}/v1/jobs/${id}`)));

async function submitted(): Promise<string> {
  const { job_id: id } = await jsonOf(await post(`${service.url}/v1/render`, replayForm()));
  // Services in processes of their own soon give it a turn, which may change its position.
  if (inject('serviceProcesses') !== undefined) await expect.poll(() => hasTurn(id)).toBe(true);
  return id;
}

async function hasTurn(id: string): Promise<boolean> {
  const { rows } = await service.database.pool.query(`select from jobs where id = $1 and turn_given_at < 'infinity'`, [
    id,
  ]);
  return rows.length > 0;
}

describe('GET /v1/jobs/{job_id}', () => {
  test('returns the job with links to all its artifacts', async () => {
    const underWay = { stage: 'rendering', frames_per_second: 131.5, seconds_left: 12, attempts: 2 } as const;
    const [id = ''] = await insertJobs(service.database, [
      {
        status: 'rendering',
        progress: 41.5,
        map_title: 'Camellia - GHOST [Extra]',
        map_title_unicode: 'かめりあ - GHOST [Extra]',
        stars: 6.789,
        pp: 321.5,
        mods: ['HD', 'DT'],
        clock_rate: 1.3,
        grade: 'SH',
        accuracy: 98.76,
        score: 123_456_789,
        played_at: new Date('2025-01-08T12:00:00Z'),
        game_client: 'lazer',
        length_seconds: 201.25,
        ...underWay,
      },
    ]);
    const found = await fetchJob(id);
    expect(found).toEqual({
      job_id: id,
      status: 'rendering',
      progress: 41.5,
      map_title: 'Camellia - GHOST [Extra]',
      map_title_unicode: 'かめりあ - GHOST [Extra]',
      beatmap_md5: 'd41d8cd98f00b204e9800998ecf8427e',
      player: 'cookiezi',
      play: {
        mods: ['HD', 'DT'],
        speed: 1.3,
        grade: 'SH',
        accuracy: 98.76,
        score: 123456789,
        played_at: '2025-01-08T12:00:00.000Z',
        client: 'lazer',
        length_seconds: 201.25,
      },
      retry_of: null,
      metadata: null,
      is_mine: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.stringMatching(/Z$/),
      error_message: null,
      error_code: null,
      error_hint: null,
      config: {
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
        replay_stats: { '300s': 300, '100s': 10, '50s': 5, misses: 1, max_combo: 250, star_rating: '6.79', pp: 321.5 },
      },
      has_analytics: false,
      purged_at: null,
      artifacts: {
        video_url: `/v1/artifacts/videos/${id}.mp4`,
        thumbnail_url: `/v1/artifacts/thumbnails/${id}.jpg`,
        preview_url: null,
        logs_url: `/v1/artifacts/logs/${id}.log`,
        analytics_url: `/v1/jobs/${id}/analytics`,
      },
      stage: 'rendering',
      queue_position: null,
      starts_in_seconds: null,
      frames_per_second: 131.5,
      seconds_left: 12,
      attempt: 2,
    });
  });

  test('tells about the play what the replay tells, as soon as it is submitted', async () => {
    expect((await fetchJob(await submitted())).play).toEqual({
      mods: ['DT', 'HD'],
      speed: 1.5,
      grade: 'A',
      accuracy: 94.51,
      score: 1234567,
      played_at: '2025-01-08T12:00:00.000Z',
      client: 'stable',
      length_seconds: null,
    });
  });

  test('has no play for a job that an older version created', async () => {
    const [id = ''] = await insertJobs(service.database, [{ map_title: 'A - B [C]' }]);
    expect(await fetchJob(id)).toMatchObject({ play: null, map_title_unicode: 'A - B [C]' });
  });

  test('tells a client which jobs it has submitted, also in lists and events, and caches do not share that', async () => {
    const client = newClient();
    const { job_id: id } = await jsonOf(await post(`${service.url}/v1/render`, replayForm(), { client }));
    const isMine = async (path: string, headers: Record<string, string>) => {
      const response = await get(service.url + path, headers);
      expect(response.headers.get('cache-control')).toBe('private, no-cache');
      const body = await jsonOf(response);
      return (body.jobs?.[0] ?? body).is_mine;
    };
    for (const path of [`/v1/jobs/${id}`, '/v1/jobs?limit=1', '/v1/jobs?limit=1&q=one']) {
      expect(await isMine(path, {})).toBe(false);
      expect(await isMine(path, { 'edge-connecting-ip': client })).toBe(true);
      expect(await isMine(path, { 'edge-connecting-ip': newClient() })).toBe(false);
    }
    const etags = await Promise.all(
      [newClient(), client].map(async (address) => {
        const page = await get(`${service.url}/v1/jobs?limit=1`, { 'edge-connecting-ip': address });
        return page.headers.get('etag');
      }),
    );
    expect(new Set(etags).size).toBe(2);
    const events = await get(`${service.url}/v1/jobs/${id}/events`, { 'edge-connecting-ip': client });
    let received = '';
    for await (const text of events.body!.pipeThrough(new TextDecoderStream())) {
      received += text;
      if (received.includes('event: job')) break;
    }
    expect(received).toContain('"is_mine":true');
  });

  test('accepts the id in every spelling', async () => {
    const [id = ''] = await insertJobs(service.database, [{}]);
    for (const text of [id, id.toUpperCase(), id.replaceAll('-', ''), id.replaceAll('-', '').toUpperCase()]) {
      expect((await fetchJob(text)).job_id).toBe(id);
    }
  });

  test.each([
    randomUUID(),
    'nonsense',
    '123',
    '00000000-0000-0000-0000-00000000000',
    '0000000000000000000000000000000g',
    '%00',
    '%zz',
    '..%2f..%2fetc',
    "'; drop table jobs; --",
    'a'.repeat(3000),
  ])('is 404 for %s', async (id) => {
    await expectError(await get(`${service.url}/v1/jobs/${id}`), 404);
    await expectError(await get(`${service.url}/v1/jobs/${id}/analytics`), 404);
  });

  test('masks the message of an error, but returns its code and hint', async () => {
    const [id = ''] = await insertJobs(service.database, [
      { status: 'failed', error_code: 'upload/failed', error_message: 'EACCES /secret/place' },
    ]);
    expect(await fetchJob(id)).toMatchObject({
      status: 'failed',
      error_message: 'An internal rendering error occurred.',
      error_code: 'upload/failed',
      error_hint: 'The replay could not be stored. Please upload it again.',
    });
  });
});

describe('GET /v1/jobs', () => {
  const list = async (query = '') => jobList.parse(await jsonOf(await get(`${service.url}/v1/jobs${query}`)));

  test('returns pages of jobs, newest first, with the exact total', async () => {
    const ids = [];
    for (let i = 0; i < 25; i++) ids.unshift(...(await insertJobs(service.database, [{ status: 'completed' }])));
    const first = await list();
    expect(first.jobs).toHaveLength(20);
    expect(first.jobs.map(({ job_id }) => job_id)).toEqual(ids.slice(0, 20));
    const all = await list('?limit=100');
    expect(all.total).toBe(all.jobs.length);
    expect(all.jobs.map(({ created_at }) => created_at)).toEqual(
      all.jobs
        .map(({ created_at }) => created_at)
        .sort()
        .reverse(),
    );
    expect((await list('?limit=3&offset=2')).jobs.map(({ job_id }) => job_id)).toEqual(ids.slice(2, 5));
    expect((await list('?limit=1')).jobs).toHaveLength(1);
    expect(await list(`?offset=${all.total}`)).toEqual({ total: all.total, jobs: [] });
    expect(await list('?offset=999999999999')).toEqual({ total: all.total, jobs: [] });
  });

  test.each(['queued', 'downloading', 'rendering', 'completed', 'failed'] as const)('filters by %s', async (status) => {
    const [id] = await insertJobs(service.database, [{ status }]);
    const found = await list(`?status=${status}&limit=100`);
    expect(new Set(found.jobs.map((item) => item.status))).toEqual(new Set([status]));
    expect(found.jobs[0]?.job_id).toBe(id);
    expect(found.total).toBe(found.jobs.length);
  });

  test('filters by the client that requests it, the play and the map together', async () => {
    const client = newClient();
    const headers = { 'edge-connecting-ip': client };
    const row = { client, mods: ['HD', 'NC'], grade: 'SH', stars: 6.25, status: 'failed' } as const;
    const [id, cancelled, , removed] = await insertJobs(service.database, [
      { ...row, mods: ['HD', 'NC'], error_code: 'render/failed' },
      { ...row, mods: ['HD', 'NC'], error_code: 'job/cancelled' },
      { ...row, mods: ['HD', 'NC'], client: newClient() },
      { client, status: 'failed', purged_at: new Date() },
    ]);
    const found = async (query: string) =>
      jobList
        .parse(await jsonOf(await get(`${service.url}/v1/jobs?${query}`, headers)))
        .jobs.map(({ job_id }) => job_id);
    expect((await found('mine=true')).toSorted()).toEqual([id, cancelled, removed].toSorted());
    expect((await found('mine=true&removed=false')).toSorted()).toEqual([id, cancelled].toSorted());
    expect(await found('mine=true&removed=true&status=failed')).toEqual([removed]);
    expect(
      await found('mine=yes&mods=hd,dt&grade=S,SH&min_stars=6.25&max_stars=6.25&status=failed&cancelled=0'),
    ).toEqual([id]);
    expect(await found('mine=true&cancelled=true')).toEqual([cancelled]);
    for (const query of [
      'mods=HR',
      'mods=NM',
      'grade=S',
      'min_stars=6.26',
      'max_stars=6.24',
      'status=queued,completed',
    ])
      expect(await found(`mine=true&${query}`)).toEqual([]);
    expect((await found('mine=false&limit=100')).length).toBeGreaterThan(2);
  });

  test('returns the same object for a job as the single endpoint', async () => {
    const id = await submitted();
    const { jobs } = await list('?limit=1');
    expect(jobs[0]).toEqual(await fetchJob(id));
    expect(jobs[0]).toMatchObject({ has_analytics: true, artifacts: { analytics_url: `/v1/jobs/${id}/analytics` } });
  });

  const limitMessage = 'Must be a whole number from 1 to 100.';
  const offsetMessage = 'Must be a whole number, 0 or larger.';
  const statusMessage =
    'Must be queued, downloading, rendering, completed or failed, or several of these with commas between them.';
  const modsMessage =
    'Must be up to 20 acronyms of mods with commas between them, such as HD,DT; NM stands for no mods.';
  const gradeMessage = 'Must be XH, X, SH, S, A, B, C, D or F, or several of these with commas between them.';
  const starsMessage = 'Must be a number of stars, such as 5 or 6.25.';
  const flagMessage = 'Must be true or false.';
  const queryMessage = 'Must be a text of at most 100 characters.';
  test.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=abc',
    'limit=1.5',
    'limit=1e1',
    'limit=',
    'limit=%2020',
    'limit=10&limit=20',
    'limit=99999999999999999999',
    'offset=-1',
    'offset=x',
    'offset=1.0',
    'offset=99999999999999999999',
    'status=done',
    'status=',
    'status=QUEUED',
    'status=complete',
    'status=queued&status=failed',
    'status=queued,',
    'status=queued,done',
    'mods=',
    'mods=H',
    'mods=HD,,DT',
    'mods=HDDT',
    `mods=${Array(21).fill('HD').join()}`,
    'grade=SS',
    'grade=s',
    'grade=',
    'min_stars=',
    'min_stars=-1',
    'max_stars=1e3',
    'max_stars=5&max_stars=6',
    'mine=maybe',
    'cancelled=',
    'removed=',
    `q=${'x'.repeat(101)}`,
    'q=a&q=b',
    'player=',
    `player=${'x'.repeat(65)}`,
    'player=a%00b',
    'player=a&player=b',
    'beatmap=',
    'beatmap=0',
    'beatmap=2147483648',
    'beatmap=-5',
    `beatmap=${'f'.repeat(31)}`,
    `beatmap=${'g'.repeat(32)}`,
    'replay=1234',
    `replay=${'f'.repeat(63)}`,
    'ids=',
    'ids=1234',
    `ids=${randomUUID()},`,
    `ids=${Array.from({ length: 101 }, () => randomUUID()).join()}`,
    `ids=${Array(400).fill(randomUUID()).join()}`,
    'created_after=',
    'created_after=yesterday',
    'created_after=2026-02-30',
    'created_after=2026-01-01T00:00:00',
    'created_after=1767225600',
    'cursor=!',
    'cursor=abc',
    `cursor=${'A'.repeat(48)}`,
    `cursor=${'A'.repeat(101)}`,
    'cursor=&cursor=',
  ])('is 422 for %s, with a plain message', async (query) => {
    const body = await expectError(await get(`${service.url}/v1/jobs?${query}`), 422, 'request/invalid');
    const [field = ''] = query.split('=');
    const messages = {
      limit: limitMessage,
      offset: offsetMessage,
      status: statusMessage,
      q: queryMessage,
      mods: modsMessage,
      grade: gradeMessage,
      min_stars: starsMessage,
      max_stars: starsMessage,
      mine: flagMessage,
      cancelled: flagMessage,
      removed: flagMessage,
      player: 'Must be the name of a player, of 1 to 64 characters.',
      beatmap: 'Must be the id of a beatmap on osu!, such as 2190499, or the MD5 of its file: 32 hex digits.',
      replay: 'Must be the SHA-256 of a replay file, 64 hex digits, or the MD5 that the replay carries, 32 hex digits.',
      ids: 'Must be up to 100 ids of jobs with commas between them.',
      created_after: 'Must be a time with its zone, such as 2026-01-31T12:00:00Z, or a date.',
      cursor: 'Must be the next_cursor of an earlier page, or empty for the first page.',
    };
    expect(body.errors).toEqual([{ field, message: messages[field as keyof typeof messages] }]);
  });

  test('names every mistake of a query at once', async () => {
    const response = await get(`${service.url}/v1/jobs?status=queued,done&ids=x&beatmap=y&cursor=z&player=ok`);
    const { errors } = await expectError(response, 422, 'request/invalid');
    expect(errors?.map(({ field }) => field)).toEqual(['status', 'beatmap', 'ids']);
    const both = await expectError(await get(`${service.url}/v1/jobs?cursor=&offset=1`), 422, 'request/invalid');
    expect(both.errors).toEqual([{ field: 'offset', message: 'Must be left out with a cursor.' }]);
    const ofOthers = await expectError(await get(`${service.url}/v1/jobs?removed=false`), 422, 'request/invalid');
    expect(ofOthers.errors).toEqual([{ field: 'removed', message: 'Must be left out without mine=true.' }]);
  });

  test('refuses 10,000 ids', async () => {
    const ids = Array.from({ length: 10_000 }, () => randomUUID());
    await expectError(await get(`${service.url}/v1/jobs?ids=${ids}`), 431, 'request/header-too-large');
  });

  test('finds the jobs of a replay by the hash of its file and by the one that it carries', async () => {
    const onlineId = BigInt(Date.now());
    const replay = buildReplay({ header: { player: 'Finder One', replayMd5: 'C0FFEE'.padEnd(32, '7'), onlineId } });
    const bytes = Uint8Array.from(writeReplay(replay));
    const { job_id: id } = await jsonOf(await post(`${service.url}/v1/render`, replayForm({ file: bytes })));
    const hash = (name: string) => createHash(name).update(bytes).digest('hex');
    const found = async (query: string) => (await list(`?${query}`)).jobs.map(({ job_id }) => job_id);
    expect(await found(`replay=${hash('sha256')}`)).toEqual([id]);
    expect(await found(`replay=${hash('sha256').toUpperCase()}`)).toEqual([id]);
    expect(await found(`replay=${'c0ffee'.padEnd(32, '7')}`)).toEqual([id]);
    expect(await found(`replay=${hash('md5')}`)).toEqual([]);
    expect(await found(`player=finder_one&ids=${id}`)).toEqual([id]);
    expect(await found(`beatmap=${replay.header.beatmapMd5.toUpperCase()}&ids=${id}`)).toEqual([id]);
    const { created_at } = await fetchJob(id);
    expect(await found(`created_after=${created_at}&ids=${id}`)).toEqual([]);
    expect(await found(`created_after=2026-01-01T00:00:00+02:00&ids=${id}`)).toEqual([id]);
    expect(await found(`created_after=${new Date(Date.parse(created_at) - 1).toISOString()}&ids=${id}`)).toEqual([id]);
  });

  test('returns all jobs that a client names, also without a limit', async () => {
    const ids = await insertJobs(service.database, Array(30).fill({ status: 'completed' }));
    const named = await list(`?ids=${ids.map((id) => id.replaceAll('-', '').toUpperCase())},${randomUUID()}`);
    expect(named.jobs.map(({ job_id }) => job_id).toSorted()).toEqual(ids.toSorted());
    expect(named).toMatchObject({ total: 30, next_cursor: null });
  });

  test('continues after a cursor, and only then names the next one', async () => {
    const player = `player ${randomUUID()}`;
    const ids = [];
    for (let i = 0; i < 5; i++) ids.unshift(...(await insertJobs(service.database, [{ player, status: 'failed' }])));
    const first = await list(`?player=${player}&limit=2`);
    expect([first.total, first.jobs.map(({ job_id }) => job_id)]).toEqual([5, ids.slice(0, 2)]);
    await insertJobs(service.database, [{ player }]);
    const next = `?player=${player}&limit=2&cursor=${first.next_cursor}`;
    const second = await list(next);
    expect([second.total, second.jobs.map(({ job_id }) => job_id)]).toEqual([6, ids.slice(2, 4)]);
    const third = await list(`?player=${player}&limit=2&cursor=${second.next_cursor}`);
    expect(third.jobs.map(({ job_id }) => job_id)).toEqual(ids.slice(4));
    expect(third.next_cursor).toBeNull();
    expect((await list('?cursor=&limit=1')).next_cursor).toMatch(/^[\w-]{48}$/);

    const response = await get(`${service.url}/v1/jobs${next}`);
    const etag = response.headers.get('etag') ?? '';
    expect((await get(`${service.url}/v1/jobs${next}`, { 'if-none-match': etag })).status).toBe(304);
    for (const query of ['', '?limit=1', '?mine=true', '?q=player', '?status=queued,failed', '?mods=HD']) {
      expect(Object.keys(await list(query))).toEqual(['total', 'jobs']);
    }
  });

  test('refuses a cursor with any byte changed', async () => {
    await insertJobs(service.database, [{}, {}]);
    const cursor = (await list('?cursor=&limit=1')).next_cursor!;
    for (let at = 0; at < cursor.length; at += 5) {
      const forged = `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
      const { errors } = await expectError(
        await get(`${service.url}/v1/jobs?cursor=${forged}`),
        422,
        'request/invalid',
      );
      expect(errors?.[0]?.field).toBe('cursor');
    }
  });

  test('ignores unknown parameters', async () => {
    expect((await get(`${service.url}/v1/jobs?sort=asc&page=2`)).status).toBe(200);
  });
});

describe('a client that polls', () => {
  const responseTo = (path: string, headers: Record<string, string>) => get(`${service.url}${path}`, headers);

  test.each([
    ['a job', 'private, no-cache', (id: string) => `/v1/jobs/${id}`],
    ['the list of jobs', 'private, no-cache', () => '/v1/jobs?limit=100'],
    ['the analytics', 'no-cache', (id: string) => `/v1/jobs/${id}/analytics`],
    ['the status of a job', 'no-cache', (id: string) => `/status/${id}`],
  ])('%s gets 304 until something changes', async (_, cacheControl, pathOf) => {
    const id = await submitted();
    const path = pathOf(id);
    const first = await responseTo(path, {});
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, cacheControl]);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[^"]+"$/);
    for (const tags of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
      const unchanged = await responseTo(path, { 'if-none-match': tags });
      expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
      expect(unchanged.headers.get('etag')).toBe(etag);
      expect(unchanged.headers.get('vary')).toContain('accept-encoding');
      expect(unchanged.headers.get('cache-control')).toBe(cacheControl);
      expect(unchanged.headers.get('content-security-policy')).toBeNull();
    }
    const head = await fetch(service.url + path, { method: 'HEAD', headers: { 'if-none-match': etag } });
    expect(head.status).toBe(304);
    expect(head.headers.get('content-length')).not.toBe('0');
    await service.jobs.complete(id, { success: true, videoKey: null, thumbKey: null, logKey: null, pp: 1 });
    const changed = await responseTo(path, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
    expect(await changed.text()).toContain('"status":"complete');
  });

  test.each(['br', 'gzip'])('and accepts %s gets it compressed', async (encoding) => {
    const id = await submitted();
    for (const path of ['/v1/jobs?limit=100', `/v1/jobs/${id}/analytics`]) {
      const plain = await responseTo(path, { 'accept-encoding': 'identity' });
      expect(plain.headers.get('content-encoding')).toBeNull();
      const compressed = await responseTo(path, { 'accept-encoding': encoding });
      expect(compressed.headers.get('content-encoding')).toBe(encoding);
      expect(compressed.headers.get('vary')).toContain('accept-encoding');
      expect(compressed.headers.get('etag')).toBe(plain.headers.get('etag'));
      expect(await compressed.text()).toBe(await plain.text());
    }
  });

  test('gets no ETag for the health check and for errors', async () => {
    for (const path of ['/health', `/v1/jobs/${randomUUID()}`]) {
      expect((await responseTo(path, {})).headers.get('etag')).toBeNull();
    }
  });
});

describe('GET /v1/jobs/{job_id}/analytics', () => {
  test('returns the analytics of the replay', async () => {
    const id = await submitted();
    const response = await get(`${service.url}/v1/jobs/${id}/analytics`);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const record = analytics.parse(await jsonOf(response));
    expect(record).toMatchObject({
      job_id: id,
      status: 'queued',
      identity: {
        username: 'プレイヤー one',
        beatmap_hash: '0123456789abcdef0123456789abcdef',
        game_mode: 'osu!standard',
      },
      performance: { score: 1234567, max_combo: 321, perfect: false, pp_earned: 0 },
      hit_counts: { '300s': 300, '100s': 20, '50s': 3, misses: 2, geki: 40, katu: 5 },
      life_bar: [
        { time: 100, health: 1 },
        { time: 2100, health: 0.5 },
      ],
    });
    expect(record.performance.mods.toSorted()).toEqual(['DT', 'HD']);
    expect(record.frames).toHaveLength(200);
    expect(record.frames[1]).toEqual({ t: 17, x: 262, y: 342, keys: 0 });
  });

  test('returns the current status of the job', async () => {
    const id = await submitted();
    await service.jobs.complete(id, { success: true, videoKey: null, thumbKey: null, logKey: null, pp: 1 });
    expect((await jsonOf(await get(`${service.url}/v1/jobs/${id}/analytics`))).status).toBe('completed');
  });

  test.each(['queued', 'downloading', 'rendering'] as const)(
    'is 202 while a job is %s and has none yet',
    async (status) => {
      const [id = ''] = await insertJobs(service.database, [{ status }]);
      const response = await get(`${service.url}/v1/jobs/${id}/analytics`);
      expect(response.status).toBe(202);
      expect(await jsonOf(response)).toEqual({ status: 'pending', job_id: id });
      expect((await fetchJob(id)).has_analytics).toBe(false);
    },
  );

  test('is 404 for a job that failed without analytics', async () => {
    const [id = ''] = await insertJobs(service.database, [{ status: 'failed', error_code: 'upload/failed' }]);
    await expectError(await get(`${service.url}/v1/jobs/${id}/analytics`), 404, 'analytics/not-found');
  });

  test('responds to HEAD with only the headers', async () => {
    const id = await submitted();
    const url = `${service.url}/v1/jobs/${id}/analytics`;
    const [head, whole] = [await fetch(url, { method: 'HEAD' }), await get(url)];
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String((await whole.arrayBuffer()).byteLength));
  });
});
