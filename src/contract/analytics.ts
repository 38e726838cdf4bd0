import { z } from 'zod';
import { jobId, jobStatus } from './job.ts';

const count = z.int().min(0);

/** Readers may find more keys than these: hit errors, unstable rate and aim offsets once the map is known. */
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
});

export type Analytics = z.infer<typeof analytics>;

export const analyticsPending = z.object({
  status: z.literal('pending').describe('The analytics are still being extracted: ask again later.'),
  job_id: jobId,
});
