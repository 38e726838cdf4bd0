import { z } from 'zod';

const check = z
  .object({
    healthy: z.boolean().describe('Whether it answered in time.'),
    latency_ms: z.number().describe('How long the answer took, in milliseconds.'),
  })
  .describe('One thing the service cannot do without.');

export const health = z.object({
  status: z.enum(['healthy', 'unhealthy']).describe('healthy when every check is.'),
  checks: z.object({ database: check, storage: check }).describe('What was tried just now.'),
  version: z.string().describe('Version of the service.'),
});

export type Health = z.infer<typeof health>;
