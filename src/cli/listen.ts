import { type AddressInfo, createServer, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config, Environment } from '../config.ts';
import { Failure } from '../failure.ts';
import type { Log } from '../log.ts';

/** Starts listening, or says what stands in the way. A port that was held until now is let go. Answers the address. */
export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
  held?: HeldPort,
): Promise<string> {
  try {
    await app.ready();
    await held?.letGo();
    return await app.listen({ host, port });
  } catch (cause) {
    throw new Failure('service/cannot-start', obstacle(cause, host, port), { cause });
  }
}

export function warnOfFalseIdentities({ host, trustedProxies }: Config, log: Log): void {
  if (isLoopback(host) || trustedProxies.length > 0) return;
  log.warn('HOST is reachable from other machines and TRUSTED_PROXIES is empty: anyone can choose their own identity');
}

/** How long requests under way may go on once the service stops. */
const finishMs = 5_000;

/** Stops listening and waits for the requests under way; those that take too long are broken off. */
export async function finishRequests(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), finishMs);
  await app.close();
  clearTimeout(cutOff);
}

/** An environment whose port nobody else is given. */
export interface HeldPort {
  readonly env: Environment;
  letGo(): Promise<void>;
}

/**
 * With PORT=0 any free port will do. It is chosen before the configuration is read, because links name it, and held until
 * the service listens on it: starting takes seconds, in which the system would give it to the next who asks for any.
 */
export async function holdPort(env: Environment): Promise<HeldPort> {
  if (env.PORT?.trim() !== '0') return { env, letGo: async () => {} };
  const server = createServer((stranger) => stranger.destroy()).unref();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const letGo = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { env: { ...env, PORT: String(port) }, letGo };
}

function obstacle(cause: unknown, host: string, port: number): string {
  switch (cause instanceof Error && 'code' in cause ? cause.code : null) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use. Stop the program that has it, or set PORT.`;
    case 'EACCES':
      return `Port ${port} on ${host} may not be opened by this user. Set PORT to 1024 or more.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Set HOST.`;
    default:
      return `Cannot listen on ${host}, port ${port}: ${cause instanceof Error ? cause.message : cause}`;
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
