import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { bucketEnvironment, createBucket } from '../support/bucket.ts';
import { startServing } from '../support/serve.ts';
import { makeZip } from '../support/zip.ts';

const MIB = 1024 * 1024;
/** A busy machine builds and starts the program slowly; this is not a test of speed. */
const timeout = 180_000;
const bucket = await createBucket();

describe('a skin of 200 MB is received, unpacked and stored in at most 64 MB of memory', () => {
  test('in files', { timeout }, () => uploadLargeSkin({}));

  if (bucket === null) test('in a bucket: not tested, Swift is not installed', () => {});
  else test('in a bucket', { timeout }, () => uploadLargeSkin(bucketEnvironment(bucket)));
});

async function uploadLargeSkin(env: Record<string, string>): Promise<void> {
  const serving = await startServing({ env: { RENDER_WORKERS: '0', LOG_LEVEL: 'warn', ...env } });
  try {
    const idle = await residentBytes(serving.pid);
    let highest = idle;
    let isUnderWay = true;
    const form = new FormData();
    form.set('skin', new File([largeSkin()], 'Large.osk'));
    const sending = fetch(`${serving.url}/v1/skins/upload`, { method: 'POST', body: form }).finally(() => {
      isUnderWay = false;
    });
    while (isUnderWay) {
      highest = Math.max(highest, await residentBytes(serving.pid));
      await wait(20);
    }
    expect((await sending).status).toBe(200);
    console.log(`200 MB skin upload: ${Math.round((highest - idle) / MIB)} MB above ${Math.round(idle / MIB)} MB idle`);
    expect(highest - idle).toBeLessThan(64 * MIB);
  } finally {
    await serving.remove();
  }
}

function largeSkin(): Uint8Array<ArrayBuffer> {
  const picture = randomBytes(MIB);
  const members = Array.from({ length: 199 }, (_, i) => {
    return { name: `${i}.png`, data: picture, method: i % 10 === 0 ? ('deflate' as const) : ('store' as const) };
  });
  return Buffer.from(makeZip(members));
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) * 1024;
}
