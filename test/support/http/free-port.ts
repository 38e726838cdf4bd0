import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** The system assigns free ports from 32768 on, so no process takes a lower one by chance. */
const firstPort = 20_000;
const portsPerProcess = 1_000;
const processes = 12;
let tried = randomInt(portsPerProcess);

/**
 * Returns a free port that no other test will take: for programs that need a fixed port, or the same one again after they
 * were killed. Each process of a test run has its own range.
 */
export async function freePort(): Promise<number> {
  const rangeStart = firstPort + (Number(process.env.VITEST_POOL_ID ?? 0) % processes) * portsPerProcess;
  for (let left = portsPerProcess; left > 0; left--) {
    const port = rangeStart + (tried++ % portsPerProcess);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${rangeStart} to ${rangeStart + portsPerProcess - 1} is free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
