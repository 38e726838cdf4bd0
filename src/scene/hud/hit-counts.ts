import type { Totals } from '../../osu/play/index.ts';
import type { Millis, Rgb } from '../../osu/units.ts';
import type { DisplayList } from '../display-list.ts';
import { lastAtOrBefore } from '../glide.ts';
import type { ShowInput } from '../show.ts';
import { drawBox, drawLabel, type Ui } from './ui.ts';

/** How many 100s, 50s and misses there were so far. */
export type HitCounts = Totals;

const place = { x: 12, y: 288, spacing: 50, size: 20 };
const columns: readonly { readonly of: 'n100' | 'n50' | 'misses'; readonly colour: Rgb }[] = [
  { of: 'n100', colour: { r: 112, g: 230, b: 60 } },
  { of: 'n50', colour: { r: 232, g: 184, b: 72 } },
  { of: 'misses', colour: { r: 240, g: 80, b: 80 } },
];

export function createHitCounts({ play }: ShowInput): HitCounts {
  return play.totals;
}

export function drawHitCounts(list: DisplayList, ui: Ui, totals: HitCounts, t: Millis): void {
  const last = lastAtOrBefore(totals.times, t);
  for (const [i, { of, colour }] of columns.entries()) {
    const x = place.x + i * place.spacing;
    // The colours of the results on the field say which count is which.
    drawBox(list, ui, { x, y: place.y - 15, width: 4, height: 16 }, { colour, alpha: 0.9 });
    drawLabel(list, ui, String(last < 0 ? 0 : totals[of][last]), { x: x + 9, y: place.y, size: place.size });
  }
}
