import type { Settings } from './plain/settings.ts';

export type PreviewKind = NonNullable<Settings['preview']>;

/** Where the files of a job lie in storage; the folders but `analytics` and `beatmaps` are open to clients. */
export const artifactKeys = {
  replay: (jobId: string): string => `replays/${jobId}.osr`,
  video: (jobId: string): string => `videos/${jobId}.mp4`,
  thumbnail: (jobId: string): string => `thumbnails/${jobId}.jpg`,
  preview: (jobId: string, kind: PreviewKind): string => `${kind}s/${jobId}.${kind}`,
  log: (jobId: string): string => `logs/${jobId}.log`,
  /** A set that came with the replay. Nobody else's render uses it: its maps are checked, its pictures are not. */
  beatmap: (jobId: string): string => `beatmaps/${jobId}.osz`,
  analytics: (jobId: string): string => `analytics/${jobId}.json`,
} as const;
