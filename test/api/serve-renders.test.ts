import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { get, jsonOf, post, replayForm } from '../support/http.ts';
import { playedReplay, playedSet } from '../support/rendering.ts';
import { startServeProcess } from '../support/serve.ts';

const slow = { timeout: 120_000, interval: 50 };

test('a service that is killed during a render completes the job after a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-serve-renders-'));
  await mkdir(join(dataDir, 'beatmaps'));
  await writeFile(join(dataDir, 'beatmaps', 'played.osz'), playedSet);
  const env = { RENDER_WORKERS: '1', RENDER_PRESET: 'ultrafast', BEATMAP_MIRRORS: '' };
  let service = await startServeProcess({ dataDir, env });
  try {
    const fields = { motion_blur: 'false', settings: JSON.stringify({ resolution: '480p' }) };
    const form = replayForm({ file: playedReplay, fields });
    const { job_id: id } = await jsonOf(await post(`${service.url}/v1/render`, form));
    const job = async () => jsonOf(await get(`${service.url}/v1/jobs/${id}`));
    await vi.waitFor(async () => expect((await job()).status).toBe('rendering'), slow);
    await service.end('SIGKILL');

    service = await startServeProcess({ dataDir, env });
    await vi.waitFor(async () => expect(await job()).toMatchObject({ status: 'completed', progress: 100 }), slow);
    const video = await get(`${service.url}/v1/artifacts/videos/${id}.mp4`);
    expect(video.status).toBe(302);
    expect(await (await get(`${service.url}/v1/artifacts/logs/${id}.log`)).text()).toMatch(
      /Attempt 2 (.*\n)*.*Completed\.\n$/,
    );
    expect(await service.end('SIGTERM')).toBe(0);
    expect(await readdir(join(dataDir, 'tmp'))).toEqual([]);
    // The log warns about the lost worker, and about nothing else.
    const warnings = service.log().match(/.*"level":"(warn|error|fatal)".*/g) ?? [];
    expect(warnings.filter((line) => !line.includes('queued the jobs of lost workers again'))).toEqual([]);
  } finally {
    await service.end('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
});
