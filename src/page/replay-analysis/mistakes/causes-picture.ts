import { formatDecimal, formatNumber } from '../../words/numbers.ts';
import { colourOf } from '../colours.ts';
import { type Picture, paintLabel } from '../pictures/picture.ts';
import { analysisWords } from '../words/index.ts';
import type { CauseTotal } from './order.ts';

const rowHeight = 30;
const barHeight = 8;

/** What each cause costs, as bars for the downloaded picture; the page has buttons for them. */
export function causesPicture(totals: readonly CauseTotal[]): Picture {
  return {
    title: analysisWords.mistakes.title,
    legend: [],
    summary: [],
    readings: { count: 0, text: () => '', time: () => null },
    paint(context, { width, height }) {
      const shown = totals.slice(0, Math.floor(height / rowHeight));
      const bar = colourOf('--bad');
      for (const [i, { cause, count, share, ...cost }] of shown.entries()) {
        const y = i * rowHeight + 14;
        const name = `${analysisWords.mistakes.causes[cause]} (${formatNumber(count)})`;
        paintLabel(context, name, { x: 0, y, align: 'left' });
        paintLabel(context, costText(cost), { x: width, y, align: 'right' });
        context.fillStyle = bar;
        context.fillRect(0, y + 4, Math.max(2, width * share), barHeight);
      }
    },
    pointOf: () => ({ x: 0, y: 0 }),
    indexAt: () => null,
  };
}

/** The cost of a cause: pp if they are known, otherwise combo. */
export function costText({ ppLost, comboLost }: Pick<CauseTotal, 'ppLost' | 'comboLost'>): string {
  const { mistakes } = analysisWords;
  return ppLost === null ? mistakes.comboLost(formatNumber(comboLost)) : mistakes.ppLost(formatDecimal(ppLost, 1));
}
