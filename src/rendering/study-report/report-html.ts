import type { PlayerReport, StudyReport } from '../../game/study/index.ts';
import { createNumberFormat, escapeHtml } from './format.ts';
import { playerHtml, playerName, progressCells, tableHtml } from './player-html.ts';
import { documentStyle, reportStyle } from './style.ts';
import { english, type ReportTexts } from './texts.ts';

/** The report as HTML without scripts, for an element of the class `study-report`. All texts from files are escaped. */
export function reportHtml({ players, skipped }: StudyReport, texts: ReportTexts): string {
  return [
    // First: the plots of many players would hide that plays are missing. Without any, the reasons are all there is to read.
    skipped.length > 0 ? skippedPart(skipped, { texts, isOpen: players.length === 0 }) : '',
    players.length > 1 ? overview(players, texts) : '',
    ...players.map((player, i) => playerPart(player, i, { texts, isOpen: players.length <= maxOpen })),
  ].join('');
}

/** With more players, only the first is open. */
const maxOpen = 3;

/** The report as one file that requests nothing from anywhere. */
export function reportDocument(report: StudyReport, texts: ReportTexts = english): string {
  const plays = report.players.reduce((sum, player) => sum + player.plays, 0);
  const [first] = report.players;
  const title = report.players.length === 1 && first ? playerName(first, { texts }) : texts.title;
  return `<!doctype html>
<html lang="${escapeHtml(texts.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${documentStyle}${reportStyle}</style>
</head>
<body>
<main class="study-report">
<h1>${escapeHtml(texts.title)}</h1>
<p class="note">${escapeHtml(texts.summary({ plays, players: report.players.length }))}</p>
${reportHtml(report, texts)}
</main>
</body>
</html>
`;
}

function overview(players: readonly PlayerReport[], texts: ReportTexts): string {
  const format = createNumberFormat(texts.language);
  const rows = players.map((player, i) => ({
    name: playerName(player, { texts }),
    href: `#${playerId(i)}`,
    cells: progressCells(player, { texts, format }),
  }));
  return `<section class="overview"><h2>${escapeHtml(texts.players)}</h2>${tableHtml(texts.player, rows)}</section>`;
}

function playerPart(
  player: PlayerReport,
  index: number,
  { texts, isOpen }: { texts: ReportTexts; isOpen: boolean },
): string {
  const id = playerId(index);
  const context = { texts, format: createNumberFormat(texts.language), idOf: (name: string) => `${id}-${name}` };
  const { first_played: first, last_played: last } = player;
  const about = [texts.plays(player.plays), ...(first === null || last === null ? [] : [texts.dates(first, last)])];
  return (
    `<details class="player-report"${isOpen || index === 0 ? ' open' : ''}>` +
    `<summary><h2>${escapeHtml(playerName(player, context))}</h2><span>${escapeHtml(about.join(' · '))}</span></summary>` +
    // A link to what is inside of a closed part opens it; a link to the part itself does not.
    `<div id="${id}">${playerHtml(player, context)}</div></details>`
  );
}

function playerId(index: number): string {
  return `player-${index + 1}`;
}

function skippedPart(
  skipped: StudyReport['skipped'],
  { texts, isOpen }: { texts: ReportTexts; isOpen: boolean },
): string {
  const items = skipped.map(({ file, reason }) => `<li><b>${escapeHtml(file)}</b> ${escapeHtml(reason)}</li>`);
  return `<details class="skipped"${isOpen ? ' open' : ''}><summary>${escapeHtml(texts.skipped(skipped.length))}</summary><ul>${items.join('')}</ul></details>`;
}
