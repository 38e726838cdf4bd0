import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEvents } from '../../support/http/event-source.ts';
import { type PathProxy, startPathProxy } from '../../support/http/path-proxy.ts';
import { expectError, get, jsonOf, post, replayBytes, replayForm } from '../../support/http/requests.ts';
import { type InProcessService, startInProcessService } from '../../support/service/service.ts';

let service: InProcessService;
let proxies: PathProxy[];

beforeAll(async () => {
  const target = () => service.url;
  proxies = await Promise.all(
    [true, false].map((removesPath) => startPathProxy({ path: '/reprise', target, removesPath })),
  );
  service = await startInProcessService({ env: { PUBLIC_URL: 'https://host.example/reprise/', MAX_QUEUED: '1000' } });
});
afterAll(async () => {
  for (const proxy of proxies) proxy.stop();
  await service?.stop();
});

/** Where a link in a response leads, for a client that resolves it and for one that appends it to the URL of the service. */
const addressesOf = (link: string, url: string) => [new URL(link, url).href, url + link];

describe.each([
  ['removes its path', 0],
  ['keeps its path', 1],
])('behind a proxy that %s', (_, index) => {
  const proxy = () => proxies[index]?.url ?? '';
  const submit = async (path = '/v1/render') => jsonOf(await post(proxy() + path, replayForm()));

  test('the links of a job lead to the service', async () => {
    const response = await post(`${proxy()}/v1/render`, replayForm());
    const { job_id: id, links } = await jsonOf(response);
    expect(response.headers.get('location')).toBe(`/reprise/v1/jobs/${id}`);
    expect(links).toEqual({ status: `/reprise/v1/jobs/${id}` });
    for (const address of addressesOf(links.status, proxy())) expect((await get(address)).status).toBe(200);
    const { artifacts } = await jsonOf(await get(`${proxy()}/v1/jobs/${id}`));
    expect(artifacts).toEqual({
      video_url: `/reprise/v1/artifacts/videos/${id}.mp4`,
      thumbnail_url: `/reprise/v1/artifacts/thumbnails/${id}.jpg`,
      preview_url: null,
      logs_url: `/reprise/v1/artifacts/logs/${id}.log`,
      analytics_url: `/reprise/v1/jobs/${id}/analytics`,
    });
    for (const address of addressesOf(artifacts.analytics_url, proxy())) expect((await get(address)).status).toBe(200);
    const { jobs } = await jsonOf(await get(`${proxy()}/v1/jobs?limit=1`));
    expect(jobs[0].artifacts).toEqual(artifacts);
  });

  test('an artifact is found through the redirect', async () => {
    const { job_id: id } = await submit();
    const response = await get(`${proxy()}/v1/artifacts/replays/${id}.osr`);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toMatch(/^\/reprise\/storage\/replays\//);
    const followed = await fetch(`${proxy()}/v1/artifacts/replays/${id}.osr`);
    expect(Buffer.from(await followed.arrayBuffer()).equals(Buffer.from(replayBytes))).toBe(true);
  });

  test('a key that leaves the artifacts is refused as ever', async () => {
    await expectError(await get(`${proxy()}/v1/artifacts/%zz`), 403, 'artifact/forbidden');
    await expectError(await get(`${proxy()}/v1/artifacts/analytics/x.json`), 403, 'artifact/forbidden');
  });

  test('the legacy interface has the path in its links, redirects and headers', async () => {
    const created = await submit('/render');
    expect(created).toMatchObject({
      view_url: `/reprise/view/${created.job_id}`,
      video_url: `/reprise/video/${created.job_id}.mp4`,
    });
    const video = await get(new URL(created.video_url, proxy()).href);
    expect(video.headers.get('location')).toMatch(/^\/reprise\/v1\/artifacts\/videos\/[0-9a-f-]{36}\.mp4$/);
    const status = await get(`${proxy()}/status/${created.job_id}`);
    expect(status.headers.get('link')).toBe(`</reprise/v1/jobs/${created.job_id}>; rel="successor-version"`);
  });

  test.each([
    ['/docs', '/reprise/api/docs'],
    ['/redoc', '/reprise/api/redoc'],
    ['/openapi.json', '/reprise/api/openapi.json'],
  ])('%s redirects to %s', async (path, target) => {
    expect((await get(proxy() + path)).headers.get('location')).toBe(target);
    expect((await fetch(proxy() + path)).status).toBe(200);
  });

  test('the description of the API names the path as its server and in its links', async () => {
    const text = await (await get(`${proxy()}/api/openapi.json`)).text();
    expect(JSON.parse(text).servers).toMatchObject([{ url: '/reprise' }]);
    expect(text).toContain('](/reprise/guide/errors)');
  });

  test('an event stream names the links of the job', async () => {
    const { job_id: id } = await submit();
    const events = await openEvents(`${proxy()}/v1/jobs/${id}/events`);
    const { data } = await events.find(({ name }) => name === 'job');
    expect(data).toMatchObject({ artifacts: { logs_url: `/reprise/v1/artifacts/logs/${id}.log` } });
    events.close();
  });

  test('every page refers to files that exist', async () => {
    const { job_id: id } = await submit();
    for (const path of ['', '/', '/renders', '/guide/http', `/view/${id}`, '/api/docs', '/api/redoc']) {
      const html = await (await get(proxy() + path)).text();
      const links = [...html.matchAll(/(?:href|src)="(?!data:)([^"]+)"/g)].map(([, link = '']) => link);
      expect(links.length).toBeGreaterThan(1);
      for (const link of new Set(links)) {
        if (link.includes('/logs/')) continue;
        expect((await fetch(new URL(link, proxy() + path))).status, link).toBe(200);
      }
    }
  });

  test('the meta tags of a job have absolute addresses', async () => {
    const { job_id: id } = await submit();
    await service.jobs.complete(id, { success: true, videoKey: null, thumbKey: null, logKey: null, pp: null });
    const html = await (await get(`${proxy()}/view/${id}`)).text();
    expect(html).toContain(`content="https://host.example/reprise/view/${id}"`);
    expect(html).toContain(`content="https://host.example/reprise/v1/artifacts/videos/${id}.mp4"`);
  });
});

test('the service also answers without the path, for the machines beside it', async () => {
  expect((await get(`${service.url}/health`)).status).toBe(200);
  await expectError(await get(`${service.url}/repriseful/health`), 404);
});
