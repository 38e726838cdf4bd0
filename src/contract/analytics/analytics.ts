import { z } from 'zod';
import { jobId, jobStatus } from '../job.ts';
import { settingsTable } from '../settings/settings-table.ts';
import { habits } from './habits.ts';
import { mistake } from './mistakes.ts';

const count = z.int().min(0);

const time = z.number().describe('Song time in milliseconds.');

/** Fields that need the beatmap; absent until a worker has judged the play. */
const judgedPlay = {
  accuracy: z.number().min(0).max(1).optional().describe('Accuracy of the judged play, from 0 to 1.'),
  unstable_rate: z
    .number()
    .optional()
    .describe('Unstable rate: ten times the standard deviation of the hit errors, in song time.'),
  timing: z
    .object({
      unstable_rate: z.number().describe('Unstable rate.'),
      early: z.number().nullable().describe('Mean error of the early hits in milliseconds; null if there are none.'),
      late: z.number().nullable().describe('Mean error of the other hits in milliseconds; null if there are none.'),
    })
    .nullable()
    .optional()
    .describe('Timing at the original speed of the song, as the video shows it; null if nothing was hit.'),
  hit_error_average: z
    .object({
      early: z
        .number()
        .nullable()
        .describe('Mean error of the early hits in milliseconds, negative; null if there are none.'),
      late: z.number().nullable().describe('Mean error of the other hits in milliseconds; null if there are none.'),
    })
    .optional()
    .describe('Mean errors of the early hits and of the others, in song time.'),
  hits: z
    .array(
      z.object({
        t: time,
        error: z.number().describe('Hit error in milliseconds; negative is early.'),
        x: z.number().describe('Horizontal offset of the cursor from the centre of the circle, in osu! pixels.'),
        y: z.number().describe('Vertical offset of the cursor from the centre of the circle, in osu! pixels.'),
      }),
    )
    .optional()
    .describe('Every hit by a key press, without misses.'),
  missed: z
    .array(
      z.object({
        t: time,
        x: z.number().describe('Horizontal position of the object, in osu! pixels.'),
        y: z.number().describe('Vertical position of the object, in osu! pixels.'),
        object: z.int().min(0).describe('Index of the object in the map.'),
        aim: z
          .object({
            x: z.number().describe('Horizontal offset from the centre of the object, in osu! pixels.'),
            y: z.number().describe('Vertical offset from the centre of the object, in osu! pixels.'),
          })
          .optional()
          .describe(
            'The cursor at the press that missed, or at the time of the object if no key was pressed; absent for spinners.',
          ),
      }),
    )
    .optional()
    .describe('Every miss.'),
  accuracy_over_time: z
    .array(z.object({ t: time, accuracy: z.number().describe('Accuracy from this time on, from 0 to 1.') }))
    .optional()
    .describe('Accuracy after every change.'),
  pp_over_time: z
    .array(z.object({ t: time, pp: z.number().describe('Performance points from this time on.') }))
    .optional()
    .describe('Performance points after every change; empty if the difficulty of the map cannot be calculated.'),
  combo_over_time: z
    .array(z.object({ t: time, combo: count.describe('Combo from this time on.') }))
    .optional()
    .describe('Combo after every change.'),
  score_over_time: z
    .array(z.object({ t: time, score: count.describe('Score from this time on.') }))
    .optional()
    .describe('Score after every change, as the rules of the play count it.'),
  strain_over_time: z
    .array(
      z.object({
        t: time,
        aim: z.number().describe('Peak aim strain of the section that starts here.'),
        speed: z.number().describe('Peak speed strain of the section that starts here.'),
      }),
    )
    .optional()
    .describe('Strain of every section; empty if the difficulty of the map cannot be calculated.'),
  breaks: z
    .array(z.object({ start: time.describe('Song time of the start.'), end: time.describe('Song time of the end.') }))
    .optional()
    .describe('The breaks of the map.'),
  intro_ends_at: time
    .nullable()
    .optional()
    .describe(
      'Song time at which the intro ends, one second or more before the first object appears; null if it is short.',
    ),
  moments: z
    .array(
      z.object({
        kind: z
          .literal(settingsTable.settings.moments.choices)
          .describe('Why it is worth watching, as the setting `moments` names it.'),
        start: time.describe('Song time of the start.'),
        end: time.describe('Song time of the end.'),
      }),
    )
    .optional()
    .describe('Periods of the play that are worth watching by themselves, by kind, then in order of time.'),
  circle_radius: z.number().optional().describe('Radius of the circles in osu! pixels, with the mods applied.'),
  hit_windows: z
    .object({
      great: z.number().describe('For a 300.'),
      ok: z.number().describe('For a 100.'),
      meh: z.number().describe('For a 50.'),
    })
    .optional()
    .describe('The largest hit error for each judgement, in milliseconds of song time, with the mods applied.'),
  clock_rate: z.number().optional().describe('Milliseconds of song time per millisecond of real time, by the mods.'),
  mistakes: z
    .array(mistake)
    .optional()
    .describe('Every judgement below the best one and every slider break, with its cause and cost, in order of time.'),
  habits: habits
    .optional()
    .describe('How the play was aimed, timed and pressed, by movement, tempo and key. What a mod played is null.'),
};

/** Fields that the header of a replay has. */
const playerTotals = {
  identity: z
    .looseObject({
      username: z.string().describe('Name of the player.'),
      beatmap_hash: z.string().describe('MD5 of the beatmap, in hex digits.'),
      game_mode: z.string().describe('Always "osu!standard".'),
    })
    .describe('The player and the beatmap.'),
  performance: z
    .looseObject({
      score: z.int().describe('Total score.'),
      max_combo: count.describe('Maximum combo.'),
      perfect: z.boolean().describe('Whether the play is a full combo, as the replay states.'),
      mods: z.array(z.string()).describe('Acronyms of the mods, for example HD and DT.'),
      pp_earned: z.number().describe('Performance points; 0.0 until a worker has read the beatmap.'),
    })
    .describe('The result of the play.'),
  hit_counts: z
    .looseObject({
      '300s': count.describe('Number of 300s.'),
      '100s': count.describe('Number of 100s.'),
      '50s': count.describe('Number of 50s.'),
      misses: count.describe('Number of misses.'),
      geki: count.describe('Number of combos with only 300s.'),
      katu: count.describe('Number of combos without 50s and misses.'),
    })
    .describe('Numbers of judgements.'),
};

export const playerAnalytics = z.looseObject({
  ...playerTotals,
  ...judgedPlay,
  place: z
    .int()
    .min(1)
    .optional()
    .describe('Final place of the player, from 1. Absent if the video does not compare its players.'),
  dropped_out_at: z
    .number()
    .nullable()
    .optional()
    .describe(
      'Song time at which the player left a knockout; null for those who play to the end. Absent without a knockout.',
    ),
});

export const analytics = z.looseObject({
  job_id: jobId,
  status: jobStatus,
  ...playerTotals,
  life_bar: z
    .array(
      z.object({
        time: z.int().describe('Song time in milliseconds.'),
        health: z.number().min(0).max(1).describe('Health, from 0 to 1.'),
      }),
    )
    .describe('The health bar as recorded in the replay.'),
  frames: z
    .array(
      z.object({
        t: z.int().describe('Song time in milliseconds.'),
        x: z.int().describe('Distance from the left edge of the playfield, in osu! pixels.'),
        y: z.int().describe('Distance from the top edge of the playfield, in osu! pixels.'),
        keys: z
          .int()
          .min(0)
          .max(31)
          .describe('Bit field of the pressed keys: M1 is 1, M2 is 2, K1 is 4, K2 is 8, smoke is 16.'),
      }),
    )
    .describe('Cursor positions and pressed keys, in the order of the file.'),
  ...judgedPlay,
  video: z
    .object({
      starts_at: time.describe('Song time of the first frame.'),
      clock_rate: z.number().describe('Milliseconds of song time per millisecond of video.'),
      pieces: z
        .array(
          z.object({
            starts_at: time.describe('Song time of the start.'),
            ends_at: time.describe('Song time of the end.'),
            video_starts_at: z.number().min(0).describe('Time of the video at which it starts, in milliseconds.'),
          }),
        )
        .optional()
        .describe('The periods of the song that a video of moments shows one after another. Absent if there is one.'),
    })
    .optional()
    .describe('Relation of song time to video time.'),
  players: z
    .array(playerAnalytics)
    .optional()
    .describe(
      'All players of a video of several replays, the first one included, in the order of the replays. Absent for one replay.',
    ),
});

export type Analytics = z.infer<typeof analytics>;

export const analyticsPending = z.object({
  status: z.literal('pending').describe('The analytics are not available yet; try again later.'),
  job_id: jobId,
});
