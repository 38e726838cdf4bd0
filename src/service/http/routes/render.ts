import { z } from 'zod';
import { chosenSettings, defaultRenderSettings, jobCreated, renderSettings } from '../../../contract/index.ts';
import type { FailureCode } from '../../../failure.ts';
import type { App } from '../app.ts';
import { errorAnswers } from '../error-docs.ts';
import type { SubmitReplay } from '../submit-replay.ts';
import { addFormRoutes, readByHandler } from './forms.ts';

const { shape } = renderSettings;
const preset = defaultRenderSettings;

export const renderForm = z.object({
  replay: z.string().meta({ format: 'binary', description: 'The replay, a file whose name ends in .osr.' }),
  skin: shape.skin.regex(/^[a-zA-Z0-9_ -]+$/).default(preset.skin),
  bg_dim: z
    .number()
    .min(0)
    .max(100)
    .default(preset.bg_dim)
    .describe('How much the background is darkened, from 0.0 to 1.0; above 1 it is read as a percentage.'),
  resolution: shape.resolution.default(preset.resolution),
  motion_blur: shape.motion_blur.default(preset.motion_blur),
  storyboard: shape.storyboard.default(preset.storyboard),
  video: shape.video.default(preset.video),
  snaking_in: shape.snaking_in.default(preset.snaking_in),
  snaking_out: shape.snaking_out.default(preset.snaking_out),
  hit_error_meter: shape.hit_error_meter.default(preset.hit_error_meter),
  key_overlay: shape.key_overlay.default(preset.key_overlay),
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
            settings: chosenSettings
              .optional()
              .describe('Everything else that can be chosen, as one JSON object; see docs/settings.md.'),
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
