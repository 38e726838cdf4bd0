import { z } from 'zod';

const count = z.int().min(0);

const spread = z.object({
  mean: z.number().nullable().describe('Mean in osu! pixels; null without hits.'),
  deviation: z.number().nullable().describe('Standard deviation in osu! pixels; null with fewer than two hits.'),
});

const movementAim = {
  hits: count.describe('Number of hits.'),
  along: spread.describe('Offset along the movement: positive beyond the centre, negative short of it.'),
  across: spread.describe('Offset across the movement: positive to its right, negative to its left.'),
};

const errors = {
  hits: count.describe('Number of hits.'),
  mean: z.number().nullable().describe('Mean hit error in real milliseconds, negative if early; null without hits.'),
  unstable_rate: z.number().nullable().describe('Unstable rate in real time; null with fewer than two hits.'),
};

const bin = {
  from: z.number().describe('The smallest value.'),
  to: z.number().nullable().describe('The value that is no longer included; null without a limit.'),
};

const keyHabit = z.object({ presses: count.describe('Number of presses, also of those that hit nothing.'), ...errors });

/** How a play was aimed, timed and pressed. */
export const habits = z.object({
  aim: z
    .object({
      hits: count.describe('Number of hits.'),
      circle_radius: z.number().nullable().describe('Mean radius of the circles, in osu! pixels; null without hits.'),
      x: spread.describe('Offset of the cursor to the right of the centre.'),
      y: spread.describe('Offset of the cursor below the centre.'),
      movement: z.object(movementAim).describe('Aim relative to the movement from the object before.'),
      by_direction: z
        .array(
          z.object({
            direction: z.number().describe('Direction in degrees, clockwise; 0 is a movement to the right.'),
            ...movementAim,
          }),
        )
        .describe('Aim by the direction of the movement, in eight directions.'),
      by_spacing: z
        .array(z.object({ ...bin, ...movementAim }))
        .describe('Aim by the distance from the object before, in osu! pixels.'),
    })
    .nullable()
    .describe('Offsets of the cursor from the centre at each hit; null with Autopilot.'),
  timing: z
    .object({
      ...errors,
      by_spacing: z
        .array(z.object({ ...bin, ...errors }))
        .describe('Timing by the distance from the object before, in osu! pixels.'),
      by_tempo: z
        .array(z.object({ ...bin, ...errors }))
        .describe('Timing by tempo: the BPM at which the interval since the object before is a quarter of a beat.'),
      over_play: z
        .array(z.object({ ...bin, ...errors }))
        .describe('Timing over the play, from 0 at the first object of the map to 1 at the last.'),
    })
    .nullable()
    .describe('Hit errors in real time; null with Relax.'),
  keys: z
    .object({
      left: keyHabit.describe('The left key or button.'),
      right: keyHabit.describe('The right key or button.'),
    })
    .nullable()
    .describe('Presses and hit errors of each key; null with Relax.'),
});
