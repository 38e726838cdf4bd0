import type { IncomingMessage } from 'node:http';
import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { addBasePath, createUrlRewriter } from './base-path.ts';

test.each([
  ['/a/b', '/a/b/v1/jobs?x=/a/b', '/v1/jobs?x=/a/b'],
  ['/a/b', '/a/b', '/'],
  ['/a/b', '/a/b/', '/'],
  ['/a/b', '/a/b?x=1', '/?x=1'],
  ['/a/b', '/a/b/a/b/v1/jobs', '/v1/jobs'],
  ['/a/b', '/v1/jobs', '/v1/jobs'],
  ['/a/b', '/a/bc/v1/jobs', '/a/bc/v1/jobs'],
  ['/a/b', '/a', '/a'],
  ['/a.b', '/axb/v1', '/axb/v1'],
  ['/a%20b', '/a%20b/v1', '/v1'],
  ['', '/v1/jobs', '/v1/jobs'],
])('with the base path %j, a request for %s is one for %s', (basePath, url, path) => {
  expect(createUrlRewriter(basePath)({ url } as IncomingMessage)).toBe(path);
});

describe('the headers of a response', () => {
  async function headersOf(headers: Record<string, string>) {
    const app = fastify();
    addBasePath(app, '/base');
    app.get('/', async (_, reply) => reply.headers(headers).send());
    return (await app.inject('/')).headers;
  }

  test('have the base path before our paths', async () => {
    const headers = { location: '/v1/jobs', link: '</v1/jobs>; rel="successor-version"' };
    expect(await headersOf(headers)).toMatchObject({
      location: '/base/v1/jobs',
      link: '</base/v1/jobs>; rel="successor-version"',
    });
  });

  test('keep the addresses of other hosts', async () => {
    const location = 'https://bucket.example/videos/1.mp4';
    expect(await headersOf({ location })).toMatchObject({ location });
  });
});

test.each(['/v1', '/v1/jobs'])('the base path %s is refused, because the service uses it', (basePath) => {
  const app = fastify();
  addBasePath(app, basePath);
  expect(() => app.get('/v1/jobs', async () => '')).toThrow(
    `The service itself uses the path of PUBLIC_URL, ${basePath}. Choose another one.`,
  );
});

test('a base path that only begins like a route is accepted', () => {
  const app = fastify();
  addBasePath(app, '/v1/job');
  expect(() => app.get('/v1/jobs', async () => '')).not.toThrow();
});
