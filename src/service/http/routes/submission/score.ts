import { z } from 'zod';
import {
  type FieldError,
  type FormTexts,
  jobCreated,
  parseScore,
  readSubmittedSettings,
  submittedSettings,
} from '../../../../contract/index.ts';
import { Failure } from '../../../../failure.ts';
import { callbackForm } from '../../callback-fields.ts';
import { createClientReader } from '../../clients/request-client.ts';
import type { App, Dependencies } from '../../dependencies.ts';
import { errorSchemas } from '../../errors/error-schemas.ts';
import { InvalidRequest } from '../../errors/invalid-request.ts';
import { skipValidation } from '../../forms/form-routes.ts';
import { idempotencyHeaders } from '../../idempotency/idempotency-key.ts';
import { enforceRateLimit } from '../../limits/enforce-rate-limit.ts';
import { createRateLimiter } from '../../limits/rate-limiter.ts';
import { withRetryAfter } from '../../limits/retry-after.ts';
import { requireUnencoded } from '../../requests/require-unencoded.ts';
import { sendCreatedJob } from '../../resources/job-json.ts';
import type { ScoreBody, Submissions } from '../../submissions/submissions.ts';
import { admissionFailures } from './render.ts';

const maxBodyBytes = 64 * 1024;

const scoreBody = z
  .object({
    score: z
      .union([z.string(), z.int()])
      .describe(
        'The id of a score of osu!standard on osu!, or the link to its page, such as https://osu.ppy.sh/scores/123.',
      ),
    ...submittedSettings.partial().shape,
    callback_url: callbackForm.shape.callback_url,
    metadata: z.unknown().optional().meta({ description: callbackForm.shape.metadata.description }),
  })
  .meta({
    example: { score: 'https://osu.ppy.sh/scores/4429758207', resolution: '1080p', settings: { cursor_size: 1.5 } },
  });

/** More than the osu! API allows the whole service. */
const fetchesPerMinute = 20;
/** How long a browser keeps a replay, which never changes: while it is looked at, before it is uploaded. */
const keptSeconds = 600;

/** Submits the replays of scores on osu!, and sends them to the page, which shows a replay before it is submitted. */
export function addScoreRoutes(
  app: App,
  submitScore: Submissions['submitScore'],
  { config, database, metrics, scores }: Dependencies,
): void {
  const readClient = createClientReader(config);
  const limiter = createRateLimiter({ pool: database.pool, name: 'scores', perMinute: fetchesPerMinute });

  app.get(
    '/v1/scores/:score/replay',
    {
      config: { needsKey: true },
      schema: {
        operationId: 'getScoreReplay',
        tags: ['play'],
        summary: 'The replay of a score',
        description:
          'The .osr file of a score on osu!, for a page that shows it before it is submitted. Each client may request ' +
          `${fetchesPerMinute} per minute.`,
        params: z.object({
          score: z
            .string()
            .describe('The id of a score of osu!standard; older ids, as in /scores/osu/123, as osu-123.'),
        }),
        response: {
          200: {
            description: 'The content of the file.',
            content: { 'application/octet-stream': { schema: z.string().meta({ format: 'binary' }) } },
          },
          ...errorSchemas(
            'score/not-configured',
            'score/no-replay',
            'score/refused',
            'score/unavailable',
            'replay/too-large',
            'request/invalid',
            'key/required',
            'limit/rate',
            'database/unavailable',
          ),
        },
      },
    },
    async (request, reply) => {
      if (scores === null) throw new Failure('score/not-configured');
      const { score: name } = request.params;
      const score = parseScore(name.replace(/^osu-/, ''));
      if (score === null) throw new InvalidRequest([{ field: 'score', message: scoreError }]);
      const rate = await limiter.consume(readClient(request).client);
      enforceRateLimit(reply, rate, () => metrics.rateLimitRefused('scores'));
      const isLegacy = name.startsWith('osu-');
      const bytes = await scores.fetch({ ...score, isLegacy }).catch(withRetryAfter(reply));
      return reply
        .type('application/octet-stream')
        .header('cache-control', `private, max-age=${keptSeconds}`)
        .send(bytes as never);
    },
  );

  app.register(async (scope: App) => {
    scope.addHook('preParsing', async (request, reply) => requireUnencoded(request, reply));
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: maxBodyBytes },
      async (_: unknown, body: string) => body,
    );
    scope.post(
      '/v1/render/score',
      {
        config: { needsKey: true },
        // The handler validates the body.
        validatorCompiler: skipValidation,
        schema: {
          operationId: 'submitScore',
          tags: ['render'],
          summary: 'Submit the replay of a score',
          description:
            'Fetches the replay of a score from the osu! API and queues a render, with the limits of POST /v1/render. ' +
            'The other keys of the body are the fields of its form. Only a service with credentials of the osu! API can do so.',
          headers: idempotencyHeaders,
          body: scoreBody,
          response: {
            202: jobCreated.describe('The job was queued.'),
            ...errorSchemas(
              'score/not-configured',
              'score/no-replay',
              'score/refused',
              'score/unavailable',
              'request/malformed',
              'request/invalid',
              'request/too-large',
              'request/unsupported-media-type',
              'request/unsupported-encoding',
              'replay/empty',
              'replay/too-large',
              'replay/unreadable',
              'replay/wrong-mode',
              'replay/no-frames',
              'replay/too-slow',
              ...admissionFailures,
            ),
          },
        },
      },
      async (request, reply) => {
        const { headers, body } = request;
        const { id } = await submitScore(request, reply, () =>
          readBody(headers['content-type'] ?? '', body as unknown),
        );
        return sendCreatedJob(reply, id, config);
      },
    );
  });
}

function readBody(type: string, body: unknown): ScoreBody {
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new Failure('request/unsupported-media-type');
  const texts = textsOf(parseJson(body));
  const score = parseScore(texts.get('score')?.[0] ?? '');
  const read = readSubmittedSettings(texts);
  const errors: FieldError[] = 'errors' in read ? [...read.errors] : [];
  if (score === null) errors.unshift({ field: 'score', message: scoreError });
  if (score === null || errors.length > 0) throw new InvalidRequest(errors);
  return { score, texts };
}

const scoreError =
  'Must be the id of a score of osu!standard, or a link to one such as https://osu.ppy.sh/scores/4429758207.';

function parseJson(body: unknown): object {
  try {
    const value: unknown = JSON.parse(String(body));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {}
  throw new InvalidRequest([{ field: 'body', message: 'Must be a JSON object.' }]);
}

/** The values of a JSON object as the texts of a form, which are read by the same rules. */
function textsOf(json: object): FormTexts {
  return new Map(
    Object.entries(json).map(([name, value]) => [name, [typeof value === 'string' ? value : JSON.stringify(value)]]),
  );
}
