import { z } from 'zod';
import type { Job } from './job.ts';
import { hexJobId } from './job-id.ts';
import type { JobStatus } from './settings/job-status.ts';
import type { SubmittedSettings } from './settings/settings-table.ts';

const hexId = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .describe('Identifier of the job: 32 hex digits without dashes.');

export const legacyJobCreated = z.object({
  job_id: hexId,
  view_url: z.string().describe("Path of the job's web page."),
  video_url: z.string().describe('Path of the video.'),
});

export const legacyJob = z.object({
  job_id: hexId,
  status: z
    .enum(['queued', 'downloading', 'rendering', 'complete', 'failed'])
    .describe('As in v1, except that "completed" is called "complete".'),
  percent: z.number().describe('Progress in percent.'),
  skin: z.string().describe('Name of the skin.'),
  map_title: z.string().describe('"Artist - Title [Difficulty]"; empty until a worker has read the beatmap.'),
  created_at: z.number().describe('Time of the submission in Unix seconds, with a fraction.'),
  last_updated: z.number().describe('Time of the last change in Unix seconds, with a fraction.'),
  error: z.string().nullable().describe('Error message; null without an error.'),
});

export type LegacyJob = z.infer<typeof legacyJob>;

/** A job as the legacy interface returns it. */
export function legacyJobOf(job: Job): LegacyJob {
  return {
    job_id: hexJobId(job.job_id),
    status: legacyStatusOf(job.status),
    percent: job.progress,
    skin: job.config.skin,
    map_title: job.map_title,
    created_at: Date.parse(job.created_at) / 1000,
    last_updated: Date.parse(job.updated_at) / 1000,
    error: job.error_message,
  };
}

export function legacyCreatedOf(jobId: string, basePath: string): z.infer<typeof legacyJobCreated> {
  const id = hexJobId(jobId);
  return { job_id: id, view_url: `${basePath}/view/${id}`, video_url: `${basePath}/video/${id}.mp4` };
}

/** The legacy interface has two qualities: "ultra" and everything else. */
export function resolutionOfQuality(quality: string | undefined): SubmittedSettings['resolution'] {
  return quality === 'ultra' ? '4k' : '1080p';
}

function legacyStatusOf(status: JobStatus): LegacyJob['status'] {
  return status === 'completed' ? 'complete' : status;
}
