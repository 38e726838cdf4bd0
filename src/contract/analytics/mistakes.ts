import { z } from 'zod';

const pixels = z.number().describe('In osu! pixels.');
const moment = z.object({
  time: z.number().describe('Song time in milliseconds.'),
  x: pixels.describe('Horizontal position of the cursor, in osu! pixels.'),
  y: pixels.describe('Vertical position of the cursor, in osu! pixels.'),
});

/** Why a part of a play has less than its best result. */
export const mistakeCause = z.enum([
  'timing',
  'aim',
  'no-press',
  'missed-both',
  'note-lock',
  'too-early',
  'extra-press',
  'slider-left',
  'slider-late-head',
  'spinner-short',
  'unknown',
]);

/** A judgement below the best one, with its cause and the evidence for it. */
export const mistake = z.object({
  object: z.int().min(0).describe('Index of the object in the map.'),
  part: z
    .enum(['circle', 'head', 'tick', 'repeat', 'end', 'slider', 'spinner'])
    .describe('What was judged; "slider" and "spinner" are whole objects.'),
  time: z.number().describe('Song time of the judgement in milliseconds.'),
  result: z.enum(['ok', 'meh', 'miss']).describe('The result: 100, 50 or a miss.'),
  cause: mistakeCause.describe('Why. The rules MC1 to MC19 define each cause.'),
  error_ms: z.number().optional().describe('Time of the press minus time of the object; negative is early.'),
  distance_px: z
    .number()
    .optional()
    .describe('Distance of the cursor from the centre of the circle or of the slider ball, in osu! pixels.'),
  direction: z
    .number()
    .optional()
    .describe(
      'Where the cursor was relative to the movement from the object before, in degrees: 0 is beyond the object, 180 short of it, 90 to the right of the movement, -90 to the left.',
    ),
  blocked_by: z.int().min(0).optional().describe('Index of the object that locked this one, or that took the press.'),
  press: moment.optional().describe('The press that decided; absent if none did.'),
  cursor: moment.optional().describe('The cursor at the moment that decided.'),
  released: z.boolean().optional().describe('Whether the key was released, for a slider that was left.'),
  spins: z
    .object({
      turns: z.number().describe('Number of turns.'),
      required: z.number().describe('Number of turns that the best result takes.'),
      rpm: z.number().describe('Mean speed in turns per minute.'),
    })
    .optional()
    .describe('The turns of a spinner.'),
  combo_lost: z.int().min(0).describe('The combo that the mistake broke; 0 if it broke none.'),
  pp_lost: z
    .number()
    .nullable()
    .describe(
      'The pp of the play if this mistake alone had not been made, minus the pp of the play; null if the difficulty of the map cannot be calculated.',
    ),
});
