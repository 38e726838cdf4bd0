import type { PlayerReport, StudyReport } from '../../game/study/index.ts';
import type { PlayOf } from './examples-html.ts';
import type { HrefOf, PlayContext } from './figure.ts';
import { createNumberFormat, escapeHtml } from './format.ts';
import { playListHtml } from './play-list-html.ts';
import { playerHtml, playerName, progressCells } from './player-html.ts';
import { documentStyle, reportStyle } from './style.ts';
import { tableHtml } from './table-html.ts';
import { english, type ReportTexts } from './texts.ts';

export type { HrefOf };

/**
 * The report as HTML without scripts and without the list of plays, for an element of the class `study-report`. All texts
 * from files are escaped.
 */
export function reportHtml(report: StudyReport, context: PlayContext): string {
  const { players } = report;
  return (
    skippedHtml(report, context) +
    (players.length > 1 ? overview(players, context.texts) : '') +
    playersHtml(report, context)
  );
}

function skippedHtml({ players, skipped }: StudyReport, { texts }: PlayContext): string {
  // First: the plots of many players would hide that plays are missing. Without any, the reasons are all there is to read.
  return skipped.length > 0 ? skippedPart(skipped, { texts, isOpen: players.length === 0 }) : '';
}

function playersHtml({ players, plays }: StudyReport, context: PlayContext): string {
  const byMd5 = new Map(plays.map((play) => [play.replay_md5, play]));
  const playOf: PlayOf = ({ replay_md5 }) => byMd5.get(replay_md5);
  const isOpen = players.length <= maxOpen;
  return players.map((player, i) => playerPart(player, i, { ...context, playOf, isOpen })).join('');
}

/** With more players, only the first is open. */
const maxOpen = 3;

/** The report as one file that requests nothing from anywhere. */
export function reportDocument(report: StudyReport, texts: ReportTexts = english): string {
  const plays = report.players.reduce((sum, player) => sum + player.plays, 0);
  const [first] = report.players;
  const context = { texts, hrefOf: null };
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
${playsSection(report, context)}
${reportHtml(report, context)}
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

/** A file with more rows would be slow to open, and is not read to its end. */
const maxListed = 200;

function playsSection({ plays }: StudyReport, context: PlayContext): string {
  if (plays.length === 0) return '';
  const { title, about, more } = context.texts.playList;
  const rest = plays.length - maxListed;
  return (
    `<section class="overview"><h2>${escapeHtml(title)}</h2><p class="note">${escapeHtml(about)}</p>` +
    `${playListHtml(plays.slice(0, maxListed), context)}${rest > 0 ? `<p class="note">${escapeHtml(more(rest))}</p>` : ''}</section>`
  );
}

interface PlayerPartContext extends PlayContext {
  readonly playOf: PlayOf;
  readonly isOpen: boolean;
}

function playerPart(player: PlayerReport, index: number, { isOpen, playOf, ...links }: PlayerPartContext): string {
  const id = playerId(index);
  const { texts } = links;
  const context = { ...links, format: createNumberFormat(texts.language), idOf: (name: string) => `${id}-${name}` };
  const { first_played: first, last_played: last } = player;
  const about = [texts.plays(player.plays), ...(first === null || last === null ? [] : [texts.dates(first, last)])];
  return (
    `<details class="player-report"${isOpen || index === 0 ? ' open' : ''}>` +
    `<summary><h2>${escapeHtml(playerName(player, context))}</h2><span>${escapeHtml(about.join(' · '))}</span></summary>` +
    // A link to what is inside of a closed part opens it; a link to the part itself does not.
    `<div id="${id}">${playerHtml(player, playOf, context)}</div></details>`
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
