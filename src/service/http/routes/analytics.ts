import { Readable } from 'node:stream';
import type { z } from 'zod';
import { analytics, analyticsPending, artifactKeys } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import { analyticsOf } from '../../jobs/index.ts';
import type { StoredObject } from '../../storage/index.ts';
import type { App, Dependencies } from '../app.ts';
import { errorAnswers } from '../error-docs.ts';
import { knownJob } from '../known-job.ts';
import { jobParams } from './jobs.ts';

export function addAnalyticsRoute(app: App, { jobs, storage }: Dependencies): void {
  app.get(
    '/v1/jobs/:job_id/analytics',
    {
      schema: {
        tags: ['jobs'],
        summary: 'Replay analytics',
        description:
          'What the replay itself tells: totals, health bar, every cursor position and key press. Once the map is known ' +
          'and the play judged, also accuracy, unstable rate, every hit with its error and aim, and points over time.',
        params: jobParams,
        response: {
          200: analytics.describe('The analytics record.'),
          202: analyticsPending.describe('The analytics are still being extracted.'),
          ...errorAnswers('job/not-found', 'analytics/not-found'),
        } as Record<number, z.ZodType>,
      },
    },
    async ({ params }, reply) => {
      const job = await knownJob(jobs, params.job_id);
      const state = analyticsOf(job);
      if (state === 'pending') return reply.code(202).send({ status: 'pending', job_id: job.id });
      const record = state === 'ready' ? await storage.get(artifactKeys.analytics(job.id)) : null;
      if (record === null) throw new Failure('analytics/not-found');
      const opening = `{"job_id":"${job.id}","status":"${job.status}",`;
      return reply
        .type('application/json; charset=utf-8')
        .header('content-length', opening.length + record.sizeBytes - 1)
        .send(withOpening(opening, record));
    },
  );
}

/** The stored record as it is, except that its opening brace gives way to what is known about the job now. */
function withOpening(opening: string, { stream }: StoredObject): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.from(opening);
      let first = true;
      for await (const chunk of stream) {
        yield first ? chunk.subarray(1) : chunk;
        first = false;
      }
    })(),
    { objectMode: false },
  );
}
