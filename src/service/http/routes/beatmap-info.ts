import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { beatmapInfo } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { errorSchemas } from '../errors/error-schemas.ts';
import { createClientIdentifier } from '../limits/client-identity.ts';
import { enforceRateLimit } from '../limits/enforce-rate-limit.ts';
import { createRateLimiter } from '../limits/rate-limiter.ts';
import { createMapReader } from '../resources/map-reader.ts';
import { notModified } from '../responses/entity-tags.ts';

/** A page that shows fifty replays requests the map and the picture of each. */
const requestsPerMinute = 120;

const params = z.object({
  md5: z.string().describe('MD5 of the .osu file, as in the header of a replay: 32 hex digits.'),
});

/** What a page shows of a map before its replay is submitted. Nothing is downloaded from mirrors for it. */
export function addBeatmapInfoRoutes(app: App, dependencies: Dependencies): void {
  const { beatmaps, config, database, metrics, tempFolder } = dependencies;
  const identifyClient = createClientIdentifier(config);
  const limiter = createRateLimiter({ pool: database.pool, name: 'beatmaps', perMinute: requestsPerMinute });
  const maps = createMapReader({ beatmaps, newPath: tempFolder.newPath });

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
      const hasCover = files?.background != null && pictureTypeOf(files.background) !== null;
      return {
        available: files !== null,
        downloads: beatmaps.downloads,
        osu: files && new TextDecoder().decode(files.osu),
        cover_url: hasCover ? `${config.basePath}/v1/beatmaps/${md5.toLowerCase()}/cover` : null,
      };
    },
  );

  app.get(
    '/v1/beatmaps/:md5/cover',
    {
      schema: {
        tags: ['play'],
        summary: 'The background picture of a beatmap',
        description: `The background picture of an available map, as it is in its set. ${limitDescription}`,
        params,
        response: {
          200: {
            description: 'The picture: a jpg or a png.',
            content: { 'image/jpeg': { schema: picture }, 'image/png': { schema: picture } },
          },
          ...errorSchemas('beatmap/not-found', ...commonFailures),
        },
      },
    },
    async (request, reply) => {
      await countRequest(request, reply);
      const background = (await maps.read(request.params.md5))?.background ?? null;
      const type = background && pictureTypeOf(background);
      if (background === null || type === null) throw new Failure('beatmap/not-found');
      return sendPicture(reply, background, type);
    },
  );
}

function sendPicture(reply: FastifyReply, bytes: Uint8Array, type: string) {
  reply.type(type).header('cache-control', 'public, max-age=86400');
  return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

const limitDescription = `Each client may send ${requestsPerMinute} requests per minute for maps and their pictures together.`;
const commonFailures = ['limit/rate', 'database/unavailable', 'storage/unavailable'] as const;
const picture = z.string().meta({ format: 'binary' });

/** The media type, by the first bytes: the name of a file in a set may be wrong. Browsers show no other type of the service. */
function pictureTypeOf([a, b, c, d]: Uint8Array): 'image/jpeg' | 'image/png' | null {
  if (a === 0xff && b === 0xd8 && c === 0xff) return 'image/jpeg';
  return a === 0x89 && b === 0x50 && c === 0x4e && d === 0x47 ? 'image/png' : null;
}
