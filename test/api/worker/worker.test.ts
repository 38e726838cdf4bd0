import { EventEmitter, once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { isAlive } from '../../../src/children/index.ts';
import { analytics } from '../../../src/contract/index.ts';
import { Failure } from '../../../src/failure.ts';
import { createLog } from '../../../src/log.ts';
import { openTempFolder } from '../../../src/service/temp-folder/index.ts';
import { watchReporting } from '../../../src/service/worker/index.ts';
import { get, replayBytes } from '../../support/http/requests.ts';
import { assets, childPrograms } from '../../support/processes/built-files.ts';
import { buildProgram, run } from '../../support/processes/program.ts';
import { type Rendering, rendersOf, small, startRenderingService } from '../../support/service/rendering-service.ts';
import { readVideo } from '../../support/video/read-video.ts';

/** A render takes long on a busy machine. */
const longWait = { timeout: 300_000, interval: 200 };

let rendering: Rendering;
/** How long the first job took; tells how busy the machine is. */
let firstJobMs = 0;
beforeAll(async () => {
  rendering = await startRenderingService({ repeats: true });
});
afterAll(() => rendering.stop());
afterEach(() => rendering.through((render) => render));

const ended = (id: string) => rendering.ended(id);

async function expectNothingLeft() {
  await vi.waitFor(async () => {
    expect(await rendering.service.tempFiles()).toEqual([]);
    expect(rendersOf(process.pid)).toEqual([]);
  }, longWait);
}

async function attemptsAt(id: string) {
  const { db } = rendering.service.database;
  return db
    .selectFrom('jobs')
    .select(['attempts', 'render_errors', 'outages'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** All changes of the job's status. */
async function changesOf(id: string) {
  const { db } = rendering.service.database;
  return db.selectFrom('job_events').selectAll().where('job_id', '=', id).orderBy('id').execute();
}

describe('from a replay to a video', () => {
  test('a submitted replay becomes a video with a thumbnail, analytics and a log', async () => {
    const { service } = rendering;
    rendering.through((render) => async (task, hooks) => {
      const result = await render(task, hooks);
      // The play is judged, so clients have its analytics before the video.
      await vi.waitFor(async () => expect((await rendering.job(id)).map_title).not.toBe(''), longWait);
      const early = analytics.parse(await (await get(`${service.url}/v1/jobs/${id}/analytics`)).json());
      expect(early).toMatchObject({ status: 'rendering', video: { clock_rate: expect.any(Number) } });
      expect(early.hits?.length).toBeGreaterThan(0);
      return result;
    });
    const submittedAt = performance.now();
    const id = await rendering.submit();
    const job = await ended(id);
    firstJobMs = performance.now() - submittedAt;
    expect(job).toMatchObject({ status: 'completed', progress: 100, error_code: null });
    expect(job.map_title).toMatch(/ - .*\[.*\]$/);
    expect(Number(job.config.replay_stats.star_rating)).toBeGreaterThan(0);

    const link = await get(`${service.url}${job.artifacts.video_url}`);
    const video = await get(new URL(link.headers.get('location')!, service.url).href);
    const file = join(service.dataDir, 'downloaded.mp4');
    await writeFile(file, Buffer.from(await video.arrayBuffer()));
    expect(readVideo(file)).toMatchObject({ width: small.width, height: small.height, durationSeconds: 0.5 });
    const thumbnail = await service.storage.stat(`thumbnails/${id}.jpg`);
    expect(thumbnail!.sizeBytes).toBeGreaterThan(500);

    const record = analytics.parse(await (await get(`${service.url}${job.artifacts.analytics_url}`)).json());
    expect(record).toMatchObject({ job_id: id, status: 'completed' });
    expect(record.performance.pp_earned).toBe(job.config.replay_stats.pp);
    expect(record.hits?.length).toBeGreaterThan(0);
    expect(record).toMatchObject({ accuracy: expect.any(Number), unstable_rate: expect.any(Number) });

    const log = await rendering.log(id);
    expect(log).toContain('Found it in the library.');
    expect(log).toMatch(/ Completed\.\n$/);
    expect(log).not.toContain(service.dataDir);
    await expectNothingLeft();
  });

  test.each([
    ['an unknown map', { file: replayBytes }, 'beatmap/not-found'],
    ['a skin that is not stored', { fields: { skin: 'Missing' } }, 'skin/not-found'],
  ] as const)('%s fails the job at once', async (_, submission, code) => {
    const id = await rendering.submit(submission);
    expect(await ended(id)).toMatchObject({ status: 'failed', error_code: code });
    expect(await attemptsAt(id)).toMatchObject({ attempts: 1 });
    expect(await rendering.log(id)).toMatch(new RegExp(` Failed: .* \\(${code}\\)\\n$`));
    await expectNothingLeft();
  });
});

describe('errors', () => {
  test('a killed render is retried and does not count as a render error', async () => {
    let renders = 0;
    rendering.through(() => async (task, hooks) => {
      const rendered = rendering.renderAnew(task, hooks);
      if (renders++ > 0) return rendered;
      rendered.catch(() => {});
      // As soon as it runs: on a busy machine, a report of the render may come after its end.
      await expect.poll(() => rendersOf(process.pid), { interval: 10 }).not.toEqual([]);
      for (const pid of rendersOf(process.pid)) process.kill(pid, 'SIGKILL');
      return rendered;
    });
    const id = await rendering.submit();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    expect(await attemptsAt(id)).toMatchObject({ attempts: 2, render_errors: 0 });
    expect(await rendering.log(id)).toMatch(
      /Interrupted; the job returns to the queue\.\n(.*\n)*.*Attempt 2 .*\n(.*\n)*.*Completed\.\n$/,
    );
    await expectNothingLeft();
  });

  test('a worker drops a render when another worker has claimed the job', async () => {
    const { jobs } = rendering.service;
    let claimed: Promise<unknown> | null = null;
    rendering.through((render) => async (task, hooks) => {
      const result = await render(task, hooks);
      claimed ??= jobs.attempts.claim(id);
      await claimed;
      return result;
    });
    const id = await rendering.submit();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    // The second attempt is the claim of this test; the third is the queue's retry.
    expect(await attemptsAt(id)).toMatchObject({ attempts: 3 });
    await expectNothingLeft();
  });

  test('a job that fails every time fails after three attempts, and other jobs continue', async () => {
    rendering.through((render) => (task, hooks) => {
      if (task.options.backgroundDim === 0.5) throw new Error('It is poisoned.');
      return render(task, hooks);
    });
    const [poisoned, other] = [await rendering.submit({ fields: { bg_dim: '0.5' } }), await rendering.submit()];
    expect(await ended(poisoned)).toMatchObject({
      status: 'failed',
      error_code: 'render/failed',
      error_message: 'It is poisoned.',
    });
    expect(await attemptsAt(poisoned)).toMatchObject({ attempts: 3, render_errors: 2 });
    expect(await ended(other)).toMatchObject({ status: 'completed' });
    await expectNothingLeft();
  });

  test('a temporary outage delays the job and does not count as a render error', async () => {
    let outages = 0;
    rendering.through((render) => (task, hooks) => {
      if (outages++ === 0) throw new Failure('storage/unavailable', 'The storage at 10.0.0.7 is unreachable.');
      return render(task, hooks);
    });
    const id = await rendering.submit();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    expect(await rendering.log(id)).toMatch(
      /failed: The storage .* The next attempt starts in 5 s\.\n.*Attempt 2 .*\n(.*\n)*.*Completed\.\n$/,
    );
    expect(await changesOf(id)).toMatchObject([
      { status: 'queued' },
      { status: 'downloading' },
      { status: 'rendering' },
      { status: 'queued', error_code: null },
      { status: 'downloading' },
      { status: 'rendering' },
      { status: 'completed' },
    ]);
    expect(await attemptsAt(id)).toEqual({ attempts: 2, render_errors: 0, outages: 1 });
    expect(await rendering.log(id)).not.toContain('10.0.0.7');
    await expectNothingLeft();
  });

  test('an outage of the storage after a render does not cost the render', async () => {
    const { storage } = rendering.service;
    let renders = 0;
    rendering.through((render) => (task, hooks) => {
      renders++;
      return render(task, hooks);
    });
    let outages = 0;
    const putFile = storage.putFile.bind(storage);
    const fault = vi.spyOn(storage, 'putFile').mockImplementation(async (key, ...rest) => {
      if (key.startsWith('videos/') && outages++ === 0) throw new Failure('storage/unavailable', 'SlowDown');
      return putFile(key, ...rest);
    });
    const id = await rendering.submit();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    fault.mockRestore();
    expect({ renders, outages }).toEqual({ renders: 1, outages: 2 });
    expect(await attemptsAt(id)).toEqual({ attempts: 1, render_errors: 0, outages: 0 });
    expect(await rendering.log(id)).toContain('The video could not be stored. Trying again.');
    await expectNothingLeft();
  });

  test('a worker starts no render while the service does not accept its reports, and finishes those that run', async () => {
    await rendering.stopWorker();
    const changes = new EventEmitter();
    let problem: Error | null = null;
    const reporting = watchReporting({
      log: createLog('silent'),
      async check() {
        if (problem !== null) throw problem;
      },
      wait: () => once(changes, 'check'),
    });
    await rendering.startWorker({ reporting });
    rendering.through((render) => async (task, hooks) => {
      problem = new Error('The WEBHOOK_SECRET differs.');
      changes.emit('check');
      await reporting.untilRefused(hooks.signal);
      return render(task, hooks);
    });
    const running = await rendering.submit();
    expect(await ended(running)).toMatchObject({ status: 'completed' });
    const waiting = await rendering.submit();
    const slots = () => rendering.service.database.db.selectFrom('workers').select('slots').execute();
    await vi.waitFor(async () => expect(await slots()).toEqual([{ slots: 0 }]), longWait);
    // The worker would take the job within a second.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await rendering.job(waiting)).toMatchObject({ status: 'queued' });

    rendering.through((render) => render);
    problem = null;
    changes.emit('check');
    expect(await ended(waiting)).toMatchObject({ status: 'completed' });
    expect(await attemptsAt(waiting)).toMatchObject({ attempts: 1 });
    expect(await slots()).toEqual([{ slots: 1 }]);
    reporting.stop();
    await rendering.stopWorker();
    await rendering.startWorker();
  });

  test('the log of a job does not say that it is completed while the service cannot be told', async () => {
    const { jobs } = rendering.service;
    const logs: string[] = [];
    await rendering.stopWorker();
    await rendering.startWorker({
      async complete(jobId, completion, options) {
        options.onRetry?.();
        await vi.waitFor(async () => {
          logs.push(await rendering.log(jobId));
          expect(logs.at(-1)).not.toMatch(/ Completed\.\n$/);
        }, longWait);
        return jobs.complete(jobId, completion, options);
      },
    });
    const id = await rendering.submit();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    expect(logs.at(-1)).toMatch(/ Not completed yet: the service could not be told\. Trying again\.\n$/);
    await vi.waitFor(async () => expect(await rendering.log(id)).toMatch(/ Completed\.\n$/), longWait);
    await rendering.stopWorker();
    await rendering.startWorker();
  });

  test('a worker that stops requeues its job, and the next worker renders it', async () => {
    let opened = () => {};
    const rendersNow = new Promise<void>((resolve) => {
      opened = resolve;
    });
    rendering.through((render) => (task, hooks) => {
      const options = { ...task.options, start: 0, end: 60_000 };
      return render({ ...task, options }, { ...hooks, onOpened: opened });
    });
    const id = await rendering.submit();
    await rendersNow;
    await rendering.stopWorker();
    expect(rendersOf(process.pid)).toEqual([]);
    expect(await rendering.service.tempFiles()).toEqual([]);
    expect(await rendering.job(id)).toMatchObject({ status: 'queued', progress: 0 });
    rendering.through((render) => render);
    await rendering.startWorker();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    await expectNothingLeft();
  });

  test('the render of a killed worker ends with it, and another worker claims the job within 30 seconds', async () => {
    const { service } = rendering;
    await rendering.stopWorker();
    const program = await buildProgram('test/support/processes/programs/run-worker.ts');
    const { url } = service.database;
    const worker = run(program, [url, service.dataDir, assets, childPrograms.render, childPrograms.set]);
    try {
      expect(await worker.answer).toBe('working');
      const id = await rendering.submit();
      await vi.waitFor(async () => expect((await rendering.job(id)).progress).toBeGreaterThan(0), longWait);
      const [render] = rendersOf(worker.pid);
      await worker.end('SIGKILL');
      await vi.waitFor(() => expect(isAlive(render ?? 0)).toBe(false), { timeout: 300_000 });

      const killedAt = performance.now();
      await rendering.startWorker();
      await vi.waitFor(async () => expect(await attemptsAt(id)).toMatchObject({ attempts: 2 }), longWait);
      expect(performance.now() - killedAt).toBeLessThan(30_000 + 10 * firstJobMs);
      expect(await ended(id)).toMatchObject({ status: 'completed' });

      // The next process that opens the folder removes its files.
      await (await openTempFolder(service.dataDir)).close();
      await expectNothingLeft();
    } finally {
      await worker.end('SIGKILL');
      await program.remove();
    }
  });
});
