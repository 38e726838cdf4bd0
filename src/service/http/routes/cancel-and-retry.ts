import { job, jobCreated } from '../../../contract/index.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { errorSchemas } from '../errors/error-schemas.ts';
import { createClientIdentifier } from '../limits/client-identity.ts';
import { enforceRateLimit } from '../limits/enforce-rate-limit.ts';
import { applyVideoLimits } from '../limits/video-limits.ts';
import { createOriginCheck } from '../requests/origin-check.ts';
import { findJob } from '../resources/find-job.ts';
import { jobCreatedJson, jobJson } from '../resources/job-json.ts';
import { createSubmissionLimiter } from '../submit-replay.ts';
import { jobParams } from './jobs.ts';
import { admissionFailures } from './render.ts';

const maxBodyBytes = 64 * 1024;

/** The actions that only the client which submitted a job may take. */
export function addCancelAndRetryRoutes(app: App, dependencies: Dependencies): void {
  const { config, jobs, metrics, storage } = dependencies;
  const identifyClient = createClientIdentifier(config);
  const limiter = createSubmissionLimiter(dependencies);
  const checkOrigin = createOriginCheck(config);

  app.register(async (scope: App) => {
    scope.addHook('onRequest', async ({ raw }) => {
      checkOrigin(raw.headers);
      // Neither route has a body, so its media type does not matter; Fastify would refuse one that it cannot parse.
      delete raw.headers['content-type'];
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, async () => undefined);

    scope.delete(
      '/v1/jobs/:job_id',
      {
        schema: {
          tags: ['jobs'],
          summary: 'Cancel a job',
          description:
            'Cancels an unfinished job. Its status becomes failed, with the error code `job/cancelled`, and it no longer ' +
            'counts as an unfinished job of the client. Only the client that submitted the job may cancel it. ' +
            'Cancelling a cancelled job has no effect.',
          params: jobParams,
          response: {
            200: job.describe('The cancelled job.'),
            ...errorSchemas(
              'job/not-yours',
              'request/foreign-origin',
              'job/not-found',
              'job/finished',
              'database/unavailable',
            ),
          },
        },
      },
      async ({ params, raw }) => {
        const found = await findJob(jobs, params.job_id);
        return jobJson(await jobs.cancel(found, { client: identifyClient(raw) }), config);
      },
    );

    scope.post(
      '/v1/jobs/:job_id/retry',
      {
        schema: {
          tags: ['jobs'],
          summary: 'Retry a failed job',
          description:
            'Submits the replay of a failed job again, with the same settings. This creates a new job, to which all limits ' +
            'of a submission apply. Only the client that submitted the job may retry it.',
          params: jobParams,
          response: {
            202: jobCreated.describe('The new job was queued.'),
            ...errorSchemas(
              'job/not-yours',
              'request/foreign-origin',
              'job/not-found',
              'job/not-failed',
              'replay/not-stored',
              'request/invalid',
              'storage/unavailable',
              ...admissionFailures,
            ),
          },
        },
      },
      async ({ params, raw }, reply) => {
        const client = identifyClient(raw);
        const failed = await findJob(jobs, params.job_id);
        const { id } = await jobs.retry(failed, {
          requester: { client },
          storage,
          async beforeAdmission() {
            applyVideoLimits(failed.options, config.limits);
            const rate = await limiter.consume(client);
            enforceRateLimit(reply, rate, () => metrics.rateLimitRefused('render'));
          },
        });
        return reply.code(202).send(jobCreatedJson(id, config));
      },
    );
  });
}
