import { createServer } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { listen, warnOfFalseIdentities, withChosenPort } from './listen.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function tryToListen(env: Record<string, string>): Promise<string> {
  const app = fastify();
  stops.push(() => app.close());
  return listen(app, readConfig(env));
}

test('the address is answered', async () => {
  expect(await tryToListen({ PORT: '0' })).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test('a port in use is told as such', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  stops.push(() => other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  await expect(tryToListen({ PORT: String(port) })).rejects.toThrow(`Port ${port} on 127.0.0.1 is already in use.`);
});

test('an address of another machine is told as such', async () => {
  await expect(tryToListen({ HOST: '192.0.2.1', PORT: '0' })).rejects.toThrow('is not an address of this machine');
});

test.each([
  [{ HOST: '127.0.0.1' }, 0],
  [{ HOST: 'localhost' }, 0],
  [{ HOST: '0.0.0.0' }, 1],
  [{ HOST: '0.0.0.0', TRUSTED_PROXIES: '10.0.0.0/8' }, 0],
])('%j gives %d warning lines about identities', (env, count) => {
  const lines: string[] = [];
  warnOfFalseIdentities(readConfig(env), createLog('info', { write: (line) => void lines.push(line) }));
  expect(lines.filter((line) => line.includes('TRUSTED_PROXIES'))).toHaveLength(count);
});

test('PORT=0 becomes a free port, any other stays', async () => {
  expect(Number((await withChosenPort({ PORT: '0' })).PORT)).toBeGreaterThan(0);
  expect(await withChosenPort({ PORT: '8727' })).toEqual({ PORT: '8727' });
  expect(await withChosenPort({})).toEqual({});
});
