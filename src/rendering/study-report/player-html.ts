import type { PlayerReport, Progress } from '../../game/study/index.ts';
import { aimFigures } from './aim-figures.ts';
import { examplesHtml, type PlayOf } from './examples-html.ts';
import { errorText, type Figure, type PlayContext, type ReportContext } from './figure.ts';
import { escapeHtml } from './format.ts';
import { causeFigures, progressFigures } from './progress-figures.ts';
import { tableHtml } from './table-html.ts';
import { keyFigures, timingFigures } from './timing-figures.ts';

/** The part of a report about one player. */
export function playerHtml(player: PlayerReport, playOf: PlayOf, context: ReportContext & PlayContext): string {
  const { habits, months, causes } = player;
  const figures = [
    ...(habits.aim === null ? [] : aimFigures(habits.aim, context)),
    ...(habits.timing === null ? [] : timingFigures(habits.timing, context)),
    ...causeFigures(causes, context),
    ...(habits.keys === null ? [] : keyFigures(habits.keys, context)),
    ...progressFigures(months, context),
  ];
  return [
    factList(player, context),
    notes(player, context),
    examplesHtml(causes, playOf, context),
    `<div class="figures">${figures.map((figure) => figureHtml(figure, context)).join('')}</div>`,
    months.length > 0 ? monthTable(months, context) : '',
  ].join('');
}

/** The name of a player as text. */
export function playerName({ name }: Pick<PlayerReport, 'name'>, { texts }: Pick<ReportContext, 'texts'>): string {
  return name.trim() || texts.noName;
}

/** The headings and the cells of the numbers of several plays. */
export function progressCells(
  progress: Progress,
  { texts, format }: Pick<ReportContext, 'texts' | 'format'>,
): [heading: string, text: string][] {
  const { facts } = texts;
  const number = (value: number | null | undefined, decimals: number) =>
    value == null ? '–' : format.number(value, decimals);
  return [
    [facts.plays, format.number(progress.plays)],
    [facts.accuracy, progress.accuracy === null ? '–' : format.percent(progress.accuracy, 2)],
    [facts.unstableRate, number(progress.unstable_rate, 1)],
    [facts.missesPer1000, number(progress.misses_per_1000, 1)],
    [facts.bestPp, number(progress.pp?.best, 0)],
    [facts.meanPp, number(progress.pp?.mean, 0)],
  ];
}

function factList(player: PlayerReport, context: ReportContext): string {
  const { mean = null } = player.habits.timing ?? {};
  const cells = progressCells(player, context);
  if (mean !== null) cells.push([context.texts.facts.meanError, errorText(mean, context)]);
  const items = cells.map(
    ([heading, text]) => `<div><dt>${escapeHtml(heading)}</dt><dd>${escapeHtml(text)}</dd></div>`,
  );
  return `<dl class="facts">${items.join('')}</dl>`;
}

function notes({ plays_without_aim, plays_without_timing }: PlayerReport, { texts }: ReportContext): string {
  const lines = [
    ...(plays_without_timing > 0 ? [texts.withoutTiming(plays_without_timing)] : []),
    ...(plays_without_aim > 0 ? [texts.withoutAim(plays_without_aim)] : []),
  ];
  return lines.map((line) => `<p class="note">${escapeHtml(line)}</p>`).join('');
}

function figureHtml({ name, svg, hasUncertain }: Figure, { texts }: ReportContext): string {
  const { title, about } = texts.plots[name];
  const note = hasUncertain ? ` ${texts.uncertain}` : '';
  return `<figure class="plot-${name}"><figcaption><b>${escapeHtml(title)}</b><span>${escapeHtml(about + note)}</span></figcaption>${svg}</figure>`;
}

function monthTable(months: PlayerReport['months'], context: ReportContext): string {
  const { texts } = context;
  const rows = months.map((month) => ({ name: month.month, cells: progressCells(month, context) }));
  return `<details class="months"><summary>${escapeHtml(texts.table)}</summary>${tableHtml(texts.facts.month, rows)}</details>`;
}
