import type { Cause } from '../../../game/mistakes/index.ts';

/** Where the cursor was, seen along the movement from the object before. */
export type Side = 'beyond' | 'short' | 'left' | 'right' | 'outside';

/** What a judgement below the best one is called. */
export type Outcome = 'great' | 'ok' | 'meh' | 'miss' | 'break' | 'end';

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
    comboLost: (combo: string) => `−${combo} combo`,
    ppLost: (pp: string) => `−${pp} pp`,
    outcomes: {
      great: '300',
      ok: '100',
      meh: '50',
      miss: 'Miss',
      break: 'Slider break',
      end: 'Slider end',
    } satisfies Record<Outcome, string>,
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
    sentences: {
      early: (ms: string, result: string) => `You clicked ${ms} ms early: ${result}.`,
      late: (ms: string, result: string) => `You clicked ${ms} ms late: ${result}.`,
      aim: (px: string, side: Side) =>
        ({
          beyond: `The cursor was ${px} px beyond the circle.`,
          short: `The cursor was ${px} px short of the circle.`,
          left: `The cursor was ${px} px left of the circle, seen along your movement.`,
          right: `The cursor was ${px} px right of the circle, seen along your movement.`,
          outside: `The cursor was ${px} px outside the circle.`,
        })[side],
      aimTime: 'The cursor was not on the object at the right time.',
      notClicked: 'You did not click.',
      noPress: 'The cursor was on the object, but no key was pressed.',
      missedBoth: 'The cursor was not on the object, and no key was pressed.',
      missedBothBy: (px: string) => `The cursor was ${px} px away from the object, and no key was pressed.`,
      noteLock: (object: string, blockedBy: string) => `Object ${object} was still locked by object ${blockedBy}.`,
      noteLockUnnamed: (object: string) => `Object ${object} was still locked by the one before.`,
      tooEarly: 'You clicked before the object could be hit.',
      tooEarlyBy: (ms: string) => `You clicked ${ms} ms early, before the object could be hit.`,
      extraPressEarly: (ms: string) => `You clicked once too often: the extra click, ${ms} ms early, counted.`,
      extraPress: 'An extra click counted instead of the right one.',
      extraPressOn: (object: string, other: string) => `Object ${other} took your click, so object ${object} got none.`,
      sliderReleased: 'You released the key before the slider ended.',
      sliderReleasedBy: (ms: string) => `You released the key ${ms} ms before the slider ended.`,
      sliderLeft: 'The cursor left the slider.',
      sliderLeftBy: (px: string) => `The cursor was ${px} px away from the slider ball.`,
      sliderLeftBefore: (px: string, ms: string) =>
        `The cursor was ${px} px away from the slider ball, ${ms} ms before the slider ended.`,
      headEarly: (ms: string) => `You clicked the start of the slider ${ms} ms early.`,
      headLate: (ms: string) => `You clicked the start of the slider ${ms} ms late.`,
      headMissed: 'You did not hit the start of the slider.',
      spinner: 'The spinner has too few turns.',
      spinnerTurns: (turns: string, required: string, rpm: string) =>
        `You spun ${turns} of ${required} turns, at ${rpm} turns per minute.`,
      unknown: 'The cause could not be found.',
    },
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
