import type { SubmittedSettings } from './settings/settings-table.ts';

export type PreviewKind = NonNullable<SubmittedSettings['settings']['preview']>;

/** The storage keys of a job's files. Clients can read all folders except `analytics`, `beatmaps` and `segments`. */
export const artifactKeys = {
  replay: (jobId: string): string => `replays/${jobId}.osr`,
  video: (jobId: string): string => `videos/${jobId}.mp4`,
  thumbnail: (jobId: string): string => `thumbnails/${jobId}.jpg`,
  preview: (jobId: string, kind: PreviewKind): string => `${kind}s/${jobId}.${kind}`,
  log: (jobId: string): string => `logs/${jobId}.log`,
  /** The beatmap set uploaded with the replay. Only this job uses it: its maps are verified, its other files are not. */
  beatmap: (jobId: string): string => `beatmaps/${jobId}.osz`,
  analytics: (jobId: string): string => `analytics/${jobId}.json`,
  /** The prefix of the segments of a split job, which are kept until they are joined. */
  segments: (jobId: string): string => `segments/${jobId}/`,
  /** Each claim has its own key, so that a late upload replaces nothing. */
  segment: (jobId: string, entry: string, claim: number): string => `segments/${jobId}/${entry}-${claim}.mp4`,
} as const;
