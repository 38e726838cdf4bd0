import { z } from 'zod';

export const serviceState = z.object({
  queue_paused: z
    .object({
      reason: z.string().describe("The operator's text; may be empty."),
      since: z.string().describe('When the pause began.'),
    })
    .nullable()
    .describe('Set while the operator has paused the queue: replays are accepted, but no job is started.'),
  maintenance: z
    .object({
      message: z.string().describe("The operator's text."),
      since: z.string().describe('When the maintenance began.'),
    })
    .nullable()
    .describe('Set during maintenance: submissions and uploads are refused with 503 `service/maintenance`.'),
});

export type ServiceState = z.infer<typeof serviceState>;
