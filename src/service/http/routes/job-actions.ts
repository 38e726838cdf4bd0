import type { FastifyReply, FastifyRequest } from 'fastify';
import { job, jobCreated } from '../../../contract/index.ts';
import type { Job } from '../../jobs/index.ts';
import type { BeatmapUploads } from '../beatmap-uploads.ts';
import { createClientReader, type RequestClient } from '../clients/request-client.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { errorSchemas } from '../errors/error-schemas.ts';
import { skipValidation } from '../forms/form-routes.ts';
import { isMultipart, type ReceivedFile, receiveForm } from '../forms/receive-form.ts';
import { createRunOnce, idempotencyHeaders } from '../idempotency/idempotency-key.ts';
import { enforceRateLimit } from '../limits/enforce-rate-limit.ts';
import type { RateState } from '../limits/rate-limiter.ts';
import { createUploadLimit } from '../limits/upload-limit.ts';
import { applyVideoLimits } from '../limits/video-limits.ts';
import { addOwnerRoutes } from '../requests/owner-routes.ts';
import { requireUnencoded } from '../requests/require-unencoded.ts';
import { findJob } from '../resources/find-job.ts';
import { jobJson, sendCreatedJob } from '../resources/job-json.ts';
import { createSubmissionLimiter, type SubmittedJob } from '../submissions/submissions.ts';
import { jobParams } from './jobs.ts';
import { admissionFailures, beatmapFailures, beatmapForm } from './submission/render.ts';

/** Each may have 100 MB. */
const maxUploadsPerClient = 20;

/** The actions that only the client which submitted a job may take. */
export function addJobActionRoutes(app: App, dependencies: Dependencies, beatmapUploads: BeatmapUploads): void {
  const { config, jobs, metrics, storage, tempFolder, timeouts } = dependencies;
  const readClient = createClientReader(config);
  const limiter = createSubmissionLimiter(dependencies);
  const runOnce = createRunOnce(dependencies.database);
  const uploads = createUploadLimit(config, maxUploadsPerClient);

  addOwnerRoutes(app, config, (scope) => {
    scope.delete(
      '/v1/jobs/:job_id',
      {
        schema: {
          operationId: 'cancelJob',
          tags: ['jobs'],
          summary: 'Cancel a job',
          description:
            'Cancels an unfinished job. Its status becomes failed, with the error code `job/cancelled`, and it no longer ' +
            'counts as an unfinished job of the client. Only the client that submitted the job may cancel it, ' +
            'and a key also cancels those of its users. ' +
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
      async (request) => {
        const client = readClient(request);
        const found = await findJob(jobs, request.params.job_id);
        return jobJson(await jobs.cancel(found, client), config, client);
      },
    );

    scope.delete(
      '/v1/jobs/:job_id/artifacts',
      {
        schema: {
          operationId: 'removeJobFiles',
          tags: ['jobs'],
          summary: 'Remove the files of a job',
          description:
            'Removes the video and all other files of a finished job, its replay included. The job itself stays, with the ' +
            'time in `purged_at`, and cannot be retried. Only the client that submitted the job may remove them. Removing ' +
            'them again has no effect.',
          params: jobParams,
          response: {
            200: job.describe('The job without its files.'),
            ...errorSchemas(
              'job/not-yours',
              'request/foreign-origin',
              'job/not-found',
              'job/unfinished',
              'storage/unavailable',
              'database/unavailable',
            ),
          },
        },
      },
      async (request) => {
        const client = readClient(request);
        const found = await findJob(jobs, request.params.job_id);
        return jobJson(await jobs.removeArtifacts(found, { requester: client, storage }), config, client);
      },
    );

    scope.post(
      '/v1/jobs/:job_id/retry',
      {
        config: { needsKey: true },
        validatorCompiler: skipValidation,
        schema: {
          operationId: 'retryJob',
          tags: ['jobs'],
          summary: 'Retry a failed job',
          description:
            'Submits the replay of a failed job again, with the same settings. This creates a new job, to which all limits ' +
            'of a submission apply, unless an earlier retry has created one that has not failed: the response then names ' +
            'that job. Only the client that submitted the job may retry it. The body is optional: a form with ' +
            'a beatmap set renders the new job with that set, for a job that failed because its map is missing.',
          consumes: ['multipart/form-data'],
          params: jobParams,
          headers: idempotencyHeaders,
          body: beatmapForm,
          response: {
            202: jobCreated.describe('The new job was queued.'),
            ...errorSchemas(
              'job/not-yours',
              'request/foreign-origin',
              'job/not-found',
              'job/not-failed',
              'replay/not-stored',
              'request/invalid',
              'request/malformed',
              'request/no-boundary',
              'request/timed-out',
              'limit/uploads',
              'request/too-large',
              'request/unsupported-encoding',
              'storage/unavailable',
              ...beatmapFailures,
              ...admissionFailures,
            ),
          },
        },
      },
      async (request, reply) => {
        // Identified first: a client that disconnects later has no address, but must still be counted.
        const client = readClient(request);
        const failed = await findJob(jobs, request.params.job_id);
        // Refuse before a large upload what can be refused without it.
        await jobs.requireRetryable(failed, { requester: client, storage });
        applyVideoLimits(failed.options, config.limits);
        const retryWith = (beatmap: ReceivedFile | null) =>
          runOnce({ request, reply, client: client.client, content: { files: [beatmap] } }, (jobId) =>
            retry(failed, beatmap, { client, reply, jobId }),
          );
        const { id } = await (isMultipart(request) ? receiveBeatmap(request, reply, retryWith) : retryWith(null));
        return sendCreatedJob(reply, id, config);
      },
    );
  });

  function receiveBeatmap<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    use: (beatmap: ReceivedFile | null) => Promise<T>,
  ): Promise<T> {
    requireUnencoded(request, reply);
    const files = { optional: beatmapUploads.field };
    const reader = { tempFolder, idleMs: timeouts.idleMs, uploads };
    return receiveForm(request, files, { reader, use: ({ attachment }) => use(attachment) });
  }

  async function retry(failed: Job, beatmap: ReceivedFile | null, sender: Sender): Promise<SubmittedJob> {
    const { client, reply, jobId } = sender;
    const enforceLimit = (rate: RateState) => enforceRateLimit(reply, rate, () => metrics.rateLimitRefused('render'));
    // Check the rate limit first: validating a beatmap set is expensive.
    if (beatmap !== null) {
      const rate = await limiter.peek(client);
      if (!rate.isAllowed) enforceLimit(rate);
    }
    const set = beatmap && (await beatmapUploads.validate(beatmap, failed.replay.beatmapMd5));
    enforceLimit(await limiter.consume(client));
    const newSet = beatmap && set && { ...set, path: beatmap.path };
    const { id } = await jobs.retry(failed, { requester: client, storage, beatmap: newSet, id: jobId });
    return { id };
  }
}

interface Sender {
  readonly client: RequestClient;
  readonly reply: FastifyReply;
  /** The id of the new job, if it is given. */
  readonly jobId: string | undefined;
}
