import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { get, jsonOf, post, replayForm } from '../../support/http/requests.ts';
import { startServeProcess } from '../../support/processes/serve-process.ts';
import { playedReplay, playedSet } from '../../support/service/rendering-service.ts';

const slow = { timeout: 300_000, interval: 50 };

test('a service that is killed during a render completes the job after a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-serve-renders-'));
  await mkdir(join(dataDir, 'beatmaps'));
  await writeFile(join(dataDir, 'beatmaps', 'played.osz'), playedSet);
  const limits = { MAX_RESOLUTION: '480p', MAX_VIDEO_SECONDS: '12' };
  const env = { RENDER_WORKERS: '2', RENDER_PRESET: 'ultrafast', BEATMAP_MIRRORS: '', ...limits };
  let service = await startServeProcess({ dataDir, env });
  try {
    const submit = async (settings = {}): Promise<string> => {
      const fields = { motion_blur: 'false', settings: JSON.stringify({ resolution: '480p', ...settings }) };
      const form = replayForm({ file: playedReplay, fields });
      return (await jsonOf(await post(`${service.url}/v1/render`, form))).job_id;
    };
    const job = async (id: string) => jsonOf(await get(`${service.url}/v1/jobs/${id}`));
    const id = await submit();
    await vi.waitFor(async () => expect((await job(id)).status).toBe('rendering'), slow);
    await service.end('SIGKILL');

    service = await startServeProcess({ dataDir, env });
    // The same play as a video that is longer than MAX_VIDEO_SECONDS.
    const tooLong = await submit({ speed: 0.25 });
    await vi.waitFor(async () => expect(await job(tooLong)).toMatchObject({ error_code: 'video/too-long' }), slow);
    await vi.waitFor(async () => expect(await job(id)).toMatchObject({ status: 'completed', progress: 100 }), slow);
    const video = await get(`${service.url}/v1/artifacts/videos/${id}.mp4`);
    expect(video.status).toBe(302);
    // x264 writes its options into the video. Two renders at the same time share the cores.
    const threads = Math.min(16, Math.ceil(Math.max(1, Math.floor(availableParallelism() / 2)) * 1.5));
    const bytes = await readFile(join(dataDir, 'objects', 'videos', `${id}.mp4`), 'latin1');
    expect(/ threads=(\d+) /.exec(bytes)?.[1]).toBe(String(threads));
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
