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
export const beatmapCovers = z.object({
  covers: z
    .record(z.string(), z.string())
    .describe('Links to small pictures by the MD5 of the map; a map without a picture is absent.'),
  titles: z
    .record(z.string(), z.string())
    .describe('Artist, title and difficulty by the MD5 of the map; a map that the service does not have is absent.'),
});
export type BeatmapCovers = z.infer<typeof beatmapCovers>;

export type BeatmapInfo = z.infer<typeof beatmapInfo>;
