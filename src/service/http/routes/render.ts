import { z } from 'zod';
import { jobCreated, settingsForm } from '../../../contract/index.ts';
import type { FailureCode } from '../../../failure.ts';
import type { App } from '../app.ts';
import { errorAnswers } from '../error-docs.ts';
import type { SubmitReplay } from '../submit-replay.ts';
import { addFormRoutes, readByHandler } from './forms.ts';

/** The form of a submission. */
export const renderForm = z.object({
  replay: z.string().meta({ format: 'binary', description: 'The replay: a file whose name ends in .osr.' }),
  ...settingsForm.shape,
});

/** Why a sound replay may yet not become a job. */
export const admissionFailures = [
  'limit/rate',
  'limit/active-jobs',
  'limit/queue-full',
  'limit/at-capacity',
  'storage/full',
  'upload/failed',
] as const satisfies FailureCode[];

/** Every way a submission can be refused. */
const submissionFailures = [
  'replay/wrong-extension',
  'replay/empty',
  'request/malformed',
  'request/timed-out',
  'replay/too-large',
  'request/too-large',
  'replay/unreadable',
  'replay/wrong-mode',
  'replay/no-frames',
  'request/unsupported-media-type',
  'request/invalid',
  ...admissionFailures,
] as const satisfies FailureCode[];

export const submissionErrors = errorAnswers(...submissionFailures);

const beatmapFailures = [
  'beatmap/wrong-extension',
  'beatmap/file-too-large',
  'beatmap/mismatch',
  'archive/too-large',
  'archive/unreadable',
  'archive/unsafe',
  'beatmap/too-slow',
] as const satisfies FailureCode[];

export function addRenderRoute(app: App, submitReplay: SubmitReplay): void {
  addFormRoutes(app, (scope) => {
    scope.post(
      '/v1/render',
      {
        validatorCompiler: readByHandler,
        schema: {
          tags: ['render'],
          summary: 'Submit a replay',
          description:
            'Queues a render and answers at once. Five submissions a minute and two unfinished jobs per client.',
          consumes: ['multipart/form-data'],
          body: renderForm.extend({
            beatmap: z.string().optional().meta({
              format: 'binary',
              description: 'The beatmap set, a file whose name ends in .osz, for a map that is on no mirror.',
            }),
          }),
          response: {
            202: jobCreated.describe('The job was queued.'),
            ...errorAnswers(...submissionFailures, ...beatmapFailures),
          },
        },
      },
      async (request, reply) => {
        const { id } = await submitReplay(request, reply, { takesBeatmap: true });
        return reply.code(202).send({ job_id: id, status: 'queued', links: { status: `/v1/jobs/${id}` } });
      },
    );
  });
}
