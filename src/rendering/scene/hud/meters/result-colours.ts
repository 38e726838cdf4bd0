import type { Result } from '../../../../game/play/index.ts';
import type { Rgb } from '../../../../game/units.ts';

/** The colours of judgements on the meters. */
export const resultColours: Readonly<Partial<Record<Result, Rgb>>> & Record<'great' | 'ok' | 'meh', Rgb> = {
  great: { r: 51, g: 204, b: 255 },
  ok: { r: 112, g: 250, b: 46 },
  meh: { r: 217, g: 173, b: 69 },
};
