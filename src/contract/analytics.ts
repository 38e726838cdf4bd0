import { z } from 'zod';
import { jobId, jobStatus } from './job.ts';

const count = z.int().min(0);

const time = z.number().describe('Milliseconds of song time.');

/** What only the map can tell: absent until a worker has judged the play. */
const judgedPlay = {
  accuracy: z.number().min(0).max(1).optional().describe('Accuracy as judged, 0 to 1.'),
  unstable_rate: z.number().optional().describe('Ten times the standard deviation of the hit errors, in song time.'),
  hit_error_average: z
    .object({
      early: z.number().nullable().describe('Mean error of the early hits in milliseconds, below 0; null without any.'),
      late: z.number().nullable().describe('Mean error of the late hits in milliseconds; null without any.'),
    })
    .optional()
    .describe('How early and how late the hits were.'),
  hits: z
    .array(
      z.object({
        t: time,
        error: z.number().describe('Press minus object, in milliseconds: below 0 is early.'),
        x: z.number().describe("Cursor minus the circle's centre, in osu! pixels."),
        y: z.number().describe("Cursor minus the circle's centre, in osu! pixels."),
      }),
    )
    .optional()
    .describe('Every hit by a press.'),
  missed: z
    .array(
      z.object({
        t: time,
        x: z.number().describe('Where the object is, in osu! pixels.'),
        y: z.number().describe('Where the object is, in osu! pixels.'),
        object: z.int().min(0).describe('Index of the object in the map.'),
      }),
    )
    .optional()
    .describe('Every miss.'),
  accuracy_over_time: z
    .array(z.object({ t: time, accuracy: z.number().describe('From here on, 0 to 1.') }))
    .optional()
    .describe('Accuracy wherever it changed.'),
  pp_over_time: z
    .array(z.object({ t: time, pp: z.number().describe('From here on.') }))
    .optional()
    .describe('Performance points wherever they changed; empty for a map that cannot be rated.'),
  combo_over_time: z
    .array(z.object({ t: time, combo: count.describe('From here on.') }))
    .optional()
    .describe('The combo wherever it changed.'),
  strain_over_time: z
    .array(
      z.object({
        t: time,
        aim: z.number().describe('Peak of the aim difficulty in the section that begins here.'),
        speed: z.number().describe('Peak of the speed difficulty in the section that begins here.'),
      }),
    )
    .optional()
    .describe('How hard the map is from section to section; empty for a map that cannot be rated.'),
  video: z
    .object({
      starts_at: time.describe('Song time of the first frame.'),
      clock_rate: z.number().describe('Song milliseconds a millisecond of video.'),
    })
    .optional()
    .describe('How song time and the time of the video belong together.'),
  circle_radius: z.number().optional().describe('Radius of the circles in osu! pixels, as played.'),
};

export const analytics = z.looseObject({
  job_id: jobId,
  status: jobStatus,
  identity: z
    .looseObject({
      username: z.string().describe("The player's name."),
      beatmap_hash: z.string().describe('MD5 of the beatmap, in hex.'),
      game_mode: z.string().describe('Always "osu!standard".'),
    })
    .describe('Who played what.'),
  performance: z
    .looseObject({
      score: z.int().describe('Total score.'),
      max_combo: count.describe('Longest combo.'),
      perfect: z.boolean().describe('Whether the combo never broke.'),
      mods: z.array(z.string()).describe('Acronyms of the mods: HD, DT, …'),
      pp_earned: z.number().describe('Performance points; 0.0 until the map is known.'),
    })
    .describe('How well it went.'),
  hit_counts: z
    .looseObject({
      '300s': count.describe('Hits worth 300.'),
      '100s': count.describe('Hits worth 100.'),
      '50s': count.describe('Hits worth 50.'),
      misses: count.describe('Misses.'),
      geki: count.describe('Combos finished with 300s only.'),
      katu: count.describe('Combos finished with no 50 and no miss.'),
    })
    .describe('What was hit.'),
  life_bar: z
    .array(
      z.object({
        time: z.int().describe('Milliseconds of song time.'),
        health: z.number().min(0).max(1).describe('Health from 0 to 1.'),
      }),
    )
    .describe('The health bar as the game recorded it.'),
  frames: z
    .array(
      z.object({
        t: z.int().describe('Milliseconds of song time.'),
        x: z.int().describe('osu! pixels from the left edge of the playfield.'),
        y: z.int().describe('osu! pixels from the top edge of the playfield.'),
        keys: z.int().min(0).max(31).describe('Sum of M1 1, M2 2, K1 4, K2 8 and smoke 16.'),
      }),
    )
    .describe('The cursor and the keys, in the order of the file.'),
  ...judgedPlay,
});

export type Analytics = z.infer<typeof analytics>;

export const analyticsPending = z.object({
  status: z.literal('pending').describe('The analytics are still being extracted: ask again later.'),
  job_id: jobId,
});
