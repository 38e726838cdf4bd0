import type { Playable } from '../playable.ts';

/** What the seek bar marks, in song time. */
export interface SeekMarks {
  readonly misses: readonly number[];
  readonly breaks: readonly Span[];
  /** Null if the intro is too short to skip. */
  readonly introEnd: number | null;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The same marks as fractions of the bar, from 0 to 1. */
export interface PlacedMarks {
  readonly misses: readonly number[];
  readonly breaks: readonly Span[];
  readonly introEnd: number | null;
}

/** Misses that are closer together, as a fraction of the bar, get one mark. */
const minMissDistance = 1 / 500;
/** A pointer this close to a mark, as a fraction of the bar, points at it. */
const pointedDistance = 1 / 150;

/** The fraction of a span at which a time or a coordinate is. */
export function fractionOf(t: number, { start, end }: Span): number {
  return end > start ? Math.max(0, Math.min(1, (t - start) / (end - start))) : 0;
}

/** Relates song times to places on the bar, which has the span of the video. */
export interface BarScale {
  placeOf(t: number): number;
  timeAt(place: number): number;
}

/** The scale of the bar: it is proportional to the position in the video, which leaves out some of the song if it shows moments. */
export function barScaleOf({ span, elapsedAt, timeAt }: Pick<Playable, 'span' | 'elapsedAt' | 'timeAt'>): BarScale {
  const { start, end } = span;
  const lengthMs = elapsedAt(end);
  const perMs = lengthMs > 0 ? (end - start) / lengthMs : 1;
  return {
    placeOf: (t) => start + elapsedAt(t) * perMs,
    timeAt: (place) => timeAt((place - start) / perMs),
  };
}

/** The marks by their places on the bar, without those at times that the video leaves out. */
export function marksOnBar({ misses, breaks, introEnd }: SeekMarks, { placeOf, timeAt }: BarScale): SeekMarks {
  const isShown = (t: number) => Math.abs(timeAt(placeOf(t)) - t) < 1;
  return {
    misses: misses.filter(isShown).map(placeOf),
    breaks: breaks
      .map(({ start, end }) => ({ start: placeOf(start), end: placeOf(end) }))
      .filter(({ start, end }) => end > start),
    introEnd: introEnd !== null && isShown(introEnd) ? placeOf(introEnd) : null,
  };
}

/** Leaves out what the video does not show. */
export function placeMarks({ misses, breaks, introEnd }: SeekMarks, span: Span): PlacedMarks {
  const isInside = (t: number) => t > span.start && t < span.end;
  const placedMisses: number[] = [];
  for (const t of misses) {
    const fraction = fractionOf(t, span);
    if (isInside(t) && fraction - (placedMisses.at(-1) ?? -1) >= minMissDistance) placedMisses.push(fraction);
  }
  return {
    misses: placedMisses,
    breaks: breaks
      .filter(({ start, end }) => end > span.start && start < span.end)
      .map(({ start, end }) => ({ start: fractionOf(start, span), end: fractionOf(end, span) })),
    introEnd: introEnd !== null && isInside(introEnd) ? fractionOf(introEnd, span) : null,
  };
}

/** The mark at a place of the bar; null if there is none. */
export function markAt({ misses, breaks, introEnd }: PlacedMarks, at: number): 'miss' | 'introEnd' | 'break' | null {
  const isNear = (fraction: number) => Math.abs(fraction - at) <= pointedDistance;
  if (misses.some(isNear)) return 'miss';
  if (introEnd !== null && isNear(introEnd)) return 'introEnd';
  return breaks.some(({ start, end }) => at >= start && at <= end) ? 'break' : null;
}
