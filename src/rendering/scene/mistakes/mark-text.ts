import { type Mistake, outsidePx } from '../../../game/mistakes/index.ts';
import type { OsuPoint } from '../../../game/units.ts';

/** What the numbers of a mistake are relative to. */
export interface MarkUnits {
  /** The centre that the cursor missed. */
  readonly target: OsuPoint;
  /** In osu! pixels. */
  readonly circleRadius: number;
  /** Song milliseconds per real millisecond. */
  readonly rate: number;
}

/** The cause of a mistake in a few words, with its number. Errors are in real milliseconds, as on the page. */
export function markText(mistake: Mistake, units: MarkUnits): string {
  const { cause, distancePx, released, spins } = mistake;
  const errorMs = mistake.errorMs === undefined ? undefined : mistake.errorMs / units.rate;
  switch (cause) {
    case 'timing':
      return errorMs === undefined ? 'timing' : lateness(errorMs);
    case 'too-early':
      return errorMs === undefined ? 'too early' : `${ms(errorMs)} too early`;
    case 'aim':
      return aimText(mistake, units);
    case 'missed-both':
      return missedBothText(mistake, units);
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
function aimText(mistake: Mistake, { target, circleRadius }: MarkUnits): string {
  const outside = outsidePx(mistake, circleRadius);
  if (outside === null || mistake.cursor === undefined) return 'aim';
  const { x, y } = mistake.cursor.at;
  const [dx, dy] = [x - target.x, y - target.y];
  if (Math.abs(dx) < Math.abs(dy)) return `${px(outside)} too ${dy < 0 ? 'high' : 'low'}`;
  return `${px(outside)} too far ${dx < 0 ? 'left' : 'right'}`;
}

function missedBothText(mistake: Mistake, { circleRadius }: MarkUnits): string {
  const outside = outsidePx(mistake, circleRadius);
  return outside === null ? 'no press' : `no press, ${px(outside)} away`;
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
