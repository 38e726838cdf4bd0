import { lastAtOrBefore } from '../../../../game/binary-search.ts';
import type { Totals } from '../../../../game/play/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { type CachedDraw, cacheLast } from '../../display-list/cache-last.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SceneInput } from '../../scene-input.ts';
import { drawBox, drawLabel, type Ui } from '../ui.ts';
import { sliderBreakTimes } from './slider-breaks.ts';

/** The number of 100s, 50s, misses and slider breaks so far. */
export type HitCounts = readonly HitCount[];

interface HitCount {
  readonly colour: Rgb;
  textAt(t: Millis): string;
  readonly draw: CachedDraw<HitCountState>;
}

interface HitCountState {
  readonly ui: Ui;
  readonly column: number;
  readonly colour: Rgb;
  readonly text: string;
}

const layout = { x: 12, y: 288, spacing: 50, size: 20 };
const columns: readonly { readonly count: 'n100' | 'n50' | 'misses'; readonly colour: Rgb }[] = [
  { count: 'n100', colour: { r: 112, g: 230, b: 60 } },
  { count: 'n50', colour: { r: 232, g: 184, b: 72 } },
  { count: 'misses', colour: { r: 240, g: 80, b: 80 } },
];
const sliderBreakColour: Rgb = { r: 190, g: 130, b: 255 };

/** Prepares the counts that the viewer wants. */
export function createHitCounts({ play, options }: SceneInput): HitCounts {
  const counts: HitCount[] = [];
  if (options.hitCounts)
    counts.push(...columns.map(({ count, colour }) => countOf(colour, (t) => String(totalAt(play.totals, count, t)))));
  if (options.sliderBreaks) {
    const breaks = sliderBreakTimes(play);
    counts.push(countOf(sliderBreakColour, (t) => `${lastAtOrBefore(breaks, t) + 1} SB`));
  }
  return counts;
}

function countOf(colour: Rgb, textAt: (t: Millis) => string): HitCount {
  return { colour, textAt, draw: cacheLast(drawCount) };
}

function totalAt(totals: Totals, count: 'n100' | 'n50' | 'misses', t: Millis): number {
  return totals[count][lastAtOrBefore(totals.times, t)] ?? 0;
}

/** Draws the counts side by side. */
export function drawHitCounts(list: DisplayList, ui: Ui, counts: HitCounts, t: Millis): void {
  for (const [column, { colour, textAt, draw }] of counts.entries()) {
    draw(list, { ui, column, colour, text: textAt(t) });
  }
}

/** Draws one count; its colour matches that of the judgement. */
function drawCount(list: DisplayList, { ui, column, colour, text }: HitCountState): void {
  const x = layout.x + column * layout.spacing;
  drawBox(list, ui, { x, y: layout.y - 15, width: 4, height: 16 }, { colour, alpha: 0.9 });
  drawLabel(list, ui, text, { x: x + 9, y: layout.y, size: layout.size });
}
