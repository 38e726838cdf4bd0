import { createServer } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { type EnvironmentVariables, readConfig } from '../../config.ts';
import { createLog } from '../../log.ts';
import { listen, type ReservedPort, reservePort, warnAboutForgeableAddresses } from './listen.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function tryToListen(env: EnvironmentVariables, reserved?: ReservedPort): Promise<string> {
  const app = fastify();
  stops.push(() => app.close());
  return listen(app, readConfig(env), reserved);
}

test('listening returns the address', async () => {
  expect(await tryToListen({ PORT: '0' })).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test('the message names a port that is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  stops.push(() => other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const inUse = `Port ${port} on 127.0.0.1 is already in use. Stop the program that uses it, or set`;
  await expect(tryToListen({ PORT: String(port) })).rejects.toThrow(`${inUse} PORT.`);
  const app = fastify();
  stops.push(() => app.close());
  const metrics = { host: '127.0.0.1', port, portVariable: 'METRICS_PORT' } as const;
  await expect(listen(app, metrics)).rejects.toThrow(`${inUse} METRICS_PORT.`);
});

test('the message explains that HOST is an address of another machine', async () => {
  await expect(tryToListen({ HOST: '192.0.2.1', PORT: '0' })).rejects.toThrow('is not an address of this machine');
});

test.each([
  [{ HOST: '127.0.0.1' }, 0],
  [{ HOST: 'localhost' }, 0],
  [{ HOST: '0.0.0.0' }, 1],
  [{ HOST: '0.0.0.0', TRUSTED_PROXIES: '10.0.0.0/8' }, 0],
])('with %j, %d warnings about forgeable addresses are logged', (env, count) => {
  const lines: string[] = [];
  warnAboutForgeableAddresses(readConfig(env), createLog('info', { write: (line) => void lines.push(line) }));
  expect(lines.filter((line) => line.includes('TRUSTED_PROXIES'))).toHaveLength(count);
});

test('PORT=0 reserves a port that no other process can take until the service listens on it', async () => {
  const reserved = await reservePort({ PORT: '0' });
  stops.push(reserved.release);
  const { PORT: port } = reserved.env;
  expect(Number(port)).toBeGreaterThan(0);
  await expect(tryToListen(reserved.env)).rejects.toThrow(`Port ${port} on 127.0.0.1 is already in use.`);
  expect(await tryToListen(reserved.env, reserved)).toBe(`http://127.0.0.1:${port}`);
});

test.each([{ PORT: '8727' }, {}])('any other environment stays unchanged: %j', async (env) => {
  const reserved = await reservePort(env);
  expect(reserved.env).toEqual(env);
  await reserved.release();
});
