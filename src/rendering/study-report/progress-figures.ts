import type { PlayerReport } from '../../game/study/index.ts';
import type { Figure, ReportContext } from './figure.ts';
import { monthPlot } from './plots/month-plot.ts';
import { shareBars } from './plots/share-bars.ts';

type Month = PlayerReport['months'][number];
type ProgressName = 'accuracy' | 'unstableRate' | 'misses' | 'pp';

/** The figures about the progress; none for a single month. */
export function progressFigures(months: readonly Month[], context: ReportContext): Figure[] {
  const { format } = context;
  const values: Readonly<Record<ProgressName, (month: Month) => number | null>> = {
    accuracy: ({ accuracy }) => accuracy,
    unstableRate: ({ unstable_rate }) => unstable_rate,
    misses: ({ misses_per_1000 }) => misses_per_1000,
    pp: ({ pp }) => pp?.best ?? null,
  };
  const formats: Readonly<Record<ProgressName, (value: number) => string>> = {
    accuracy: (value) => format.percent(value, 1),
    unstableRate: (value) => format.number(value, 1),
    misses: (value) => format.number(value, 1),
    pp: (value) => format.number(value),
  };
  const names = ['accuracy', 'unstableRate', 'misses', 'pp'] as const;
  return names.flatMap((name) => {
    const known = months.filter((month) => values[name](month) !== null);
    if (known.length < 2) return [];
    return [progressFigure(name, { months: known, read: values[name], formatValue: formats[name] }, context)];
  });
}

interface ProgressValues {
  readonly months: readonly Month[];
  readonly read: (month: Month) => number | null;
  readonly formatValue: (value: number) => string;
}

function progressFigure(name: ProgressName, values: ProgressValues, { texts, idOf }: ReportContext): Figure {
  const { read, formatValue } = values;
  const months = values.months.map((each) => {
    const value = read(each) ?? 0;
    return { month: each.month, value, tip: `${each.month}: ${formatValue(value)}, ${texts.plays(each.plays)}` };
  });
  const svg = monthPlot({
    id: idOf(name),
    title: texts.plots[name].title,
    description: months.map(({ tip }) => tip).join('; '),
    months,
    axes: { x: texts.axes.month, y: texts.axes[name] },
    formatTick: formatValue,
  });
  return { name, svg, hasUncertain: false };
}

/** The figure about the causes of mistakes; none without mistakes. */
export function causeFigures(causes: PlayerReport['causes'], { texts, format, idOf }: ReportContext): Figure[] {
  if (causes.length === 0) return [];
  const rows = causes.map(({ cause, share, mistakes, combo_breaks }) => {
    const value = `${format.percent(share)} (${format.number(mistakes)})`;
    const breaks = combo_breaks === 0 ? '' : ` · ${texts.comboBreaks(combo_breaks)}`;
    return { label: texts.causes[cause], share, value: `${value}${breaks}` };
  });
  const description = rows.map(({ label, value }) => `${label}: ${value}`).join('; ');
  const svg = shareBars({ id: idOf('causes'), title: texts.plots.causes.title, description, rows });
  return [{ name: 'causes', svg, hasUncertain: false }];
}
