import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { beatmapCovers, beatmapInfo } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { errorSchemas } from '../errors/error-schemas.ts';
import { createClientIdentifier } from '../limits/client-identity.ts';
import { enforceRateLimit } from '../limits/enforce-rate-limit.ts';
import { createRateLimiter } from '../limits/rate-limiter.ts';
import { type Cover, createCovers } from '../resources/covers.ts';
import { createMapReader } from '../resources/map-reader.ts';
import { notModified } from '../responses/entity-tags.ts';

/** A page that shows fifty replays requests the map and the picture of each. */
const requestsPerMinute = 120;

/** More than a page of the list has. An MD5 and its comma have 33 characters. */
const maxCoverList = { count: 30, length: 30 * 33 };
const isMd5 = (text: string) => /^[0-9a-f]{32}$/.test(text);

const params = z.object({
  md5: z.string().describe('MD5 of the .osu file, as in the header of a replay: 32 hex digits.'),
});

/** What a page shows of a map before its replay is submitted. Nothing is downloaded from mirrors for it. */
export function addBeatmapInfoRoutes(app: App, dependencies: Dependencies): void {
  const { beatmaps, config, database, metrics, resizeCover, tempFolder } = dependencies;
  const identifyClient = createClientIdentifier(config);
  const limiter = createRateLimiter({ pool: database.pool, name: 'beatmaps', perMinute: requestsPerMinute });
  const maps = createMapReader({ beatmaps, newPath: tempFolder.newPath });
  const covers = createCovers({ beatmaps, maps, resize: resizeCover });
  const coverUrl = (md5: string) => `${config.basePath}/v1/beatmaps/${md5.toLowerCase()}/cover`;

  async function countRequest({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
    const rate = await limiter.consume(identifyClient(raw));
    enforceRateLimit(reply, rate, () => metrics.rateLimitRefused('beatmaps'));
  }

  app.get(
    '/v1/beatmaps/:md5/info',
    {
      schema: {
        tags: ['play'],
        summary: 'Whether a beatmap is available',
        description:
          'Whether the service already has the map with this MD5, and the map itself. Sets that clients have uploaded with ' +
          `their replays do not count: they belong to their jobs. ${limitDescription}`,
        params,
        response: {
          200: beatmapInfo.describe('What the service knows of the map, also if it does not have it.'),
          ...notModified,
          ...errorSchemas(...commonFailures),
        },
      },
    },
    async (request, reply) => {
      await countRequest(request, reply);
      const { md5 } = request.params;
      const files = await maps.read(md5);
      const cover = await covers.original(md5);
      return {
        available: files !== null,
        downloads: beatmaps.downloads,
        osu: files && new TextDecoder().decode(files.osu),
        cover_url: cover && coverUrl(md5),
      };
    },
  );

  app.get(
    '/v1/beatmaps/covers',
    {
      schema: {
        tags: ['play'],
        summary: 'The pictures and titles of beatmaps',
        description:
          'Links to the pictures of these maps, for a list that should not request pictures that do not exist, and their ' +
          'titles, for jobs that no worker has begun. ' +
          limitDescription,
        querystring: z.object({
          md5: z
            .string()
            .max(maxCoverList.length)
            .describe(`MD5s of up to ${maxCoverList.count} maps, separated by commas; others are ignored.`),
        }),
        response: {
          200: beatmapCovers.describe('The pictures and titles of the maps that the service has.'),
          ...notModified,
          ...errorSchemas('request/invalid', ...commonFailures),
        },
      },
    },
    async (request, reply) => {
      await countRequest(request, reply);
      const md5s = request.query.md5.toLowerCase().split(',').filter(isMd5);
      const wanted = [...new Set(md5s)].slice(0, maxCoverList.count);
      const [found, titles] = await Promise.all([covers.available(wanted), covers.titles(wanted)]);
      return {
        titles,
        covers: Object.fromEntries(found.map((md5) => [md5, `${coverUrl(md5)}?size=small`])),
      };
    },
  );

  app.get(
    '/v1/beatmaps/:md5/cover',
    {
      schema: {
        tags: ['play'],
        summary: 'The background picture of a beatmap',
        description:
          'The background picture of an available map, as it is in its set, or as a JPEG of 640 × 360 for cards. ' +
          limitDescription,
        params,
        querystring: z.object({
          size: z
            .enum(['original', 'small'])
            .default('original')
            .describe('small: scaled and cropped to 640 × 360; the original if the service is busy.'),
        }),
        response: {
          200: {
            description: 'The picture: a jpg or a png.',
            content: { 'image/jpeg': { schema: picture }, 'image/png': { schema: picture } },
          },
          ...errorSchemas('beatmap/not-found', 'request/invalid', ...commonFailures),
        },
      },
    },
    async (request, reply) => {
      await countRequest(request, reply);
      const cover = await covers[request.query.size](request.params.md5);
      if (cover === null) throw new Failure('beatmap/not-found');
      return sendPicture(reply, cover);
    },
  );
}

function sendPicture(reply: FastifyReply, { bytes, type }: Cover) {
  reply.type(type).header('cache-control', 'public, max-age=86400');
  return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

const limitDescription = `Each client may send ${requestsPerMinute} requests per minute for maps and their pictures together.`;
const commonFailures = ['limit/rate', 'database/unavailable', 'storage/unavailable'] as const;
const picture = z.string().meta({ format: 'binary' });
