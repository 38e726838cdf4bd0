import type { Bin } from '../../game/habits/index.ts';
import type { NumberFormat } from './format.ts';
import type { PlotName, ReportTexts } from './texts.ts';

/** A plot with its place in the report. */
export interface Figure {
  readonly name: PlotName;
  readonly svg: string;
  /** Whether parts of it are pale, because they have few hits. */
  readonly hasUncertain: boolean;
}

/** What all figures of a player share. */
export interface ReportContext {
  readonly texts: ReportTexts;
  readonly format: NumberFormat;
  /** A unique id in the document. */
  readonly idOf: (name: PlotName) => string;
}

/** The address of a moment of a play, in the time of the map; null: of the play. */
export type HrefOf = (replayMd5: string, time: number | null) => string;

/** What the parts about single plays share. */
export interface PlayContext {
  readonly texts: ReportTexts;
  /** Null where the plays cannot be opened. */
  readonly hrefOf: HrefOf | null;
}

/** `180 to 200`, or `270 and more`. */
export function rangeText({ from, to }: Bin, texts: ReportTexts, format: (value: number) => string): string {
  return to === null ? texts.andMore(format(from)) : texts.range(format(from), format(to));
}

/** `3.2 ms early`. */
export function errorText(mean: number, { texts, format }: Pick<ReportContext, 'texts' | 'format'>): string {
  const size = format.number(Math.abs(mean), 1);
  return mean < 0 ? texts.early(size) : texts.late(size);
}
