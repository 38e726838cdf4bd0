import type { Mistake } from '../../../game/mistakes/index.ts';
import type { OsuPoint } from '../../../game/units.ts';

/** The cause of a mistake in a few words, with its number. `target` is the centre that the cursor missed. */
export function markText(mistake: Mistake, target: OsuPoint): string {
  const { cause, errorMs, distancePx, released, spins } = mistake;
  switch (cause) {
    case 'timing':
      return errorMs === undefined ? 'timing' : lateness(errorMs);
    case 'too-early':
      return errorMs === undefined ? 'too early' : `${ms(errorMs)} too early`;
    case 'aim':
      return withDistance('aim', mistake, target);
    case 'missed-both':
      return withDistance('no press,', mistake, target);
    case 'no-press':
      return 'no press';
    case 'note-lock':
      return 'note lock';
    case 'extra-press':
      return errorMs === undefined ? 'extra press' : `extra press, ${lateness(errorMs)}`;
    case 'slider-left':
      if (released) return 'key released';
      return distancePx === undefined ? 'ball left' : `ball left by ${px(distancePx)}`;
    case 'slider-late-head':
      return errorMs === undefined ? 'slider head missed' : `slider head ${lateness(errorMs)}`;
    case 'spinner-short':
      return spins === undefined ? 'spinner' : spinText(spins);
    case 'unknown':
      return 'cause unknown';
  }
}

/** Names the side of the target on which the viewer sees the cursor. */
function withDistance(word: string, { distancePx, cursor }: Mistake, target: OsuPoint): string {
  if (distancePx === undefined || cursor === undefined) return word.replace(',', '');
  const [dx, dy] = [cursor.at.x - target.x, cursor.at.y - target.y];
  const side = Math.abs(dx) >= Math.abs(dy) ? (dx < 0 ? 'left' : 'right') : dy < 0 ? 'above' : 'below';
  return `${word} ${px(distancePx)} ${side}`;
}

function lateness(errorMs: number): string {
  return `${ms(errorMs)} ${errorMs < 0 ? 'early' : 'late'}`;
}

function ms(value: number): string {
  return `${Math.round(Math.abs(value))} ms`;
}

function px(value: number): string {
  return `${Math.round(value)} px`;
}

/** The best result needs a little more than the required turns. */
function spinText({ turns, required }: NonNullable<Mistake['spins']>): string {
  return turns < required ? `${halves(turns)} of ${halves(required)} turns` : `only ${halves(turns)} turns`;
}

/** Stable counts half turns. */
function halves(turns: number): string {
  return String(Math.floor(turns * 2) / 2);
}
