import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { limitConnections } from './limit-connections.ts';

const running: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of running.splice(0)) await stop();
});

/** A server that responds with `bodyBytes` after `handlerMs`, and a connection to it. */
async function serve({ bodyBytes = 1, unreadMs = 60_000, handlerMs = 0 } = {}) {
  const app = fastify();
  limitConnections(app, { requestMs: 60_000, unreadMs });
  const body = 'x'.repeat(bodyBytes);
  const handlers = { started: 0, running: 0, maxRunning: 0 };
  app.get('/:name', async ({ params }) => {
    handlers.started++;
    handlers.running++;
    handlers.maxRunning = Math.max(handlers.maxRunning, handlers.running);
    await sleep(handlerMs);
    handlers.running--;
    return `${(params as { name: string }).name}${body}`;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  running.push(async () => {
    socket.destroy();
    app.server.closeAllConnections();
    await app.close();
  });
  await once(socket, 'connect');
  const pipeline = (count: number) =>
    socket.write(Array.from({ length: count }, (_, i) => `GET /${i} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  const openConnections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  return { handlers, socket, pipeline, openConnections };
}

test('pipelined requests are handled one after another, and answered in order', async () => {
  const { handlers, socket, pipeline } = await serve();
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  pipeline(40);
  const names = () => [...text.matchAll(/\r\n\r\n(\d+)x/g)].map(([, name]) => Number(name));
  await expect.poll(names).toEqual(Array.from({ length: 40 }, (_, i) => i));
  expect(handlers.maxRunning).toBe(1);
  pipeline(1);
  await expect.poll(() => names().length).toBe(41);
});

test('a handler may take longer than a client may take to read', async () => {
  const { handlers, socket, pipeline } = await serve({ unreadMs: 200, handlerMs: 500 });
  let responses = 0;
  socket.on('data', (chunk) => {
    responses += chunk.toString('latin1').split('HTTP/1.1 200').length - 1;
  });
  pipeline(2);
  await expect.poll(() => responses).toBe(2);
  pipeline(1);
  await expect.poll(() => responses).toBe(3);
  expect(handlers.started).toBe(3);
});

test('a client that does not read its responses gets no further ones, and is disconnected', async () => {
  const options = { bodyBytes: 4 * 1024 * 1024, unreadMs: 300 };
  const { handlers, socket, pipeline, openConnections } = await serve(options);
  socket.pause();
  pipeline(40);
  await expect.poll(() => handlers.started).toBeGreaterThan(0);
  await expect.poll(openConnections).toBe(0);
  expect(handlers.started).toBeLessThan(20);
});

test('a client that sends hundreds of requests ahead is disconnected', async () => {
  const { handlers, socket, pipeline } = await serve();
  const closed = once(socket.resume(), 'close');
  pipeline(500);
  await closed;
  expect(handlers.started).toBeLessThan(500);
});
