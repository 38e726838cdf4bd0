import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import type { ErrorBody } from '../../../src/contract/index.ts';
import { writeReplay } from '../../../src/game/replay/index.ts';
import { buildReplay } from '../replays/build-replay.ts';

/** A replay anyone may submit. */
export const replayBytes: Uint8Array<ArrayBuffer> = Uint8Array.from(writeReplay(buildReplay()));

export interface FormOptions {
  readonly file?: Uint8Array<ArrayBuffer> | string;
  readonly name?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** A submission as a browser would send it. */
export function replayForm({ file = replayBytes, name = 'play.osr', fields = {} }: FormOptions = {}): FormData {
  const form = new FormData();
  form.set('replay', new File([file], name));
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  return form;
}

let clients = 0;

/** An address no other request of this test run comes from, so that no limit is shared by accident. */
export function newClient(): string {
  clients++;
  return `10.${process.pid % 256}.${Math.floor(clients / 256) % 256}.${clients % 256}`;
}

export interface PostOptions {
  readonly client?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Body = RequestInit['body'];

export function post(url: string, body: Body, { client = newClient(), headers = {} }: PostOptions = {}) {
  return fetch(url, {
    method: 'POST',
    body,
    headers: { 'edge-connecting-ip': client, ...headers },
    redirect: 'manual',
  });
}

/** The answer to a GET, without following where it leads. */
export function get(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { headers, redirect: 'manual' });
}

/** The JSON of an answer; what is in it is for the test to say. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks at what it expects.
export async function jsonOf(response: Response): Promise<any> {
  return response.json();
}

/** Expects an error of the service's one shape, and nothing of its inside in it. */
export async function expectError(response: Response, status: number, code?: string): Promise<ErrorBody> {
  const text = await response.text();
  expect.soft({ status: response.status, text }).toMatchObject({ status });
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('x-request-id')).toMatch(/^[\x21-\x7e]{1,128}$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('etag')).toBeNull();
  expect(text).not.toMatch(/node_modules|\n {2,}at |\.ts:\d/);
  const body: ErrorBody = JSON.parse(text);
  expect(body).toMatchObject({ detail: expect.any(String), code: code ?? expect.stringMatching(/^[a-z-]+\/[a-z-]+$/) });
  if (status === 422)
    expect(body.errors).toEqual(expect.arrayContaining([{ field: expect.any(String), message: expect.any(String) }]));
  return body;
}

/** A connection for what no well-behaved client would send. */
export interface RawConnection {
  readonly socket: Socket;
  send(bytes: string | Uint8Array): Promise<void>;
  /** Everything received when the other side has closed, or when `until` is there. */
  received(until?: RegExp): Promise<string>;
  vanish(): void;
}

export function openRaw(url: string): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  return {
    socket,
    send: (bytes) =>
      new Promise((resolve) => {
        socket.write(bytes, () => resolve());
      }),
    received: (until) =>
      new Promise((resolve) => {
        const look = () => until?.test(text) && resolve(text);
        socket.on('data', look).once('close', () => resolve(text));
        if (socket.closed) resolve(text);
        look();
      }),
    vanish: () => socket.resetAndDestroy(),
  };
}

export interface Part {
  readonly name: string;
  readonly filename?: string;
  readonly type?: string;
  readonly body: string | Uint8Array;
}

export const boundary = 'a-line-between-parts';

/** A multipart body by hand; `close` false leaves the last line away. */
export function multipart(parts: readonly Part[], { close = true } = {}): Buffer {
  const chunks = parts.flatMap(({ name, filename, type, body }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n`,
    ...(type === undefined ? [] : [`Content-Type: ${type}\r\n`]),
    '\r\n',
    body,
    '\r\n',
  ]);
  return Buffer.concat([...chunks, close ? `--${boundary}--\r\n` : ''].map((chunk) => Buffer.from(chunk)));
}

export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** The head of a request that announces so many bytes of a form. */
export function formHead(path: string, contentLength: number, client = newClient()): string {
  return [
    `POST ${path} HTTP/1.1`,
    'Host: test',
    `Content-Type: ${multipartType}`,
    `Content-Length: ${contentLength}`,
    `Edge-Connecting-IP: ${client}`,
    '\r\n',
  ].join('\r\n');
}

/** How often requests had each error code, or each status without one. */
export async function countOutcomes(responses: Promise<Response>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const response of await Promise.all(responses)) {
    const { code } = await jsonOf(response);
    const outcome = code ?? String(response.status);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}
