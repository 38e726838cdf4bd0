import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished, type Readable } from 'node:stream';
import { z } from 'zod';
import {
  finishBody,
  type HeartbeatAnswer,
  heartbeatBody,
  type LentSegment,
  leaveBody,
  takeBody,
} from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import type { LentWorker } from '../../lending/index.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { requireUnencoded } from '../requests/require-unencoded.ts';
import { createWorkerAuthorization, workerOf } from './authorization.ts';
import { receiveVideo, tooLarge } from './receive-video.ts';

const segmentParams = z.object({ entry: z.uuid() });
const takenQuery = z.object({ retry_count: z.coerce.number().int().min(0) });
/** The lender checks the exact limit of each segment. */
const maxVideoBytes = 16 * 1024 ** 3;

/**
 * Everything below /v1/workers: what lent workers send. The public description of the API does not contain it;
 * docs/lent-workers.md does.
 */
export function addLendingRoutes(app: App, dependencies: Dependencies): void {
  const { lending, tempFolder, timeouts } = dependencies;
  const authorize = createWorkerAuthorization(dependencies);
  /** The entries whose video arrives at the moment. */
  const receiving = new Set<string>();
  app.decorateRequest('lentWorker', null);
  const giveBack = (worker: LentWorker, { entry, retry_count: retryCount }: LentSegment) =>
    lending.giveBack(worker, { id: entry, retryCount });
  app.register(async (scope: App) => {
    scope.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true };
    });
    scope.addHook('onRequest', authorize);
    scope.addHook('preParsing', async (request, reply) => requireUnencoded(request, reply));
    // The handler reads the video itself.
    scope.addContentTypeParser('video/mp4', { bodyLimit: maxVideoBytes }, (_, body, done) => done(null, body));

    scope.post(
      '/v1/workers/heartbeat',
      { schema: { body: heartbeatBody } },
      async (request): Promise<HeartbeatAnswer> => {
        const answer = await lending.heartbeat(workerOf(request), request.body);
        request.isRoutine = true;
        return answer;
      },
    );

    scope.post(
      '/v1/workers/take',
      { schema: { body: takeBody } },
      async (request, reply): Promise<{ segment: LentSegment | null }> => {
        const worker = workerOf(request);
        const { instance, wait_seconds: waitSeconds } = request.body;
        const gone = new AbortController();
        finished(reply.raw, () => gone.abort());
        const startedAt = performance.now();
        const take = lending.take(worker, { instance, waitMs: waitSeconds * 1000, gone: gone.signal });
        const segment = await take.finally(() => {
          if (waitSeconds > 0) request.waitedMs = performance.now() - startedAt;
        });
        request.isRoutine = segment === null;
        // A worker that has disconnected does not get the answer.
        if (segment !== null) {
          finished(reply.raw, (error) => {
            if (error)
              giveBack(worker, segment).catch((err) => request.log.warn({ err }, 'could not put back a segment'));
          });
        }
        return { segment };
      },
    );
    scope.addHook('preClose', async () => lending.stopWaiting());

    scope.post('/v1/workers/leave', { schema: { body: leaveBody } }, async (request) => {
      await lending.leave(workerOf(request), request.body.instance);
      return {};
    });

    scope.get('/v1/workers/segments/:entry/beatmap', { schema: { params: segmentParams } }, async (request, reply) => {
      const path = await lending.findArchive(workerOf(request), request.params.entry);
      return reply.type('application/octet-stream').send(createReadStream(path) as never);
    });

    scope.put(
      '/v1/workers/segments/:entry/video',
      { bodyLimit: maxVideoBytes, schema: { params: segmentParams, querystring: takenQuery } },
      async (request) => {
        const worker = workerOf(request);
        const { entry } = request.params;
        const body = request.body as Readable | null | undefined;
        if (typeof body?.pipe !== 'function') throw new Failure('request/unsupported-media-type', 'Send video/mp4.');
        const maxBytes = await lending.maxVideoBytes(worker, entry);
        if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
        if (receiving.has(entry)) throw new Failure('worker/not-lent', 'This segment is already being received.');
        receiving.add(entry);
        const path = tempFolder.newPath();
        try {
          await receiveVideo(body, { path, maxBytes, idleMs: timeouts.idleMs });
          await lending.storeVideo(worker, { id: entry, retryCount: request.query.retry_count }, path);
          return {};
        } finally {
          receiving.delete(entry);
          await rm(path, { force: true });
        }
      },
    );

    const taken = { params: segmentParams, querystring: takenQuery };
    scope.post('/v1/workers/segments/:entry/finish', { schema: { ...taken, body: finishBody } }, async (request) => {
      const segment = { id: request.params.entry, retryCount: request.query.retry_count };
      await lending.finish(workerOf(request), segment, request.body.seconds);
      return {};
    });
    scope.post('/v1/workers/segments/:entry/give-back', { schema: taken }, async (request) => {
      await lending.giveBack(workerOf(request), { id: request.params.entry, retryCount: request.query.retry_count });
      return {};
    });
  });
}
