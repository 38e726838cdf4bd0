import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  boundary,
  expectError,
  formHead,
  get,
  jsonOf,
  multipart,
  multipartType,
  newClient,
  openRaw,
  type Part,
  post,
  replayBytes,
  replayForm,
} from '../../support/http/requests.ts';
import { type InProcessService, startInProcessService } from '../../support/service/service.ts';

let service: InProcessService;
/** Timeouts so short that a client on a busy machine may hit them by chance. */
let hasty: InProcessService;
beforeAll(async () => {
  const env = { MAX_REPLAY_SIZE_MB: '2', MAX_SKIN_SIZE_MB: '2' };
  const timeouts = { headersMs: 400, idleMs: 500, drainMs: 700, requestMs: 3_000, keepAliveMs: 1_000 };
  service = await startInProcessService({ env, timeouts: { keepAliveMs: 1_000 } });
  hasty = await startInProcessService({ env, timeouts });
});
afterAll(async () => {
  await service?.stop();
  await hasty?.stop();
});

// No test may leave files behind.
afterEach(async () => {
  for (const { tempFiles: filesInTransit } of [service, hasty]) await expect.poll(filesInTransit).toEqual([]);
});

async function expectNoConnectionLeft(): Promise<void> {
  for (const { openConnections } of [service, hasty]) await expect.poll(openConnections).toBe(0);
}

const jobCount = async () => (await service.jobs.list({ limit: 1, offset: 0 })).total;
const megabyte = 1024 * 1024;
const replayPart: Part = { name: 'replay', filename: 'a.osr', body: replayBytes };
const sendForm = (body: Buffer, type = multipartType) =>
  post(`${service.url}/v1/render`, Uint8Array.from(body), { headers: { 'content-type': type } });

function responseIn(text: string): { status: number; body: { detail: string; code: string } } {
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
  const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));
  expect(text).toMatch(/\r\nx-request-id: [\x21-\x7e]{8}\r\n/i);
  expect(Object.keys(body).slice(0, 2)).toEqual(['detail', 'code']);
  return { status, body };
}

describe('a broken form', () => {
  test('that ends early is refused with 400', async () => {
    await expectError(
      await sendForm(multipart([replayPart], { close: false }).subarray(0, -2)),
      400,
      'request/malformed',
    );
    await expectError(await sendForm(multipart([replayPart]).subarray(0, 100)), 400, 'request/malformed');
    await expectError(await sendForm(Buffer.from(`--${boundary}\r\n`)), 400, 'request/malformed');
    await expectError(await sendForm(Buffer.from('nothing of a form')), 400, 'request/malformed');
  });

  test('with a missing or wrong boundary is refused with 400', async () => {
    await expectError(await sendForm(multipart([replayPart]), 'multipart/form-data'), 400, 'request/no-boundary');
    await expectError(
      await sendForm(multipart([replayPart]), 'multipart/form-data; boundary=other'),
      400,
      'request/malformed',
    );
    await expectError(
      await sendForm(multipart([replayPart]), `multipart/form-data; boundary=${'x'.repeat(5000)}`),
      400,
    );
  });

  test('with thousands of fields is refused with 413', async () => {
    const fields = Array.from({ length: 5000 }, (_, i) => ({ name: `field${i}`, body: 'x' }));
    await expectError(await sendForm(multipart([...fields, replayPart])), 413, 'request/too-large');
    await expectError(await sendForm(multipart([replayPart, ...fields])), 413, 'request/too-large');
  });

  test('with dozens of files is refused with 413', async () => {
    const files = Array.from({ length: 50 }, (_, i) => ({ name: `file${i}`, filename: 'x.bin', body: 'x' }));
    await expectError(await sendForm(multipart([...files, replayPart])), 413, 'request/too-large');
  });

  test('with a field name of 1 MB is refused', async () => {
    await expectError(await sendForm(multipart([{ name: 'n'.repeat(megabyte / 2), body: 'x' }, replayPart])), 422);
    await expectError(await sendForm(multipart([{ ...replayPart, filename: `${'n'.repeat(megabyte / 2)}.osr` }])), 400);
  });

  test('with a value of 1 MB is refused in a known field and ignored in an unknown one', async () => {
    const value = 'v'.repeat(megabyte / 2);
    await expectError(await sendForm(multipart([{ name: 'skin', body: value }, replayPart])), 422);
    expect((await sendForm(multipart([{ name: 'other', body: value }, replayPart]))).status).toBe(202);
  });

  test('with too much data besides the file is refused with 413', async () => {
    const ballast = { name: 'other', filename: 'x.bin', body: new Uint8Array(4 * megabyte) };
    await expectError(await sendForm(multipart([replayPart, ballast])), 413, 'request/too-large');
  });

  test('with NUL bytes is refused in a known field and ignored in an unknown one', async () => {
    await expectError(await sendForm(multipart([{ name: 'skin', body: 'a\u0000b' }, replayPart])), 422);
    expect((await sendForm(multipart([{ name: 'sk\u0000in', body: 'x' }, replayPart]))).status).toBe(202);
    await expectError(await sendForm(multipart([{ ...replayPart, filename: 'a.osr\u0000.txt' }])), 400);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'is not one with a field or a file called %s, which is ignored',
    async (name) => {
      for (const part of [
        { name, body: 'x' },
        { name, filename: 'x.bin', body: 'x' },
      ]) {
        expect((await sendForm(multipart([part, replayPart]))).status).toBe(202);
        expect((await sendForm(multipart([replayPart, part]))).status).toBe(202);
      }
    },
  );

  test('with a file in a text field is refused with 422', async () => {
    const skin = { name: 'skin', filename: 'skin.osk', body: 'x' };
    await expectError(await sendForm(multipart([skin, replayPart])), 422);
    await expectError(await sendForm(multipart([replayPart, { ...skin, name: 'bg_dim', body: '0.5' }])), 422);
  });

  test('leaves no open connection', expectNoConnectionLeft);
});

describe('a part of type application/json', () => {
  const json = (name: string, body: string): Part => ({ name, type: 'application/json', body });

  test.each([
    ['an object', json('settings', ' {"cursor_size": 2} '), { settings: { cursor_size: 2 } }],
    // Browsers name every part that has a media type.
    ['an object with a file name', { ...json('settings', '{"fps": 30}'), filename: 'blob' }, { settings: { fps: 30 } }],
    ['with a charset', { ...json('settings', '{}'), type: 'application/json; charset=utf-8' }, { settings: {} }],
    ['a flag', json('motion_blur', 'false'), { motion_blur: false }],
    ['a number', json('bg_dim', '0.25'), { bg_dim: 0.25 }],
    ['a string', json('resolution', '"4k"'), { resolution: '4k' }],
    ['a text without quotes in a field of another type', { name: 'skin', type: 'text/x', body: 'A' }, { skin: 'A' }],
  ])('is read: %s', async (_, part, config) => {
    const response = await sendForm(multipart([part, replayPart]));
    const { job_id, errors } = await jsonOf(response);
    expect(errors).toBeUndefined();
    expect((await jsonOf(await get(`${service.url}/v1/jobs/${job_id}`))).config).toMatchObject(config);
  });

  test.each(['{', '{"a": 1}', 'null', '[]', ''])(
    'is refused with 422 in a field that does not accept %j',
    async (body) => {
      await expectError(await sendForm(multipart([json('skin', body), replayPart])), 422, 'request/invalid');
    },
  );

  test.each([
    ['an unfinished object', '{'],
    ['a member of every object', '{"__proto__": 1}'],
    ['an unfinished string', '"'],
    ['nothing', ''],
    ['a text that is too long', `"${'x'.repeat(9000)}"`],
  ])('is ignored in an unknown field, even if it contains %s', async (_, body) => {
    expect((await sendForm(multipart([json('other', body), replayPart]))).status).toBe(202);
  });

  test('is the replay if it is sent in that field', async () => {
    expect((await sendForm(multipart([{ ...replayPart, type: 'application/json' }]))).status).toBe(202);
  });
});

describe('a file that is too large', () => {
  test('is refused as soon as it exceeds the limit, before the client sends the rest', async () => {
    const before = await jobCount();
    const raw = openRaw(service.url);
    const body = multipart([{ ...replayPart, body: new Uint8Array(2 * megabyte + 1) }]);
    await raw.send(formHead('/v1/render', 40 * megabyte));
    // Neither the other 38 MB nor the end of the form are sent.
    await raw.send(body.subarray(0, -boundary.length - 8));
    const text = await raw.received(/\}$/);
    expect(responseIn(text)).toMatchObject({ status: 413, body: { code: 'replay/too-large' } });
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
    raw.vanish();
    expect(await jobCount()).toBe(before);
  });

  test('is refused while the client continues to send', async () => {
    const raw = openRaw(service.url);
    await raw.send(formHead('/v1/render', 8 * megabyte));
    const body = multipart([{ ...replayPart, body: new Uint8Array(7 * megabyte) }]);
    for (let sent = 0; sent < body.length; sent += 256 * 1024) await raw.send(body.subarray(sent, sent + 256 * 1024));
    expect(responseIn(await raw.received())).toMatchObject({ status: 413, body: { code: 'replay/too-large' } });
  });

  test('is distinguished from a form that is too large, however fast it arrives', async () => {
    const raw = openRaw(service.url);
    const body = multipart([{ ...replayPart, body: new Uint8Array(20 * megabyte) }]);
    await raw.send(Buffer.concat([Buffer.from(formHead('/v1/render', body.length)), body]));
    expect(responseIn(await raw.received())).toMatchObject({ status: 413, body: { code: 'replay/too-large' } });
  });

  test('is disconnected if the client does not stop sending', async () => {
    const raw = openRaw(hasty.url);
    await raw.send(formHead('/v1/render', 4000 * megabyte));
    await raw.send(multipart([{ ...replayPart, body: new Uint8Array(2 * megabyte + 1) }]).subarray(0, -50));
    await raw.received(/\}$/);
    for (let sent = 0; !raw.socket.closed && sent < 1000; sent++) {
      raw.socket.write(new Uint8Array(1024));
      await pause(50);
    }
    expect(raw.socket.closed).toBe(true);
  });

  test('with a wrong name is refused before it has arrived', async () => {
    const raw = openRaw(service.url);
    await raw.send(formHead('/v1/render', 2 * megabyte));
    await raw.send(multipart([{ ...replayPart, filename: 'a.txt' }]).subarray(0, 200));
    expect(responseIn(await raw.received(/\}$/))).toMatchObject({
      status: 400,
      body: { code: 'replay/wrong-extension' },
    });
    raw.vanish();
  });

  test('leaves no open connection', expectNoConnectionLeft);
});

describe('a client that', () => {
  test('resets the connection during a file leaves no file, no job and no connection', async () => {
    const before = await jobCount();
    const body = multipart([{ ...replayPart, body: new Uint8Array(megabyte) }]);
    for (const cut of [10, 200, 5_000, megabyte / 2]) {
      const raw = openRaw(service.url);
      await raw.send(formHead('/v1/render', body.length));
      await raw.send(body.subarray(0, cut));
      if (cut > 200) await expect.poll(service.tempFiles).toHaveLength(1);
      raw.vanish();
      await expect.poll(service.tempFiles).toEqual([]);
    }
    await expectNoConnectionLeft();
    expect(await jobCount()).toBe(before);
  });

  test('closes the connection during a file leaves nothing either', async () => {
    const raw = openRaw(service.url);
    await raw.send(formHead('/v1/render', 100_000));
    await raw.send(multipart([replayPart]).subarray(0, 300));
    raw.socket.end();
    await raw.received();
    await expectNoConnectionLeft();
  });

  test.each([
    ['/v1/render', replayPart, 64],
    ['/v1/skins/upload', { name: 'skin', filename: 'a.osk', body: 'PK' }, 20],
  ])('has many unfinished forms at %s gets 429 for more of them', async (path, part, max) => {
    const client = newClient();
    const head = formHead(path, megabyte, client);
    const start = multipart([part], { close: false }).subarray(0, -2);
    const forms = await Promise.all(
      Array.from({ length: max }, async () => {
        const raw = openRaw(service.url);
        await raw.send(head);
        await raw.send(start);
        return raw;
      }),
    );
    await expect.poll(service.tempFiles).toHaveLength(max);
    const response = await post(`${service.url}${path}`, replayForm(), { client });
    const { detail } = await expectError(response, 429, 'limit/uploads');
    expect(detail).toBe(`You already have ${max} uploads in progress.`);
    expect(response.headers.get('retry-after')).toBe('30');
    await expectError(await post(`${service.url}${path}`, new FormData()), 422);
    for (const raw of forms) raw.vanish();
    await expect.poll(service.tempFiles).toEqual([]);
    await expectError(await post(`${service.url}${path}`, new FormData(), { client }), 422);
    await expectNoConnectionLeft();
  });

  test('stops sending a file gets 408 and is disconnected', async () => {
    const raw = openRaw(hasty.url);
    await raw.send(formHead('/v1/render', 100_000));
    await raw.send(multipart([replayPart]).subarray(0, 300));
    expect(responseIn(await raw.received())).toMatchObject({ status: 408, body: { code: 'request/timed-out' } });
    await expectNoConnectionLeft();
  });

  test('sends a file byte by byte is disconnected in the end', async () => {
    const raw = openRaw(hasty.url);
    await raw.send(formHead('/v1/render', 100_000));
    const body = multipart([replayPart]);
    for (let sent = 0; !raw.socket.closed && sent < 200; sent++) {
      raw.socket.write(body.subarray(sent, sent + 1));
      await pause(50);
    }
    expect(responseIn(await raw.received())).toMatchObject({ status: 408 });
    await expectNoConnectionLeft();
  });

  test('does not finish its headers gets 408 and is disconnected', async () => {
    const raw = openRaw(hasty.url);
    await raw.send('GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    expect(responseIn(await raw.received())).toMatchObject({ status: 408, body: { code: 'request/timed-out' } });
    await expectNoConnectionLeft();
  });

  test('sends nothing is disconnected', async () => {
    const raw = openRaw(hasty.url);
    await raw.received();
    await expectNoConnectionLeft();
  });
});

describe('bytes that are not an HTTP request', () => {
  test.each([
    ['nonsense', 'NONSENSE\r\n\r\n', 400],
    ['another protocol', '\u0016\u0003\u0001\u0002\u0000', 400],
    ['a NUL byte in the path', 'GET /v1/jobs/\u0000 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a NUL byte in a header', 'GET /health HTTP/1.1\r\nHost: x\r\nX-A: a\u0000b\r\n\r\n', 400],
    ['no host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two lengths', 'POST /v1/render HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
    [
      'a length and chunks',
      'POST /v1/render HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a negative length', 'POST /v1/render HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400],
    ['an expectation', 'GET /health HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n', 417],
    ['a broken header', 'GET /health HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n', 400],
    ['another version', 'GET /health HTTP/9.9\r\nHost: x\r\n\r\n', 400],
  ])('%s gets %d in the common error format', async (_, bytes, status) => {
    const raw = openRaw(service.url);
    await raw.send(Buffer.from(bytes, 'latin1'));
    expect(responseIn(await raw.received())).toMatchObject({ status });
  });

  test('a broken chunk in a body gets the common error format', async () => {
    const raw = openRaw(service.url);
    const head = formHead('/v1/render', 0).replace('Content-Length: 0', 'Transfer-Encoding: chunked');
    await raw.send(`${head}zz\r\nnot a length`);
    expect(responseIn(await raw.received())).toMatchObject({ status: 400, body: { code: 'request/malformed' } });
  });

  test.each([
    ['headers', `GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(megabyte)}\r\n\r\n`],
    ['a header name', `GET /health HTTP/1.1\r\nHost: x\r\n${'x'.repeat(megabyte)}: y\r\n\r\n`],
    ['a path', `GET /${'x'.repeat(megabyte)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['a query', `GET /v1/jobs?${'x'.repeat(megabyte)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['many headers', `GET /health HTTP/1.1\r\nHost: x\r\n${'X-A: b\r\n'.repeat(50_000)}\r\n`],
  ])('1 MB of %s is refused with 431', async (_, bytes) => {
    const raw = openRaw(service.url);
    raw.socket.write(bytes);
    expect(responseIn(await raw.received())).toMatchObject({ status: 431, body: { code: 'request/header-too-large' } });
  });

  test('leave no open connection', expectNoConnectionLeft);
});

test('a NUL byte in any parameter is no error of the service', async () => {
  const { paths } = await jsonOf(await get(`${service.url}/api/openapi.json`));
  const requests: [method: string, address: string][] = [];
  for (const [path, operations] of Object.entries<Record<string, { parameters?: Parameter[] }>>(paths)) {
    for (const [method, { parameters = [] }] of Object.entries(operations)) {
      for (const nul of parameters.filter((parameter) => parameter.in !== 'header')) {
        const textOf = (name: string) => (name === nul.name ? 'a%00b' : randomUUID());
        const query = parameters.filter((other) => other.in === 'query' && (other === nul || other.required));
        const text = query.map(({ name }) => `${name}=${textOf(name)}`).join('&');
        requests.push([method, `${path.replace(/\{(\w+)\}/g, (_, name) => textOf(name))}?${text}`]);
      }
    }
  }
  expect(requests.length).toBeGreaterThan(50);
  for (const [method, address] of requests) {
    const response = await fetch(`${service.url}${address}`, {
      method: method.toUpperCase(),
      headers: { 'edge-connecting-ip': newClient() },
      redirect: 'manual',
    });
    expect.soft(await response.text(), address).not.toContain('service/internal');
  }
});

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

describe('unexpected bodies', () => {
  test('are discarded', async () => {
    const body = new Uint8Array(3 * megabyte);
    await expectError(await post(`${service.url}/nope`, body), 404);
    await expectError(await post(`${service.url}/v1/jobs`, body), 405);
    await expectError(await post(`${service.url}/v1/render`, body, { headers: { 'content-type': 'image/png' } }), 415);
  });

  test.each(['nonsense', 'application/json'])('of the type %s do not hide that a path is unknown', async (type) => {
    const headers = { 'content-type': type };
    await expectError(await post(`${service.url}/nope`, '{', { headers }), 404, 'request/not-found');
    await expectError(await post(`${service.url}/v1/jobs`, '{', { headers }), 405, 'request/method-not-allowed');
    const cancel = await fetch(`${service.url}/v1/jobs/none`, { method: 'DELETE', body: '{', headers });
    await expectError(cancel, 404, 'job/not-found');
  });

  test.each(['/v1/render', '/render', '/v1/skins/upload'])('that are compressed get 415 from %s', async (path) => {
    const body = Uint8Array.from(gzipSync(multipart([replayPart])));
    const send = (encoding: string) =>
      post(`${service.url}${path}`, body, { headers: { 'content-type': multipartType, 'content-encoding': encoding } });
    for (const encoding of ['gzip', 'GZIP', 'br, gzip']) {
      const response = await send(encoding);
      expect(response.headers.get('accept-encoding')).toBe('identity');
      expect(response.headers.get('deprecation')).toBe(path === '/render' ? 'true' : null);
      await expectError(response, 415, 'request/unsupported-encoding');
    }
    await expectError(await send('identity'), 400, 'request/malformed');
  });

  test('of GET requests are not read', async () => {
    const raw = openRaw(service.url);
    await raw.send('GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello');
    expect(await raw.received()).toMatch(/^HTTP\/1\.1 200 /);
  });
});

test('after all of it, the service is still healthy', async () => {
  expect((await post(`${service.url}/v1/render`, replayForm(), { client: newClient() })).status).toBe(202);
  await expectNoConnectionLeft();
});
