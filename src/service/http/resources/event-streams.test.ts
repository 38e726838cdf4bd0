import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { Failure } from '../../../failure.ts';
import { createEventStreams, type EventStream, type EventStreams, type EventStreamsOptions } from './event-streams.ts';

const running: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of running.splice(0)) await stop();
});

/** A server that responds to every request with a stream; the path names the client. */
async function serve(options: Partial<EventStreamsOptions> = {}) {
  const counts: number[] = [];
  const opened: EventStream[] = [];
  const streams: EventStreams = createEventStreams({ heartbeatMs: 60_000, onCount: (n) => counts.push(n), ...options });
  const app = fastify();
  app.get('/:client', (incoming, reply) => {
    try {
      opened.push(streams.open(reply.header('x-own', 'kept'), (incoming.params as { client: string }).client));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      reply.code(429).send(error.code);
    }
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  running.push(async () => {
    streams.close();
    app.server.closeAllConnections();
    await app.close();
  });
  const { port } = app.server.address() as AddressInfo;

  async function connect(client = 'a') {
    const outgoing = request({ port, path: `/${client}`, agent: false }).on('error', () => {});
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    let text = '';
    response.setEncoding('utf8').on('error', () => {});
    return {
      response,
      disconnect: () => outgoing.destroy(),
      text: () => text,
      listen: () => response.on('data', (chunk) => (text += chunk)),
    };
  }
  async function connectOnce() {
    const client = await connect();
    const [stream] = opened;
    if (stream === undefined) throw new Error('The server opened no stream.');
    return { ...client, stream };
  }
  return { streams, counts, connect, connectOnce };
}

test('a stream starts with the reconnection time, and an event has three lines', async () => {
  const { connectOnce } = await serve();
  const { stream, response, listen, text } = await connectOnce();
  listen();
  stream.send({ name: 'job', id: '7', data: '{"a":1}' });
  stream.end();
  await once(response, 'end');
  expect(text()).toBe('retry: 2000\n\nid: 7\nevent: job\ndata: {"a":1}\n\n');
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-own': 'kept',
  });
});

test('every heartbeat sends a comment', async () => {
  const { connect } = await serve({ heartbeatMs: 5 });
  const { listen, text } = await connect();
  listen();
  await expect.poll(text).toMatch(/^retry: 2000\n\n(:\n\n){3}/);
});

test('streams are limited per client and per process, and a closed stream frees its place', async () => {
  const { counts, connect } = await serve({ maxPerClient: 2, maxPerProcess: 3 });
  const first = await connect('a');
  await connect('a');
  const refused = await connect('a');
  refused.listen();
  await once(refused.response, 'end');
  expect(refused.text()).toBe('limit/streams');
  await connect('b');
  const full = await connect('c');
  full.listen();
  await once(full.response, 'end');
  expect(full.text()).toBe('limit/streams-at-capacity');
  first.disconnect();
  await expect.poll(() => counts).toEqual([1, 2, 3, 2]);
  expect((await connect('a')).response.statusCode).toBe(200);
});

test('a client that left before its stream was opened leaves nothing open', async () => {
  const counts: number[] = [];
  const closed = vi.fn();
  const streams = createEventStreams({ heartbeatMs: 60_000, onCount: (n) => counts.push(n), maxPerClient: 1 });
  const app = fastify();
  app.get('/', async (_, reply) => {
    outgoing.destroy();
    await once(reply.raw, 'close');
    streams.open(reply, 'a').onClose(closed);
    return reply;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  running.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const outgoing = request({ port, agent: false }).on('error', () => {});
  outgoing.end();
  await expect.poll(() => counts).toEqual([1, 0]);
  expect(closed).toHaveBeenCalledOnce();
});

test('a client that does not read is disconnected before much is buffered', async () => {
  const { connectOnce } = await serve();
  const { stream, response } = await connectOnce();
  const closed = vi.fn();
  stream.onClose(closed);
  const data = JSON.stringify('x'.repeat(64 * 1024));
  let sent = 0;
  // The operating system buffers some of it first.
  while (closed.mock.calls.length === 0 && sent < 1_000) {
    stream.send({ name: 'job', id: String(sent++), data });
    await new Promise(setImmediate);
  }
  expect(closed).toHaveBeenCalledOnce();
  response.destroy();
});

test('close ends all streams and refuses new ones', async () => {
  const { streams, connect } = await serve();
  const [a, b] = [await connect('a'), await connect('b')];
  a.listen();
  b.listen();
  streams.close();
  await Promise.all([once(a.response, 'end'), once(b.response, 'end')]);
  const late = await connect('a');
  late.listen();
  await once(late.response, 'end');
  expect(late.text()).toBe('limit/streams-at-capacity');
});
