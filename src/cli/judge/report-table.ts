import { accuracyPercent } from '../../game/play/index.ts';
import type { JudgeReport } from './report.ts';

/** Formats the report as text: judged values beside those of the replay, with a mark where they differ. */
export function formatReport(report: JudgeReport): string {
  const { header } = report;
  const rows: readonly Row[] = [
    ['300', report.n300, header.n300],
    ['100', report.n100, header.n100],
    ['50', report.n50, header.n50],
    ['miss', report.nmiss, header.nmiss],
    // Lazer counts neither and writes zeros into the header.
    ['geki', report.ngeki, report.rules === 'lazer' ? null : header.ngeki],
    ['katu', report.nkatu, report.rules === 'lazer' ? null : header.nkatu],
    ['max combo', report.maxCombo, header.maxCombo],
    ['score', report.score, header.score],
    [
      'accuracy',
      percent(report.accuracy, report.rules),
      header.accuracy === null ? null : percent(header.accuracy, report.rules),
    ],
    ['pp', report.pp === null ? null : report.pp.toFixed(2), null],
    ['unstable rate', unstableRate(report), null],
    ...statisticsRows(report),
  ];
  return [
    report.map.title,
    `played by ${report.player}, ${report.mods.join('') || 'no mod'}, ${report.rules} rules, ${stars(report)}`,
    ...(report.failedAt === null ? [] : [`failed at ${(report.failedAt / 1000).toFixed(1)} s`]),
    '',
    line({ label: '', judged: 'judged', claimed: 'replay', mark: '' }),
    ...rows.map(([label, judged, claimed]) =>
      line({
        label,
        judged: textOf(judged),
        claimed: textOf(claimed),
        mark: claimed === null || judged === claimed ? '' : '  differs',
      }),
    ),
    ...causesLine(report.mistakes),
    '',
    ...report.notes,
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

type Value = number | string | null;
type Row = readonly [label: string, judged: Value, claimed: Value];

function statisticsRows({ statistics, header }: JudgeReport): Row[] {
  if (statistics === undefined) return [];
  const names = new Set([...Object.keys(statistics), ...Object.keys(header.statistics ?? {})]);
  return Array.from(names, (name) => [
    name,
    statistics[name] ?? 0,
    header.statistics === undefined ? null : (header.statistics[name] ?? 0),
  ]);
}

/** How often each cause occurs, the most frequent first: `mistakes: 12 aim, 4 timing`. */
function causesLine(mistakes: JudgeReport['mistakes']): string[] {
  const counts = new Map<string, number>();
  for (const { cause } of mistakes) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  if (counts.size === 0) return [];
  const causes = [...counts].sort(([, a], [, b]) => b - a).map(([cause, count]) => `${count} ${cause}`);
  return ['', `mistakes: ${causes.join(', ')}`];
}

function line({ label, judged, claimed, mark }: Record<'label' | 'judged' | 'claimed' | 'mark', string>): string {
  return `${label.padEnd(16)}${judged.padStart(14)}${claimed.padStart(14)}${mark}`.trimEnd();
}

function textOf(value: Value): string {
  return value === null ? '-' : String(value);
}

function percent(accuracy: number, rules: JudgeReport['rules']): string {
  return `${accuracyPercent(accuracy, rules).toFixed(2)}%`;
}

function stars({ stars, ppVersion }: JudgeReport): string {
  return stars === null ? 'not rated' : `${stars.toFixed(2)} stars (formulas of ${ppVersion})`;
}

function unstableRate({ unstableRate, unstableRateConverted }: JudgeReport): string {
  const plain = unstableRate.toFixed(2);
  return unstableRate === unstableRateConverted ? plain : `${unstableRateConverted.toFixed(2)} cv.`;
}
