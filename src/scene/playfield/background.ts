import { shownBreaks } from '../../osu/beatmap/index.ts';
import type { Millis } from '../../osu/units.ts';
import { drawBackdrop } from '../backdrop.ts';
import type { DisplayList, ScreenRect } from '../display-list.ts';
import { outQuad } from '../easing.ts';
import { createGlide, type Glide, glideAt } from '../glide.ts';
import type { ShowInput } from '../show.ts';
import type { Stage } from '../stage.ts';

/** The map's picture behind everything. */
export interface Background {
  readonly stage: Stage;
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly dim: Glide;
}

/** In breaks there is nothing to tell apart from the picture, and it may be seen better. */
const brighterInBreaks = 0.3;
const easeMs = 500;

export function createBackground({ stage, background, options, play }: ShowInput): Background {
  const dim = options.backgroundDim;
  const ease = easeMs * play.map.clockRate;
  // A viewer who asked for black has asked for black in breaks, too.
  const breakDim = dim === 1 ? 1 : Math.max(0, dim - brighterInBreaks);
  const moves = shownBreaks(play.map.beatmap).flatMap(({ start, end }) => [
    { time: start, to: breakDim },
    { time: Math.max(start, end - ease), to: dim },
  ]);
  return { stage, size: background, dim: createGlide(dim, moves, { duration: () => ease, ease: outQuad }) };
}

/** How much of its own light is left to what lies behind the play. */
export function lightAt({ dim }: Background, t: Millis): number {
  return 1 - glideAt(dim, t);
}

export function drawPicture(list: DisplayList, background: Background, t: Millis, part?: ScreenRect): void {
  const { stage, size } = background;
  if (size === null) return;
  drawBackdrop(list, stage, { image: 'background', ...size, light: lightAt(background, t), ...(part && { part }) });
}
