import type { ListedPlay } from '../../game/study/index.ts';
import type { PlayContext } from './figure.ts';
import { createNumberFormat, momentTime } from './format.ts';
import { costText, mapTitle } from './moment-text.ts';
import { type Cell, tableHtml } from './table-html.ts';

/** The plays as a table, in the order of the list. All texts from files are escaped. */
export function playListHtml(plays: readonly ListedPlay[], context: PlayContext): string {
  const { texts, hrefOf } = context;
  const hasPlayers = plays.some(({ player }) => player !== plays[0]?.player);
  const rows = plays.map((play) => ({
    name: mapTitle(play),
    href: hrefOf?.(play.replay_md5, null),
    cells: playCells(play, context).filter(([heading]) => hasPlayers || heading !== texts.player),
  }));
  return `<div class="plays">${tableHtml(texts.playList.map, rows)}</div>`;
}

function playCells(play: ListedPlay, { texts, hrefOf }: PlayContext): Cell[] {
  const { facts, playList } = texts;
  const format = createNumberFormat(texts.language);
  const { accuracy, pp, misses, max_combo, unstable_rate, played_at } = play;
  const [worst] = play.costliest;
  const number = (value: number | null, decimals: number) => (value === null ? '–' : format.number(value, decimals));
  return [
    worst === undefined
      ? [playList.costliest, '–']
      : [
          playList.costliest,
          `${costText(worst, texts)} · ${texts.causes[worst.cause]} · ${momentTime(worst.time)}`,
          hrefOf?.(play.replay_md5, worst.time),
        ],
    [texts.player, play.player.trim() || texts.noName],
    [playList.date, played_at?.slice(0, 'YYYY-MM-DD'.length) ?? '–'],
    [
      facts.accuracy,
      accuracy === null ? '–' : format.percent(accuracy, 2) + (play.failed ? ` (${playList.failed})` : ''),
    ],
    ['pp', number(pp, 0)],
    [playList.misses, format.number(misses)],
    [playList.combo, `${format.number(max_combo)}x`],
    [facts.unstableRate, number(unstable_rate, 1)],
    [playList.file, play.file],
  ];
}
