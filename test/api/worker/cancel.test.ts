import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { jsonOf, newClient, post, replayForm } from '../../support/http/requests.ts';
import { assets, childPrograms } from '../../support/processes/built-files.ts';
import { buildProgram, run } from '../../support/processes/program.ts';
import {
  type Rendering,
  rendersOf,
  savedAnew,
  startRenderingService,
} from '../../support/service/rendering-service.ts';

/** A render starts slowly on a busy machine. */
const longWait = { timeout: 300_000, interval: 100 };
const often = { ...longWait, interval: 10 };

let rendering: Rendering;
beforeAll(async () => {
  rendering = await startRenderingService();
});
afterAll(() => rendering.stop());

async function submit(client: string): Promise<string> {
  const answer = await post(`${rendering.service.url}/v1/render`, replayForm({ file: savedAnew() }), { client });
  expect(answer.status).toBe(202);
  return (await jsonOf(answer)).job_id;
}

/** Pauses the renders of a process, so that they cannot end before they are cancelled. */
function pauseRenders(pid: number): number[] {
  const renders = rendersOf(pid);
  for (const render of renders) process.kill(render, 'SIGSTOP');
  return renders;
}

/** Cancels a job and waits for its render to end. claim-watch.test.ts tests how soon a worker notices. */
async function cancelAndWait(id: string, { client, pid }: { client: string; pid: number }): Promise<void> {
  const headers = { 'edge-connecting-ip': client };
  const answer = await fetch(`${rendering.service.url}/v1/jobs/${id}`, { method: 'DELETE', headers });
  expect(answer.status).toBe(200);
  await vi.waitFor(() => expect(rendersOf(pid)).toEqual([]), { timeout: 300_000, interval: 20 });
}

test('a cancelled render ends, leaves no files and frees its slot at once', async () => {
  const client = newClient();
  const id = await submit(client);
  await submit(client);
  // A job is `rendering` a moment before its render starts.
  await vi.waitFor(() => expect(pauseRenders(process.pid)).toHaveLength(1), often);
  expect(await rendering.job(id)).toMatchObject({ status: 'rendering' });

  await cancelAndWait(id, { client, pid: process.pid });
  const third = await submit(client);

  await vi.waitFor(async () => expect(await rendering.log(id)).toMatch(/ Cancelled\.\n$/), longWait);
  expect(await rendering.job(id)).toMatchObject({ status: 'failed', error_code: 'job/cancelled' });
  for (const name of ['videos', 'thumbnails']) {
    expect(await rendering.service.storage.stat(`${name}/${id}.${name === 'videos' ? 'mp4' : 'jpg'}`)).toBeNull();
  }
  await vi.waitFor(async () => expect(await rendering.job(third)).toMatchObject({ status: 'completed' }), longWait);
  await vi.waitFor(async () => expect(await rendering.service.tempFiles()).toEqual([]), longWait);
});

test('a job on another worker can be cancelled, too', async () => {
  const { service } = rendering;
  await rendering.stopWorker();
  const program = await buildProgram('test/support/processes/programs/run-worker.ts');
  const worker = run(program, [service.database.url, service.dataDir, assets, childPrograms.render, childPrograms.set]);
  try {
    expect(await worker.answer).toBe('working');
    const client = newClient();
    const id = await submit(client);
    await vi.waitFor(() => expect(pauseRenders(worker.pid)).toHaveLength(1), often);
    await cancelAndWait(id, { client, pid: worker.pid });
    await vi.waitFor(async () => expect(await rendering.log(id)).toMatch(/ Cancelled\.\n$/), longWait);
    await vi.waitFor(async () => expect(await service.tempFiles()).toEqual([]), longWait);

    // The worker is free for the next job.
    const next = await submit(client);
    await vi.waitFor(() => expect(pauseRenders(worker.pid)).toHaveLength(1), often);
    await cancelAndWait(next, { client, pid: worker.pid });
  } finally {
    await worker.end('SIGKILL');
    await program.remove();
    await rendering.startWorker();
  }
});
