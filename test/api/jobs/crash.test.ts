import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createLog } from '../../../src/log.ts';
import { connect, migrate, startEmbeddedPostgres } from '../../../src/service/database/index.ts';
import { createJobs } from '../../../src/service/jobs/index.ts';
import { submission } from '../../support/database/job-rows.ts';

const log = createLog('silent');

test('a database that is killed during many submissions loses no accepted job and leaks no slot', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-crash-'));
  const server = await startEmbeddedPostgres({ dataDir, log });
  const database = connect({ url: server.url, log, applicationName: 'test' });
  try {
    await migrate(database);
    const jobs = createJobs({ database, limits: { maxQueued: 60, maxRendering: 20, maxActivePerClient: 2 } });
    const accepted: string[] = [];
    let isOver = false;
    // Submits before, during and after the outages, independent of their length.
    const submitMany = async (worker: number) => {
      for (let i = 0, since = 0; since < 10; i += 1, since += isOver ? 1 : 0) {
        const job = await jobs.submit(submission({ client: `c${worker}-${i % 5}` }), () => delay(2)).catch(() => null);
        if (job !== null) accepted.push(job.id);
        await delay(10);
      }
    };
    const postmaster = async () =>
      Number.parseInt(await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8'), 10);
    const killTwice = async () => {
      for (let i = 0; i < 2; i += 1) {
        await delay(150);
        const killed = await postmaster();
        process.kill(killed, 'SIGKILL');
        await vi.waitFor(async () => expect(await postmaster()).not.toBe(killed), { timeout: 300_000 });
        await vi.waitFor(() => database.pool.query('select 1'), { timeout: 300_000 });
      }
    };
    const kills = killTwice().finally(() => {
      isOver = true;
    });
    await Promise.all([kills, ...Array.from({ length: 8 }, (_, worker) => submitMany(worker))]);

    await sql`update outbox set held_until = held_until - interval '1 hour'`.execute(database.db);
    await jobs.sweep();
    const rows = await database.db
      .selectFrom('jobs')
      .leftJoin('outbox', 'outbox.job_id', 'jobs.id')
      .select(['jobs.id', 'jobs.status', 'jobs.client', 'outbox.id as event', 'outbox.held_until'])
      .execute();
    const waiting = rows.filter((row) => row.status === 'queued');
    expect(waiting.every((row) => row.event !== null && row.held_until === null)).toBe(true);
    expect(rows.filter((row) => row.status !== 'queued').every((row) => row.event === null)).toBe(true);
    expect(waiting.map((row) => row.id)).toEqual(expect.arrayContaining(accepted));
    expect(accepted.length).toBeGreaterThan(0);
    expect(waiting.length).toBeLessThanOrEqual(60);
    for (const { client } of waiting) {
      expect(waiting.filter((row) => row.client === client).length).toBeLessThanOrEqual(2);
    }
    expect((await jobs.statistics()).jobsByStatus).toMatchObject({
      queued: waiting.length,
      failed: rows.length - waiting.length,
    });
  } finally {
    await database.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
