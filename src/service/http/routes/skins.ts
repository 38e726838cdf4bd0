import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { skinList, skinUploaded } from '../../../contract/index.ts';
import type { App, Dependencies } from '../app.ts';
import { clientIdentity } from '../limits/client-identity.ts';
import { errorAnswers } from '../errors/error-schemas.ts';
import { fileRule } from '../forms/file-field.ts';
import { type ReceivedFile, withForm } from '../forms/receive-form.ts';
import { inField } from '../errors/invalid-request.ts';
import { limitConcurrency } from '../limits/limit-concurrency.ts';
import { enforceRate } from '../limits/enforce-rate-limit.ts';
import { createRateLimiter, type RateLimiter } from '../limits/rate-limiter.ts';
import { addFormRoutes, readByHandler } from '../forms/form-routes.ts';
import { legacySchema, supersededBy } from './legacy.ts';

const uploadsPerMinute = 2;
const legacyUploadsPerMinute = 5;
/** Unpacking a skin to see whether it is sound takes a processor for seconds. */
const checksAtATime = 2;

/** Lists and takes skins, under the paths of both interfaces. */
export function addSkinRoutes(app: App, dependencies: Dependencies): void {
  const { config, database, metrics, skins, timeouts, tempFolder } = dependencies;
  const clientOf = clientIdentity(config.trustedProxies);
  const checking = limitConcurrency(checksAtATime);
  const rule = fileRule({
    ...{ field: 'skin', extension: '.osk', maxBytes: config.limits.maxSkinBytes },
    ...{ wrongExtension: 'skin/wrong-extension', tooLarge: 'skin/too-large' },
  });
  // One name, and so one count: a client that has used up the smaller limit may still have something of the larger.
  const limiter = (perMinute: number) => createRateLimiter({ pool: database.pool, name: 'skins', perMinute });

  const list = async () => ({ skins: await skins.list() });
  const listSchema = { response: { 200: skinList.describe('The skins.'), ...errorAnswers('storage/unavailable') } };
  app.get(
    '/v1/skins',
    {
      schema: { tags: ['skins'], summary: 'List skins', description: 'All skins a render may ask for.', ...listSchema },
    },
    list,
  );
  app.get(
    '/skins',
    { ...supersededBy('/v1/skins'), schema: { ...legacySchema('List skins', 'As GET /v1/skins.'), ...listSchema } },
    list,
  );

  addFormRoutes(app, (scope) => {
    scope.post(
      '/v1/skins/upload',
      {
        validatorCompiler: readByHandler,
        schema: {
          tags: ['skins'],
          summary: 'Upload a skin',
          description: 'Takes an .osk file, a ZIP archive, and stores it under its file name. Two a minute per client.',
          ...uploadSchema,
        },
      },
      upload(limiter(uploadsPerMinute)),
    );
    scope.post(
      '/skins/upload',
      {
        ...supersededBy('/v1/skins/upload'),
        validatorCompiler: readByHandler,
        schema: {
          ...legacySchema('Upload a skin', 'As POST /v1/skins/upload. Five a minute per client.'),
          ...uploadSchema,
        },
      },
      upload(limiter(legacyUploadsPerMinute)),
    );
  });

  function upload(rate: RateLimiter) {
    return (request: FastifyRequest, reply: FastifyReply) => {
      const client = clientOf(request.raw);
      return withForm(
        request,
        { file: rule },
        {
          reader: { tempFolder, idleMs: timeouts.idleMs },
          use: ({ file }) => take(file, { client, reply, rate }),
        },
      );
    };
  }

  /**
   * A skin that is refused uses nothing up, as a replay does. But to see whether it is sound costs much more than to
   * count, so whoever is over the limit already is told before.
   */
  async function take(
    file: ReceivedFile,
    { client, reply, rate }: { client: string; reply: FastifyReply; rate: RateLimiter },
  ) {
    const before = await rate.peek(client);
    if (!before.allowed) refuse(before);
    const skin = await checking(() => skins.check({ path: file.path, fileName: file.name })).catch(inField('skin'));
    const state = await rate.take(client);
    if (!state.allowed) refuse(state);
    enforceRate(reply, state);
    return skins.store(skin, client);

    function refuse(state: typeof before): void {
      metrics.rateLimitRefused('skins');
      enforceRate(reply, state);
    }
  }
}

const uploadSchema = {
  consumes: ['multipart/form-data'],
  body: z.object({
    skin: z.string().meta({ format: 'binary', description: 'The skin, a ZIP archive whose name ends in .osk.' }),
  }),
  response: {
    200: skinUploaded.describe('The skin can be used.'),
    ...errorAnswers(
      'skin/wrong-extension',
      'request/malformed',
      'request/timed-out',
      'skin/name-taken',
      'skin/too-large',
      'request/too-large',
      'skin/wrong-magic',
      'request/unsupported-media-type',
      'request/invalid',
      'skin/damaged',
      'skin/encrypted',
      'skin/link',
      'skin/name-invalid',
      'skin/name-reserved',
      'skin/nested-archive',
      'skin/too-compressed',
      'skin/too-deep',
      'skin/too-many-entries',
      'skin/unpacks-too-large',
      'skin/unsafe-path',
      'limit/rate',
      'skin/too-slow',
      'storage/full',
    ),
  },
};
