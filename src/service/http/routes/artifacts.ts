import { z } from 'zod';
import { Failure } from '../../../failure.ts';
import type { App, Dependencies } from '../app.ts';
import { parseArtifactKey } from '../artifact-key.ts';
import { errorAnswers } from '../error-docs.ts';

export const artifactsPath = '/v1/artifacts/';
const linkSeconds = 3600;

export function addArtifactRoute(app: App, { storage }: Dependencies): void {
  app.get(
    `${artifactsPath}*`,
    {
      schema: {
        tags: ['artifacts'],
        summary: 'Download or stream an artifact',
        description:
          'videos/<job_id>.mp4, thumbnails/<job_id>.jpg, gifs/<job_id>.gif, webps/<job_id>.webp, ' +
          'replays/<job_id>.osr and skins/<name>.osk answer with a redirect to a link that works for an hour; ' +
          'logs/<job_id>.log is sent as it is.',
        querystring: z.object({
          download: z.string().optional().describe('With any value the link saves the file instead of showing it.'),
        }),
        params: z.object({ '*': z.string().describe('Folder and file name, such as videos/<job_id>.mp4.') }),
        response: {
          200: z.string().describe('The log, as plain text.'),
          302: z.null().describe('Location: where the artifact can be fetched.'),
          ...errorAnswers('artifact/forbidden', 'artifact/not-found'),
        } as Record<number, z.ZodType>,
      },
    },
    async (request, reply) => {
      // The router decodes what it matches; tricks are told by what was really sent.
      const [path = ''] = request.raw.url?.split('?', 1) ?? [];
      const artifact = parseArtifactKey(path.slice(artifactsPath.length));
      if (artifact === null) throw new Failure('artifact/forbidden');
      reply.header('cache-control', 'no-store');
      if (artifact.folder !== 'logs') {
        if ((await storage.stat(artifact.key)) === null) throw new Failure('artifact/not-found');
        const isDownload = request.query.download !== undefined;
        const link = await storage.signedUrl(artifact.key, {
          expiresInSeconds: linkSeconds,
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
