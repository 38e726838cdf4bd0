import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** The system gives ports from 32768 on to whoever asks for any; of those below, nobody takes one by chance. */
const first = 20_000;
const ofEach = 1_000;
const processes = 12;
let tried = randomInt(ofEach);

/**
 * A port nobody listens on, and nobody will before you do: for programs that must be told theirs, or have it again after
 * they were killed. Each process of a test run has ports of its own.
 */
export async function freePort(): Promise<number> {
  const ours = first + (Number(process.env.VITEST_POOL_ID ?? 0) % processes) * ofEach;
  for (let left = ofEach; left > 0; left--) {
    const port = ours + (tried++ % ofEach);
    if (await isFree(port)) return port;
  }
  throw new Error(`Of the ports from ${ours} on none is free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
