import type { Cause } from '../../../game/mistakes/index.ts';
import { mistakesEnglish } from '../../../rendering/study-report/index.ts';

/** Distances as texts, with the directions relative to the movement in which they go. */
export interface MovementOffset {
  readonly along: string;
  readonly isBeyond: boolean;
  readonly across: string;
  readonly isRight: boolean;
}

/** The English texts of the analysis, which are loaded with it. */
export const analysisEn = {
  mistakes: {
    ...mistakesEnglish,
    title: 'Mistakes',
    count: (count: number) => (count === 1 ? '1 mistake' : `${count} mistakes`),
    none: 'No mistakes: every object has its best result.',
    noneInClip: 'No mistakes in this clip.',
    older:
      'An earlier version analysed this replay, so it has no causes. Render it again to see why each mistake happened.',
    about:
      'Select a mistake to watch it at half speed, from one second before. The pp show how many more the play would be worth without that one mistake.',
    order: 'Order',
    orders: { cost: 'Highest cost first', time: 'By time' },
    filter: 'Show causes',
    more: (count: number) => `Show ${count} more`,
    at: (time: string) => `At ${time}`,
    causes: {
      timing: 'Timing',
      aim: 'Aim',
      'no-press': 'No click',
      'missed-both': 'No aim and no click',
      'note-lock': 'Note lock',
      'too-early': 'Click before the hit window',
      'extra-press': 'Click on another object',
      'slider-left': 'Slider left',
      'slider-late-head': 'Slider start',
      'spinner-short': 'Spinner',
      unknown: 'Unknown',
    } satisfies Record<Cause, string>,
    notJudged: {
      relax: 'Relax clicked for the player, so only the cursor is judged.',
      autopilot: 'Autopilot moved the cursor, so only the clicks are judged.',
      failed: 'The play failed. Nothing after that is judged.',
      unrated: 'No pp can be calculated for this play, so the order is that of the lost combo.',
    },
    downloads: 'Download mistakes',
  },
  habits: {
    title: 'Habits',
    wholeTitle: 'Habits in the whole play',
    aimByDirection: 'Aim by direction of movement',
    aimBySpacing: 'Aim spread by distance of objects',
    timingBySpacing: 'Unstable rate by distance of objects',
    timingByTempo: 'Unstable rate by tempo',
    overPlay: 'Unstable rate in the course of the play',
    keys: 'Key balance',
    spread: (px: string) => `spread ${px} px`,
    offset: ({ along, isBeyond, across, isRight }: MovementOffset) =>
      `${along} px ${isBeyond ? 'beyond' : 'short'}, ${across} px ${isRight ? 'right' : 'left'}`,
    allMovements: 'Along the movement',
    tempo: (range: string) => `${range} BPM`,
    part: (from: string, to: string) => `${from} to ${to} of the map`,
    keyNames: { left: 'Left key', right: 'Right key' },
    presses: (count: string) => (count === '1' ? '1 press' : `${count} presses`),
    unstableRate: (rate: string) => `UR ${rate}`,
    uncertain: 'Pale: fewer than 20 hits.',
  },
  moments: {
    about: 'This video shows moments of the play. The charts show all of it, with the times of the song.',
    title: 'Moments worth watching',
    watch: (name: string, time: string) => `Watch: ${name} at ${time}`,
    seconds: (count: string) => `${count} s`,
    video: 'Make a video',
    videoOf: (name: string) => `Make a video: ${name}`,
  },
};

export type AnalysisWords = typeof analysisEn;
