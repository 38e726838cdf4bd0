import type { Cause } from '../../game/mistakes/index.ts';
import { type MistakeTexts, mistakesEnglish } from './mistake-texts.ts';

/** The texts of a report in one language. Numbers are formatted already. */
export interface ReportTexts {
  /** As in the attribute `lang`. */
  readonly language: string;
  readonly title: string;
  readonly summary: (numbers: { plays: number; players: number }) => string;
  readonly plays: (count: number) => string;
  readonly hits: (count: string) => string;
  readonly noName: string;
  readonly players: string;
  readonly player: string;
  readonly dates: (first: string, last: string) => string;
  readonly facts: {
    readonly plays: string;
    readonly accuracy: string;
    readonly unstableRate: string;
    readonly missesPer1000: string;
    readonly bestPp: string;
    readonly meanPp: string;
    readonly meanError: string;
    readonly month: string;
  };
  /** A mean error, without its sign. */
  readonly early: (ms: string) => string;
  readonly late: (ms: string) => string;
  readonly short: (px: string) => string;
  readonly beyond: (px: string) => string;
  readonly plots: Readonly<Record<PlotName, { readonly title: string; readonly about: string }>>;
  readonly axes: {
    readonly tempo: string;
    readonly spacing: string;
    readonly part: string;
    readonly unstableRate: string;
    readonly along: string;
    readonly error: string;
    readonly month: string;
    readonly accuracy: string;
    readonly misses: string;
    readonly pp: string;
  };
  readonly range: (from: string, to: string) => string;
  readonly andMore: (from: string) => string;
  /** Names of movements: to the right, then clockwise. */
  readonly directions: readonly [string, string, string, string, string, string, string, string];
  readonly allMovements: string;
  readonly spread: (along: string, across: string) => string;
  readonly leftKey: string;
  readonly rightKey: string;
  readonly causes: Readonly<Record<Cause, string>>;
  readonly comboBreaks: (count: number) => string;
  readonly mistakes: Pick<MistakeTexts, 'outcomes' | 'sentences' | 'comboLost' | 'ppLost'>;
  readonly examples: {
    readonly title: string;
    readonly about: string;
    /** The pp are null if no map could be rated. */
    readonly total: (mistakes: string, pp: string | null) => string;
  };
  readonly playList: {
    readonly title: string;
    readonly about: string;
    readonly map: string;
    readonly date: string;
    readonly misses: string;
    readonly combo: string;
    readonly costliest: string;
    readonly file: string;
    readonly failed: string;
    readonly more: (plays: number) => string;
  };
  readonly uncertain: string;
  readonly withoutTiming: (plays: number) => string;
  readonly withoutAim: (plays: number) => string;
  readonly table: string;
  readonly skipped: (files: number) => string;
}

export type PlotName =
  | 'aim'
  | 'spacingAim'
  | 'tempo'
  | 'spacing'
  | 'course'
  | 'keys'
  | 'causes'
  | 'accuracy'
  | 'unstableRate'
  | 'misses'
  | 'pp';

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

export const english: ReportTexts = {
  language: 'en',
  title: 'Habits of players',
  summary: ({ plays, players }) => `${count(plays, 'play', 'plays')} of ${count(players, 'player', 'players')}`,
  plays: (plays) => count(plays, 'play', 'plays'),
  hits: (hits) => (hits === '1' ? '1 hit' : `${hits} hits`),
  noName: '(no name)',
  players: 'Players',
  player: 'Player',
  dates: (first, last) => (first === last ? first : `${first} to ${last}`),
  facts: {
    plays: 'Plays',
    accuracy: 'Accuracy',
    unstableRate: 'Unstable rate',
    missesPer1000: 'Misses per 1000 objects',
    bestPp: 'Best pp',
    meanPp: 'Mean pp',
    meanError: 'Mean error',
    month: 'Month',
  },
  early: (ms) => `${ms} ms early`,
  late: (ms) => `${ms} ms late`,
  short: (px) => `${px} px short`,
  beyond: (px) => `${px} px beyond`,
  plots: {
    aim: {
      title: 'Aim by direction',
      about:
        'Each ring is the circle after a movement in the direction of its arrow; the one in the middle is for all hits. The dot is the mean position of the cursor, the ellipse one standard deviation.',
    },
    spacingAim: {
      title: 'Short or beyond, by distance',
      about:
        'Where the cursor is along the movement: below zero it has not reached the centre of the circle. The line is one standard deviation to both sides.',
    },
    tempo: {
      title: 'Unstable rate by tempo',
      about: 'The BPM at which the interval before the hit is a quarter of a beat.',
    },
    spacing: { title: 'Unstable rate by distance', about: 'The distance from the object before.' },
    course: {
      title: 'Timing over the play',
      about:
        'The mean error from the first object to the last, with one standard deviation to both sides. Negative is early.',
    },
    keys: { title: 'Keys', about: 'The share of the presses, and the mean error of the hits.' },
    causes: { title: 'Causes of mistakes', about: 'Of all judgements below the best result, and all slider breaks.' },
    accuracy: { title: 'Accuracy by month', about: 'The mean over all objects. Months without plays are left out.' },
    unstableRate: { title: 'Unstable rate by month', about: 'The mean of the plays, weighted by their hits.' },
    misses: { title: 'Misses by month', about: 'Per 1000 objects.' },
    pp: { title: 'Best pp by month', about: 'The most performance points of a play.' },
  },
  axes: {
    tempo: 'BPM of 1/4 notes',
    spacing: 'distance in osu! pixels',
    part: 'part of the play',
    unstableRate: 'unstable rate',
    along: 'offset in osu! pixels',
    error: 'error in milliseconds',
    month: 'month',
    accuracy: 'accuracy',
    misses: 'misses per 1000',
    pp: 'pp',
  },
  range: (from, to) => `${from} to ${to}`,
  andMore: (from) => `${from} and more`,
  directions: ['right', 'down right', 'down', 'down left', 'left', 'up left', 'up', 'up right'],
  allMovements: 'all hits',
  spread: (along, across) => `spread ${along} px along, ${across} px across`,
  leftKey: 'Left key',
  rightKey: 'Right key',
  causes: {
    timing: 'Pressed too early or too late',
    aim: 'Pressed in time, but beside the circle',
    'no-press': 'On the circle, but not pressed',
    'missed-both': 'Neither there nor pressed',
    'note-lock': 'Locked by the object before',
    'too-early': 'Pressed before the hit window',
    'extra-press': 'The press went to another object',
    'slider-left': 'Slider left',
    'slider-late-head': 'Slider begun too late',
    'spinner-short': 'Too few turns of a spinner',
    unknown: 'Unknown',
  },
  comboBreaks: (breaks) => count(breaks, 'combo break', 'combo breaks'),
  mistakes: mistakesEnglish,
  examples: {
    title: 'Moments to look at',
    about:
      'The most costly mistake of each cause in up to three plays. The pp show how many more the play would be worth without that one mistake. Times are those of the map.',
    total: (mistakes, pp) =>
      `${mistakes === '1' ? '1 mistake' : `${mistakes} mistakes`}${pp === null ? '' : `, each alone: ${pp} pp in total`}`,
  },
  playList: {
    title: 'Plays',
    about: 'The play with the most costly mistake is first.',
    map: 'Map',
    date: 'Date',
    misses: 'Misses',
    combo: 'Combo',
    costliest: 'Most costly mistake',
    file: 'File',
    failed: 'failed',
    more: (plays) => `${count(plays, 'more play', 'more plays')}: the JSON file has all of them.`,
  },
  uncertain: 'Pale: fewer than 20 hits.',
  withoutTiming: (plays) =>
    `Timing and keys leave out ${count(plays, 'play', 'plays')} in which a mod pressed the keys.`,
  withoutAim: (plays) => `Aim leaves out ${count(plays, 'play', 'plays')} in which a mod moved the cursor.`,
  table: 'All months as a table',
  skipped: (files) => `${count(files, 'skipped file', 'skipped files')}`,
};
