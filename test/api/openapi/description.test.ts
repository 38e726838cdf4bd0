import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failures } from '../../../src/failure.ts';
import { makeZip } from '../../support/files/zip.ts';
import { get, jsonOf, newClient, post, replayBytes, replayForm } from '../../support/http/requests.ts';
import { demoFiles } from '../../support/http/together-form.ts';
import { type Service, startService } from '../../support/service/service.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Schema = { [key: string]: Json };
interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { in: string; name: string; description?: string; example?: Json; schema?: Schema }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { description?: string; content?: Record<string, MediaType> }>;
}
interface MediaType {
  schema?: Schema;
  example?: Json;
  examples?: Record<string, { value: Json }>;
}
interface Document {
  openapi: string;
  tags: { name: string; description?: string }[];
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

let service: Service;
let document: Document;
let operations: (readonly [string, Operation])[];

beforeAll(async () => {
  service = await startService();
  document = (await (await fetch(`${service.url}/api/openapi.json`)).json()) as Document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
});
afterAll(() => service?.stop());

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(document.openapi).toMatch(/^3\.1\./);
});

test('a form is required unless all its fields are optional', () => {
  const forms = operations.filter(([, { requestBody }]) => requestBody?.content['multipart/form-data']);
  expect(Object.fromEntries(forms.map(([name, { requestBody }]) => [name, requestBody?.required]))).toEqual({
    'POST /v1/render': true,
    'POST /v1/render/together': true,
    'POST /v1/jobs/{job_id}/retry': false,
    'POST /v1/skins/upload': true,
    'POST /render': true,
    'POST /skins/upload': true,
  });
});

test('it contains every endpoint of the specification', () => {
  expect(operations.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'GET /health',
      'POST /v1/render',
      'GET /v1/jobs',
      'GET /v1/jobs/{job_id}',
      'GET /v1/jobs/{job_id}/analytics',
      'POST /v1/jobs/{job_id}/webhook',
      'GET /v1/skins',
      'POST /v1/skins/upload',
      'POST /render',
      'GET /status/{job_id}',
      'GET /jobs',
      'GET /video/{job_id}.mp4',
      'GET /thumbnail/{job_id}.jpg',
      'GET /logs/{job_id}',
      'GET /skins',
      'POST /skins/upload',
      'GET /v1/artifacts/videos/{job_id}.mp4',
      'GET /v1/artifacts/thumbnails/{job_id}.jpg',
      'GET /v1/artifacts/logs/{job_id}.log',
      'GET /v1/artifacts/replays/{job_id}.osr',
      'GET /v1/artifacts/skins/{name}.osk',
    ]),
  );
});

test('it names a path as its server, so that its pages work under every name of the service', () => {
  expect(document.servers).toMatchObject([{ url: '/' }]);
});

test('every operation has a summary, a description and described tags', () => {
  const known = document.tags.filter(({ description }) => description).map(({ name }) => name);
  for (const [name, { summary, description, tags }] of operations) {
    expect(summary, name).toBeTruthy();
    expect(description, name).toBeTruthy();
    expect(tags, name).not.toHaveLength(0);
    for (const tag of tags ?? []) expect(known, name).toContain(tag);
  }
});

test('every operation has an id of its own, which is a name in every programming language', () => {
  const ids = operations.map(([name, { operationId }]) => operationId ?? name);
  for (const id of ids) expect(id).toMatch(/^[a-z][a-zA-Z]+$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the object of every JSON response is a named schema, and no schema has unnamed copies', () => {
  const unnamed: string[] = [];
  for (const [name, { responses }] of operations) {
    for (const [status, { content = {} }] of Object.entries(responses)) {
      const schema = content['application/json']?.schema;
      const element = (schema?.type === 'array' ? schema.items : schema) as Schema | undefined;
      if (element && typeof element.$ref !== 'string') unnamed.push(`${name} ${status}`);
    }
  }
  expect(unnamed).toEqual([]);
  const named = Object.keys(document.components?.schemas ?? {});
  expect(named).toEqual(
    expect.arrayContaining(['Analytics', 'Error', 'Job', 'JobEvent', 'JobList', 'Play', 'Skin', 'ValidationError']),
  );
  // A field that only one schema has: a second mention would be a copy.
  for (const field of ['life_bar', 'logs_url', 'replay_stats', 'retry_of']) {
    expect(JSON.stringify(document).split(`"${field}":`).length - 1, field).toBe(1);
  }
});

test('no object of a response is closed, so that clients accept the fields of later versions', () => {
  const closed: string[] = [];
  const find = (part: Json, path: string): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('additionalProperties' in part && part.additionalProperties === false) closed.push(path);
    for (const [name, value] of Object.entries(part)) find(value, `${path}/${name}`);
  };
  for (const [name, { responses }] of operations) find(responses as unknown as Json, name);
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) find(schema, name);
  // The service refuses unknown settings.
  expect(closed).toEqual(['SettingsInput', 'TogetherSettingsInput']);
});

test('the key is optional everywhere', () => {
  expect((document as unknown as { security: object[] }).security).toEqual([{}, { key: [] }]);
});

test('every parameter and every field of a body is described', () => {
  const bare: string[] = [];
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    bare.push(...undescribed(schema).map((field) => `${name} ${field}`));
  }
  for (const [name, { parameters = [], requestBody, responses }] of operations) {
    for (const { name: parameter, description } of parameters) {
      if (!description) bare.push(`${name} ${parameter}`);
    }
    const bodies = [requestBody, ...Object.values(responses)].flatMap((body) => Object.values(body?.content ?? {}));
    for (const { schema } of bodies) {
      if (schema) bare.push(...undescribed(schema).map((field) => `${name} ${field}`));
    }
  }
  expect(bare).toEqual([]);
});

test('a query that is refused is explained in plain words', async () => {
  for (const [name, { parameters = [] }] of operations) {
    const query = parameters.filter((parameter) => parameter.in === 'query');
    const path = (name.split(' ')[1] ?? '').replaceAll(/\{\w+\}/g, 'x');
    for (const sent of [
      '',
      ...query.flatMap((parameter) => [`${parameter.name}=?`, `${parameter.name}=a&${parameter.name}=b`]),
    ]) {
      if (query.length === 0) continue;
      const response = await get(`${service.url}${path}?${sent}`, { 'edge-connecting-ip': newClient() });
      const { errors = [] } = response.status === 422 ? await jsonOf(response) : {};
      for (const { message } of errors) expect.soft(message, `${path}?${sent}`).toMatch(/^Must be .*\.$/);
    }
  }
});

test('its texts link only to pages that the service serves, and name no files of the repository', async () => {
  const text = JSON.stringify(document);
  const links = new Set([...text.matchAll(/\]\(([^)]*)\)/g)].map(([, link = '']) => link));
  expect([...links].toSorted()).toEqual(['/guide/errors', '/guide/http#callbacks', '/guide/settings']);
  for (const link of links) expect((await fetch(service.url + link)).status, link).toBe(200);
  expect(text).not.toMatch(/docs\/\w+\.md/);
});

describe('errors', () => {
  test('every error response has an example with a known code', () => {
    for (const [name, { responses }] of operations) {
      for (const [status, { content = {} }] of Object.entries(responses)) {
        // A failed health check is not an error: its body has the results of the checks.
        if (Number(status) < 400 || name === 'GET /health') continue;
        const examples = Object.values(content).flatMap(examplesOf);
        expect(examples.length, `${name} ${status}`).toBeGreaterThan(0);
        for (const example of examples) {
          const { code } = example as { code: keyof typeof failures };
          expect(failures[code]?.status, `${name} ${status} ${code}`).toBe(Number(status));
        }
      }
    }
  });

  test.each([
    ['POST /v1/render', ['400', '413', '415', '422', '429', '500', '503']],
    ['GET /v1/jobs', ['304', '422']],
    ['GET /v1/jobs/{job_id}', ['304', '404']],
    ['GET /v1/jobs/{job_id}/analytics', ['304', '404']],
    ['POST /v1/jobs/{job_id}/webhook', ['400', '401', '404', '422', '500']],
    ['POST /v1/skins/upload', ['400', '413', '415', '422', '429']],
  ])('%s lists %j', (name, statuses) => {
    const operation = operations.find(([found]) => found === name)?.[1];
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(statuses));
  });
});

describe('"Try it out"', () => {
  const submitter = newClient();
  /** What a person fills in: the files, and what only exists on this service. */
  let filled: Record<string, string | Blob | readonly Blob[]>;

  beforeAll(async () => {
    const { job_id } = await jsonOf(await post(`${service.url}/v1/render`, replayForm(), { client: submitter }));
    for (const [folder, extension] of Object.entries({
      videos: 'mp4',
      thumbnails: 'jpg',
      gifs: 'gif',
      webps: 'webp',
      logs: 'log',
    })) {
      await service.storage.put(`${folder}/${job_id}.${extension}`, Buffer.from(folder));
    }
    await service.storage.put('skins/Mine.osk', Buffer.from('a skin'));
    const done = { success: true, thumbKey: null, logKey: null, pp: null } as const;
    await service.jobs.complete(job_id, { ...done, videoKey: `videos/${job_id}.mp4` });
    filled = {
      job_id,
      'GET /v1/jobs/covers ids': job_id,
      name: 'Mine',
      url: `${service.url}/view/${job_id}`,
      'POST /v1/render replay': new File([replayBytes], 'play.osr'),
      'POST /v1/render/together replay': demoFiles(2).map(
        ({ name, bytes }) => new File([Uint8Array.from(bytes)], name),
      ),
      'POST /render replay': new File([replayBytes], 'play.osr'),
      'POST /v1/skins/upload skin': new File(
        [Uint8Array.from(makeZip([{ name: 'skin.ini', data: '[General]' }]))],
        'New.osk',
      ),
      'POST /skins/upload skin': new File(
        [Uint8Array.from(makeZip([{ name: 'skin.ini', data: '[General]' }]))],
        'New.osk',
      ),
    };
  });

  /** These need a map, a real thumbnail, a failed job, an unfinished one, a skin of the client, a signature or the osu! API. */
  const unprepared = [
    'DELETE /v1/jobs/{job_id}',
    'DELETE /v1/skins/{name}',
    'GET /v1/beatmaps/{md5}',
    'GET /v1/beatmaps/{md5}/cover',
    'GET /v1/jobs/{job_id}/analytics',
    'GET /v1/jobs/{job_id}/beatmap',
    'GET /v1/jobs/{job_id}/card',
    'GET /v1/jobs/{job_id}/cover',
    'POST /v1/jobs/{job_id}/retry',
    'POST /v1/jobs/{job_id}/webhook',
    'GET /v1/scores/{score}/replay',
    'POST /v1/render/score',
  ];

  test('every operation accepts its examples and defaults', async () => {
    const refused: string[] = [];
    const inOrder = operations.toSorted(([a], [b]) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')));
    for (const [name, operation] of inOrder) {
      if (unprepared.includes(name)) continue;
      const response = await fetch(requestOf(name, operation));
      await response.body?.cancel();
      if (response.status >= 400) refused.push(`${name}: ${response.status}`);
    }
    expect(refused).toEqual([]);
  });

  /** The request that the page sends after a person has filled in what has no example. */
  function requestOf(name: string, { parameters = [], requestBody }: Operation): Request {
    const [method = '', path = ''] = name.split(' ');
    const inputOf = (field: string, schema: Schema = {}, example: Json | undefined = schema.example) => {
      const value = filled[`${name} ${field}`] ?? example ?? schema.default ?? filled[field];
      const isFile = value instanceof Blob || (Array.isArray(value) && value[0] instanceof Blob);
      return typeof value === 'object' && !isFile ? JSON.stringify(value) : value;
    };
    let url = path;
    const query = new URLSearchParams();
    for (const parameter of parameters) {
      const value = inputOf(parameter.name, parameter.schema, parameter.example);
      if (parameter.in === 'path') url = url.replace(`{${parameter.name}}`, String(value));
      else if (parameter.in === 'query' && value !== undefined) query.set(parameter.name, String(value));
    }
    const form = new FormData();
    const fields = requestBody?.content['multipart/form-data']?.schema.properties ?? {};
    for (const [field, schema] of Object.entries(fields)) {
      const value = inputOf(field, schema as Schema);
      for (const each of Array.isArray(value) ? value : [value])
        if (each !== undefined) form.append(field, each instanceof Blob ? each : String(each));
    }
    const headers = { 'edge-connecting-ip': method === 'DELETE' ? submitter : newClient() };
    return new Request(`${service.url}${url}?${query}`, { method, headers, ...(requestBody && { body: form }) });
  }
});

function examplesOf({ example, examples, schema }: MediaType): Json[] {
  const inSchema = schema ? (resolve(schema).examples as Json[] | undefined) : undefined;
  return [
    ...(example === undefined ? [] : [example]),
    ...Object.values(examples ?? {}).map(({ value }) => value),
    ...(inSchema ?? []),
  ];
}

/** The fields of a schema that have no description. */
function undescribed(schema: Schema, path = ''): string[] {
  const {
    properties = {},
    items,
    anyOf = [],
    allOf = [],
  } = resolve(schema) as {
    properties?: Record<string, Schema>;
    items?: Schema;
    anyOf?: Schema[];
    allOf?: Schema[];
  };
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const place = `${path}.${name}`;
    return [...(field.description || resolve(field).description ? [] : [place]), ...undescribed(field, place)];
  });
  const inside = [...(items ? [items] : []), ...anyOf, ...allOf].flatMap((part) => undescribed(part, `${path}[]`));
  return [...fields, ...inside];
}

function resolve(schema: Schema): Schema {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  return name === undefined ? schema : (document.components?.schemas?.[name] ?? {});
}
