import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { health } from '../../../src/contract/index.ts';
import { expectError, get, jsonOf, openRaw, post, replayForm } from '../../support/http/requests.ts';
import { type Service, startService } from '../../support/service/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

describe('GET /health', () => {
  test('checks the database and the storage', async () => {
    const response = await get(`${service.url}/health`);
    expect(response.status).toBe(200);
    expect(health.parse(await jsonOf(response))).toMatchObject({
      status: 'healthy',
      checks: { database: { healthy: true }, storage: { healthy: true } },
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
  });

  test('supports HEAD', async () => {
    expect((await fetch(`${service.url}/health`, { method: 'HEAD' })).status).toBe(200);
  });
});

describe('X-Request-ID', () => {
  test.each(['a', 'my-correlation-id', '~!@#$%^&*()', 'x'.repeat(128)])('%s is returned', async (id) => {
    for (const path of ['/health', '/v1/jobs', '/nope', '/v1/jobs/nonsense', '/v1/jobs?limit=0', '/v1/artifacts/%zz']) {
      expect((await get(service.url + path, { 'x-request-id': id })).headers.get('x-request-id')).toBe(id);
    }
    const refused = await post(`${service.url}/v1/render`, replayForm({ name: 'x' }), {
      headers: { 'x-request-id': id },
    });
    expect(refused.headers.get('x-request-id')).toBe(id);
  });

  test.each(['', 'two words', 'x'.repeat(129), 'tab\there', 'ünïcode'])(
    '%j is replaced by 8 characters',
    async (id) => {
      const raw = openRaw(service.url);
      await raw.send(
        Buffer.from(`GET /health HTTP/1.1\r\nHost: x\r\nX-Request-ID: ${id}\r\nConnection: close\r\n\r\n`),
      );
      expect(await raw.received()).toMatch(/\r\nx-request-id: [\x21-\x7e]{8}\r\n/i);
    },
  );

  test('is new for each request without one', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await get(`${service.url}/health`)).headers.get('x-request-id')),
    );
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^[\x21-\x7e]{8}$/);
  });
});

describe('paths and methods', () => {
  test.each([
    '/nope',
    '/v1',
    '/v1/',
    '/v2/jobs',
    '/v1/job/x',
    '/v1/jobs/x/y/z',
    '/%',
    '/.env',
    '/v1/render/x',
    '/api/docs/nope',
  ])('nothing is at %s', async (path) => {
    await expectError(await get(service.url + path), 404);
  });

  test.each([
    ['GET', '/v1/render', 'POST'],
    ['HEAD', '/v1/render', 'POST'],
    ['PUT', '/v1/render', 'POST'],
    ['PUT', '/v1/jobs/00000000-0000-0000-0000-000000000000', 'DELETE, GET, HEAD'],
    ['POST', '/v1/jobs', 'GET, HEAD'],
    ['PATCH', '/v1/jobs', 'GET, HEAD'],
    ['GET', '/v1/jobs/00000000-0000-0000-0000-000000000000/webhook', 'POST'],
    ['POST', '/v1/skins', 'GET, HEAD'],
    ['GET', '/v1/skins/x', 'DELETE'],
    // A skin may have this name.
    ['GET', '/v1/skins/upload', 'DELETE, POST'],
    ['POST', '/v1/artifacts/videos/x.mp4', 'GET, HEAD'],
    ['POST', '/health', 'GET, HEAD'],
    ['GET', '/render', 'POST'],
    ['PUT', '/status/x', 'GET, HEAD'],
    ['POST', '/video/x.mp4', 'GET, HEAD'],
    ['PROPFIND', '/v1/jobs', 'GET, HEAD'],
  ])('%s %s is 405 and allows %s', async (method, path, allowed) => {
    const response = await fetch(service.url + path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allowed);
    if (method !== 'HEAD') await expectError(response, 405, 'request/method-not-allowed');
  });

  test.each(['/', '/v1/jobs', '/v1/skins', '/jobs', '/skins', '/api/openapi.json', '/metrics'])(
    'HEAD %s has the headers of GET and no body',
    async (path) => {
      const head = await fetch(service.url + path, { method: 'HEAD' });
      expect(head.status).toBe(200);
      expect(await head.text()).toBe('');
      expect(head.headers.get('content-type')).toBe((await get(service.url + path)).headers.get('content-type'));
    },
  );

  test('an unknown address is a page for visitors with a browser, and an error with a code for programs', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    // A link that was cut off inside an escape cannot even be decoded.
    for (const path of ['/videos', '/guide/nothing', '/renders/old', '/view/%E0%A4%A']) {
      const visit = await fetch(service.url + path, { headers: browser });
      expect([visit.status, visit.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(visit.headers.get('content-security-policy')).not.toBeNull();
      expect(await visit.text()).toContain('<title>Page not found');
    }
    for (const [path, headers] of [
      ['/videos', {}],
      ['/view/%E0%A4%A', {}],
      ['/v1/videos', browser],
      ['/v1/jobs/%E0%A4%A', browser],
    ] as const) {
      const response = await fetch(service.url + path, { headers });
      const { code } = (await response.json()) as { code: string };
      expect([response.status, code]).toEqual([404, 'request/not-found']);
    }
  });

  test('a page whose address ends with a slash is found', async () => {
    for (const path of ['/renders', '/guide', '/guide/http', '/view/1']) {
      const response = await get(`${service.url}${path}/?t=1`);
      expect([response.status, response.headers.get('location')]).toEqual([308, `${path}?t=1`]);
    }
  });

  test('the home page links to the documentation', async () => {
    const response = await get(`${service.url}/`);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    for (const path of ['/api/docs', '/api/redoc', '/api/openapi.json']) {
      expect(page).toContain(`href="${path}"`);
      expect((await fetch(service.url + path)).status).toBe(200);
    }
  });
});

describe('headers for browsers', () => {
  const securityHeaders = {
    'content-security-policy': expect.stringContaining("default-src 'self'"),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
  };

  test.each(['/health', '/nope', '/v1/jobs?limit=0', '/v1/artifacts/%zz', '/'])(
    '%s has the security headers',
    async (path) => {
      const { headers } = await get(service.url + path);
      expect(Object.fromEntries(headers)).toMatchObject(securityHeaders);
      expect(headers.has('x-powered-by')).toBe(false);
    },
  );

  test('are also sent in response to bytes that are not a request', async () => {
    const raw = openRaw(service.url);
    await raw.send('NONSENSE\r\n\r\n');
    expect((await raw.received()).toLowerCase()).toContain('x-content-type-options: nosniff\r\n');
  });

  test('allow every page to use the API and to read its headers', async () => {
    const { headers } = await get(`${service.url}/v1/jobs`, { origin: 'https://elsewhere.example' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const exposed = headers.get('access-control-expose-headers') ?? '';
    for (const name of [
      'X-Request-ID',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Retry-After',
    ]) {
      expect(exposed).toContain(name);
    }
  });

  test('allow pages to read errors', async () => {
    for (const path of ['/nope', '/v1/jobs/nonsense', '/v1/jobs?limit=0']) {
      const { headers } = await get(service.url + path, { origin: 'https://elsewhere.example' });
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  test('response a CORS preflight', async () => {
    const response = await fetch(`${service.url}/v1/render`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-request-id',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
    expect(response.headers.get('access-control-allow-headers')).toContain('x-request-id');
    expect((await fetch(`${service.url}/v1/render`, { method: 'OPTIONS' })).status).toBe(204);
  });
});
