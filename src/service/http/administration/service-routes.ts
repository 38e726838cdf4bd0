import { z } from 'zod';
import {
  type AdminAuditEntry,
  type AdminOverview,
  type AdminStorage,
  maintenanceBody,
  pauseBody,
} from '../../../contract/index.ts';
import type { App } from '../dependencies.ts';
import { readServiceState } from '../routes/service-state.ts';
import type { AdminRouteParts } from './parts.ts';

const auditQuery = z.object({
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** The state of the whole service: its numbers, the pause, the maintenance, and what operators have done. */
export function addAdminServiceRoutes(app: App, parts: AdminRouteParts): void {
  const { administration, actionsOf, config, jobs, version } = parts;

  app.get('/v1/admin/overview', async (): Promise<AdminOverview> => {
    // Before the others: a job that is cancelled meanwhile must not be missing among them.
    const cancelled = await jobs.countCancelled();
    const statistics = await jobs.statistics();
    const { jobsByStatus } = statistics;
    return {
      version,
      ...(await readServiceState(jobs)),
      jobs: { ...jobsByStatus, failed: jobsByStatus.failed - cancelled, cancelled },
      oldest_wait_seconds: Math.round(statistics.oldestWaitSeconds),
      workers: statistics.workers,
      slots: statistics.slots,
      busy_slots: statistics.busySlots,
      dead_letters: statistics.deadLetters,
      undelivered_callbacks: statistics.undeliveredCallbacks,
    };
  });

  app.get('/v1/admin/storage', async (): Promise<AdminStorage> => {
    const use = await administration.measureStorage();
    return {
      job_bytes: use.jobBytes,
      beatmap_set_bytes: use.beatmapSetBytes,
      skin_bytes: use.skinBytes,
      limit_bytes: config.retention.maxStorageBytes,
      disk_free_bytes: use.diskFreeBytes,
      disk_size_bytes: use.diskSizeBytes,
    };
  });

  app.post('/v1/admin/queue/pause', { schema: { body: pauseBody } }, async (request) => {
    await actionsOf(request).pauseQueue(request.body.reason);
    return readServiceState(jobs);
  });
  app.post('/v1/admin/queue/resume', async (request) => {
    await actionsOf(request).resumeQueue();
    return readServiceState(jobs);
  });
  app.post('/v1/admin/maintenance/start', { schema: { body: maintenanceBody } }, async (request) => {
    await actionsOf(request).startMaintenance(request.body.message);
    return readServiceState(jobs);
  });
  app.post('/v1/admin/maintenance/end', async (request) => {
    await actionsOf(request).endMaintenance();
    return readServiceState(jobs);
  });

  app.get(
    '/v1/admin/audit',
    { schema: { querystring: auditQuery } },
    async ({ query }): Promise<{ entries: AdminAuditEntry[] }> => {
      const entries = await administration.listAudit(query);
      return { entries: entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })) };
    },
  );
}
