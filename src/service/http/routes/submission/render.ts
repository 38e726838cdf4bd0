import { z } from 'zod';
import type { Config } from '../../../../config.ts';
import { jobCreated, settingsForm } from '../../../../contract/index.ts';
import type { FailureCode } from '../../../../failure.ts';
import { callbackForm } from '../../callback-fields.ts';
import type { App } from '../../dependencies.ts';
import { errorSchemas, uploadRestrictions } from '../../errors/error-schemas.ts';
import { addFormRoutes, skipValidation } from '../../forms/form-routes.ts';
import { idempotencyFailures, idempotencyHeaders } from '../../idempotency/idempotency-key.ts';
import { sendCreatedJob } from '../../resources/job-json.ts';
import type { SubmitReplay } from '../../submissions/submissions.ts';

/** The form of a submission. */
export const renderForm = z.object({
  replay: z.string().meta({ format: 'binary', description: 'The replay: a file whose name ends in .osr.' }),
  ...settingsForm.shape,
});

/** The form of an uploaded beatmap set. */
export const beatmapForm = z.object({
  beatmap: z.string().optional().meta({
    format: 'binary',
    description: 'The beatmap set, for a map that no mirror has: a file whose name ends in .osz.',
  }),
});

/** Failures of a valid submission that the limits or the storage refuse. */
export const admissionFailures = [
  'key/required',
  'limit/rate',
  'limit/active-jobs',
  'limit/queue-full',
  'limit/at-capacity',
  ...uploadRestrictions,
  'blocked/player',
  'storage/full',
  'upload/failed',
  'database/unavailable',
  ...idempotencyFailures,
] as const satisfies FailureCode[];

/** Failures of a submission, whichever interface receives it. */
export const submissionFailures = [
  'replay/wrong-extension',
  'replay/empty',
  'request/malformed',
  'request/no-boundary',
  'request/timed-out',
  'limit/uploads',
  'replay/too-large',
  'request/too-large',
  'replay/unreadable',
  'replay/wrong-mode',
  'replay/no-frames',
  'replay/too-slow',
  'request/unsupported-media-type',
  'request/unsupported-encoding',
  'request/invalid',
  ...admissionFailures,
] as const satisfies FailureCode[];

export const submissionErrors = errorSchemas(...submissionFailures);

/** Failures of an uploaded beatmap set. */
export const beatmapFailures = [
  'beatmap/wrong-extension',
  'beatmap/file-too-large',
  'beatmap/mismatch',
  'archive/too-large',
  'archive/unreadable',
  'archive/unsafe',
  'beatmap/too-slow',
] as const satisfies FailureCode[];

export function addRenderRoute(app: App, submitReplay: SubmitReplay, config: Config): void {
  const { limits } = config;
  addFormRoutes(app, (scope) => {
    scope.post(
      '/v1/render',
      {
        config: { needsKey: true },
        validatorCompiler: skipValidation,
        schema: {
          operationId: 'submitReplay',
          tags: ['render'],
          summary: 'Submit a replay',
          description:
            'Queues a render and responds immediately. Each client may submit ' +
            `${limits.submissionsPerMinute} replays per minute and have ${limits.maxActivePerClient} unfinished jobs. ` +
            `A video may have at most ${limits.maxResolution}, ${limits.maxFps} frames per second and ` +
            `${limits.maxVideoSeconds} seconds.`,
          consumes: ['multipart/form-data'],
          headers: idempotencyHeaders,
          body: renderForm.extend(beatmapForm.shape).extend(callbackForm.shape),
          response: {
            202: jobCreated.describe('The job was queued.'),
            ...errorSchemas(...submissionFailures, ...beatmapFailures),
          },
        },
      },
      async (request, reply) => {
        const { id } = await submitReplay(request, reply, { acceptsBeatmap: true, acceptsCallback: true });
        return sendCreatedJob(reply, id, config);
      },
    );
  });
}
