import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { makeZip, type ZipEntry } from '../../support/files/zip.ts';
import { replayForm } from '../../support/http/requests.ts';
import { startServeProcess } from '../../support/processes/serve-process.ts';
import { playedMap, playedReplay } from '../../support/service/rendering-service.ts';
import { bucketEnvironment, createBucket } from '../../support/storage/bucket.ts';

const MIB = 1024 * 1024;
/**
 * A busy machine starts the program slowly; this is not a test of speed. What an upload needs is the least of up to three
 * measurements: the process also holds buffers that V8 has not collected yet, more or fewer of them in each run.
 */
const options = { timeout: 600_000, retry: 2 };
const bucket = await createBucket();

/**
 * From Node 24 on, V8 frees the buffers of received bytes only when there are 64 MB of them: a bare server of Node that
 * receives 100 MB and keeps nothing takes 70 MB there, and 40 MB with Node 20.
 */
const maxMib = Number.parseInt(process.versions.node, 10) < 24 ? 64 : 96;

describe(`in at most ${maxMib} MB of memory, the service receives, unpacks and stores`, () => {
  test('a skin of 99 MB in files', options, () => uploadLarge(skinOf(), {}));
  test('a set of 99 MB that comes with a replay', options, () => uploadLarge(setOf(), {}));

  if (bucket === null) test('in a bucket: not tested, Swift is not installed', () => {});
  else test('a skin of 99 MB in a bucket', options, () => uploadLarge(skinOf(), bucketEnvironment(bucket)));
});

interface Upload {
  readonly path: string;
  readonly form: FormData;
  readonly status: number;
}

let largeSkin: File | undefined;

function skinOf(): Upload {
  largeSkin ??= new File([largeArchive(99)], 'Large.osk');
  const form = new FormData();
  form.set('skin', largeSkin);
  return { path: '/v1/skins/upload', form, status: 200 };
}

function setOf(): Upload {
  const form = replayForm({ file: playedReplay });
  form.set('beatmap', new File([largeArchive(98, { name: 'map.osu', data: playedMap })], 'large.osz'));
  return { path: '/v1/render', form, status: 202 };
}

async function uploadLarge({ path, form, status }: Upload, env: Record<string, string>): Promise<void> {
  const fresh = await freshDatabase();
  const serving = await startServeProcess({ env: { DATABASE_URL: fresh.url, LOG_LEVEL: 'warn', ...env } });
  try {
    const idle = await residentBytes(serving.pid);
    let highest = idle;
    let isUnderWay = true;
    const sending = fetch(serving.url + path, { method: 'POST', body: form }).finally(() => {
      isUnderWay = false;
    });
    while (isUnderWay) {
      highest = Math.max(highest, await residentBytes(serving.pid));
      await wait(20);
    }
    expect((await sending).status).toBe(status);
    console.log(
      `A large upload to ${path}: ${Math.round((highest - idle) / MIB)} MB above ${Math.round(idle / MIB)} MB idle`,
    );
    expect(highest - idle).toBeLessThan(maxMib * MIB);
  } finally {
    await serving.remove();
    await fresh.drop();
  }
}

function largeArchive(megabytes: number, ...others: ZipEntry[]): Uint8Array<ArrayBuffer> {
  const picture = randomBytes(MIB);
  const pictures = Array.from({ length: megabytes }, (_, i) => {
    return { name: `${i}.png`, data: picture, method: i % 10 === 0 ? ('deflate' as const) : ('store' as const) };
  });
  return Buffer.from(makeZip([...others, ...pictures]));
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) * 1024;
}
