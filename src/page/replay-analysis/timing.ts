import type { AnalysisData, Hit, HitWindows } from './analysis-data.ts';

/** A judgement by its hit window. */
export type Judgement = keyof HitWindows;

/** The judgements from the best to the worst, with the game's names and the colours of the style sheet. */
export const judgements = [
  { name: 'great', label: '300', colour: '--great' },
  { name: 'ok', label: '100', colour: '--good' },
  { name: 'meh', label: '50', colour: '--warn' },
] as const satisfies readonly { name: Judgement; label: string; colour: string }[];

/** The judgement of an error; the last one also for errors beyond its window. Without windows all are 300s. */
export function judgementOf(error: number, windows: HitWindows | null): Judgement {
  if (windows === null || Math.abs(error) <= windows.great) return 'great';
  return Math.abs(error) <= windows.ok ? 'ok' : 'meh';
}

/** The share of the hits that an axis must contain; the others are marked at its edge. */
const sharePerAxis = 0.99;
/** For analytics of earlier versions, which have no hit windows. */
const maxErrorMs = 200;

/** How far the axis of the hit errors goes in both directions: the smallest hit window that contains nearly all hits. */
export function errorAxisOf({ hits, windows }: Pick<AnalysisData, 'hits' | 'windows'>): number {
  const sizes = hits.map(({ error }) => Math.abs(error)).sort((a, b) => a - b);
  if (windows === null) return Math.min(maxErrorMs, Math.max(1, Math.ceil(sizes.at(-1) ?? 1)));
  const needed = sizes[Math.ceil(sizes.length * sharePerAxis) - 1] ?? 0;
  return judgements.map(({ name }) => windows[name]).find((window) => needed <= window) ?? windows.meh;
}

/** The early or the late hits of a play. */
export interface HitShare {
  readonly count: number;
  /** The mean error in milliseconds; null if there are no such hits. */
  readonly average: number | null;
}

/** Splits the hits into early and late ones; an error of 0 counts as late, as in the video. */
export function splitHits(hits: readonly Pick<Hit, 'error'>[]): { early: HitShare; late: HitShare } {
  return {
    early: shareOf(hits.filter(({ error }) => error < 0)),
    late: shareOf(hits.filter(({ error }) => error >= 0)),
  };
}

function shareOf(hits: readonly Pick<Hit, 'error'>[]): HitShare {
  const count = hits.length;
  return { count, average: count === 0 ? null : hits.reduce((sum, { error }) => sum + error, 0) / count };
}
