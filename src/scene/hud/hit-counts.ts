import type { Totals } from '../../osu/play/index.ts';
import type { Millis, Rgb } from '../../osu/units.ts';
import type { DisplayList } from '../display-list.ts';
import { lastAtOrBefore } from '../glide.ts';
import type { ShowInput } from '../show.ts';
import { sliderBreaksOf } from './slider-breaks.ts';
import { drawBox, drawLabel, type Ui } from './ui.ts';

/** How many 100s, 50s and misses there were so far, and how often a slider broke the combo. */
export interface HitCounts {
  /** Null: not wished for. */
  readonly totals: Totals | null;
  readonly sliderBreaks: Float64Array | null;
}

const place = { x: 12, y: 288, spacing: 50, size: 20 };
const columns: readonly { readonly of: 'n100' | 'n50' | 'misses'; readonly colour: Rgb }[] = [
  { of: 'n100', colour: { r: 112, g: 230, b: 60 } },
  { of: 'n50', colour: { r: 232, g: 184, b: 72 } },
  { of: 'misses', colour: { r: 240, g: 80, b: 80 } },
];
const broken: Rgb = { r: 190, g: 130, b: 255 };

export function createHitCounts({ play, options }: ShowInput): HitCounts {
  return {
    totals: options.hitCounts ? play.totals : null,
    sliderBreaks: options.sliderBreaks ? sliderBreaksOf(play) : null,
  };
}

export function drawHitCounts(list: DisplayList, ui: Ui, { totals, sliderBreaks }: HitCounts, t: Millis): void {
  if (totals) {
    const last = lastAtOrBefore(totals.times, t);
    for (const [i, { of, colour }] of columns.entries()) {
      drawCount(list, ui, i, { colour, text: String(last < 0 ? 0 : totals[of][last]) });
    }
  }
  if (sliderBreaks) {
    const text = `${lastAtOrBefore(sliderBreaks, t) + 1} SB`;
    drawCount(list, ui, totals ? columns.length : 0, { colour: broken, text });
  }
}

/** The colours of the results on the field say which count is which. */
function drawCount(list: DisplayList, ui: Ui, column: number, { colour, text }: { colour: Rgb; text: string }): void {
  const x = place.x + column * place.spacing;
  drawBox(list, ui, { x, y: place.y - 15, width: 4, height: 16 }, { colour, alpha: 0.9 });
  drawLabel(list, ui, text, { x: x + 9, y: place.y, size: place.size });
}
