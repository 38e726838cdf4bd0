import { createServer } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { type Environment, readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { type HeldPort, holdPort, listen, warnOfFalseIdentities } from './listen.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function tryToListen(env: Environment, held?: HeldPort): Promise<string> {
  const app = fastify();
  stops.push(() => app.close());
  return listen(app, readConfig(env), held);
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

test('PORT=0 becomes a port that nobody else has before the service listens on it', async () => {
  const held = await holdPort({ PORT: '0' });
  stops.push(held.letGo);
  const { PORT: port } = held.env;
  expect(Number(port)).toBeGreaterThan(0);
  await expect(tryToListen(held.env)).rejects.toThrow(`Port ${port} on 127.0.0.1 is already in use.`);
  expect(await tryToListen(held.env, held)).toBe(`http://127.0.0.1:${port}`);
});

test.each([{ PORT: '8727' }, {}])('the environment %j stays as it is', async (env) => {
  const held = await holdPort(env);
  expect(held.env).toEqual(env);
  await held.letGo();
});
