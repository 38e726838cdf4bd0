import { job, jobCreated } from '../../../contract/index.ts';
import type { App, Dependencies } from '../app.ts';
import { clientIdentity } from '../client.ts';
import { errorAnswers } from '../error-docs.ts';
import { jobView } from '../job-view.ts';
import { knownJob } from '../known-job.ts';
import { enforceRate } from '../rate-headers.ts';
import { createRateLimiter } from '../rate-limiter.ts';
import { submissionRate } from '../submit-replay.ts';
import { jobParams } from './jobs.ts';
import { admissionFailures } from './render.ts';

const maxBodyBytes = 64 * 1024;

/** What the client that made a job may do with it. */
export function addCancelAndRetryRoutes(app: App, dependencies: Dependencies): void {
  const { config, database, jobs, metrics, storage } = dependencies;
  const clientOf = clientIdentity(config.trustedProxies);
  const limiter = createRateLimiter({ pool: database.pool, ...submissionRate });

  app.register(async (scope: App) => {
    // Neither has a body, and whatever type an empty one is said to have is all right.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, async () => undefined);

    scope.delete(
      '/v1/jobs/:job_id',
      {
        schema: {
          tags: ['jobs'],
          summary: 'Cancel a job',
          description:
            'Ends a job that has not ended: it is failed with the error code `job/cancelled`, and its slot is free at ' +
            'once. Only for the client that made it. Cancelling it again changes nothing.',
          params: jobParams,
          response: {
            200: job.describe('The job as it is now.'),
            ...errorAnswers('job/not-yours', 'job/not-found', 'job/finished'),
          },
        },
      },
      async ({ params, raw }) => {
        const found = await knownJob(jobs, params.job_id);
        return jobView(await jobs.cancel(found, { client: clientOf(raw) }), config);
      },
    );

    scope.post(
      '/v1/jobs/:job_id/retry',
      {
        schema: {
          tags: ['jobs'],
          summary: 'Try a failed job again',
          description:
            'Submits the replay of a failed job once more, with the same settings: a new job, to which all limits of a ' +
            'submission apply. Only for the client that made it.',
          params: jobParams,
          response: {
            202: jobCreated.describe('The new job was queued.'),
            ...errorAnswers(
              'job/not-yours',
              'job/not-found',
              'job/not-failed',
              'replay/not-stored',
              ...admissionFailures,
            ),
          },
        },
      },
      async ({ params, raw }, reply) => {
        const client = clientOf(raw);
        const { id } = await jobs.retry(await knownJob(jobs, params.job_id), {
          asker: { client },
          storage,
          async beforeAdmission() {
            const rate = await limiter.take(client);
            if (!rate.allowed) metrics.rateLimitRefused('render');
            enforceRate(reply, rate);
          },
        });
        return reply.code(202).send({ job_id: id, status: 'queued', links: { status: `/v1/jobs/${id}` } });
      },
    );
  });
}
