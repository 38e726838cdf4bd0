import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { skinList, skinRemoved, skinUploaded } from '../../../src/contract/index.ts';
import { makeZip, type ZipEntry } from '../../support/files/zip.ts';
import {
  expectError,
  get,
  jsonOf,
  newClient,
  type PostOptions,
  post,
  replayForm,
} from '../../support/http/requests.ts';
import { type Service, startService } from '../../support/service/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { MAX_SKIN_SIZE_MB: '1', CORS_ORIGINS: 'https://friend.example' } });
});
afterAll(() => service?.stop());

const ini = '[General]\nName: mine\n';
const archive = (...entries: ZipEntry[]) =>
  Uint8Array.from(makeZip(entries.length === 0 ? [{ name: 'skin.ini', data: ini }] : entries));
const newName = () => `skin ${randomUUID()}`;

interface Upload extends PostOptions {
  readonly name?: string;
  readonly file?: Uint8Array<ArrayBuffer> | string;
  readonly path?: string;
}

function upload({ name = `${newName()}.osk`, file = archive(), path = '/v1/skins/upload', ...options }: Upload = {}) {
  const form = new FormData();
  form.set('skin', new File([file], name));
  return post(service.url + path, form, options);
}

const listed = async (path = '/v1/skins') => skinList.parse(await jsonOf(await get(service.url + path))).skins;

describe('an uploaded skin', () => {
  test('gets its name in the response, is listed and can be downloaded', async () => {
    const name = newName();
    const response = await upload({ name: `${name}.osk` });
    expect(response.status).toBe(200);
    const body = skinUploaded.strict().parse(await jsonOf(response));
    expect(body).toMatchObject({ success: true, skin_name: name });
    expect(await listed()).toContain(name);
    const link = await get(`${service.url}/v1/artifacts/skins/${encodeURIComponent(`${name}.osk`)}`);
    expect(link.status).toBe(302);
    const bytes = await (await fetch(new URL(link.headers.get('location') ?? '', service.url))).arrayBuffer();
    expect(Buffer.from(bytes).equals(archive())).toBe(true);
  });

  test('gets the rate limit headers', async () => {
    const { headers } = await upload();
    expect(headers.get('x-ratelimit-limit')).toBe('2');
    expect(headers.get('x-ratelimit-remaining')).toBe('1');
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000);
  });

  test('may end in .OSK', async () => {
    expect((await upload({ name: `${newName()}.OSK` })).status).toBe(200);
  });

  test('may have folders three levels deep', async () => {
    expect((await upload({ file: archive({ name: 'a/b/c/file.png', data: 'x' }) })).status).toBe(200);
  });

  test('may be uploaded again by any client with the same content', async () => {
    const name = `${newName()}.osk`;
    for (let i = 0; i < 2; i++) expect((await upload({ name })).status).toBe(200);
  });

  test('may be replaced only by its owner', async () => {
    const [name, owner] = [`${newName()}.osk`, newClient()];
    const other = archive({ name: 'skin.ini', data: 'other' });
    expect((await upload({ name, client: owner })).status).toBe(200);
    await expectError(await upload({ name, file: other }), 409, 'skin/name-taken');
    expect((await upload({ name, client: owner, file: other })).status).toBe(200);
  });

  test('may be added, but not replaced, through a page of another site', async () => {
    const [name, client] = [`${newName()}.osk`, newClient()];
    const headers = { origin: 'https://elsewhere.example' };
    expect((await upload({ name, client, headers })).status).toBe(200);
    const other = archive({ name: 'skin.ini', data: 'other' });
    await expectError(await upload({ name, client, headers, file: other }), 403, 'request/foreign-origin');
    const bytes = await fetch(`${service.url}/v1/skins/${encodeURIComponent(name.replace('.osk', ''))}/file`);
    expect(Buffer.from(await bytes.arrayBuffer()).equals(archive())).toBe(true);
  });
});

describe('DELETE /v1/skins/{name}', () => {
  const uploaded = async (client: string, name = newName()) => {
    expect((await upload({ name: `${name}.osk`, client })).status).toBe(200);
    return name;
  };
  const remove = (name: string, client: string, init: RequestInit = {}) =>
    fetch(`${service.url}/v1/skins/${encodeURIComponent(name)}`, {
      ...init,
      method: 'DELETE',
      headers: { 'edge-connecting-ip': client, ...init.headers },
    });

  test('removes a skin, after which any client may use its name', async () => {
    const client = newClient();
    const name = await uploaded(client);
    await service.storage.put(`previews/${name}.osk/of-this-version.jpg`, Buffer.from('x'));
    const response = await remove(name, client);
    expect(response.status).toBe(200);
    expect(skinRemoved.strict().parse(await jsonOf(response))).toMatchObject({ skin_name: name });
    expect(await listed()).not.toContain(name);
    for (const path of [`/v1/artifacts/skins/${name}.osk`, `/v1/skins/${name}/file`, `/v1/skins/${name}/preview`]) {
      await expectError(await get(service.url + path), 404);
    }
    expect(await service.storage.stat(`previews/${name}.osk/of-this-version.jpg`)).toBeNull();
    await expectError(await remove(name, client), 404, 'skin/not-found');
    const next = await upload({ name: `${name}.osk`, file: archive({ name: 'skin.ini', data: 'of another client' }) });
    expect(next.status).toBe(200);
    await expectError(await remove(name, client), 403, 'skin/not-yours');
  });

  test('removes only what the client has uploaded', async () => {
    const [name, client] = [await uploaded(newClient()), newClient()];
    await service.storage.put('skins/By hand.osk', archive());
    for (const others of [name, 'By hand', 'Default']) {
      await expectError(await remove(others, client), 403, 'skin/not-yours');
    }
    for (const unknown of ['unknown', 'default', 'a.b', '../videos/x', 'x\0', 'x'.repeat(129), 'upload']) {
      await expectError(await remove(unknown, client), 404, 'skin/not-found');
    }
    expect(await listed()).toEqual(expect.arrayContaining([name, 'By hand', 'Default']));
  });

  test('removes no skin that an unfinished job of any client uses', async () => {
    const client = newClient();
    const name = await uploaded(client);
    const submitted = await post(`${service.url}/v1/render`, replayForm({ fields: { skin: name } }), {
      client: '10.1.1.1',
    });
    expect(submitted.status).toBe(202);
    await expectError(await remove(name, client), 409, 'skin/in-use');
    expect(await listed()).toContain(name);
    const { job_id } = await jsonOf(submitted);
    await fetch(`${service.url}/v1/jobs/${job_id}`, {
      method: 'DELETE',
      headers: { 'edge-connecting-ip': '10.1.1.1' },
    });
    expect((await remove(name, client)).status).toBe(200);
  });

  test('refuses pages of sites that the operator has not listed', async () => {
    const client = newClient();
    const name = await uploaded(client);
    const headers = { origin: 'https://elsewhere.example' };
    await expectError(await remove(name, client, { headers }), 403, 'request/foreign-origin');
    expect((await remove(name, client, { headers: { origin: 'https://friend.example' } })).status).toBe(200);
  });

  test('needs no body, and works in a maintenance and for a client that is blocked', async () => {
    const client = newClient();
    const [first, second] = [await uploaded(client), await uploaded(client)];
    await service.jobs.maintenance.start('Later.');
    await service.jobs.blocks.add({ kind: 'client', name: client, reason: 'Spam.', expiresAt: null });
    const body = { body: '{', headers: { 'content-type': 'application/json' } };
    expect((await remove(first, client, body)).status).toBe(200);
    await service.jobs.maintenance.end();
    expect((await remove(second, client)).status).toBe(200);
  });
});

describe('a refused skin', () => {
  test.each(['skin.zip', 'skin', 'osk', 'skin.osk.txt', ''])('with the name %j is 400', async (name) => {
    await expectError(await upload({ name }), 400, 'skin/wrong-extension');
  });

  test('over the limit is 413', async () => {
    const body = await expectError(await upload({ file: new Uint8Array(1024 * 1024 + 1) }), 413, 'skin/too-large');
    expect(body.detail).toBe('Skin file exceeds maximum size of 1MB.');
  });

  test.each(['', 'P', 'not a ZIP', 'Rar!'])('that starts with %j is 415', async (file) => {
    await expectError(await upload({ file }), 415, 'skin/wrong-magic');
  });

  test.each([
    ['is no archive', 'PK and nothing else'],
    ['is cut off', archive().slice(0, 40)],
    ['has a wrong checksum', archive({ name: 'a.txt', data: 'hello', crc: 1 })],
    ['declares too little', archive({ name: 'a.txt', data: 'hello'.repeat(50), declaredBytes: 5 })],
    ['is a bomb', archive({ name: 'a.txt', data: new Uint8Array(5_000_000) })],
    ['has a folder too many', archive({ name: 'a/b/c/d/file.png', data: 'x' })],
    ['holds a .zip', archive({ name: 'inner.zip', data: 'x' })],
    ['holds an .osk', archive({ name: 'folder/Inner.OSK', data: 'x' })],
    ['leads out of itself', archive({ name: '../../etc/passwd', data: 'x' })],
    ['has an absolute path', archive({ name: '/etc/passwd', data: 'x' })],
    ['has a drive', archive({ name: 'C:\\windows\\x', data: 'x' })],
    ['holds a link', archive({ name: 'link', data: '/etc/passwd', unixMode: 0o120777 })],
    [
      'has more than 10,000 entries',
      archive(...Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}`, method: 'store' as const }))),
    ],
  ])('that %s is 422', async (_, file) => {
    const body = await expectError(await upload({ file }), 422);
    expect(body.errors).toEqual([{ field: 'skin', message: expect.any(String) }]);
  });

  test.each(['bad!name.osk', '.osk', 'ünïcode.osk', 'dot.ted.osk', 'Default.osk', 'default.osk'])(
    'with the name %s is 422',
    async (name) => {
      await expectError(await upload({ name }), 422);
    },
  );

  test('that is missing, a text or given twice is 422', async () => {
    const send = (form: FormData) => post(`${service.url}/v1/skins/upload`, form);
    await expectError(await send(new FormData()), 422);
    const text = new FormData();
    text.set('skin', 'Default');
    await expectError(await send(text), 422);
    const twice = new FormData();
    for (const name of ['a.osk', 'b.osk']) twice.append('skin', new File([archive()], name));
    await expectError(await send(twice), 422);
  });

  test('does not count and is not listed', async () => {
    const client = newClient();
    const name = newName();
    for (const file of ['PK', 'nothing', archive({ name: '../x', data: 'x' })]) {
      const response = await upload({ client, file, name: `${name}.osk` });
      expect([415, 422]).toContain(response.status);
      await response.arrayBuffer();
    }
    expect(await listed()).not.toContain(name);
    expect((await upload({ client })).headers.get('x-ratelimit-remaining')).toBe('1');
  });
});

describe('the rate limit', () => {
  test('is two uploads per minute in v1', async () => {
    const client = newClient();
    for (let i = 0; i < 2; i++) expect((await upload({ client })).status).toBe(200);
    const response = await upload({ client });
    const body = await expectError(response, 429, 'limit/rate');
    expect(body.detail).toBe('Rate limit exceeded: 2 per 1 minute');
    expect(response.headers.get('x-ratelimit-limit')).toBe('2');
    expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(response.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
  });

  test('is five per minute in the legacy interface, with a shared count', async () => {
    const client = newClient();
    const statuses = [];
    for (const path of [
      ...['/v1/skins/upload', '/skins/upload', '/v1/skins/upload'],
      ...['/skins/upload', '/skins/upload', '/skins/upload', '/skins/upload'],
    ]) {
      const response = await upload({ client, path });
      statuses.push(response.status);
      await response.arrayBuffer();
    }
    expect(statuses).toEqual([200, 200, 429, 200, 200, 200, 429]);
  });

  test('applies to concurrent uploads', async () => {
    const client = newClient();
    const responses = await Promise.all(Array.from({ length: 10 }, () => upload({ client })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(2);
  });
});

describe('the list of skins', () => {
  test('is sorted and contains the built-in skin and those an operator added', async () => {
    await service.storage.put('skins/Dropped in.osk', archive());
    await service.storage.put('skins/notes.txt', Buffer.from('no skin'));
    const names = await listed();
    expect(names).toEqual(expect.arrayContaining(['Default', 'Dropped in']));
    expect(names).not.toContain('notes');
    expect(names).toEqual(names.toSorted());
  });

  test('is the same in the legacy interface', async () => {
    const response = await get(`${service.url}/skins`);
    expect(response.headers.get('deprecation')).toBe('true');
    expect(skinList.parse(await jsonOf(response)).skins).toEqual(await listed());
  });
});

test('the legacy upload makes the checks of v1', async () => {
  const path = '/skins/upload';
  const response = await upload({ path });
  expect(response.status).toBe(200);
  expect(response.headers.get('deprecation')).toBe('true');
  await expectError(await upload({ path, name: 'x.zip' }), 400);
  await expectError(await upload({ path, file: 'x' }), 415);
  await expectError(await upload({ path, file: 'PK' }), 422);
});
