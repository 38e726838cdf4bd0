import { z } from 'zod';
import { progressKeys } from './progress.ts';
import { submittedSettings } from './submitted-settings.ts';
import { jobStatuses } from './zod-free/job-status.ts';

export const jobStatus = z
  .enum(jobStatuses)
  .describe(
    'queued: waiting for a worker. downloading: fetching replay, beatmap and skin. rendering: the video is being ' +
      'made. completed: artifacts are available. failed: see error_code, error_hint and error_message.',
  );

export const jobId = z.uuid().describe('Identifier of the job.');

const count = z.int().min(0);

const replayStats = z.object({
  '300s': count.describe('Hits worth 300.'),
  '100s': count.describe('Hits worth 100.'),
  '50s': count.describe('Hits worth 50.'),
  misses: count.describe('Misses.'),
  max_combo: count.describe('Longest combo.'),
  star_rating: z.string().describe('Difficulty of the beatmap as decimal text; "0.00" until the map is known.'),
  pp: z.number().describe('Performance points; 0.0 until the map is known.'),
});

export const jobConfig = submittedSettings.extend({
  replay_stats: replayStats.describe('The play in numbers.'),
});

const artifactLinks = z.object({
  video_url: z.string().describe('Path of the video; answers once the job is completed.'),
  thumbnail_url: z.string().describe('Path of the thumbnail; answers once the job is completed.'),
  preview_url: z
    .string()
    .nullable()
    .describe('Path of the animation; answers once the job is completed. Null: none was asked for.'),
  logs_url: z.string().describe('Path of the log; can be read while the render runs.'),
  analytics_url: z.string().describe("Path of the replay's analytics."),
});

export type ArtifactLinks = z.infer<typeof artifactLinks>;

const timestamp = z.iso.datetime();

export const job = z.object({
  job_id: jobId,
  status: jobStatus,
  progress: z.number().min(0).max(100).describe('Percent done; 100.0 when completed.'),
  map_title: z.string().describe('"Artist - Title [Difficulty]"; empty until the map is known.'),
  player: z.string().describe('Who played, as the replay says.'),
  created_at: timestamp.describe('When the job was accepted, ISO 8601 in UTC.'),
  updated_at: timestamp.describe('When the job last changed, ISO 8601 in UTC.'),
  error_message: z
    .string()
    .nullable()
    .describe('What went wrong; null without error. A fixed text unless the service runs with DEBUG.'),
  error_code: z.string().nullable().describe('Stable machine word of what went wrong; null without error.'),
  error_hint: z.string().nullable().describe('The sentence that belongs to error_code; null without error.'),
  config: jobConfig.describe('What was asked for, and the play in numbers.'),
  has_analytics: z.boolean().describe('True exactly when the analytics can be read.'),
  purged_at: timestamp
    .nullable()
    .describe(
      'When video, thumbnail, animation, log and analytics were removed to free their space; null: they were not.',
    ),
  artifacts: artifactLinks.describe('Where to fetch what the job produced.'),
  ...progressKeys,
});

export type Job = z.infer<typeof job>;

export const jobList = z.object({
  total: z.int().min(0).describe('Number of jobs that match the filter, on all pages.'),
  jobs: z.array(job).describe('The jobs of this page, newest first.'),
});

export type JobList = z.infer<typeof jobList>;

const maxPageSize = 100;

/** Digits only: "1e1", "0x10", " 5" and "" are numbers to JavaScript and mistakes to us. */
function wholeNumber(text: unknown): unknown {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : text;
}

export const jobListQuery = z.object({
  limit: z
    .preprocess(wholeNumber, z.int().min(1).max(maxPageSize).default(20))
    .describe('Maximum number of jobs on the page.'),
  offset: z.preprocess(wholeNumber, z.int().min(0).default(0)).describe('Number of newer jobs to leave out.'),
  status: z.enum(jobStatuses).optional().describe('Only jobs of this status.'),
  q: z
    .string()
    .max(100)
    .optional()
    .describe(
      'Only jobs whose player or map has words that begin with each of these words. Of a search, the newest 1,000 ' +
        'are found and counted.',
    ),
});

export const jobCreated = z.object({
  job_id: jobId,
  status: z.literal('queued').describe('A new job waits for a worker.'),
  links: z
    .object({ status: z.string().describe('Path of the job: poll it to follow the render.') })
    .describe('Where to go on.'),
});

export type JobCreated = z.infer<typeof jobCreated>;
