import { z } from 'zod';
import type { Config } from '../../../../config.ts';
import { jobCreated, togetherForm } from '../../../../contract/index.ts';
import { maxTogether } from '../../../../game/together/index.ts';
import { callbackForm } from '../../callback-fields.ts';
import type { App } from '../../dependencies.ts';
import { errorSchemas } from '../../errors/error-schemas.ts';
import { megabytes } from '../../forms/file-field.ts';
import { addFormRoutes, skipValidation } from '../../forms/form-routes.ts';
import { idempotencyHeaders } from '../../idempotency/idempotency-key.ts';
import { sendCreatedJob } from '../../resources/job-json.ts';
import { maxTogetherBytes } from '../../submissions/replay-fields.ts';
import type { Submissions } from '../../submissions/submissions.ts';
import { beatmapFailures, beatmapForm, submissionFailures } from './render.ts';

const replaysForm = z.object({
  replay: z
    .array(z.string().meta({ format: 'binary' }))
    .min(2)
    .max(maxTogether)
    .describe(
      'The replays, files whose names end in .osr: the field is repeated. All are of one map, each is another one, and ' +
        'their order is the order of the players.',
    ),
  ...togetherForm.shape,
});

/** Adds the submission of several replays for one video. */
export function addTogetherRoute(app: App, submitTogether: Submissions['submitTogether'], config: Config): void {
  const { limits } = config;
  addFormRoutes(app, (scope) => {
    scope.post(
      '/v1/render/together',
      {
        config: { needsKey: true },
        validatorCompiler: skipValidation,
        schema: {
          operationId: 'submitTogether',
          tags: ['render'],
          summary: 'Submit several replays for one video',
          description:
            `Queues one video of 2 to ${maxTogether} replays of one map, with the limits of POST /v1/render; it counts as one ` +
            'submission and one job. The setting `layout` arranges them; the default is `ghosts`. The first replay describes ' +
            `the job, and \`players\` lists all. Each replay may have ${megabytes(limits.maxReplayBytes)} MB, and all together ` +
            `${megabytes(maxTogetherBytes(limits))} MB. If one of them is refused, the error names it, in \`errors\` as ` +
            '`replay.1`, `replay.2` …, and nothing is stored.',
          consumes: ['multipart/form-data'],
          headers: idempotencyHeaders,
          body: replaysForm.extend(beatmapForm.shape).extend(callbackForm.shape),
          response: {
            202: jobCreated.describe('The job was queued.'),
            ...errorSchemas(
              ...submissionFailures,
              ...beatmapFailures,
              'replay/unsupported-mods',
              'together/count',
              'together/other-clock',
              'together/other-map',
              'together/other-objects',
              'together/repeated',
              'together/too-large',
            ),
          },
        },
      },
      async (request, reply) => {
        const { id } = await submitTogether(request, reply);
        return sendCreatedJob(reply, id, config);
      },
    );
  });
}
