import { z } from 'zod';
import { progressKeys } from './progress.ts';
import { grades } from './settings/grades.ts';
import { jobStatuses } from './settings/job-status.ts';
import { submittedSettings, togetherSettings } from './submitted-settings.ts';

export const jobStatus = z
  .enum(jobStatuses)
  .describe(
    'queued: waiting for a worker. downloading: a worker downloads the replay, the beatmap and the skin. rendering: a ' +
      'worker renders the video. completed: the artifacts are available. failed: see error_code, error_hint and ' +
      'error_message.',
  );

export const jobId = z.uuid().describe('Identifier of the job.');

const count = z.int().min(0);

export const replayStats = z.object({
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
  settings: togetherSettings.describe('The settings that the client submitted in the form field `settings`.'),
  replay_stats: replayStats.describe('Statistics of the play.'),
});

export const artifactLinks = z.object({
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

export const play = z.object({
  mods: z
    .array(z.string())
    .describe('Acronyms of the mods in the order of the game, such as HD and DT; NC replaces DT, and PF replaces SD.'),
  speed: z
    .number()
    .describe('Speed of the song: 1.5 with DT, 1 without a mod that changes it, or what lazer was set to.'),
  grade: z
    .enum(grades)
    .nullable()
    .describe(
      'Grade: X is shown as SS, H marks the silver grades of Hidden and Flashlight, and F is a failed play. Null for a replay ' +
        'without hit counts.',
    ),
  accuracy: z
    .number()
    .nullable()
    .describe(
      'Accuracy in percent with two decimals, as the client shows it: stable rounds, lazer rounds down. Null for a ' +
        'replay without hit counts.',
    ),
  score: z.int().describe('Score.'),
  played_at: timestamp
    .nullable()
    .describe('When it was played, ISO 8601 in UTC; null if the replay has no valid date.'),
  client: z.enum(['stable', 'lazer']).describe('The client that recorded the play, whose rules apply.'),
  length_seconds: z
    .number()
    .nullable()
    .describe(
      'Seconds from the first object to the end of the last one, at the speed of the play; null until a worker has read ' +
        'the beatmap.',
    ),
});

export const jobPlayer = z.object({
  player: z.string().describe('Name of the player, from the replay.'),
  play: play.omit({ length_seconds: true }).describe('What else the replay tells about the play.'),
  replay_url: z.string().describe('Path of the replay.'),
});

export const job = z.object({
  job_id: jobId,
  status: jobStatus,
  progress: z.number().min(0).max(100).describe('Progress in percent; 100.0 when completed.'),
  map_title: z.string().describe('"Artist - Title [Difficulty]"; empty until a worker has read the beatmap.'),
  map_title_unicode: z
    .string()
    .describe('The same in the original script, such as Japanese; the same text if the beatmap has no other title.'),
  beatmap_md5: z.string().describe('MD5 of the beatmap, from the replay; see GET /v1/beatmaps/{md5}/cover.'),
  player: z.string().describe('Name of the player, from the replay.'),
  play: play
    .nullable()
    .describe('What else the replay tells about the play; null for jobs that an older version of the service created.'),
  players: z
    .array(jobPlayer)
    .optional()
    .describe(
      'All players of a video of several replays, in the order of the replays; the first one is also `player`. Absent for ' +
        'a job of one replay.',
    ),
  retry_of: z.uuid().nullable().describe('The failed job that this job retries; null if it retries none.'),
  is_mine: z
    .boolean()
    .describe('Whether the client of this request submitted the job, and may therefore cancel, retry or remove it.'),
  metadata: z
    .unknown()
    .describe('What the client submitted as `metadata`; null if it submitted none, and for all other clients.'),
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
  has_analytics: z
    .boolean()
    .describe('Whether the analytics are available. They contain the judged play as soon as the job has a map_title.'),
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
  next_cursor: z
    .string()
    .nullable()
    .optional()
    .describe(
      'The cursor of the next page; null on the last one. Only in the answer to a request with cursor, player, beatmap, ' +
        'replay, ids or created_after.',
    ),
});

export type JobList = z.infer<typeof jobList>;

export const jobCreated = z.object({
  job_id: jobId,
  status: z.literal('queued').describe('A new job is always queued.'),
  links: z
    .object({ status: z.string().describe('Path of the job, which the client can poll to follow the render.') })
    .describe('Links to related resources.'),
});

export type JobCreated = z.infer<typeof jobCreated>;
