import { z } from 'zod';

const check = z
  .object({
    healthy: z.boolean().describe('Whether the check succeeded in time.'),
    latency_ms: z.number().describe('Duration of the check in milliseconds.'),
  })
  .describe('Result of one check.');

export const health = z.object({
  status: z.enum(['healthy', 'unhealthy']).describe('healthy if all checks succeeded.'),
  checks: z.object({ database: check, storage: check }).describe('Results of the checks.'),
  version: z.string().describe('Version of the service.'),
});

export type Health = z.infer<typeof health>;
