import type { Analytics } from '../../../contract/index.ts';
import type { ShownPart } from '../../shown-part.ts';
import { type AnalysisData, analysisDataOf } from '../analysis-data.ts';
import { judgementOf } from '../timing.ts';

type PlayerAnalytics = NonNullable<Analytics['players']>[number];

/** One of several players, with what the charts show of the play. */
export interface ComparedPlayer {
  /** From 0, in the order of the replays. */
  readonly index: number;
  readonly name: string;
  readonly data: AnalysisData;
  /** The score over time. */
  readonly score: AnalysisData['accuracy'];
}

/** The players whose plays have been judged. */
export function comparedPlayersOf(
  { players = [], job_id, status, video }: Analytics,
  part: ShownPart,
): readonly ComparedPlayer[] {
  return players.flatMap((player, index): ComparedPlayer[] => {
    const data = analysisDataOf({ ...player, job_id, status, video, frames: [], life_bar: [] }, part);
    return data === null ? [] : [{ index, name: nameOf(player, index), data, score: scoreOf(player, data) }];
  });
}

function nameOf({ identity }: PlayerAnalytics, index: number): string {
  return identity.username === '' ? String(index + 1) : identity.username;
}

function scoreOf({ score_over_time = [] }: PlayerAnalytics, { span }: AnalysisData): AnalysisData['accuracy'] {
  const shown = score_over_time.filter(({ t }) => t <= span.end);
  const last = shown.at(-1);
  const held = last === undefined || last.t >= span.end ? shown : [...shown, { ...last, t: span.end }];
  return { times: Float64Array.from(held, ({ t }) => t), values: Float64Array.from(held, ({ score }) => score) };
}

/** A part of the map, and how each player hit its objects. */
export interface Section {
  readonly start: number;
  readonly end: number;
  /** In the order of the players. */
  readonly results: readonly SectionResult[];
  /** The indices of the results that no other result beats; empty if all are equal. */
  readonly best: readonly number[];
}

export interface SectionResult {
  /** The accuracy of the presses, in percent; null without any. */
  readonly accuracy: number | null;
  readonly misses: number;
  readonly unstableRate: number | null;
}

/** A section has about this many real milliseconds. */
const sectionMs = 15_000;
const maxSections = 16;

/** Divides the play into sections of equal length and compares the players in each. */
export function sectionsOf(players: readonly ComparedPlayer[]): readonly Section[] {
  const [first] = players;
  if (first === undefined) return [];
  const { span, clockRate } = first.data;
  const duration = span.end - span.start;
  const count = Math.min(maxSections, Math.max(1, Math.round(duration / clockRate / sectionMs)));
  return Array.from({ length: count }, (_, i) => {
    const start = span.start + (duration * i) / count;
    const end = span.start + (duration * (i + 1)) / count;
    const isLast = i === count - 1;
    const isInside = ({ t }: { readonly t: number }) => t >= start && (t < end || (isLast && t <= end));
    const results = players.map(({ data }) => resultOf(data, isInside));
    return { start, end, results, best: bestOf(results) };
  });
}

const points = { great: 300, ok: 100, meh: 50 } as const;

function resultOf(
  { hits, misses, windows }: AnalysisData,
  isInside: (at: { readonly t: number }) => boolean,
): SectionResult {
  const inside = hits.filter(isInside);
  const missed = misses.filter(isInside).length;
  const judged = inside.length + missed;
  const sum = inside.reduce((total, { error }) => total + points[judgementOf(error, windows)], 0);
  return {
    accuracy: judged === 0 ? null : sum / (3 * judged),
    misses: missed,
    unstableRate: inside.length < 2 ? null : 10 * deviationOf(inside.map(({ error }) => error)),
  };
}

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/** The results with the highest accuracy; of equal ones, those with the lowest unstable rate. */
function bestOf(results: readonly SectionResult[]): readonly number[] {
  const compare = (a: SectionResult, b: SectionResult) =>
    (b.accuracy ?? -1) - (a.accuracy ?? -1) || (a.unstableRate ?? Infinity) - (b.unstableRate ?? Infinity);
  const [leader] = [...results].sort(compare);
  if (leader === undefined || leader.accuracy === null) return [];
  const best = results.flatMap((result, i) => (compare(result, leader) === 0 ? [i] : []));
  return best.length === results.length ? [] : best;
}
