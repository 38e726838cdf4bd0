import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { skinList, skinRemoved, skinUploaded } from '../../../contract/index.ts';
import { limitConcurrency } from '../../../limit-concurrency.ts';
import { createClientReader, type RequestClient } from '../clients/request-client.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { errorSchemas, uploadRestrictions } from '../errors/error-schemas.ts';
import { inField } from '../errors/invalid-request.ts';
import { fileField } from '../forms/file-field.ts';
import { addFormRoutes, skipValidation } from '../forms/form-routes.ts';
import { type ReceivedFile, receiveForm } from '../forms/receive-form.ts';
import { createRunOnce, idempotencyFailures, idempotencyHeaders } from '../idempotency/idempotency-key.ts';
import { type ClientLimiter, createClientLimiter } from '../limits/client-limiter.ts';
import { enforceRateLimit } from '../limits/enforce-rate-limit.ts';
import type { RateState } from '../limits/rate-limiter.ts';
import { createUploadLimit } from '../limits/upload-limit.ts';
import { createOriginCheck } from '../requests/origin-check.ts';
import { addOwnerRoutes } from '../requests/owner-routes.ts';
import { notModified } from '../responses/entity-tags.ts';
import { legacySchema } from './legacy.ts';

/** Each may have 200 MB. */
const maxUploadsPerClient = 20;
const uploadsPerMinute = 2;
const legacyUploadsPerMinute = 5;
/** Validating a skin uses one core for seconds. */
const maxChecksAtATime = 2;

/** Lists, uploads and removes skins, in v1; the legacy interface lists and uploads them. */
export function addSkinRoutes(app: App, dependencies: Dependencies): void {
  const { config, database, jobs, metrics, skins, timeouts, tempFolder } = dependencies;
  const readClient = createClientReader(config);
  const checkOrigin = createOriginCheck(config);
  const runOnce = createRunOnce(database);
  const limitChecks = limitConcurrency(maxChecksAtATime);
  const skinField = fileField({
    field: 'skin',
    extension: '.osk',
    maxBytes: config.limits.maxSkinBytes,
    wrongExtension: 'skin/wrong-extension',
    tooLarge: 'skin/too-large',
  });
  const uploads = createUploadLimit(config, maxUploadsPerClient);
  // Both interfaces share one count: a client that has used up the smaller limit may still be within the larger one.
  const limiter = (perMinute: number) => createClientLimiter({ pool: database.pool, name: 'skins', perMinute });

  const list = async (request: FastifyRequest) => {
    const details = await skins.list(readClient(request).client);
    return { skins: details.map(({ name }) => name), details };
  };
  const listSchema = {
    response: {
      200: skinList.describe('The skins.'),
      ...notModified,
      ...errorSchemas('storage/unavailable', 'database/unavailable'),
    },
  };
  app.get(
    '/v1/skins',
    {
      schema: {
        operationId: 'listSkins',
        tags: ['skins'],
        summary: 'List skins',
        description: 'All skins that a render can use: their names, and the author, version and owner of each.',
        ...listSchema,
      },
    },
    list,
  );
  app.get(
    '/skins',
    {
      config: { successor: '/v1/skins' },
      schema: { ...legacySchema('legacyListSkins', 'List skins', 'Like GET /v1/skins.'), ...listSchema },
    },
    list,
  );

  addFormRoutes(app, (scope) => {
    scope.post(
      '/v1/skins/upload',
      {
        config: { needsKey: true },
        validatorCompiler: skipValidation,
        schema: {
          operationId: 'uploadSkin',
          tags: ['skins'],
          summary: 'Upload a skin',
          description:
            'Stores an .osk file, which is a ZIP archive, under its file name. Each client may upload two skins per minute.',
          ...uploadSchema,
        },
      },
      upload(limiter(uploadsPerMinute)),
    );
    scope.post(
      '/skins/upload',
      {
        config: { needsKey: true, successor: '/v1/skins/upload' },
        validatorCompiler: skipValidation,
        schema: {
          ...legacySchema(
            'legacyUploadSkin',
            'Upload a skin',
            'Like POST /v1/skins/upload. Each client may upload five skins per minute.',
          ),
          ...uploadSchema,
        },
      },
      upload(limiter(legacyUploadsPerMinute)),
    );
  });

  addOwnerRoutes(app, config, (scope) => {
    scope.delete(
      '/v1/skins/:name',
      {
        schema: {
          operationId: 'removeSkin',
          tags: ['skins'],
          summary: 'Remove a skin',
          description:
            'Removes a skin for the client that uploaded it. Its name is free again, for any client. Videos that were rendered ' +
            'with it stay; while an unfinished job uses it, it cannot be removed.',
          params: z.object({ name: z.string().meta({ description: 'Name of the skin.', example: 'My skin' }) }),
          response: {
            200: skinRemoved.describe('The skin was removed.'),
            ...errorSchemas(
              'skin/not-yours',
              'request/foreign-origin',
              'skin/not-found',
              'skin/in-use',
              'storage/unavailable',
              'database/unavailable',
            ),
          },
        },
      },
      (request) => skins.remove(request.params.name, readClient(request).client),
    );
  });

  function upload(rate: ClientLimiter) {
    return (request: FastifyRequest, reply: FastifyReply) => {
      const client = readClient(request);
      return receiveForm(
        request,
        { required: skinField },
        {
          reader: { tempFolder, idleMs: timeouts.idleMs, uploads },
          use: ({ file }) =>
            runOnce({ request, reply, client: client.client, content: { files: [file] } }, () =>
              store(file, { client, request, reply, rate }),
            ),
        },
      );
    };
  }

  /** Checks the rate limit before the expensive validation, but counts only valid skins. */
  async function store(file: ReceivedFile, { client, request, reply, rate }: SkinRequest) {
    const enforce = (state: RateState) => enforceRateLimit(reply, state, () => metrics.rateLimitRefused('skins'));
    await jobs.refuseRestricted({ ...client, players: [] });
    const before = await rate.peek(client);
    if (!before.isAllowed) enforce(before);
    const skin = await limitChecks(() => skins.check({ path: file.path, fileName: file.name })).catch(inField('skin'));
    enforce(await rate.consume(client));
    // A page of another site may add a skin, as it may submit a replay, but must not replace a skin of its visitor.
    const beforeReplace = () => client.key === null && checkOrigin(request.headers);
    return skins.store(skin, client.client, { beforeReplace });
  }
}

interface SkinRequest {
  readonly client: RequestClient;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly rate: ClientLimiter;
}

const uploadSchema = {
  consumes: ['multipart/form-data'],
  headers: idempotencyHeaders,
  body: z.object({
    skin: z.string().meta({ format: 'binary', description: 'The skin: a ZIP archive whose name ends in .osk.' }),
  }),
  response: {
    200: skinUploaded.describe('The skin is available.'),
    ...errorSchemas(
      'key/required',
      'skin/wrong-extension',
      'request/malformed',
      'request/no-boundary',
      'request/timed-out',
      'request/foreign-origin',
      'skin/name-taken',
      'skin/too-large',
      'request/too-large',
      'skin/wrong-magic',
      'request/unsupported-media-type',
      'request/unsupported-encoding',
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
      'limit/uploads',
      'skin/too-slow',
      'storage/full',
      'storage/unavailable',
      'database/unavailable',
      ...uploadRestrictions,
      ...idempotencyFailures,
    ),
  },
};
