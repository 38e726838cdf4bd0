/** Where the files of a job lie in storage; the folders but `analytics` are open to clients. */
export const artifactKeys = {
  replay: (jobId: string): string => `replays/${jobId}.osr`,
  video: (jobId: string): string => `videos/${jobId}.mp4`,
  thumbnail: (jobId: string): string => `thumbnails/${jobId}.jpg`,
  log: (jobId: string): string => `logs/${jobId}.log`,
  analytics: (jobId: string): string => `analytics/${jobId}.json`,
} as const;
