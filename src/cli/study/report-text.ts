import { type Bin, type ErrorHabit, type Habits, isUncertain } from '../../game/habits/index.ts';
import type { ListedPlay, PlayerReport, Progress, StudyReport } from '../../game/study/index.ts';
import { costText, english, mapTitle, momentText, momentTime } from '../../rendering/study-report/index.ts';
import { formatTable, stripControlCharacters } from '../output/table.ts';

/** Formats a study as text: a part for each player, then the plays and the skipped files. */
export function formatStudy({ players, plays, skipped }: StudyReport): string {
  const byMd5 = new Map(plays.map((play) => [play.replay_md5, play]));
  return [
    ...players.map((player) => formatPlayer(player, byMd5)),
    ...(plays.length === 0 ? [] : [playsText(plays)]),
    ...(skipped.length === 0
      ? []
      : [
          `Skipped ${skipped.length === 1 ? '1 file' : `${skipped.length} files`}:\n${skipped.map(skippedLine).join('')}`,
        ]),
  ].join('\n');
}

function skippedLine({ file, reason }: StudyReport['skipped'][number]): string {
  return `  ${stripControlCharacters(file)}: ${stripControlCharacters(reason)}\n`;
}

function formatPlayer(player: PlayerReport, plays: ReadonlyMap<string, ListedPlay>): string {
  const { habits, months, misses, objects, pp } = player;
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    ['accuracy', percent(player.accuracy)],
    ['unstable rate', number(player.unstable_rate, 1)],
    ['misses', `${number(player.misses_per_1000, 1)} per 1000 objects (${misses} of ${objects})`],
    ['pp', pp && `${number(pp.best, 0)} best, ${number(pp.mean, 0)} mean`],
    ['aim', habits.aim && aimText(habits.aim)],
    ['timing', habits.timing && errorText(habits.timing)],
    ['keys', habits.keys && keysText(habits.keys)],
    ['mistakes', causesText(player)],
    ['left out', leftOutText(player)],
  ];
  const lines = facts.flatMap(([label, value]) => (value === null ? [] : [`  ${label.padEnd(15)}${value}\n`]));
  return [
    `${titleOf(player)}\n${lines.join('')}`,
    examplesText(player, plays),
    habits.timing && binTable('tempo (BPM)', habits.timing.by_tempo, 1),
    habits.timing && binTable('spacing (px)', habits.timing.by_spacing, 1),
    habits.timing && binTable('part of play (%)', habits.timing.over_play, 100),
    months.length > 0 && monthTable(months),
  ]
    .filter((part) => typeof part === 'string')
    .join('\n');
}

function titleOf({ name, plays, first_played, last_played }: PlayerReport): string {
  const dates =
    first_played === null
      ? ''
      : first_played === last_played
        ? `, ${first_played}`
        : `, ${first_played} to ${last_played}`;
  return `${stripControlCharacters(name) || '(no name)'}: ${plays === 1 ? '1 play' : `${plays} plays`}${dates}`;
}

function aimText({ movement: { hits, along, across }, circle_radius }: NonNullable<Habits['aim']>): string | null {
  if (hits === 0 || along.mean === null || across.mean === null) return null;
  const away = `${number(Math.abs(along.mean), 1)} px ${along.mean < 0 ? 'short of' : 'beyond'} the centre`;
  const aside = `${number(Math.abs(across.mean), 1)} px to the ${across.mean < 0 ? 'left' : 'right'} of the movement`;
  const spread = `spread ${number(along.deviation, 1)} px along and ${number(across.deviation, 1)} px across`;
  return `${away}, ${aside}; ${spread} (circles have a radius of ${number(circle_radius, 1)} px)${fewText(hits)}`;
}

function errorText({ mean, hits }: Pick<ErrorHabit, 'mean' | 'hits'>): string | null {
  return mean === null ? null : `${meanText(mean)}${fewText(hits)}`;
}

function meanText(mean: number): string {
  return `${number(Math.abs(mean), 1)} ms ${mean < 0 ? 'early' : 'late'}`;
}

function fewText(hits: number): string {
  return isUncertain(hits) ? ` (only ${hits === 1 ? '1 hit' : `${hits} hits`})` : '';
}

function keysText({ left, right }: NonNullable<Habits['keys']>): string | null {
  const presses = left.presses + right.presses;
  if (presses === 0) return null;
  const key = (name: string, { presses: own, ...errors }: typeof left) =>
    [`${name} ${percent(own / presses, 0)}`, errorText(errors)].filter((part) => part !== null).join(', ');
  return `${key('left', left)}; ${key('right', right)}`;
}

function causesText({ causes }: PlayerReport): string | null {
  if (causes.length === 0) return null;
  return causes
    .map(({ cause, mistakes, combo_breaks: breaks, share }) => {
      const broke = breaks === 0 ? '' : `, ${english.comboBreaks(breaks)}`;
      return `${cause} ${percent(share, 0)} (${mistakes}${broke})`;
    })
    .join('; ');
}

/** The other causes are in the JSON object; of many players, the text would be too long to read. */
const maxCauses = 5;

/** The most costly moments of the causes that cost most. */
function examplesText({ causes }: PlayerReport, plays: ReadonlyMap<string, ListedPlay>): string | null {
  const parts = causes
    .filter(({ examples }) => examples.length > 0)
    .sort((a, b) => (b.pp_lost ?? 0) - (a.pp_lost ?? 0))
    .slice(0, maxCauses)
    .map(({ cause, mistakes, pp_lost, examples }) => {
      const pp = pp_lost === null ? null : number(pp_lost, 1);
      const lines = examples.flatMap((example) => {
        const play = plays.get(example.replay_md5);
        if (play === undefined) return [];
        const what = `${momentTime(example.time)}  ${costText(example, english)}  ${momentText(example, play, english)}`;
        return [`  ${what}\n      ${stripControlCharacters(`${mapTitle(play)}: ${play.file}`)}\n`];
      });
      return `${cause}: ${english.examples.total(String(mistakes), pp)}\n${lines.join('')}`;
    });
  if (parts.length === 0) return null;
  return indent(`Moments to look at, by cause:\n${indent(parts.join(''))}`);
}

const maxPlays = 20;
/** What a clip of a mistake shows before and after it. */
const clipMs = { before: 3000, after: 1000 } as const;

function playsText(plays: readonly ListedPlay[]): string {
  const rows = plays
    .slice(0, maxPlays)
    .map(({ costliest: [worst], ...play }) => [
      worst ? costText(worst, english) : '-',
      worst?.cause ?? '-',
      worst ? momentTime(worst.time) : '-',
      play.player,
      play.played_at?.slice(0, 'YYYY-MM-DD'.length) ?? '-',
      `${percent(play.accuracy)}${play.failed ? ' failed' : ''}`,
      number(play.pp, 0),
      String(play.misses),
      `${play.max_combo}x`,
      number(play.unstable_rate, 1),
      mapTitle(play),
      play.file,
    ]);
  const headings = ['cost', 'cause', 'at', 'player', 'date', 'accuracy', 'pp', 'misses', 'combo', 'ur', 'map', 'file'];
  const rest = plays.length - rows.length;
  return [
    `Plays, that with the most costly mistake first:\n${indent(formatTable(headings, rows))}`,
    rest > 0 ? `  ${rest === 1 ? '1 more play' : `${rest} more plays`}; --json has all of them.\n` : '',
    clipCommand(plays[0]!),
  ].join('');
}

/** How to see a moment of the list as a video. */
function clipCommand({ costliest: [worst], file }: ListedPlay): string {
  if (worst === undefined) return '';
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const clip = `--start=${seconds(worst.time - clipMs.before)} --end=${seconds(worst.time + clipMs.after)}`;
  // In single quotes, a shell expands nothing.
  const replay = `'${stripControlCharacters(file).replaceAll("'", "'\\''")}'`;
  return `A video of the first of these mistakes:\n  bin/reprise render ${replay} --beatmap MAP ${clip} --set mistake_marks=true\n`;
}

function leftOutText({ plays_without_aim, plays_without_timing }: PlayerReport): string | null {
  const parts = [
    plays_without_timing > 0 && `timing and keys of ${plays_without_timing} with Relax or Autoplay`,
    plays_without_aim > 0 && `aim of ${plays_without_aim} with Autopilot or Autoplay`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : parts.join(', ');
}

function binTable(heading: string, bins: readonly (Bin & ErrorHabit)[], factor: number): string | null {
  const used = bins.filter(({ hits }) => hits > 0);
  if (used.length === 0) return null;
  const rows = used.map(({ from, to, hits, mean, unstable_rate }) => [
    to === null ? `${from * factor} and more` : `${Math.round(from * factor)} to ${Math.round(to * factor)}`,
    `${hits}${isUncertain(hits) ? ' *' : ''}`,
    mean === null ? '-' : meanText(mean),
    number(unstable_rate, 1),
  ]);
  const note = used.some(({ hits }) => isUncertain(hits)) ? '* Fewer than 20 hits say little.\n' : '';
  return indent(`${formatTable([heading, 'hits', 'mean error', 'unstable rate'], rows)}${note}`);
}

function monthTable(months: PlayerReport['months']): string {
  const rows = months.map(({ month, ...progress }) => [month, ...progressCells(progress)]);
  return indent(
    formatTable(['month', 'plays', 'accuracy', 'unstable rate', 'misses per 1000', 'best pp', 'mean pp'], rows),
  );
}

function progressCells({ plays, accuracy, unstable_rate, misses_per_1000, pp }: Progress): string[] {
  return [
    String(plays),
    percent(accuracy),
    number(unstable_rate, 1),
    number(misses_per_1000, 1),
    number(pp?.best ?? null, 0),
    number(pp?.mean ?? null, 0),
  ];
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

function percent(share: number | null, decimals = 2): string {
  return share === null ? '-' : `${(share * 100).toFixed(decimals)} %`;
}

function number(value: number | null, decimals: number): string {
  return value === null ? '-' : value.toFixed(decimals);
}
