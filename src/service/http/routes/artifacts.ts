import { z } from 'zod';
import { Failure } from '../../../failure.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { errorSchemas } from '../errors/error-schemas.ts';
import { artifactsPath, parseArtifactKey } from '../resources/artifact-key.ts';

const linkSeconds = 3600;

export function addArtifactRoute(app: App, { storage }: Dependencies): void {
  app.get(
    `${artifactsPath}*`,
    {
      schema: {
        tags: ['artifacts'],
        summary: 'Download or stream an artifact',
        description:
          'For videos/<job_id>.mp4, thumbnails/<job_id>.jpg, gifs/<job_id>.gif, webps/<job_id>.webp, ' +
          'replays/<job_id>.osr and skins/<name>.osk, the response redirects to a link that is valid for one hour. For ' +
          'logs/<job_id>.log, the response is the log itself.',
        querystring: z.object({
          download: z.string().optional().describe('With any value, browsers save the file instead of showing it.'),
        }),
        params: z.object({ '*': z.string().describe('Folder and file name, for example videos/<job_id>.mp4.') }),
        response: {
          200: z.string().describe('The log, as plain text.'),
          302: z.null().describe('The header Location has the link.'),
          ...errorSchemas('artifact/forbidden', 'artifact/not-found'),
        } as Record<number, z.ZodType>,
      },
    },
    async (request, reply) => {
      // The router has already decoded its parameters; path tricks are visible only in the path as it was sent.
      const [path = ''] = request.raw.url?.split('?', 1) ?? [];
      const artifact = parseArtifactKey(path.slice(artifactsPath.length));
      if (artifact === null) throw new Failure('artifact/forbidden');
      reply.header('cache-control', 'no-store');
      if (artifact.folder !== 'logs') {
        if ((await storage.stat(artifact.key)) === null) throw new Failure('artifact/not-found');
        const isDownload = request.query.download !== undefined;
        const link = await storage.signedUrl(artifact.key, {
          expiresInSeconds: linkSeconds,
          method: request.method === 'HEAD' ? 'HEAD' : 'GET',
          ...(isDownload && { downloadAs: artifact.key.slice(artifact.key.lastIndexOf('/') + 1) }),
        });
        return reply.redirect(link, 302);
      }
      const log = await storage.get(artifact.key);
      if (log === null) throw new Failure('artifact/not-found');
      return reply.type('text/plain; charset=utf-8').header('content-length', log.sizeBytes).send(log.stream);
    },
  );
}
