import { z } from 'zod';

export const beatmapInfo = z.object({
  available: z.boolean().describe('Whether the service has the map, in its library or from an earlier render.'),
  downloads: z
    .boolean()
    .describe(
      'Whether the service tries to download a map that it does not have. If not, send its .osz with the replay.',
    ),
  osu: z
    .string()
    .nullable()
    .describe('The .osu file, with title, difficulty and hit objects; null if the map is not available or too large.'),
  cover_url: z.string().nullable().describe('Link to the background picture of the map; null if it has none.'),
});
export type BeatmapInfo = z.infer<typeof beatmapInfo>;

export const jobCovers = z.object({
  covers: z
    .record(z.string(), z.string())
    .describe('Links to small pictures of the maps by the id of the job; a job whose map has no picture is absent.'),
  titles: z
    .record(z.string(), z.string())
    .describe(
      'Artist, title and difficulty of the maps by the id of the job; a job whose map the service does not have is absent.',
    ),
});
export type JobCovers = z.infer<typeof jobCovers>;
