import { z } from 'zod';

const jobStages = ['waiting', 'downloading', 'preparing', 'rendering', 'finishing', 'storing'] as const;

/** The progress fields of a job and of its events. */
export const progressKeys = {
  stage: z
    .enum(jobStages)
    .nullable()
    .describe(
      'Current stage. waiting: the job is queued. downloading: as the status. preparing: the worker reads the beatmap and ' +
        'judges the replay. rendering: it draws frames. finishing: it completes the file. storing: it uploads the ' +
        'artifacts. null: the job is finished.',
    ),
  queue_position: z
    .int()
    .min(1)
    .nullable()
    .describe('Position in the queue; 1 is the next job. null if the job is not queued.'),
  starts_in_seconds: z
    .int()
    .min(0)
    .nullable()
    .describe('Estimated time until the job starts, in seconds; null if not known, or if the job is not queued.'),
  frames_per_second: z
    .number()
    .min(0)
    .nullable()
    .describe('Rendering speed in frames per second; null unless frames are being drawn.'),
  seconds_left: z
    .number()
    .min(0)
    .nullable()
    .describe('Estimated time until the last frame, in seconds; null if not known.'),
  attempt: z.int().min(0).describe('Number of the current attempt; 0 before the first.'),
};
