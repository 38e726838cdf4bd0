import { z } from 'zod';
import { isSkinName } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import type { App, Dependencies } from '../app.ts';
import { errorAnswers } from '../error-docs.ts';

/** What a skin looks like. */
export function addPreviewRoute(app: App, { previews }: Pick<Dependencies, 'previews'>): void {
  app.get(
    '/v1/skins/:skin/preview',
    {
      schema: {
        tags: ['skins'],
        summary: 'Preview of a skin',
        description:
          'The same moment of the same play for every skin, drawn by the renderer, once for each. A skin that cannot ' +
          'be drawn, or not yet, is shown by the picture of Default.',
        params: z.object({ skin: z.string().describe('Name of the skin.') }),
        headers: z.object({ 'if-none-match': z.string().optional().describe('The ETag of the picture at hand.') }),
        response: {
          200: {
            description: 'The picture, 960 × 540.',
            content: { 'image/jpeg': { schema: z.string().meta({ format: 'binary' }) } },
          },
          304: z.null().describe('The picture at hand is still the one.'),
          ...errorAnswers('skin/not-found', 'storage/unavailable'),
        },
      },
    },
    async ({ params, headers }, reply) => {
      const preview = isSkinName(params.skin) ? await previews.find(params.skin) : null;
      if (preview === null) throw new Failure('skin/not-found');
      const { picture, isItsOwn } = preview;
      // A skin may be replaced under its name: after a while, browsers ask whether it was.
      reply.header('cache-control', isItsOwn ? 'public, max-age=300' : 'no-store').header('etag', picture.etag);
      if (isItsOwn && headers['if-none-match'] === picture.etag) {
        picture.stream.destroy();
        return reply.code(304).send(null);
      }
      return reply
        .type('image/jpeg')
        .header('content-length', picture.sizeBytes)
        .send(picture.stream as never);
    },
  );
}
