import { z } from 'zod';
import { type AdminLentWorker, type AdminWorker, drainBody, targetParams } from '../../../contract/index.ts';
import { lentWorkerJson, workerJson } from '../../administration/index.ts';
import type { App } from '../dependencies.ts';
import type { AdminRouteParts } from './parts.ts';

const uuidParams = z.object({ id: z.uuid() });

/** The live workers, and those that people lend. */
export function addAdminWorkerRoutes(app: App, parts: AdminRouteParts): void {
  const { actionsOf, jobs, lentWorkers } = parts;

  app.get('/v1/admin/workers', async (): Promise<{ workers: AdminWorker[] }> => {
    return { workers: (await jobs.listWorkers()).map(workerJson) };
  });
  app.post('/v1/admin/workers/:id/drain', { schema: { params: uuidParams, body: drainBody } }, async (request) => {
    const { drain } = request.body;
    await actionsOf(request).drainWorker(request.params.id, drain);
    return { id: request.params.id, draining: drain };
  });

  app.get('/v1/admin/lent-workers', async (): Promise<{ workers: AdminLentWorker[] }> => {
    return { workers: (await lentWorkers.list()).map(lentWorkerJson) };
  });
  app.post('/v1/admin/lent-workers/:id/drain', { schema: { params: targetParams, body: drainBody } }, async (request) =>
    lentWorkerJson(await actionsOf(request).drainLentWorker(request.params.id, request.body.drain)),
  );
  app.post('/v1/admin/lent-workers/:id/revoke', { schema: { params: targetParams } }, async (request) =>
    lentWorkerJson(await actionsOf(request).revokeLentWorker(request.params.id)),
  );
}
