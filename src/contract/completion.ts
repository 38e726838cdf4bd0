import { z } from 'zod';

const key = z.string().max(1024).nullish();

/** What a worker reports when a render ends, whether it sends it over HTTP or calls the function itself. */
export const completion = z.object({
  success: z.boolean().describe('Whether the render succeeded.'),
  video_key: key.describe('Storage key of the video.'),
  thumb_key: key.describe('Storage key of the thumbnail.'),
  log_key: key.describe('Storage key of the log.'),
  error: z.string().nullish().describe('What went wrong, when success is false.'),
  pp: z.number().nullish().describe('Performance points of the play.'),
  attempt: z.int().min(1).nullish().describe('Which attempt reports; one that is not the newest is ignored.'),
  error_code: z
    .string()
    .regex(/^[a-z0-9-]{1,40}\/[a-z0-9-]{1,40}$/)
    .nullish()
    .describe('The stable code of what went wrong, when success is false.'),
  timestamp: z.int().describe('Unix seconds of the sending; at most 300 away from the time of arrival.'),
  nonce: z.string().min(1).max(256).describe('A value never used before.'),
});

export type Completion = z.infer<typeof completion>;

export const completionResult = z.object({
  status: z
    .enum(['ok', 'ignored'])
    .describe('ok: the job is finished now. ignored: it was finished already and nothing has changed.'),
});
