import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Failure } from '../../../failure.ts';
import { dispositionOf } from '../../storage/index.ts';
import type { App, Dependencies } from '../app.ts';
import { createBeatmapFetches } from '../beatmap-fetches.ts';
import { clientIdentity } from '../client.ts';
import { errorAnswers } from '../error-docs.ts';
import { knownJob } from '../known-job.ts';
import { createPlayAssets, type PlayAsset } from '../play-assets.ts';
import { enforceRate } from '../rate-headers.ts';
import { createRateLimiter } from '../rate-limiter.ts';
import { isUnchanged } from '../unchanged.ts';
import { jobParams } from './jobs.ts';

/** One play takes three, and somebody who waits for a map asks every two seconds. */
const assetsPerMinute = 60;
const retryAfterSeconds = 2;

/**
 * What the page plays a replay with. The service sends the bytes itself and does not redirect into storage: the policy of
 * the page lets it read from nowhere else, and a bucket lets no page read.
 */
export function addPlayAssetRoutes(app: App, dependencies: Dependencies): void {
  const { beatmaps, config, database, jobs, metrics, storage, uploads } = dependencies;
  const clientOf = clientIdentity(config.trustedProxies);
  const limiter = createRateLimiter({ pool: database.pool, name: 'assets', perMinute: assetsPerMinute });
  const fetches = createBeatmapFetches({ beatmaps, newPath: uploads.newPath });
  app.addHook('onClose', () => fetches.stop());
  const assets = createPlayAssets({ beatmaps, fetches, storage, maxBytes: config.limits.maxBeatmapBytes });

  async function answer(request: FastifyRequest, reply: FastifyReply, find: () => Promise<PlayAsset>) {
    const rate = await limiter.take(clientOf(request.raw));
    if (!rate.allowed) metrics.rateLimitRefused('assets');
    enforceRate(reply, rate);
    try {
      return await sendAsset(await find(), request, reply);
    } catch (error) {
      if (error instanceof Failure && error.code === 'beatmap/not-yet') reply.header('retry-after', retryAfterSeconds);
      throw error;
    }
  }

  app.get(
    '/v1/jobs/:job_id/replay',
    {
      schema: {
        tags: ['play'],
        summary: 'The replay of a job',
        description: `The .osr as it was submitted. ${commonWords}`,
        params: jobParams,
        response: { ...assetAnswers, ...errorAnswers('job/not-found', 'replay/not-stored', 'limit/rate') },
      },
    },
    (request, reply) => answer(request, reply, async () => assets.replay(await knownJob(jobs, request.params.job_id))),
  );

  app.get(
    '/v1/jobs/:job_id/beatmap',
    {
      schema: {
        tags: ['play'],
        summary: 'The beatmap of a job',
        description:
          'The .osz a job is rendered with: the one sent along, or from the library, from storage, from a mirror. While it ' +
          `is still being fetched the answer is 503; ask again when Retry-After says. ${commonWords}`,
        params: jobParams,
        response: {
          ...assetAnswers,
          ...errorAnswers(
            'job/not-found',
            'beatmap/not-found',
            'archive/too-large',
            'limit/rate',
            'beatmap/not-yet',
            'beatmap/unavailable',
          ),
        },
      },
    },
    (request, reply) => answer(request, reply, async () => assets.beatmap(await knownJob(jobs, request.params.job_id))),
  );

  app.get(
    '/v1/beatmaps/:md5',
    {
      schema: {
        tags: ['play'],
        summary: 'A beatmap at hand',
        description:
          'The .osz with the map of this MD5, if the service has it already, in its library or from an earlier render. ' +
          `No mirror is asked. ${commonWords}`,
        params: z.object({ md5: z.string().describe('MD5 of the .osu file, as a replay names it: 32 hex digits.') }),
        response: { ...assetAnswers, ...errorAnswers('beatmap/not-found', 'archive/too-large', 'limit/rate') },
      },
    },
    (request, reply) => answer(request, reply, () => assets.knownBeatmap(request.params.md5)),
  );

  app.get(
    '/v1/skins/:name/file',
    {
      schema: {
        tags: ['play'],
        summary: 'The file of a skin',
        description: `The .osk of a skin. The skin Default is part of the program and has no file. ${commonWords}`,
        params: z.object({ name: z.string().describe('As the list of skins has it.') }),
        response: { ...assetAnswers, ...errorAnswers('skin/not-found', 'limit/rate') },
      },
    },
    (request, reply) => answer(request, reply, () => assets.skin(request.params.name)),
  );
}

async function sendAsset(asset: PlayAsset, { method, headers }: FastifyRequest, reply: FastifyReply) {
  reply.headers({
    etag: asset.etag,
    // It may be replaced, and is asked for anew; a page that has it is told so in a few bytes.
    'cache-control': 'private, no-cache',
    ...(asset.lastModified && { 'last-modified': asset.lastModified.toUTCString() }),
  });
  if (isUnchanged(asset, headers)) return reply.code(304).send();
  reply.headers({
    'content-type': 'application/octet-stream',
    'content-disposition': dispositionOf(`x/${asset.fileName}`),
    ...(asset.sizeBytes !== null && { 'content-length': asset.sizeBytes }),
  });
  // A stream's length is what the headers say; everything else would be measured.
  return reply.send(method === 'HEAD' ? Readable.from([]) : await asset.read());
}

const commonWords =
  `For the live player: sent as it is, from this very origin, with an ETag. ${assetsPerMinute} requests a minute per ` +
  'client, all assets together.';

const assetAnswers = {
  200: z.string().meta({ format: 'binary', description: 'The bytes of the file.' }),
  304: z.null().describe('The client has it already.'),
} as Record<number, z.ZodType>;
