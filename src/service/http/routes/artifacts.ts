import { z } from 'zod';
import { Failure } from '../../../failure.ts';
import type { Jobs } from '../../jobs/index.ts';
import { dispositionOf } from '../../storage/index.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { anyFileResponse } from '../docs/artifact-paths.ts';
import { errorSchemas } from '../errors/error-schemas.ts';
import { type ArtifactKey, artifactsPath, parseArtifactKey } from '../resources/artifact-key.ts';
import { fileNameOf } from '../resources/file-name.ts';

const linkSeconds = 3600;

export function addArtifactRoute(app: App, { jobs, storage }: Dependencies): void {
  app.get(
    `${artifactsPath}*`,
    {
      schema: {
        tags: ['artifacts'],
        // The description names each kind of artifact; see ../docs/artifact-paths.ts.
        description: 'Browsers save the files of a job as `Player - Title [Difficulty]`.',
        querystring: z.object({
          download: z
            .string('Must be given once.')
            .optional()
            .describe('With any value, browsers save the file instead of showing it.'),
        }),
        params: z.object({ '*': z.string().describe('Folder and file name, for example videos/<job_id>.mp4.') }),
        response: {
          200: anyFileResponse(),
          302: z.null().describe('The header Location has the link.'),
          ...errorSchemas(
            'artifact/forbidden',
            'artifact/not-found',
            'request/invalid',
            'storage/unavailable',
            'database/unavailable',
          ),
        },
      },
    },
    async (request, reply) => {
      // The router has already decoded its parameters; path tricks are visible only in the path as it was sent.
      const [path = ''] = request.raw.url?.split('?', 1) ?? [];
      const artifact = parseArtifactKey(path.slice(artifactsPath.length));
      if (artifact === null) throw new Failure('artifact/forbidden');
      const { folder, key } = artifact;
      reply.header('cache-control', 'no-store');
      const fileName = await findFileName(jobs, artifact);
      const isDownload = request.query.download !== undefined;
      if (folder !== 'logs') {
        if ((await storage.stat(key)) === null) throw new Failure('artifact/not-found');
        const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
        const options = { expiresInSeconds: linkSeconds, method, fileName, isDownload } as const;
        return reply.redirect(await storage.signedUrl(key, options), 302);
      }
      const log = await storage.get(key);
      if (log === null) throw new Failure('artifact/not-found');
      return reply
        .headers({
          'content-type': 'text/plain; charset=utf-8',
          'content-length': log.sizeBytes,
          'content-disposition': dispositionOf(key, { fileName, isDownload }),
        })
        .send(log.stream as never);
    },
  );
}

/** The name under which browsers save an artifact; undefined: the one in its key. */
async function findFileName(jobs: Jobs, { jobId, extension }: ArtifactKey): Promise<string | undefined> {
  const job = jobId && (await jobs.get(jobId));
  return job ? fileNameOf(job, extension) : undefined;
}
