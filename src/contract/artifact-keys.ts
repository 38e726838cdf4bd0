import type { Settings } from './plain/settings.ts';

export type PreviewKind = NonNullable<Settings['preview']>;

/** Where the files of a job lie in storage; the folders but `analytics`, `beatmaps` and `segments` are open to clients. */
export const artifactKeys = {
  replay: (jobId: string): string => `replays/${jobId}.osr`,
  video: (jobId: string): string => `videos/${jobId}.mp4`,
  thumbnail: (jobId: string): string => `thumbnails/${jobId}.jpg`,
  preview: (jobId: string, kind: PreviewKind): string => `${kind}s/${jobId}.${kind}`,
  log: (jobId: string): string => `logs/${jobId}.log`,
  /** A set that came with the replay. Nobody else's render uses it: its maps are checked, its pictures are not. */
  beatmap: (jobId: string): string => `beatmaps/${jobId}.osz`,
  analytics: (jobId: string): string => `analytics/${jobId}.json`,
  /** What workers make of a job that was shared out, until it is one video. */
  segments: (jobId: string): string => `segments/${jobId}/`,
  /** Each try has a name of its own: one that comes late replaces nothing. */
  segment: (jobId: string, entry: string, claim: number): string => `segments/${jobId}/${entry}-${claim}.mp4`,
} as const;
