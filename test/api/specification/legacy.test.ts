import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { legacyJob, legacyJobCreated } from '../../../src/contract/index.ts';
import { insertJobs } from '../../support/database/job-rows.ts';
import { expectError, get, jsonOf, newClient, post, replayForm } from '../../support/http/requests.ts';
import { type Service, startService } from '../../support/service/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

const render = (form: FormData, options: Parameters<typeof post>[2] = {}) =>
  post(`${service.url}/render`, form, options);

function expectDeprecated({ headers }: Response, successor: string): void {
  expect(headers.get('deprecation')).toBe('true');
  expect(headers.get('link')).toBe(`<${successor}>; rel="successor-version"`);
}

describe('POST /render', () => {
  test('responds with 200, the hex id and the paths of the page and the video', async () => {
    const response = await render(replayForm());
    expect(response.status).toBe(200);
    expectDeprecated(response, '/v1/render');
    const created = legacyJobCreated.parse(await jsonOf(response));
    expect(created).toEqual({
      job_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      view_url: `/view/${created.job_id}`,
      video_url: `/video/${created.job_id}.mp4`,
    });
    expect((await get(`${service.url}/v1/jobs/${created.job_id}`)).status).toBe(200);
  });

  test.each([
    ['ultra', '4k'],
    ['high', '1080p'],
    ['ULTRA', '1080p'],
    ['4k', '1080p'],
    ['', '1080p'],
    [undefined, '1080p'],
  ])('quality %s becomes resolution %s', async (quality, resolution) => {
    const fields = { ...(quality === undefined ? {} : { quality }), skin: 'Other', bg_dim: '50', resolution: '4k' };
    const { job_id } = await jsonOf(await render(replayForm({ fields })));
    const { config } = await jsonOf(await get(`${service.url}/v1/jobs/${job_id}`));
    expect(config).toMatchObject({ resolution, skin: 'Other', bg_dim: 0.5 });
  });

  test('makes the checks of v1, and marks its errors as deprecated too', async () => {
    const cases = [
      [replayForm({ name: 'x.txt' }), 400],
      [replayForm({ file: '' }), 400],
      [replayForm({ file: 'x' }), 415],
      [replayForm({ fields: { skin: '!' } }), 422],
      [new FormData(), 422],
    ] as const;
    for (const [form, status] of cases) {
      const response = await render(form);
      expectDeprecated(response, '/v1/render');
      await expectError(response, status);
    }
  });

  test('shares its rate limit with v1', async () => {
    const client = newClient();
    const paths = ['/render', '/v1/render', '/render', '/v1/render', '/render'];
    const remaining = [];
    for (const path of paths) {
      const response = await post(service.url + path, replayForm(), { client });
      remaining.push(response.headers.get('x-ratelimit-remaining'));
      await response.arrayBuffer();
    }
    expect(remaining).toEqual(['4', '3', '2', '1', '0']);
    for (const path of ['/render', '/v1/render']) {
      await expectError(await post(service.url + path, replayForm(), { client }), 429, 'limit/rate');
    }
  });
});

describe('GET /status/{job_id}', () => {
  test('returns the job in the legacy format', async () => {
    const created = new Date('2026-01-02T03:04:05.678Z');
    const [id = ''] = await insertJobs(service.database, [
      { status: 'completed', progress: 100, map_title: 'A - B [C]', created_at: created, updated_at: created },
    ]);
    const hex = id.replaceAll('-', '');
    for (const spelling of [id, hex]) {
      const response = await get(`${service.url}/status/${spelling}`);
      expect(response.status).toBe(200);
      expectDeprecated(response, `/v1/jobs/${spelling}`);
      expect(legacyJob.strict().parse(await jsonOf(response))).toEqual({
        job_id: hex,
        status: 'complete',
        percent: 100,
        skin: 'Default',
        map_title: 'A - B [C]',
        created_at: 1767323045.678,
        last_updated: 1767323045.678,
        error: null,
      });
    }
  });

  test.each(['queued', 'downloading', 'rendering', 'failed'] as const)('keeps the status %s', async (status) => {
    const [id = ''] = await insertJobs(service.database, [{ status }]);
    expect((await jsonOf(await get(`${service.url}/status/${id}`))).status).toBe(status);
  });

  test('masks errors like v1', async () => {
    const [id = ''] = await insertJobs(service.database, [
      { status: 'failed', error_code: 'render/failed', error_message: 'secret detail' },
    ]);
    expect((await jsonOf(await get(`${service.url}/status/${id}`))).error).toBe(
      'An internal rendering error occurred.',
    );
  });

  test.each([randomUUID(), randomUUID().replaceAll('-', ''), 'nonsense', '%00'])('is 404 for %s', async (id) => {
    const response = await get(`${service.url}/status/${id}`);
    expect(response.headers.get('deprecation')).toBe('true');
    await expectError(response, 404, 'job/not-found');
  });
});

test('GET /jobs returns an array of the 50 most recent jobs', async () => {
  // Distinct times, because two inserts may fall into one millisecond; all newer than the jobs of other tests.
  const newest = Date.now() + 60_000;
  const rows = Array.from({ length: 55 }, (_, age) => ({
    status: 'completed' as const,
    created_at: new Date(newest - age),
  }));
  const ids = await insertJobs(service.database, rows);
  const response = await get(`${service.url}/jobs`);
  expectDeprecated(response, '/v1/jobs');
  const jobs = legacyJob.array().parse(await jsonOf(response));
  expect(jobs.map(({ job_id }) => job_id)).toEqual(ids.slice(0, 50).map((id) => id.replaceAll('-', '')));
  expect(jobs[0]?.status).toBe('complete');
});

describe('a redirect', () => {
  const id = randomUUID();
  const hex = id.replaceAll('-', '');

  test.each([
    [`/video/${hex}.mp4`, `/v1/artifacts/videos/${id}.mp4`],
    [`/video/${id}.mp4`, `/v1/artifacts/videos/${id}.mp4`],
    [`/thumbnail/${hex}.jpg`, `/v1/artifacts/thumbnails/${id}.jpg`],
    [`/logs/${hex}`, `/v1/artifacts/logs/${id}.log`],
    [`/logs/${id}`, `/v1/artifacts/logs/${id}.log`],
  ])('from %s leads to %s', async (path, target) => {
    const response = await get(service.url + path);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(target);
    expectDeprecated(response, target);
  });

  test.each([
    `/video/${hex}`,
    `/video/${hex}.avi`,
    '/video/x.mp4',
    '/thumbnail/%2e%2e.jpg',
    '/logs/nonsense',
    '/logs/%00',
  ])('from %s is 404', async (path) => {
    await expectError(await get(service.url + path), 404);
  });

  test('ends at the artifact', async () => {
    await service.storage.put(`logs/${id}.log`, Buffer.from('the log'));
    expect(await (await fetch(`${service.url}/logs/${hex}`)).text()).toBe('the log');
  });
});

describe('/view/{job_id}', () => {
  test('is a page whose video chat programs can embed', async () => {
    const title = 'A & B - "C" <script>alert(1)</script> [D]';
    const [id = ''] = await insertJobs(service.database, [{ status: 'completed', progress: 100, map_title: title }]);
    const response = await get(`${service.url}/view/${id.replaceAll('-', '')}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'(;|$)/);
    const page = await response.text();
    expect(page).not.toContain('<script>');
    expect(page).toMatch(new RegExp(`<video [^>]*src="/v1/artifacts/videos/${id}.mp4"`));
    for (const tag of [
      '<meta property="og:type" content="video.other">',
      `<meta property="og:video" content="https://replays.example/v1/artifacts/videos/${id}.mp4">`,
      `<meta property="og:image" content="https://replays.example/v1/jobs/${id}/card">`,
      '<meta name="twitter:card" content="player">',
      '<meta property="og:title" content="A &#38; B - &#34;C&#34; &#60;script&#62;alert(1)&#60;/script&#62; [D]',
    ]) {
      expect(page).toContain(tag);
    }
  });

  test('has a small player that other sites may frame, and describes it with oEmbed', async () => {
    const [id = ''] = await insertJobs(service.database, [
      { status: 'completed', progress: 100, map_title: 'A - B [C]' },
    ]);
    const frame = await get(`${service.url}/embed/${id}`);
    expect(frame.status).toBe(200);
    expect(frame.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self' \*(;|$)/);
    expect(frame.headers.get('x-frame-options')).toBe(null);
    expect((await get(`${service.url}/embed/${id.replace(/^./, 'g')}`)).status).toBe(404);

    const ask = (page: string, more = '') => get(`${service.url}/oembed?url=${encodeURIComponent(page)}${more}`);
    const page = `https://replays.example/view/${id}`;
    expect(await (await ask(`${page}?t=1:05`, '&format=json&maxwidth=320')).json()).toMatchObject({
      version: '1.0',
      type: 'video',
      title: 'A - B [C]',
      width: 320,
      height: 180,
      html: expect.stringContaining(
        `<iframe src="https://replays.example/embed/${id}?t=1:05" title="A - B [C]" width="320"`,
      ),
      thumbnail_url: `https://replays.example/v1/artifacts/thumbnails/${id}.jpg`,
      thumbnail_width: 1280,
      thumbnail_height: 720,
    });
    await expectError(await ask(page, '&format=xml'), 501);
    await expectError(await ask('https://replays.example/renders'), 404);
    await expectError(await ask('not an address'), 404);
    await expectError(await ask(page, '&maxwidth=0'), 422);
    const [queued = ''] = await insertJobs(service.database, [{ status: 'queued' }]);
    await expectError(await ask(`https://replays.example/view/${queued}`), 404);
  });

  test('shows the progress of a render', async () => {
    const [id = ''] = await insertJobs(service.database, [{ status: 'rendering', progress: 42.7 }]);
    const page = await (await get(`${service.url}/view/${id}`)).text();
    expect(page).toContain('<progress max="100" value="42.7">42 %</progress>');
    expect(page).not.toContain('<video');
  });

  test('does not offer a purged video', async () => {
    const row = { status: 'completed', progress: 100, purged_at: new Date() } as const;
    const [id = ''] = await insertJobs(service.database, [row]);
    const page = await (await get(`${service.url}/view/${id}`)).text();
    expect(page).toContain('<dd>Removed</dd>');
    expect(page).not.toMatch(/<video|og:video|videos\//);
  });

  test.each([randomUUID(), 'nonsense', '%3Cscript%3E'])('is a 404 page for %s', async (id) => {
    const response = await get(`${service.url}/view/${id}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('Video not found');
  });
});
