/** Shared by song and map: the melody gives the notes of the song and the objects of the map. */

export const beatMs = 400;
export const beatsPerBar = 4;
export const barCount = 32;
export const songSeconds = (barCount * beatsPerBar * beatMs) / 1000;

/** A note of the melody, in beats. The fast notes of a cluster are stacked at one position. */
export interface Note {
  readonly beat: number;
  readonly length: number;
  /** Scale steps above the root of the bar's chord. */
  readonly step: number;
  readonly bar: number;
  readonly cluster: boolean;
}

export type Section = 'intro' | 'verse' | 'pause' | 'chorus' | 'spin' | 'ending';

type Riff = readonly (readonly [beat: number, length: number, step: number])[];

const eighths = (beats: readonly number[], steps: readonly number[]): Riff =>
  beats.map((beat, i) => [beat, 0.5, steps[i]!] as const);
const sixteenths = (from: number, steps: readonly number[]): Riff =>
  steps.map((step, i) => [from + i / 4, 0.25, step] as const);

const riffs = {
  rest: [],
  long: [
    [0, 2, 4],
    [2, 2, 2],
  ],
  climb: [[0, 1, 0], [1, 1, 2], ...eighths([2, 2.5], [3, 4]), [3, 1, 7]],
  walk: [[0, 1, 4], ...eighths([1, 1.5], [2, 3]), [2, 1, 4], ...eighths([3, 3.5], [7, 6])],
  skip: [...eighths([0, 0.5], [0, 2]), [1, 1, 4], ...eighths([2, 2.5], [2, 3]), [3, 1, 1]],
  call: [
    [0, 1.5, 4],
    [1.5, 1.5, 7],
    [3, 1, 6],
  ],
  jump: [...eighths([0, 0.5, 1, 1.5], [7, 4, 7, 8]), [2, 1, 9], ...eighths([3, 3.5], [7, 4])],
  burst: [...sixteenths(0, [4, 4]), [0.5, 0.5, 4], [1, 1, 7], ...sixteenths(2, [6, 6]), [2.5, 0.5, 6], [3, 1, 4]],
  run: [...sixteenths(0, [0, 1, 2, 3, 4, 5, 6, 7]), [2, 1, 8], ...eighths([3, 3.5], [7, 4])],
  hit: [[0, 1, 0]],
  hold: [[0, 4, 7]],
} satisfies Record<string, Riff>;

type RiffName = keyof typeof riffs;

const parts: readonly (readonly [Section, readonly RiffName[]])[] = [
  ['intro', ['rest', 'long', 'long', 'climb']],
  ['verse', ['walk', 'skip', 'walk', 'call', 'walk', 'skip', 'run', 'climb']],
  ['pause', ['hit', 'rest', 'rest', 'rest']],
  ['chorus', ['jump', 'skip', 'jump', 'burst', 'jump', 'skip', 'run', 'call']],
  ['spin', ['rest', 'rest']],
  ['chorus', ['jump', 'burst', 'jump', 'run']],
  ['ending', ['hold', 'rest']],
];

const bars = parts.flatMap(([part, names]) => names.map((riff) => ({ part, riff })));

export function sectionOf(bar: number): Section {
  return bars[bar]!.part;
}

export function riffOf(bar: number): RiffName {
  return bars[bar]!.riff;
}

/** The bars in which a section begins. */
export function barsOf(part: Section): { readonly first: number; readonly count: number }[] {
  let first = 0;
  return parts.flatMap(([name, names]) => {
    const here = { first, count: names.length };
    first += names.length;
    return name === part ? [here] : [];
  });
}

export const melody: readonly Note[] = bars.flatMap(({ riff }, bar) =>
  (riffs[riff] as Riff).map(([beat, length, step]) => ({
    beat: bar * beatsPerBar + beat,
    length,
    step,
    bar,
    cluster: riff === 'burst' && beat % 2 < 1,
  })),
);
