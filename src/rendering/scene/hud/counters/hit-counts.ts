import type { Totals } from '../../../../game/play/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { lastAtOrBefore } from '../../animation/tween.ts';
import { cacheLast, type DrawShown } from '../../display-list/cache-last.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SceneInput } from '../../scene-input.ts';
import { drawBox, drawLabel, type Ui } from '../ui.ts';
import { sliderBreaksOf } from './slider-breaks.ts';

/** How many 100s, 50s and misses there were so far, and how often a slider broke the combo. */
export type HitCounts = readonly HitCount[];

interface HitCount {
  readonly colour: Rgb;
  textAt(t: Millis): string;
  readonly draw: DrawShown<CountShown>;
}

interface CountShown {
  readonly ui: Ui;
  readonly column: number;
  readonly colour: Rgb;
  readonly text: string;
}

const place = { x: 12, y: 288, spacing: 50, size: 20 };
const columns: readonly { readonly of: 'n100' | 'n50' | 'misses'; readonly colour: Rgb }[] = [
  { of: 'n100', colour: { r: 112, g: 230, b: 60 } },
  { of: 'n50', colour: { r: 232, g: 184, b: 72 } },
  { of: 'misses', colour: { r: 240, g: 80, b: 80 } },
];
const broken: Rgb = { r: 190, g: 130, b: 255 };

export function createHitCounts({ play, options }: SceneInput): HitCounts {
  const counts: HitCount[] = [];
  if (options.hitCounts)
    counts.push(...columns.map(({ of, colour }) => countOf(colour, (t) => String(totalAt(play.totals, of, t)))));
  if (options.sliderBreaks) {
    const breaks = sliderBreaksOf(play);
    counts.push(countOf(broken, (t) => `${lastAtOrBefore(breaks, t) + 1} SB`));
  }
  return counts;
}

function countOf(colour: Rgb, textAt: (t: Millis) => string): HitCount {
  return { colour, textAt, draw: cacheLast(drawCount) };
}

function totalAt(totals: Totals, of: 'n100' | 'n50' | 'misses', t: Millis): number {
  return totals[of][lastAtOrBefore(totals.times, t)] ?? 0;
}

export function drawHitCounts(list: DisplayList, ui: Ui, counts: HitCounts, t: Millis): void {
  for (const [column, { colour, textAt, draw }] of counts.entries()) {
    draw(list, { ui, column, colour, text: textAt(t) });
  }
}

/** The colours of the results on the field say which count is which. */
function drawCount(list: DisplayList, { ui, column, colour, text }: CountShown): void {
  const x = place.x + column * place.spacing;
  drawBox(list, ui, { x, y: place.y - 15, width: 4, height: 16 }, { colour, alpha: 0.9 });
  drawLabel(list, ui, text, { x: x + 9, y: place.y, size: place.size });
}
