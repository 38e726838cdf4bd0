import { z } from 'zod';

/** The database counts attempts in 32 bits. */
const maxAttempt = 2 ** 31 - 1;

const key = z.string().max(1024).nullish();

/** The report of a worker when a render ends, over HTTP or by a direct call. */
export const completion = z.object({
  success: z.boolean().describe('Whether the render succeeded.'),
  video_key: key.describe('Storage key of the video.'),
  thumb_key: key.describe('Storage key of the thumbnail.'),
  log_key: key.describe('Storage key of the log.'),
  error: z.string().nullish().describe('Error message if success is false.'),
  pp: z.number().nullish().describe('Performance points of the play.'),
  attempt: z
    .int()
    .min(1)
    .max(maxAttempt)
    .nullish()
    .describe('Number of the attempt; reports of any attempt but the newest are ignored.'),
  error_code: z
    .string()
    .regex(/^[a-z0-9-]{1,40}\/[a-z0-9-]{1,40}$/)
    .nullish()
    .describe('Stable error code if success is false.'),
  timestamp: z.int().describe('Time of sending in Unix seconds; must be within 300 seconds of the time of arrival.'),
  nonce: z.string().min(1).max(256).describe('A value that is used only once.'),
});

export type Completion = z.infer<typeof completion>;

/** No job has this id: a report about it passes every check of the service and changes nothing. Workers send one to try. */
export const noJobId = '00000000-0000-0000-0000-000000000000';

export const completionResult = z.object({
  status: z
    .enum(['ok', 'ignored'])
    .describe('ok: the job is now finished. ignored: the job was already finished and has not changed.'),
});
