import { once } from 'node:events';
import { type AddressInfo, createServer, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config, EnvironmentVariables } from '../../config.ts';
import { Failure } from '../../failure.ts';
import type { Log } from '../../log.ts';

/** Where to listen, and the variable that sets the port. */
export interface ListenAddress extends Pick<Config, 'host' | 'port'> {
  readonly portVariable?: 'PORT' | 'METRICS_PORT';
}

/** Starts listening, after releasing the reserved port, and returns the address. Throws a `Failure` that explains why not. */
export async function listen(app: FastifyInstance, address: ListenAddress, reserved?: ReservedPort): Promise<string> {
  const { host, port } = address;
  try {
    await app.ready();
    await reserved?.release();
    return await app.listen({ host, port });
  } catch (cause) {
    throw new Failure('service/cannot-start', listenErrorMessage(cause, address), { cause });
  }
}

/** Warns if clients can choose the address under which they are rate-limited. */
export function warnAboutForgeableAddresses({ host, trustedProxies }: Config, log: Log): void {
  if (isLoopback(host) || trustedProxies.length > 0) return;
  log.warn('HOST is reachable from other machines and TRUSTED_PROXIES is empty: clients can forge their address');
}

/** How long open requests may take once the service stops. */
const maxDrainMs = 5_000;

/** Stops listening and waits for open requests; requests that take too long are cut off. */
export async function closeServer(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), maxDrainMs);
  await app.close();
  clearTimeout(cutOff);
}

/** A port that no other process can take until it is released. */
export interface ReservedPort {
  /** The environment with PORT set to the reserved port. */
  readonly env: EnvironmentVariables;
  release(): Promise<void>;
}

/**
 * With PORT=0, picks any free port. It is picked before the configuration is read, because links contain it, and reserved
 * until the service listens: starting takes seconds, in which the system could give the port to another process.
 */
export async function reservePort(env: EnvironmentVariables): Promise<ReservedPort> {
  if (env.PORT?.trim() !== '0') return { env, release: async () => {} };
  const host = env.HOST?.trim() || '127.0.0.1';
  const server = createServer((socket) => socket.destroy()).unref();
  await once(server.listen(0, host), 'listening').catch((cause: unknown) => {
    throw new Failure('service/cannot-start', listenErrorMessage(cause, { host, port: 0 }), { cause });
  });
  const { port } = server.address() as AddressInfo;
  return {
    env: { ...env, PORT: String(port) },
    release: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function listenErrorMessage(cause: unknown, { host, port, portVariable = 'PORT' }: ListenAddress): string {
  switch (cause instanceof Error && 'code' in cause ? cause.code : null) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use. Stop the program that uses it, or set ${portVariable}.`;
    case 'EACCES':
      return `This user may not open port ${port} on ${host}. Set ${portVariable} to 1024 or more.`;
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
