import type { SubmittedSettings } from './settings/settings-table.ts';

export type PreviewKind = NonNullable<SubmittedSettings['settings']['preview']>;

/** The storage keys of a job's files. Clients can read all folders except `analytics`, `beatmaps`, `checks` and `segments`. */
export const artifactKeys = {
  replay: (jobId: string): string => `replays/${jobId}.osr`,
  /** One of several replays, from 1; the first one has the key of a single replay. */
  replayOf: (jobId: string, number: number): string => `replays/${jobId}${number === 1 ? '' : `.${number}`}.osr`,
  video: (jobId: string): string => `videos/${jobId}.mp4`,
  thumbnail: (jobId: string): string => `thumbnails/${jobId}.jpg`,
  preview: (jobId: string, kind: PreviewKind): string => `${kind}s/${jobId}.${kind}`,
  log: (jobId: string): string => `logs/${jobId}.log`,
  /** An uploaded beatmap set. Only jobs that uploaded it use it: its maps are verified, its other files are not. */
  beatmap: (setId: string): string => `beatmaps/${setId}.osz`,
  /** A beatmap set that a mirror delivered. */
  fetchedBeatmap: (md5: string): string => `beatmaps/${md5}.osz`,
  analytics: (jobId: string): string => `analytics/${jobId}.json`,
  /** The prefix of the segments of a split job, which are kept until they are joined. */
  segments: (jobId: string): string => `segments/${jobId}/`,
  /** Each claim has its own key, so that a late upload replaces nothing. */
  segment: (jobId: string, entry: string, claim: number): string => `segments/${jobId}/${entry}-${claim}.mp4`,
  /** A segment of a worker that is not trusted, which is kept until it is checked. */
  checkedSegment: (checkId: string): string => `checks/${checkId}.mp4`,
} as const;
