import { pipeline, type Readable, Transform } from 'node:stream';
import type { z } from 'zod';
import { analytics, analyticsPending, artifactKeys } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import { analyticsOf } from '../../jobs/index.ts';
import type { StoredObject } from '../../storage/index.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { errorSchemas } from '../errors/error-schemas.ts';
import { isNotModified } from '../requests/conditional-request.ts';
import { findJob } from '../resources/find-job.ts';
import { notModified } from '../responses/entity-tags.ts';
import { jobParams } from './jobs.ts';

export function addAnalyticsRoute(app: App, { jobs, storage }: Dependencies): void {
  app.get(
    '/v1/jobs/:job_id/analytics',
    {
      schema: {
        operationId: 'getAnalytics',
        tags: ['jobs'],
        summary: 'Replay analytics',
        description:
          'Data from the replay: totals, the health bar, all cursor positions and key presses. After a worker has judged ' +
          'the play on its map, also the accuracy, the unstable rate, every hit with its timing and aim error, and the ' +
          'performance points over time.',
        params: jobParams,
        response: {
          200: analytics.describe('The analytics record.'),
          202: analyticsPending.describe('The analytics are not available yet.'),
          ...notModified,
          ...errorSchemas('job/not-found', 'analytics/not-found', 'database/unavailable', 'storage/unavailable'),
        } as Record<number, z.ZodType>,
      },
    },
    async ({ params, headers }, reply) => {
      const job = await findJob(jobs, params.job_id);
      const state = analyticsOf(job);
      if (state === 'pending') return reply.code(202).send({ status: 'pending', job_id: job.id });
      const record = state === 'ready' ? await storage.get(artifactKeys.analytics(job.id)) : null;
      if (record === null) throw new Failure('analytics/not-found');
      // The record starts with the status of the job, which changes more often than the stored rest.
      const etag = `W/${record.etag.replace(/"$/, `-${job.status}"`)}`;
      reply.headers({ etag, 'cache-control': 'no-cache', 'content-type': 'application/json; charset=utf-8' });
      if (isNotModified({ etag }, headers)) {
        record.stream.destroy();
        return reply.code(304).send();
      }
      const opening = `{"job_id":"${job.id}","status":"${job.status}",`;
      return reply.header('content-length', opening.length + record.sizeBytes - 1).send(withOpening(opening, record));
    },
  );
}

/**
 * The stored JSON object with the current fields of the job in place of its opening brace. It closes the stored object also if
 * none of it is read, which an async generator that never starts would not do.
 */
function withOpening(opening: string, { stream }: StoredObject): Readable {
  let isFirst = true;
  const replaceBrace = new Transform({
    transform(chunk: Buffer, _, done) {
      if (isFirst) this.push(opening);
      done(null, isFirst ? chunk.subarray(1) : chunk);
      isFirst = false;
    },
  });
  return pipeline(stream, replaceBrace, () => {});
}
