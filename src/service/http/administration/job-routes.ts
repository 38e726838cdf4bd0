import { z } from 'zod';
import type { Config } from '../../../config.ts';
import {
  type AdminDeadLetter,
  type AdminJob,
  artifactKeys,
  deadLettersBody,
  moveBody,
} from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import { deadLetterJson } from '../../administration/index.ts';
import type { Job } from '../../jobs/index.ts';
import type { App } from '../dependencies.ts';
import { findJob } from '../resources/find-job.ts';
import type { AdminRouteParts } from './parts.ts';

const listQuery = z.object({ list: z.enum(['active', 'failed']).default('active') });
const jobParams = z.object({ job_id: z.string() });
const maxActive = 200;
const maxFailed = 50;
/** The end of a log says why the job failed. */
const maxLogBytes = 256 * 1024;

/** The jobs in the queue, the last failures, and the jobs that the queue gave up on. */
export function addAdminJobRoutes(app: App, parts: AdminRouteParts): void {
  const { administration, actionsOf, config, jobs, storage } = parts;

  app.get(
    '/v1/admin/jobs',
    { schema: { querystring: listQuery } },
    async ({ query }): Promise<{ total: number; jobs: AdminJob[] }> => {
      if (query.list === 'failed') {
        const page = await jobs.list({ status: ['failed'], isCancelled: false, limit: maxFailed, offset: 0 });
        return { total: page.total, jobs: page.jobs.map((job) => adminJobOf(job, config)) };
      }
      const { jobsByStatus } = await jobs.statistics();
      const total = jobsByStatus.queued + jobsByStatus.downloading + jobsByStatus.rendering;
      const active = await jobs.listActive(maxActive);
      return { total, jobs: active.map((job) => adminJobOf(job, config)) };
    },
  );

  app.get('/v1/admin/jobs/:job_id/log', { schema: { params: jobParams } }, async (request, reply) => {
    const { id } = await findJob(jobs, request.params.job_id);
    const key = artifactKeys.log(id);
    const info = await storage.stat(key);
    if (info === null) throw new Failure('artifact/not-found');
    const { sizeBytes } = info;
    const range = sizeBytes > maxLogBytes ? { start: sizeBytes - maxLogBytes, end: sizeBytes - 1 } : null;
    const log = await storage.get(key, range === null ? {} : { range });
    if (log === null) throw new Failure('artifact/not-found');
    return reply.type('text/plain; charset=utf-8').send(log.stream);
  });

  app.post('/v1/admin/jobs/:job_id/cancel', { schema: { params: jobParams } }, async (request) => {
    const job = await findJob(jobs, request.params.job_id);
    return adminJobOf(await actionsOf(request).cancelJob(job), config);
  });
  app.post('/v1/admin/jobs/:job_id/retry', { schema: { params: jobParams } }, async (request) => {
    const job = await findJob(jobs, request.params.job_id);
    return adminJobOf(await actionsOf(request).retryJob(job), config);
  });
  app.post('/v1/admin/jobs/:job_id/move', { schema: { params: jobParams, body: moveBody } }, async (request) => {
    const job = await findJob(jobs, request.params.job_id);
    await actionsOf(request).moveJob(job, request.body.to);
    return adminJobOf(await findJob(jobs, job.id), config);
  });

  app.get('/v1/admin/dead-letters', async (): Promise<{ dead_letters: AdminDeadLetter[] }> => {
    return { dead_letters: (await administration.listDeadLetters()).map(deadLetterJson) };
  });
  app.post('/v1/admin/dead-letters/retry', { schema: { body: deadLettersBody } }, async (request) => {
    const letters = await actionsOf(request).retryDeadLetters(request.body.job_ids);
    return { job_ids: letters.map(({ jobId }) => jobId) };
  });
  app.post('/v1/admin/dead-letters/drop', { schema: { body: deadLettersBody } }, async (request) => {
    const letters = await actionsOf(request).dropDeadLetters(request.body.job_ids);
    return { job_ids: letters.map(({ jobId }) => jobId) };
  });
}

/** A job with what only operators see: its client, and the unmasked error. */
function adminJobOf(job: Job, { basePath }: Pick<Config, 'basePath'>): AdminJob {
  return {
    job_id: job.id,
    status: job.status,
    progress: job.progress,
    queue_position: job.queuePosition,
    client: job.client,
    player: job.replay.player,
    map_title: job.mapTitle,
    cost: job.cost,
    attempt: job.attempt,
    created_at: job.createdAt.toISOString(),
    updated_at: job.updatedAt.toISOString(),
    error_code: job.error?.code ?? null,
    error_message: job.error?.message ?? null,
    log_url: job.keys.log === null ? null : `${basePath}/v1/admin/jobs/${job.id}/log`,
  };
}
