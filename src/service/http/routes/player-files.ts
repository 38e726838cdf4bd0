import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Failure } from '../../../failure.ts';
import { dispositionOf } from '../../storage/index.ts';
import { createClientReader } from '../clients/request-client.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { errorSchemas } from '../errors/error-schemas.ts';
import { enforceRateLimit } from '../limits/enforce-rate-limit.ts';
import { createRateLimiter, type RateLimiter } from '../limits/rate-limiter.ts';
import { isNotModified } from '../requests/conditional-request.ts';
import { createBeatmapFetcher } from '../resources/beatmap-fetcher.ts';
import { findJob } from '../resources/find-job.ts';
import { createPlayerFiles, type PlayerFile } from '../resources/player-files.ts';
import { jobParams } from './jobs.ts';

/** One play needs three files, and a page that waits for a beatmap sends a request every two seconds. */
const filesPerMinute = 60;
/** A page that shows fifty players, opened several times. */
const replaysPerMinute = 300;
const retryAfterSeconds = 2;

/**
 * The files with which the page plays a replay. The service sends them itself instead of redirecting to storage: the
 * page's content security policy allows no other origin, and a bucket allows no cross-origin requests.
 */
export function addPlayerFileRoutes(app: App, dependencies: Dependencies): void {
  const { beatmaps, config, database, jobs, metrics, storage, tempFolder } = dependencies;
  const readClient = createClientReader(config);
  const limiterOf = (name: string, perMinute: number): NamedLimiter => {
    return { name, limiter: createRateLimiter({ pool: database.pool, name, perMinute }) };
  };
  const assets = limiterOf('assets', filesPerMinute);
  const replays = limiterOf('replays', replaysPerMinute);
  const fetcher = createBeatmapFetcher({ beatmaps, newPath: tempFolder.newPath });
  app.addHook('onClose', () => fetcher.stop());
  const files = createPlayerFiles({ beatmaps, fetcher, storage, maxBytes: config.limits.maxBeatmapBytes });

  const respond = (request: FastifyRequest, reply: FastifyReply, find: () => Promise<PlayerFile>) =>
    respondWithin(assets, { request, reply, find });

  async function respondWithin({ name, limiter }: NamedLimiter, { request, reply, find }: FileRequest) {
    const rate = await limiter.consume(readClient(request).client);
    enforceRateLimit(reply, rate, () => metrics.rateLimitRefused(name));
    try {
      return await sendFile(await find(), request, reply);
    } catch (error) {
      if (error instanceof Failure && error.code === 'beatmap/not-yet') reply.header('retry-after', retryAfterSeconds);
      throw error;
    }
  }

  app.get(
    '/v1/jobs/:job_id/replay',
    {
      schema: {
        operationId: 'getJobReplay',
        tags: ['play'],
        summary: 'The replay of a job',
        description: `The .osr file as it was submitted. ${commonDescription}`,
        params: jobParams,
        response: { ...fileResponses, ...errorSchemas('job/not-found', 'replay/not-stored', ...commonFailures) },
      },
    },
    (request, reply) => respond(request, reply, async () => files.replay(await findJob(jobs, request.params.job_id))),
  );

  app.get(
    '/v1/jobs/:job_id/replays/:number',
    {
      schema: {
        operationId: 'getPlayerReplay',
        tags: ['play'],
        summary: 'One of several replays of a job',
        description:
          'The .osr file of one player of a video of several replays, as it was submitted; the first one is also the replay ' +
          `of the job. For the live player: the response is the file itself, with an ETag. Each client may send ${replaysPerMinute} ` +
          'such requests per minute.',
        params: jobParams.extend({
          number: z.string().meta({ description: 'Position of the replay in the submission, from 1.', example: '1' }),
        }),
        response: {
          ...fileResponses,
          ...errorSchemas('job/not-found', 'artifact/not-found', 'replay/not-stored', ...commonFailures),
        },
      },
    },
    (request, reply) => {
      const { job_id, number } = request.params;
      const find = async () => files.replay(await findJob(jobs, job_id), /^\d{1,2}$/.test(number) ? Number(number) : 0);
      return respondWithin(replays, { request, reply, find });
    },
  );

  app.get(
    '/v1/jobs/:job_id/beatmap',
    {
      schema: {
        operationId: 'getJobBeatmap',
        tags: ['play'],
        summary: 'The beatmap of a job',
        description:
          'The .osz file that the job is rendered with: the one uploaded with the replay, or one from the library, from ' +
          'storage or from a mirror. While the service downloads it, the response is 503 with a Retry-After header. ' +
          commonDescription,
        params: jobParams,
        response: {
          ...fileResponses,
          ...errorSchemas(
            'job/not-found',
            'beatmap/not-found',
            'archive/too-large',
            'beatmap/not-yet',
            'beatmap/unavailable',
            ...commonFailures,
          ),
        },
      },
    },
    (request, reply) => respond(request, reply, async () => files.beatmap(await findJob(jobs, request.params.job_id))),
  );

  app.get(
    '/v1/beatmaps/:md5',
    {
      schema: {
        operationId: 'getBeatmap',
        tags: ['play'],
        summary: 'An available beatmap',
        description:
          'The .osz file that contains the map with this MD5, if the service already has it, in its library or from an ' +
          `earlier render. The service does not ask mirrors. ${commonDescription}`,
        params: z.object({
          md5: z.string().describe('MD5 of the .osu file, as in the header of a replay: 32 hex digits.'),
        }),
        response: { ...fileResponses, ...errorSchemas('beatmap/not-found', 'archive/too-large', ...commonFailures) },
      },
    },
    (request, reply) => respond(request, reply, () => files.localBeatmap(request.params.md5)),
  );

  app.get(
    '/v1/skins/:name/file',
    {
      schema: {
        operationId: 'getSkinFile',
        tags: ['play'],
        summary: 'The file of a skin',
        description: `The .osk file of a skin. The skin Default is part of the program and has no file. ${commonDescription}`,
        params: z.object({ name: z.string().describe('Name of the skin, as listed by GET /v1/skins.') }),
        response: { ...fileResponses, ...errorSchemas('skin/not-found', ...commonFailures) },
      },
    },
    (request, reply) => respond(request, reply, () => files.skin(request.params.name)),
  );
}

interface NamedLimiter {
  readonly name: string;
  readonly limiter: RateLimiter;
}

interface FileRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly find: () => Promise<PlayerFile>;
}

async function sendFile(file: PlayerFile, { method, headers }: FastifyRequest, reply: FastifyReply) {
  reply.headers({
    etag: file.etag,
    // A file can be replaced, so the page revalidates it; an unchanged one costs only a short response.
    'cache-control': 'private, no-cache',
    ...(file.lastModified && { 'last-modified': file.lastModified.toUTCString() }),
  });
  if (isNotModified(file, headers)) return reply.code(304).send();
  reply.headers({
    'content-type': 'application/octet-stream',
    'content-disposition': dispositionOf('player/file', { fileName: file.fileName }),
    ...(file.sizeBytes !== null && { 'content-length': file.sizeBytes }),
  });
  // An empty stream, because Fastify would overwrite Content-Length with the length of any other body.
  return reply.send(method === 'HEAD' ? Readable.from([]) : await file.read());
}

const commonDescription =
  'For the live player: the response is the file itself, not a redirect, with an ETag. Each client may send ' +
  `${filesPerMinute} requests per minute for replays, beatmaps and skins together.`;

const fileResponses = {
  200: {
    description: 'The content of the file.',
    content: { 'application/octet-stream': { schema: z.string().meta({ format: 'binary' }) } },
  },
  304: z.null().describe('The file has not changed since the version that the client has.'),
};

/** Every request counts towards the limit, which is kept in the database. */
const commonFailures = ['limit/rate', 'database/unavailable', 'storage/unavailable'] as const;
