import { z } from 'zod';

const jobStages = ['waiting', 'downloading', 'preparing', 'rendering', 'finishing', 'storing'] as const;

/** Where a job is on its way: keys of the job itself, and of the events that tell of it. */
export const progressKeys = {
  stage: z
    .enum(jobStages)
    .nullable()
    .describe(
      'What is being done. waiting: queued. downloading: as the status. While rendering, preparing: map and replay are ' +
        'read and judged; rendering: frames are drawn; finishing: the file is completed; storing: it is made ' +
        'available. null once the job is finished.',
    ),
  queue_position: z
    .int()
    .min(1)
    .nullable()
    .describe('How many jobs are queued up to and including this one: 1 is the next. null unless it is queued.'),
  frames_per_second: z.number().min(0).nullable().describe('How fast frames are drawn; null unless they are.'),
  seconds_left: z.number().min(0).nullable().describe('Time until the last frame at this speed; null unless known.'),
  attempt: z.int().min(0).describe('Number of the newest attempt; 0 before the first.'),
};
