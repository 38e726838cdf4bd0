import { z } from 'zod';
import { progressKeys } from './progress.ts';
import { jobStatuses } from './settings/job-status.ts';
import { submittedSettings } from './submitted-settings.ts';

export const jobStatus = z
  .enum(jobStatuses)
  .describe(
    'queued: waiting for a worker. downloading: a worker downloads the replay, the beatmap and the skin. rendering: a ' +
      'worker renders the video. completed: the artifacts are available. failed: see error_code, error_hint and ' +
      'error_message.',
  );

export const jobId = z.uuid().describe('Identifier of the job.');

const count = z.int().min(0);

const replayStats = z.object({
  '300s': count.describe('Number of 300s.'),
  '100s': count.describe('Number of 100s.'),
  '50s': count.describe('Number of 50s.'),
  misses: count.describe('Number of misses.'),
  max_combo: count.describe('Maximum combo.'),
  star_rating: z
    .string()
    .describe('Star rating of the beatmap as a decimal string; "0.00" until a worker has read the beatmap.'),
  pp: z.number().describe('Performance points; 0.0 until a worker has read the beatmap.'),
});

export const jobConfig = submittedSettings.extend({
  replay_stats: replayStats.describe('Statistics of the play.'),
});

const artifactLinks = z.object({
  video_url: z.string().describe('Path of the video, which exists once the job is completed.'),
  thumbnail_url: z.string().describe('Path of the thumbnail, which exists once the job is completed.'),
  preview_url: z
    .string()
    .nullable()
    .describe('Path of the animation, which exists once the job is completed; null if none was requested.'),
  logs_url: z.string().describe('Path of the log, which can be read during the render.'),
  analytics_url: z.string().describe('Path of the analytics.'),
});

export type ArtifactLinks = z.infer<typeof artifactLinks>;

const timestamp = z.iso.datetime();

export const job = z.object({
  job_id: jobId,
  status: jobStatus,
  progress: z.number().min(0).max(100).describe('Progress in percent; 100.0 when completed.'),
  map_title: z.string().describe('"Artist - Title [Difficulty]"; empty until a worker has read the beatmap.'),
  player: z.string().describe('Name of the player, from the replay.'),
  created_at: timestamp.describe('Time of the submission, ISO 8601 in UTC.'),
  updated_at: timestamp.describe('Time of the last change, ISO 8601 in UTC.'),
  error_message: z
    .string()
    .nullable()
    .describe('Error message; null without an error. A generic text unless the service runs with DEBUG.'),
  error_code: z
    .string()
    .nullable()
    .describe('Stable error code; see [all errors](/guide/errors). Null without an error.'),
  error_hint: z.string().nullable().describe('Explanation of error_code; null without an error.'),
  config: jobConfig.describe('The submitted settings and the statistics of the play.'),
  has_analytics: z.boolean().describe('Whether the analytics are available.'),
  purged_at: timestamp
    .nullable()
    .describe(
      'When the video, thumbnail, animation, log and analytics were removed to free space; null if they were not.',
    ),
  artifacts: artifactLinks.describe('Paths of the files that the job produces.'),
  ...progressKeys,
});

export type Job = z.infer<typeof job>;

export const jobList = z.object({
  total: z.int().min(0).describe('Number of jobs that match the query, on all pages.'),
  jobs: z.array(job).describe('The jobs of this page, newest first.'),
});

export type JobList = z.infer<typeof jobList>;

const maxPageSize = 100;
const maxQueryLength = 100;
const limitError = `Must be a whole number from 1 to ${maxPageSize}.`;
const offsetError = 'Must be a whole number, 0 or larger.';
const statusError = `Must be ${jobStatuses.slice(0, -1).join(', ')} or ${jobStatuses.at(-1)}.`;
const queryError = `Must be a text of at most ${maxQueryLength} characters.`;

/** Converts digits only: JavaScript would also convert "1e1", "0x10", " 5" and "". */
function wholeNumber(text: unknown): unknown {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : text;
}

export const jobListQuery = z.object({
  limit: z
    .preprocess(wholeNumber, z.int(limitError).min(1, limitError).max(maxPageSize, limitError).default(20))
    .describe('Maximum number of jobs on the page.'),
  offset: z
    .preprocess(wholeNumber, z.int(offsetError).min(0, offsetError).default(0))
    .describe('Number of jobs to skip, from the newest.'),
  status: z.enum(jobStatuses, statusError).optional().describe('Only jobs with this status.'),
  q: z
    .string(queryError)
    .max(maxQueryLength, queryError)
    .optional()
    .describe(
      'Search words. Only jobs whose player or map title has, for each of them, a word that starts with it. A search ' +
        'returns and counts at most the 1,000 newest jobs.',
    ),
});

export const jobCreated = z.object({
  job_id: jobId,
  status: z.literal('queued').describe('A new job is always queued.'),
  links: z
    .object({ status: z.string().describe('Path of the job, which the client can poll to follow the render.') })
    .describe('Links to related resources.'),
});

export type JobCreated = z.infer<typeof jobCreated>;
