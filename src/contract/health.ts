import { z } from 'zod';

export const healthCheck = z
  .object({
    healthy: z.boolean().describe('Whether the check succeeded in time.'),
    latency_ms: z.number().describe('Duration of the check in milliseconds.'),
    code: z.string().nullable().describe('Code of the failure, for example storage/full; null if there is none.'),
  })
  .describe('Result of one check.');

export const health = z.object({
  status: z
    .enum(['healthy', 'degraded', 'unhealthy'])
    .describe(
      'healthy if all checks succeeded; degraded if a disk is full: the service answers, but refuses uploads; unhealthy if ' +
        'the database or the storage is not available, or if the service does not accept the reports of this worker.',
    ),
  checks: z
    .object({
      database: healthCheck,
      storage: healthCheck,
      disk: healthCheck,
      reporting: healthCheck.optional().describe('Only of a worker: whether the service accepts its reports.'),
    })
    .describe('Results of the checks.'),
  queue_paused: z
    .literal(true)
    .optional()
    .describe('Only while the operator has paused the queue: replays are accepted, but no job is started.'),
  maintenance: z
    .string()
    .optional()
    .describe("Only during maintenance, which refuses submissions and uploads: the operator's text."),
  version: z.string().describe('Version of the service.'),
});

export type Health = z.infer<typeof health>;
