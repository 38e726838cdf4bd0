import { z } from 'zod';
import { isSkinName } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { errorSchemas } from '../errors/error-schemas.ts';
import { isNotModified } from '../requests/conditional-request.ts';

/** Serves a picture of each skin. */
export function addPreviewRoute(app: App, { previews }: Pick<Dependencies, 'previews'>): void {
  app.get(
    '/v1/skins/:skin/preview',
    {
      schema: {
        operationId: 'getSkinPreview',
        tags: ['skins'],
        summary: 'Preview of a skin',
        description:
          'A frame of the same play, rendered with the skin. If the skin cannot be rendered, or its preview is not ready ' +
          'yet, the response is the preview of the skin Default.',
        params: z.object({ skin: z.string().meta({ description: 'Name of the skin.', example: 'Default' }) }),
        headers: z.object({
          'if-none-match': z.string().optional().describe('The ETag of the picture that the client has.'),
        }),
        response: {
          200: {
            description: 'The picture, 960 × 540.',
            content: { 'image/jpeg': { schema: z.string().meta({ format: 'binary' }) } },
          },
          304: z.null().describe('The picture has not changed.'),
          ...errorSchemas('skin/not-found', 'storage/unavailable'),
        },
      },
    },
    async ({ params, headers }, reply) => {
      const preview = isSkinName(params.skin) ? await previews.find(params.skin) : null;
      if (preview === null) throw new Failure('skin/not-found');
      const { image, isOfThisSkin } = preview;
      // A skin can be replaced, so browsers revalidate its picture after a while.
      reply.header('cache-control', isOfThisSkin ? 'public, max-age=300' : 'no-store').header('etag', image.etag);
      if (isOfThisSkin && isNotModified({ etag: image.etag }, headers)) {
        image.stream.destroy();
        return reply.code(304).send(undefined as never);
      }
      return reply
        .type('image/jpeg')
        .header('content-length', image.sizeBytes)
        .send(image.stream as never);
    },
  );
}
