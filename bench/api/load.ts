import { connect, type Socket } from 'node:net';

export interface Load {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly statuses: Record<string, number>;
}

/**
 * Keeps `connections` busy, each with one request after another, written and read as plain bytes: a full HTTP client
 * would take more of the processor than what is measured.
 */
export async function drive({
  url,
  connections,
  seconds,
  next,
}: {
  url: string;
  connections: number;
  seconds: number;
  /** The bytes of one request. */
  next: () => Uint8Array;
}): Promise<Load> {
  const { hostname, port } = new URL(url);
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const exchange = await openConnection(hostname, Number(port));
      while (performance.now() < until) {
        const sent = performance.now();
        const status = await exchange.send(next());
        times.push(performance.now() - sent);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      exchange.close();
    }),
  );
  const elapsedSeconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  return {
    requestsPerSecond: times.length / elapsedSeconds,
    p50Ms: times[Math.floor(times.length * 0.5)] ?? Number.NaN,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
    statuses,
  };
}

async function openConnection(host: string, port: number) {
  const socket: Socket = connect({ host, port, noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let received = Buffer.alloc(0);
  let settle: ((status: string) => void) | null = null;
  let fail: ((error: Error) => void) | null = null;
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const bodyAt = received.indexOf('\r\n\r\n') + 4;
    if (bodyAt < 4) return;
    const head = received.toString('latin1', 0, bodyAt);
    // A 304 has no body and no length.
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (received.length < bodyAt + length) return;
    received = received.subarray(bodyAt + length);
    settle?.(head.slice(9, 12));
  });
  socket.once('error', (error) => fail?.(error));
  socket.once('close', () => fail?.(new Error('The service closed the connection.')));
  return {
    send: (bytes: Uint8Array) =>
      new Promise<string>((resolve, reject) => {
        settle = resolve;
        fail = reject;
        socket.write(bytes);
      }),
    close: () => socket.destroy(),
  };
}
